// Draws the screen of a terminal emulator as SVG: one group per row, text in runs of one style, bars and lines as shapes.

const dark = {
	background: '#1a1b26',
	foreground: '#c0caf5',
	basic:
		'#15161e #f7768e #9ece6a #e0af68 #7aa2f7 #bb9af7 #7dcfff #a9b1d6 #414868 #f7768e #9ece6a #e0af68 #7aa2f7 #bb9af7 #7dcfff #c0caf5',
};
const light = {
	background: '#fafafc',
	foreground: '#343b58',
	basic:
		'#343b58 #b3243f #3f6e12 #835400 #2e5cc5 #6a3fc0 #006579 #6c6e75 #9699a3 #b3243f #3f6e12 #835400 #2e5cc5 #6a3fc0 #006579 #343b58',
};
export const palettes = {dark, light};

const hex = value => `#${value.toString(16).padStart(6, '0')}`;
const cube = [0, 95, 135, 175, 215, 255];

/** Colour of an index of the 256-colour palette. */
function indexed({basic}, index) {
	if (index < 16) return basic.split(' ')[index];
	if (index >= 232) return hex((8 + (index - 232) * 10) * 0x010101);
	const part = divisor => cube[Math.floor((index - 16) / divisor) % 6];
	return hex(part(36) * 0x10000 + part(6) * 0x100 + part(1));
}

const escaped = text => text.replace(/[<&>]/g, character => ({'<': '&lt;', '&': '&amp;', '>': '&gt;'})[character]);
const round = value => Number(value.toFixed(2));

/** Lines of box characters from the middle of a cell: left, right, up, down. */
const boxArms = {
	'─': 'lr',
	'│': 'ud',
	'┌': 'rd',
	'┐': 'ld',
	'└': 'ru',
	'┘': 'lu',
	'├': 'rud',
	'┤': 'lud',
	'┬': 'lrd',
	'┴': 'lru',
	'┼': 'lrud',
	'╭': 'rd',
	'╮': 'ld',
	'╰': 'ru',
	'╯': 'lu',
};
const [thin, half] = [0.06, 0.5];
const arms = {
	l: [0, half - thin / 2, half + thin, thin],
	r: [half - thin, half - thin / 2, half + thin, thin],
	u: [half - thin, 0, 2 * thin, half],
	d: [half - thin, half, 2 * thin, half],
};
/** Characters that fonts draw with gaps between cells: rectangles as [x, y, width, height] in shares of a cell. */
const shapes = {
	'━': [[0, 0.43, 1, 0.13]],
	'┃': [[0.38, 0, 0.24, 1]],
	...Object.fromEntries(
		Object.entries(boxArms).map(([character, names]) => [character, [...names].map(name => arms[name])]),
	),
};
const sparks = '▁▂▃▄▅▆▇█';

/** Geometry of a picture of `columns` × `rows` cells. */
export function geometry(columns, rows, fontSize = 15) {
	const cell = {width: fontSize * 0.602, height: Math.round(fontSize * 1.36)};
	const padding = 18;
	const bar = 34;
	return {
		columns,
		rows,
		fontSize,
		cell,
		padding,
		bar,
		width: Math.round(columns * cell.width + 2 * padding),
		height: rows * cell.height + bar + padding,
	};
}

/** One row of the emulator as SVG; its origin is the left upper corner of the row. */
export function rowPicture(line, {columns, cell, padding, fontSize}, palette) {
	const baseline = round(cell.height * 0.5 + fontSize * 0.34);
	const fills = [];
	const texts = [];
	let run;
	const flush = () => {
		const text = run?.text.trimEnd();
		if (text) {
			const xs = run.isPlain ? run.xs[0] : run.xs.slice(0, [...text].length).join(' ');
			const length = run.isPlain ? ` textLength="${round([...text].length * cell.width)}"` : '';
			texts.push(`<text x="${xs}" y="${baseline}"${length} ${run.style}>${escaped(text)}</text>`);
		}
		run = undefined;
	};
	for (let x = 0; x < columns; x++) {
		const at = line.getCell(x);
		if (!at || at.getWidth() === 0) continue;
		const look = styleOf(at, palette);
		const left = round(padding + x * cell.width);
		const width = round(at.getWidth() * cell.width);
		const text = at.getChars() || ' ';
		if (look.background)
			fills.push(`<rect x="${left}" y="0" width="${width + 0.3}" height="${cell.height}" fill="${look.background}"/>`);
		const drawn = shapesOf(text);
		if (drawn) {
			flush();
			for (const [sx, sy, sw, sh] of drawn)
				fills.push(
					`<rect x="${round(left + sx * cell.width)}" y="${round(sy * cell.height)}" width="${round(sw * cell.width + 0.2)}" height="${round(sh * cell.height + (sh >= half ? 0.2 : 0))}" fill="${look.color}"${look.opacity}/>`,
				);
			continue;
		}
		if (text === ' ' && (!run || run.text.endsWith(' '))) {
			flush();
			continue;
		}
		const isPlain = /^[ -~]$/.test(text);
		if (run && (run.style !== look.text || run.isPlain !== isPlain)) flush();
		run ??= {text: '', xs: [], style: look.text, isPlain};
		run.text += text;
		run.xs.push(left);
	}
	flush();
	return fills.join('') + texts.join('');
}

