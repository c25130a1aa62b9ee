import * as z from 'zod';

/** The paging parameters that every list takes; pages count from 1. */
export const pageQuery = z.object({
	page: z.coerce.number().int().min(1).default(1),
	pageSize: z.coerce.number().int().min(1).max(100).default(20),
});
export type PageQuery = z.infer<typeof pageQuery>;

/** The schema of one page of `item`. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
	z.object({
		items: z.array(item),
		page: z.int().min(1),
		pageSize: z.int().min(1),
		total: z.int().min(0).meta({description: 'number of rows over all pages'}),
	});

/** Cuts one page out of all matching rows; a page past the end is empty. */
export function paged<Row>(rows: Row[], {page, pageSize}: PageQuery) {
	const start = (page - 1) * pageSize;
	return {items: rows.slice(start, start + pageSize), page, pageSize, total: rows.length};
}
