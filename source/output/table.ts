import type {Page} from '../../contract/fields.ts';
import {cleanLine} from './clean.ts';
import {fitColumns} from './fit-columns.ts';
import {type Look, plainLook} from './look.ts';

/** One column of a table. `key` is what `--columns` calls it. */
export type Column<Item> = {
	key: string;
	/** In capitals. */
	head: string;
	cell(item: Item): string | number | boolean | null | undefined;
	/** The cells are status words. */
	status?: boolean;
	/** At least this wide. */
	width?: number;
	/** Only shown when asked for. */
	extra?: boolean;
};

/** What `--columns` and `--no-header` say. */
export type TableShape = {columns?: readonly string[]; header?: boolean};

/**
 * "Heading row in capitals, two blanks between columns, each column as wide as its longest cell, last column not padded,
 * no trailing blanks"; `-` for a missing value. On a terminal that is narrower, texts of several words are cut with an ellipsis.
 */
export function table<Item>(
	columns: readonly Column<Item>[],
	items: readonly Item[],
	{columns: chosen, header = true}: TableShape = {},
	{look = plainLook, indent = ''}: {look?: Look; indent?: string} = {},
): string {
	const shown = chosen
		? chosen.flatMap(key => columns.find(column => column.key === key) ?? [])
		: columns.filter(column => !column.extra);
	const rows = items.map(item => shown.map(column => cellText(column.cell(item))));
	const heads = shown.map(column => column.head);
	const all = [...(header ? [heads] : []), ...rows];
	const whole = shown.map((column, index) => ({
		width: Math.max(column.width ?? 0, ...all.map(row => look.width(row[index]!))),
		least: Math.max(...all.map(row => (isOneWord(row[index]!) ? look.width(row[index]!) : 0))),
	}));
	const widths =
		look.columns === undefined ? whole.map(({width}) => width) : fitColumns(whole, look.columns - indent.length, 2);
	const line = (cells: readonly string[], isHead: boolean) =>
		`${indent}${cells
			.map((full, index) => {
				const cell = cut(full, widths[index]!, look);
				const drawn = shown[index]!.status && !isHead ? look.status(cell) : cell;
				return index === cells.length - 1 ? drawn : drawn + ' '.repeat(widths[index]! - look.width(cell));
			})
			.join('  ')}`.trimEnd();
	return [...(header ? [line(heads, true)] : []), ...rows.map(row => line(row, false))].map(row => `${row}\n`).join('');
}

function cellText(value: string | number | boolean | null | undefined): string {
	return value === null || value === undefined || value === '' ? '-' : cleanLine(String(value));
}

/** Ids, paths, times and names without a blank. */
const isOneWord = (text: string): boolean => !text.includes(' ');

function cut(text: string, width: number, look: Look): string {
	if (look.width(text) <= width) return text;
	look.onCut?.();
	const characters = [...text];
	while (characters.length > 0 && look.width(characters.join('')) > width - 1) characters.pop();
	return `${characters.join('').trimEnd()}…`;
}

/** A page of a list: `No <things>.` or the table; "a blank line and `nextToken: <token>` when a next page exists". */
export function pageText<Item>(
	page: Page<Item>,
	options: {columns: readonly Column<Item>[]; things: string; shape: TableShape; look: Look},
): string {
	const rows =
		page.items.length === 0
			? `No ${options.things}.\n`
			: table(options.columns, page.items, options.shape, {look: options.look});
	return page.nextToken === null ? rows : `${rows}\nnextToken: ${cleanLine(page.nextToken)}\n`;
}
