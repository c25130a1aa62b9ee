import type {Route} from '../../contract/route.ts';

/** A request that changes something may be sent again after a lost answer only with a key: the dashboard sends one always. */
export function requireIdempotencyKey(route: Route, {idempotencyKey}: {idempotencyKey?: string | undefined}): void {
	const takesKey = route.method !== 'GET' && route.noIdempotencyKey !== true;
	if (takesKey && idempotencyKey === undefined) throw new Error(`${route.name} was sent without an idempotency key`);
}
