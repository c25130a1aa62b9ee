import * as z from 'zod/mini';

/** The part of the cleanup view that the demo judges: which records stayed in the shop, and where they came from. */
export const cleanupReport = z.looseObject({
	progress: z.looseObject({captured: z.number(), cleaned: z.number()}),
	orphaned: z.array(
		z.looseObject({
			label: z.string(),
			sourceEndpoint: z.looseObject({method: z.string(), path: z.string()}),
		}),
	),
});
export type CleanupReport = z.infer<typeof cleanupReport>;

/** The collection that a creating endpoint belongs to: `/carts/{cartId}/items` → `items`. */
export function familyOf(path: string): string {
	const segments = path.split('/').filter(segment => segment !== '' && !/^[{:]/.test(segment));
	return segments.at(-1) ?? path;
}
