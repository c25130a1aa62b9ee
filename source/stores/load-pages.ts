import type {Page} from '../../contract/fields.ts';

/** Rows a list request asks for: the most a page may have. */
export const pageSize = 100;

/**
 * Reads a list to its end.
 * @param read one page; `cursor` is absent for the first
 * @param onRows called with all rows so far after the first page and then at most four times a second, so that a long
 * list shows at once and costs few frames
 */
export async function loadPages<Row>(
	read: (cursor: string | undefined) => Promise<Page<Row>>,
	now: () => number,
	onRows: (rows: readonly Row[]) => void,
): Promise<readonly Row[]> {
	let rows: Row[] = [];
	let cursor: string | undefined;
	let shownAt = Number.NEGATIVE_INFINITY;
	do {
		const {items, nextToken} = await read(cursor);
		rows = cursor === undefined ? [...items] : rows.concat(items);
		cursor = nextToken ?? undefined;
		if (cursor !== undefined && now() - shownAt >= 250) {
			shownAt = now();
			onRows(rows);
		}
	} while (cursor !== undefined);
	return rows;
}
