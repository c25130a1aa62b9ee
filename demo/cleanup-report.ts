import type {CleanupCard, CleanupView} from '../contract/cleanup.ts';

/** The part of the cleanup view that the demo judges: which records stayed in the shop, and where they came from. */
export interface CleanupReport {
	progress: Pick<CleanupView['progress'], 'pending'>;
	orphaned: Pick<CleanupCard, 'label' | 'sourceEndpoint'>[];
}

/** The collection that a creating endpoint belongs to: `/carts/{cartId}/items` → `items`. */
export function familyOf(path: string): string {
	const segments = path.split('/').filter(segment => segment !== '' && !/^[{:]/.test(segment));
	return segments.at(-1) ?? path;
}
