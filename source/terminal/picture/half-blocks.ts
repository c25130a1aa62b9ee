import type {Pixels} from './pixels.ts';

/** How many colours a terminal has; null: none, a picture would be noise. */
export type ColorDepth = 'truecolor' | '256' | null;

/** What the environment says of the terminal: `NO_COLOR` and `TERM=dumb` have none, `COLORTERM` names true colour. */
export function colorDepthOf(env: Record<string, string | undefined>): ColorDepth {
	const {TERM = '', COLORTERM = ''} = env;
	if (env['NO_COLOR'] || TERM === 'dumb' || TERM === '') return null;
	return /truecolor|24bit/i.test(COLORTERM) || /direct$/.test(TERM) ? 'truecolor' : '256';
}

/** Upper half of a cell in the text colour, lower half in the background colour. */
const upperHalf = '▀';
const reset = '\u001B[0m';

/**
 * A picture as lines of cells, two pixels above one another in each: text with the terminal's colour codes. A colour is
 * named only where it changes.
 */
export function halfBlocks({width, height, data}: Pixels, depth: Exclude<ColorDepth, null>): string[] {
	const codeAt = (x: number, y: number, layer: 38 | 48): string => {
		// A last row without a lower half has it black, as most terminals are behind it.
		const at = (y * width + x) * 4;
		const [red, green, blue] = y < height ? [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0] : [0, 0, 0];
		return depth === 'truecolor'
			? `\u001B[${layer};2;${red};${green};${blue}m`
			: `\u001B[${layer};5;${nearestOf256(red, green, blue)}m`;
	};
	return Array.from({length: Math.ceil(height / 2)}, (_, row) => {
		let line = '';
		let [text, ground] = ['', ''];
		for (let x = 0; x < width; x++) {
			const upper = codeAt(x, row * 2, 38);
			const lower = codeAt(x, row * 2 + 1, 48);
			line += `${upper === text ? '' : upper}${lower === ground ? '' : lower}${upperHalf}`;
			[text, ground] = [upper, lower];
		}
		return `${line}${reset}`;
	});
}

/** Levels of the colour cube of 256-colour terminals. */
const levels = [0, 95, 135, 175, 215, 255] as const;

/** The nearest colour of the cube or of the greys, by its number. */
function nearestOf256(red: number, green: number, blue: number): number {
	const nearest = (value: number) =>
		levels.reduce<number>(
			(best, level, index) => (Math.abs(level - value) < Math.abs((levels[best] ?? 0) - value) ? index : best),
			0,
		);
	const cube = [nearest(red), nearest(green), nearest(blue)] as const;
	const grey = Math.min(23, Math.max(0, Math.round(((red + green + blue) / 3 - 8) / 10)));
	const distance = (r: number, g: number, b: number) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
	const ofCube = distance(levels[cube[0]] ?? 0, levels[cube[1]] ?? 0, levels[cube[2]] ?? 0);
	const value = 8 + grey * 10;
	return distance(value, value, value) < ofCube ? 232 + grey : 16 + 36 * cube[0] + 6 * cube[1] + cube[2];
}
