import {PNG} from 'pngjs';
import {describe, expect, it} from 'vitest';
import {colorDepthOf, halfBlocks} from '../../../source/terminal/picture/half-blocks.ts';
import {decodePng, fittingSize, type Pixels, scalePixels} from '../../../source/terminal/picture/pixels.ts';

/** A picture from rows of colours `[red, green, blue]`. */
const pixelsOf = (rows: ReadonlyArray<ReadonlyArray<readonly [number, number, number]>>): Pixels => ({
	width: rows[0]?.length ?? 0,
	height: rows.length,
	data: Uint8Array.from(rows.flat().flatMap(color => [...color, 255])),
});

const [red, green, blue, white] = [
	[255, 0, 0],
	[0, 255, 0],
	[0, 0, 255],
	[255, 255, 255],
] as const;

describe('how many colours a terminal has', () => {
	it.each([
		[{TERM: 'xterm-256color', COLORTERM: 'truecolor'}, 'truecolor'],
		[{TERM: 'xterm-256color', COLORTERM: '24bit'}, 'truecolor'],
		[{TERM: 'xterm-direct'}, 'truecolor'],
		[{TERM: 'xterm-256color'}, '256'],
		[{TERM: 'dumb', COLORTERM: 'truecolor'}, null],
		[{TERM: 'xterm-256color', COLORTERM: 'truecolor', NO_COLOR: '1'}, null],
		[{}, null],
	])('%j', (env, depth) => expect(colorDepthOf(env)).toBe(depth));
});

describe('a picture in half blocks', () => {
	it('has two pixels in a cell, and names a colour only where it changes', () => {
		const pixels = pixelsOf([
			[red, red, blue],
			[green, green, green],
		]);
		expect(halfBlocks(pixels, 'truecolor')).toEqual([
			'\u001B[38;2;255;0;0m\u001B[48;2;0;255;0m▀▀\u001B[38;2;0;0;255m▀\u001B[0m',
		]);
	});

	it('takes the nearest of 256 colours', () => {
		const pixels = pixelsOf([
			[red, [128, 128, 128]],
			[white, [0, 0, 0]],
		]);
		expect(halfBlocks(pixels, '256')).toEqual([
			'\u001B[38;5;196m\u001B[48;5;231m▀\u001B[38;5;244m\u001B[48;5;16m▀\u001B[0m',
		]);
	});

	it('ends a last row of one pixel in black', () => {
		expect(halfBlocks(pixelsOf([[red]]), 'truecolor')).toEqual(['\u001B[38;2;255;0;0m\u001B[48;2;0;0;0m▀\u001B[0m']);
	});
});

describe('the size of a picture', () => {
	it.each([
		[{width: 1280, height: 800}, 80, 40, {width: 64, height: 40}],
		[{width: 390, height: 844}, 80, 100, {width: 46, height: 100}],
		[{width: 10, height: 10}, 80, 40, {width: 10, height: 10}],
	])('%j within %i × %i', (size, columns, rows, fitting) => {
		expect(fittingSize(size, columns, rows)).toEqual(fitting);
	});

	it('is changed by means, on white where it is transparent', () => {
		const pixels = pixelsOf([
			[red, blue],
			[red, blue],
		]);
		expect([...scalePixels(pixels, 1, 1).data]).toEqual([128, 0, 128, 255]);
		expect([...scalePixels({width: 1, height: 1, data: Uint8Array.of(0, 0, 0, 0)}, 1, 1).data]).toEqual([
			255, 255, 255, 255,
		]);
	});
});

describe('a file', () => {
	it('is read as pixels', async () => {
		const png = new PNG({width: 2, height: 1});
		png.data.set([255, 0, 0, 255, 0, 0, 255, 255]);
		const {width, height, data} = await decodePng(PNG.sync.write(png));
		expect([width, height, ...data]).toEqual([2, 1, 255, 0, 0, 255, 0, 0, 255, 255]);
	});

	it.each([
		['is no picture', Buffer.from('<html>not found</html>'.repeat(3)), 'The picture is no PNG.'],
		['is cut off', PNG.sync.write(new PNG({width: 20, height: 20})).subarray(0, 45), 'The picture cannot be read'],
	])('that %s is refused in words', async (_, bytes, words) => {
		await expect(decodePng(bytes)).rejects.toThrow(words);
	});

	it('of a size that no page has is refused before it is unpacked', async () => {
		const bytes = Buffer.from(PNG.sync.write(new PNG({width: 1, height: 1})));
		bytes.writeUInt32BE(100_000, 16);
		bytes.writeUInt32BE(100_000, 20);
		await expect(decodePng(bytes)).rejects.toThrow('too large');
	});
});
