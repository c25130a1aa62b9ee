/** A picture as red, green, blue and alpha of every pixel, row by row. */
export type Pixels = {width: number; height: number; data: Uint8Array};

/** More than this is no picture of a page, in bytes of the file and in pixels. */
const maxBytes = 8 * 1024 * 1024;
const maxPixels = 40_000_000;

/** A PNG as pixels. Rejects with what is wrong with it. */
export async function decodePng(bytes: Uint8Array): Promise<Pixels> {
	const [width, height] = sizeOf(bytes);
	if (bytes.length > maxBytes || width * height > maxPixels)
		throw new Error(`The picture is too large to be shown here: ${width} × ${height}. Press o to open it.`);
	const {PNG} = await import('pngjs');
	return new Promise((resolve, reject) => {
		new PNG().parse(Buffer.from(bytes), (error, png) =>
			error ? reject(new Error(`The picture cannot be read: ${error.message}.`)) : resolve(png),
		);
	});
}

/** Width and height stand in the first chunk of a PNG. */
function sizeOf(bytes: Uint8Array): [number, number] {
	const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
	if (bytes.length < 33 || signature.some((byte, index) => bytes[index] !== byte))
		throw new Error('The picture is no PNG.');
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	return [view.getUint32(16), view.getUint32(20)];
}

/** The largest size within `columns` × `rows` pixels that keeps the proportions; never larger than the picture. */
export function fittingSize(
	{width, height}: {width: number; height: number},
	columns: number,
	rows: number,
): {width: number; height: number} {
	const scale = Math.min(1, columns / width, rows / height);
	return {width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale))};
}

/** The cells that a picture fills within `columns` × `rows`, each twice as high as wide; it is also made larger. */
export function fittingCells(
	{width, height}: {width: number; height: number},
	columns: number,
	rows: number,
): {columns: number; rows: number} {
	const scale = Math.min(columns / width, (rows * 2) / height);
	return {
		columns: Math.min(columns, Math.max(1, Math.round(width * scale))),
		rows: Math.min(rows, Math.max(1, Math.round((height * scale) / 2))),
	};
}

/** The picture at another size: every pixel is the mean of those it stands for, on white where they are transparent. */
export function scalePixels(pixels: Pixels, width: number, height: number): Pixels {
	const data = new Uint8Array(width * height * 4);
	for (let y = 0; y < height; y++) {
		const [top, bottom] = span(y, height, pixels.height);
		for (let x = 0; x < width; x++) {
			const [left, right] = span(x, width, pixels.width);
			data.set(meanOf(pixels, {left, right, top, bottom}), (y * width + x) * 4);
		}
	}
	return {width, height, data};
}

/** Pixels from … to (exclusive) that the pixel at `place` of `count` stands for. */
const span = (place: number, count: number, length: number): [number, number] => {
	const from = Math.floor((place * length) / count);
	return [from, Math.max(from + 1, Math.floor(((place + 1) * length) / count))];
};

type Area = {left: number; right: number; top: number; bottom: number};

function meanOf({width, data}: Pixels, {left, right, top, bottom}: Area): [number, number, number, number] {
	let [red, green, blue] = [0, 0, 0];
	for (let y = top; y < bottom; y++)
		for (let x = left; x < right; x++) {
			const at = (y * width + x) * 4;
			const alpha = (data[at + 3] ?? 255) / 255;
			const rest = 255 * (1 - alpha);
			red += (data[at] ?? 0) * alpha + rest;
			green += (data[at + 1] ?? 0) * alpha + rest;
			blue += (data[at + 2] ?? 0) * alpha + rest;
		}
	const count = (right - left) * (bottom - top);
	return [Math.round(red / count), Math.round(green / count), Math.round(blue / count), 255];
}