function shapesOf(text) {
	if (shapes[text]) return shapes[text];
	const level = sparks.indexOf(text);
	if (level < 0) return undefined;
	const height = ((level + 1) / 8) * 0.72;
	return [[0.08, 0.86 - height, 0.84, height]];
}

function styleOf(at, palette) {
	const {background, foreground} = palette;
	let color = at.isFgDefault() ? foreground : at.isFgRGB() ? hex(at.getFgColor()) : indexed(palette, at.getFgColor());
	let fill = at.isBgDefault() ? undefined : at.isBgRGB() ? hex(at.getBgColor()) : indexed(palette, at.getBgColor());
	if (at.isInverse()) [color, fill] = [fill ?? background, color];
	const opacity = at.isDim() ? ' opacity=".55"' : '';
	const weight = at.isBold() ? ' font-weight="700"' : '';
	const line = at.isUnderline() ? ' text-decoration="underline"' : '';
	return {color, background: fill, opacity, text: `fill="${color}"${weight}${line}${opacity}`};
}

const buttons = ['#f7768e', '#e0af68', '#9ece6a'];

/** A window around rows. */
export function windowPicture(body, {width, height, fontSize}, {background}, css = '') {
	const font = `text{font-family:"JetBrains Mono","DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:${fontSize}px;white-space:pre;font-variant-ligatures:none}`;
	const dots = buttons.map((fill, index) => `<circle cx="${20 + index * 20}" cy="17" r="6" fill="${fill}"/>`).join('');
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><style>${font}${css}</style><rect width="${width}" height="${height}" rx="10" fill="${background}"/>${dots}${body}</svg>`;
}

/** A row at its place in the window. */
export const placeRow = (row, y, {bar, cell}, attributes = '') =>
	row && `<g transform="translate(0 ${bar + y * cell.height})" xml:space="preserve"${attributes}>${row}</g>`;

/** One still picture. */
export const stillPicture = (rows, size, palette) =>
	windowPicture(rows.map((row, y) => placeRow(row, y, size)).join(''), size, palette);

/**
 * A picture that plays by itself: every distinct row once, shown while it is on the screen.
 * @param frames [{rows, delay}] with the delay of each in ms
 */
export function movingPicture(frames, size, palette) {
	const total = frames.reduce((sum, {delay}) => sum + delay, 0);
	const spans = new Map();
	let start = 0;
	for (const {rows, delay} of frames) {
		rows.forEach((row, y) => {
			if (!row) return;
			const key = `${y} ${row}`;
			const seen = spans.get(key) ?? {row, y, times: []};
			const last = seen.times.at(-1);
			if (last && last[1] === start) last[1] += delay;
			else seen.times.push([start, start + delay]);
			spans.set(key, seen);
		});
		start += delay;
	}
	const percent = time => `${round((time / total) * 100)}%`;
	const css = [];
	const body = [...spans.values()].map(({row, y, times}, index) => {
		const [[from, to]] = times;
		if (times.length === 1 && from === 0 && to === total) return placeRow(row, y, size);
		const steps = times.map(
			([begin, end]) =>
				`${percent(begin)}{visibility:visible}${end < total ? `${percent(end)}{visibility:hidden}` : ''}`,
		);
		css.push(
			`.r${index}{visibility:hidden;animation:r${index} ${total}ms step-end infinite}@keyframes r${index}{${from === 0 ? '' : '0%{visibility:hidden}'}${steps.join('')}}`,
		);
		return placeRow(row, y, size, ` class="r${index}"`);
	});
	return windowPicture(body.join(''), size, palette, css.join(''));
}
