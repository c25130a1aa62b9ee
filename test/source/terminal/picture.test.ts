import {PNG} from 'pngjs';
import {describe, expect, it} from 'vitest';
import {colorDepthOf, halfBlocks} from '../../../source/terminal/picture/half-blocks.ts';
import {drawn, graphicsOf, removed} from '../../../source/terminal/picture/graphics.ts';
import {
	decodePng,
	fittingCells,
	fittingSize,
	type Pixels,
	scalePixels,
} from '../../../source/terminal/picture/pixels.ts';

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

describe('whether a terminal takes pictures as pixels', () => {
	it.each([
		[{TERM: 'xterm-kitty'}, 'kitty'],
		[{TERM: 'xterm-256color', KITTY_WINDOW_ID: '3'}, 'kitty'],
		[{TERM: 'xterm-ghostty', TERM_PROGRAM: 'ghostty'}, 'kitty'],
		[{TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app'}, 'iterm'],
		[{TERM: 'xterm-256color', LC_TERMINAL: 'iTerm2'}, 'iterm'],
		[{TERM: 'xterm-256color', TERM_PROGRAM: 'WezTerm'}, 'iterm'],
		[{TERM: 'xterm-256color', TERM_PROGRAM: 'Apple_Terminal'}, null],
		[{TERM: 'xterm-256color', TERM_PROGRAM: 'vscode'}, null],
		[{TERM: 'xterm-256color', TMUX: '/tmp/t', KITTY_WINDOW_ID: '3'}, null],
		[{TERM: 'screen.xterm-256color', KITTY_WINDOW_ID: '3'}, null],
		[{TERM: 'xterm-256color', STY: '1.pts', TERM_PROGRAM: 'iTerm.app'}, null],
		[{TERM: 'xterm-kitty', NO_COLOR: '1'}, null],
		[{TERM: 'dumb', KITTY_WINDOW_ID: '3'}, null],
		[{}, null],
	])('%j', (env, protocol) => expect(graphicsOf(env)).toBe(protocol));

	it('sends kitty a large picture in messages of at most 4096 characters', () => {
		const bytes = Uint8Array.from({length: 10_000}, (_, at) => at % 256);
		const messages = drawn('kitty', {id: 7, bytes, columns: 40, rows: 12}).split('\u001B\\').slice(0, -1);
		const bodies = messages.map(message => message.slice(message.indexOf(';') + 1));
		expect(messages[0]).toMatch(/^\u001B_Ga=T,f=100,i=7,p=1,c=40,r=12,C=1,q=2,m=1;/);
		expect(messages.slice(1).map(message => message.slice(3, 6))).toEqual(['m=1', 'm=1', 'm=0']);
		expect(Math.max(...bodies.map(({length}) => length))).toBe(4096);
		expect(Buffer.from(bodies.join(''), 'base64')).toEqual(Buffer.from(bytes));
		expect(removed('kitty', 7)).toBe('\u001B_Ga=d,d=I,i=7,q=2\u001B\\');
	});

	it('fills the cells that keep the proportions, also where it is made larger', () => {
		expect(fittingCells({width: 1280, height: 800}, 80, 20)).toEqual({columns: 64, rows: 20});
		expect(fittingCells({width: 40, height: 20}, 60, 30)).toEqual({columns: 60, rows: 15});
	});
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
