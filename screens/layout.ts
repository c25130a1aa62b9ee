import type {ScreenShape} from '../source/stores/screen.ts';

/** Where things are on the screen, from its size alone. */
export type Area = {width: number; height: number};

/** The smallest terminal the dashboard works in. */
export const smallest = {columns: 60, rows: 16};
/** From this width on, list and detail stand side by side. */
const sideBySideColumns = 100;

/** Cells that code beside a list has use for; what a wider terminal has goes to the list. */
const widestPane = 100;

/** From this height on the strip of screens has a line of its own; below it stands where messages stand, while there are none. */
const stripRows = 24;

/** Whether the strip of screens has a line of its own. */
export const hasStripLine = (rows: number): boolean => rows >= stripRows;

/** Lines above the body: breadcrumb, strip of screens, message. */
const headerRows = (rows: number): number => (hasStripLine(rows) ? 3 : 2);
/** Footer and status line. */
const footerRows = 2;

export type Layout = {
	/** Lines of the frame above all that. */
	top: number;
	/** Lines over the whole width, above the panes. */
	head: number;
	/** What the panes share. */
	body: Area;
	/** Null where the other pane has the whole body. */
	list: Area | null;
	detail: Area | null;
	direction: 'row' | 'column';
	/** The only pane has the whole terminal, with nothing around it. */
	isBare?: boolean;
};

type Wish = {
	shape: ScreenShape;
	columns: number;
	rows: number;
	/** The pane with the keys has the whole body. */
	isZoomed: boolean;
	focus: 'list' | 'detail';
};

/** Stacked panes need this many rows, or only the pane with the keys is shown. */
const stackedRows = 17;

/**
 * Panes of a screen: side by side from 100 columns on (a line between them), below that one under the other (a rule
 * between them).
 */
export function layoutScreen({shape, columns, rows, isZoomed, focus}: Wish): Layout {
	const top = headerRows(rows);
	const head = isZoomed && focus === 'detail' ? 0 : (shape.headLines?.(rows) ?? 0);
	const body = {width: columns, height: Math.max(1, rows - top - footerRows - head)};
	const direction = columns >= sideBySideColumns ? 'row' : 'column';
	if (shape.panes === 'list') return {top, head, body, list: body, detail: null, direction};
	if (shape.panes === 'detail') {
		if (!isZoomed) return {top, head, body, list: null, detail: body, direction};
		const whole = {width: columns, height: rows};
		return {top: 0, head: 0, body: whole, list: null, detail: whole, direction, isBare: true};
	}
	const fitsBoth = direction === 'row' || body.height >= stackedRows;
	if (isZoomed || !fitsBoth) {
		const isDetail = focus === 'detail';
		return {top, head, body, list: isDetail ? null : body, detail: isDetail ? body : null, direction};
	}
	if (direction === 'row') {
		const width = Math.max(Math.floor(columns * 0.58), columns - (shape.widestPane ?? widestPane) - 2);
		const height = body.height;
		return {top, head, body, list: {width, height}, detail: {width: columns - width - 2, height}, direction};
	}
	const height = Math.ceil(body.height * 0.58);
	const width = columns;
	return {top, head, body, list: {width, height}, detail: {width, height: body.height - height - 1}, direction};
}

/** Rows of the list that are on the screen. */
export const listHeight = ({headingLines = 0}: ScreenShape, {list, body}: Layout): number =>
	Math.max(1, (list ?? body).height - headingLines);

/** Line of the screen, from 0, where the rows of the list begin. */
export const listTop = ({headingLines = 0}: ScreenShape, {top, head}: Layout): number => top + head + headingLines;
