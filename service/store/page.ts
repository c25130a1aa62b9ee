/** One page of rows and the id after which the next one begins; null ends the list. */
export type RowPage<Row> = {rows: Row[]; next: string | null};

export type PageRequest = {pageSize: number; after: string | null};

/** Makes a page of a query that read one row more than fits: that row only tells that there is a next page. */
export function pageOf<Row extends {id: string}>(rows: Row[], pageSize: number): RowPage<Row> {
	const kept = rows.slice(0, pageSize);
	return {rows: kept, next: rows.length > pageSize ? (kept.at(-1)?.id ?? null) : null};
}
