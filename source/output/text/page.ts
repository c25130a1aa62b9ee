import type {Page} from '../../../contract/fields.ts';
import {cleanLine} from '../clean.ts';
import type {Look} from '../look.ts';
import {type Column, type TableShape, table} from '../table.ts';

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
