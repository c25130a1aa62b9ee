/** Where things are on the screen, from its size alone. */
export type Area = {width: number; height: number};

/** The smallest terminal the dashboard works in. */
export const smallest = {columns: 60, rows: 16};
/** From this width on, list and detail stand side by side. */
export const sideBySideColumns = 100;

/** Header and notice above, footer and status line below. */
const headerRows = 2;
const frameRows = headerRows + 2;

export type Layout = {
	/** Lines over the whole width, above the panes. */
	head: number;
	/** What the panes share. */
	body: Area;
	/** Null where the other pane has the whole body. */
	list: Area | null;
	detail: Area | null;
	direction: 'row' | 'column';
};

/** What a run says of itself above the panes takes four lines, and a blank one where there is room. */
const headRows = (screen: Wish['screen'], rows: number) => (screen === 'run' ? (rows >= 24 ? 5 : 4) : 0);
/** Headings inside the list. */
const headingRows = {projects: 1, tests: 1, run: 0} as const;

type Wish = {
	screen: 'projects' | 'tests' | 'run';
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
export function layoutScreen({screen, columns, rows, isZoomed, focus}: Wish): Layout {
	const head = isZoomed && focus === 'detail' ? 0 : headRows(screen, rows);
	const body = {width: columns, height: Math.max(1, rows - frameRows - head)};
	const direction = columns >= sideBySideColumns ? 'row' : 'column';
	if (screen === 'projects') return {head, body, list: body, detail: null, direction};
	const fitsBoth = direction === 'row' || body.height >= stackedRows;
	if (isZoomed || !fitsBoth) {
		const isDetail = focus === 'detail';
		return {head, body, list: isDetail ? null : body, detail: isDetail ? body : null, direction};
	}
	if (direction === 'row') {
		const width = Math.floor(columns * 0.58);
		const height = body.height;
		return {head, body, list: {width, height}, detail: {width: columns - width - 2, height}, direction};
	}
	const height = Math.ceil(body.height * 0.58);
	const width = columns;
	return {head, body, list: {width, height}, detail: {width, height: body.height - height - 1}, direction};
}

/** Rows of the list that are on the screen. */
export const listHeight = (screen: Wish['screen'], {list, body}: Layout): number =>
	Math.max(1, (list ?? body).height - headingRows[screen]);

/** Line of the screen, from 0, where the rows of the list begin. */
export const listTop = (screen: Wish['screen'], {head}: Layout): number => headerRows + head + headingRows[screen];
