import type {Route} from '../../contract/route.ts';

/** A request that changes something may be sent again after a lost answer only with a key: the dashboard sends one always. */
export function requireIdempotencyKey(route: Route, {idempotencyKey}: {idempotencyKey?: string | undefined}): void {
	if (route.keyPrefix !== undefined && idempotencyKey === undefined)
		throw new Error(`${route.name} was sent without an idempotency key`);
}
