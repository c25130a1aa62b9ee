import * as z from 'zod';

/** Fields that several resources share. Money is always whole cents. */
export const timestamp = z.iso.datetime();
export const cents = z.int().min(0);
export const email = z.email().max(200);
export const name = z.string().trim().min(1).max(120);
export const quantity = z.int().min(1).max(99);

/** An id: the prefix of its table, an underscore and a number, `usr_1`. Callers treat it as opaque. */
export const id = (prefix: string) =>
	z
		.string()
		.min(1)
		.meta({description: `id, ${prefix}_…`});

/** The paging parameters that every list takes; pages count from 1. */
export const pageQuery = z.object({
	page: z.coerce.number().int().min(1).default(1),
	pageSize: z.coerce.number().int().min(1).max(100).default(20),
});
type PageQuery = z.infer<typeof pageQuery>;

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
