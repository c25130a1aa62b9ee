import type {CDPSession, Frame, Page} from 'playwright-core';
import {PNG} from 'pngjs';
import type {Box} from '../page/look.ts';
import {within} from './deadline.ts';
import {secretBoxes} from './secret-boxes.ts';

const mostBytes = 512 * 1024;
const scales = [1, 0.6, 0.35, 0.2];
type Colour = [number, number, number];
const grey: Colour = [128, 128, 128];
const red: Colour = [220, 38, 38];
const outlineWidth = 3;

export type PictureOptions = {
	secrets: readonly string[];
	/** Where the page itself shows secrets, as it has just said. */
	boxes: readonly Box[];
	/** Drawn around, in pixels of the page; null: nothing. */
	outlined: Box | null;
	ms: number;
};

/**
 * The viewport as PNG of at most 512 KB, what is secret covered before it leaves here. Covered is what was there before
 * or after the picture was taken: the page may have moved between.
 */
export async function takePicture(
	page: Page,
	session: CDPSession,
	options: PictureOptions,
): Promise<Uint8Array | null> {
	const {secrets, boxes, outlined, ms} = options;
	const before = [...boxes, ...(await boxesInFrames(page, secrets, ms))];
	let png: Buffer | null = null;
	let scale = 1;
	for (scale of scales) {
		png = await capture(session, scale, ms);
		if (png.length <= mostBytes) break;
	}
	if (!png) return null;
	// Nothing can come to be shown that nobody has typed.
	const mayHaveMoved = secrets.length > 0 || before.length > 0;
	const covered = mayHaveMoved ? [...before, ...(await boxesOf(page, secrets, ms))] : [];
	if (covered.length === 0 && !outlined) return png;
	const image = PNG.sync.read(png);
	for (const box of covered) fill(image, grow(box, scale, 1), grey);
	if (outlined) outline(image, grow(outlined, scale, outlineWidth), red);
	return PNG.sync.write(image, {deflateLevel: 4, filterType: 1});
}

async function capture(session: CDPSession, scale: number, ms: number): Promise<Buffer> {
	const options: Parameters<typeof session.send<'Page.captureScreenshot'>>[1] = {
		format: 'png',
		optimizeForSpeed: scale === 1,
	};
	if (scale !== 1) {
		const {cssVisualViewport: view} = await within(ms, 'measuring the page', session.send('Page.getLayoutMetrics'));
		options.clip = {x: view.pageX, y: view.pageY, width: view.clientWidth, height: view.clientHeight, scale};
	}
	const {data} = await within(ms, 'taking the picture', session.send('Page.captureScreenshot', options));
	return Buffer.from(data, 'base64');
}

/** In pixels of the page. Throws where the page does not tell. */
async function boxesOf(page: Page, secrets: readonly string[], ms: number): Promise<Box[]> {
	const own = within(ms, 'looking for secrets', page.mainFrame().evaluate(secretBoxes, {secrets}));
	return (await Promise.all([own, boxesInFrames(page, secrets, ms)])).flat();
}

/** In pixels of the page; a frame that does not answer is covered as a whole. */
async function boxesInFrames(page: Page, secrets: readonly string[], ms: number): Promise<Box[]> {
	const frames = page.frames().filter(frame => frame !== page.mainFrame() && !frame.isDetached());
	const found = frames.map(async (frame): Promise<Box[]> => {
		const boxes = await within(ms, 'looking for secrets', frame.evaluate(secretBoxes, {secrets})).catch(() => null);
		if (boxes?.length === 0) return [];
		const place = await placeOf(frame, ms);
		if (place === null) return [];
		return boxes?.map(box => ({...box, x: box.x + place.x, y: box.y + place.y})) ?? [place];
	});
	return (await Promise.all(found)).flat();
}

async function placeOf(frame: Frame, ms: number): Promise<Box | null> {
	const box = async () => (await frame.frameElement()).boundingBox();
	return within(ms, 'finding a frame', box()).catch(() => null);
}

const grow = ({x, y, width, height}: Box, scale: number, by: number): Box => ({
	x: Math.floor(x * scale) - by,
	y: Math.floor(y * scale) - by,
	width: Math.ceil(width * scale) + 2 * by,
	height: Math.ceil(height * scale) + 2 * by,
});

function fill(image: PNG, {x, y, width, height}: Box, [red, green, blue]: Colour): void {
	for (let row = Math.max(0, y); row < Math.min(image.height, y + height); row++)
		for (let column = Math.max(0, x); column < Math.min(image.width, x + width); column++) {
			const at = (row * image.width + column) * 4;
			image.data[at] = red;
			image.data[at + 1] = green;
			image.data[at + 2] = blue;
			image.data[at + 3] = 255;
		}
}

function outline(image: PNG, {x, y, width, height}: Box, colour: Colour): void {
	fill(image, {x, y, width, height: outlineWidth}, colour);
	fill(image, {x, y: y + height - outlineWidth, width, height: outlineWidth}, colour);
	fill(image, {x, y, width: outlineWidth, height}, colour);
	fill(image, {x: x + width - outlineWidth, y, width: outlineWidth, height}, colour);
}
