import stringWidth from 'string-width';
import {cleanLine} from './clean-text.ts';

const ascii = /^[\x20-\x7E]*$/;

/** Widths of texts that are more than ASCII: the same ones stand in every frame, and each is measured by its characters. */
const widths = new Map<string, number>();

/** Terminal cells that a clean text takes: CJK and emoji two, combining characters none. */
export function cellWidth(text: string): number {
	if (ascii.test(text)) return text.length;
	const known = widths.get(text);
	if (known !== undefined) return known;
	const width = stringWidth(text);
	if (widths.size >= 2000) widths.clear();
	widths.set(text, width);
	return width;
}

/** The longest start of a clean text that takes at most `width` cells; a character is never cut in half. */
export function takeCells(text: string, width: number): string {
	if (width <= 0) return '';
	if (ascii.test(text)) return text.slice(0, width);
	let taken = '';
	let cells = 0;
	for (const character of graphemesOf(text)) {
		cells += cellWidth(character);
		if (cells > width) break;
		taken += character;
	}
	return taken;
}

/** A clean text cut to at most `width` cells; what was cut is marked by `ellipsis` (one cell). */
export function truncateCells(text: string, width: number, ellipsis: string): string {
	if (cellWidth(text) <= width) return text;
	return width <= 0 ? '' : `${takeCells(text, width - 1)}${ellipsis}`;
}

/** The longest end of a clean text that takes at most `width` cells. */
export function takeLastCells(text: string, width: number): string {
	if (ascii.test(text)) return width <= 0 ? '' : text.slice(-width);
	let taken = '';
	let cells = 0;
	for (const character of graphemesOf(text).reverse()) {
		cells += cellWidth(character);
		if (cells > width) break;
		taken = character + taken;
	}
	return taken;
}

/** Fewer cells than this show no two parts of a name that say anything. */
const leastForTwoParts = 15;

/**
 * A name cut to at most `width` cells in its middle: names that stand below each other often begin alike (the method and
 * path of an endpoint), so that what tells them apart stands at their end, which gets the larger part.
 */
export function truncateName(text: string, width: number, ellipsis: string): string {
	if (width < leastForTwoParts || cellWidth(text) <= width) return truncateCells(text, width, ellipsis);
	const start = takeCells(text, Math.floor((width - 1) * 0.4));
	return `${start}${ellipsis}${takeLastCells(text, width - 1 - cellWidth(start))}`;
}

/** Foreign text as exactly `width` cells: cleaned, cut where too long, padded where too short. */
export function fitCells(text: string, width: number, ellipsis: string, align: 'left' | 'right' = 'left'): string {
	if (width <= 0) return '';
	const cut = truncateCells(cleanLine(text), width, ellipsis);
	const padding = ' '.repeat(width - cellWidth(cut));
	return align === 'left' ? cut + padding : padding + cut;
}

/** Characters looked at for each cell of a line: more than any text needs that is not made of marks alone. */
const charactersPerCell = 8;

const firstOf = (text: string): string => graphemesOf(text)[0] ?? '';

/** Cells at the end of a line that are worth beginning a word in which no line can hold whole. */
const leastBeginning = 8;

/**
 * One clean line folded into lines of at most `width` cells, at blanks where there are any; a word that is longer than a
 * line, such as the path of an endpoint, begins beside what is before it. Linear, however long it is.
 */
export function wrapCells(line: string, width: number): string[] {
	if (width <= 0) return [];
	if (line.length <= width && cellWidth(line) <= width) return [line];
	const lines: string[] = [];
	let rest = line;
	for (;;) {
		// The start decides: measuring all that is left for each line would take the square of the length.
		const start = rest.slice(0, (width + 1) * charactersPerCell);
		// A first character wider than the line stands alone: it cannot be cut.
		const fitting = takeCells(start, width) || firstOf(start);
		if (fitting.length === rest.length) return [...lines, rest];
		const blank = fitting.lastIndexOf(' ');
		const isTooLong =
			fitting.length - blank > leastBeginning &&
			blank > 0 &&
			cellWidth(rest.slice(blank + 1, (width + 1) * charactersPerCell).split(' ', 1)[0] ?? '') > width;
		const breaksAtBlank = blank > 0 && rest[fitting.length] !== ' ' && !isTooLong;
		const end = breaksAtBlank ? blank : fitting.length;
		lines.push(rest.slice(0, end).trimEnd());
		rest = rest.slice(end).trimStart();
		if (rest === '') return lines;
	}
}

/** ASCII; without the carriage return, which is one character with the line feed after it. */
const oneEach = /^[\x00-\x0C\x0E-\x7F]*$/;

let segmenter: Intl.Segmenter | undefined;

/**
 * The characters of a text as people count them: a letter with its accents is one. The segmenter is made only for text
 * that needs it, because the first one of a process costs more than a frame.
 */
export function graphemesOf(text: string): string[] {
	if (oneEach.test(text)) return [...text];
	segmenter ??= new Intl.Segmenter(undefined, {granularity: 'grapheme'});
	return Array.from(segmenter.segment(text), ({segment}) => segment);
}
