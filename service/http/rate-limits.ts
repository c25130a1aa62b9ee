import {ServiceError} from '../domain/service-error.ts';
import type {Taken} from '../store/team/rate-windows.ts';
import {createSharedWindow, type SharedWindow} from './shared-window.ts';
import {createSlidingWindow} from './sliding-window.ts';

export type LimitScope = 'triggers' | 'requests' | 'auth' | 'logins';

/** Events per sliding minute: triggers and requests per key, failed keys per address, test logins per project. */
type Limits = Record<LimitScope, number>;
export const defaultLimits: Limits = {triggers: 60, requests: 1200, auth: 20, logins: 10};

export type RateLimits = {
	/**
	 * Counts one event; throws RATE_LIMITED when `key` has used up its minute. Nothing to wait for where one process counts
	 * alone.
	 */
	count(scope: LimitScope, key: string): void | Promise<void>;
};

const windowSeconds = 60;

/** Takes up to `wanted` events of a window that all processes of the service share. */
export type TakeShared = (window: {key: string; limit: number; windowMs: number}, wanted: number) => Promise<Taken>;

/**
 * @param elapsedMs milliseconds of a clock that never goes back
 * @param onRefused told of every refusal, for the metrics
 * @param takeShared counts together with other processes; null: there are none
 */
export function createRateLimits(
	limits: Limits,
	elapsedMs: () => number,
	onRefused: (scope: LimitScope) => void,
	takeShared: TakeShared | null = null,
): RateLimits {
	const windowMs = windowSeconds * 1000;
	const windowOf = (scope: LimitScope): SharedWindow => {
		const limit = limits[scope];
		if (takeShared === null) return createSlidingWindow({limit, windowMs});
		return createSharedWindow({limit}, (key, wanted) => takeShared({key: `${scope} ${key}`, limit, windowMs}, wanted));
	};
	const windows = {
		triggers: windowOf('triggers'),
		requests: windowOf('requests'),
		auth: windowOf('auth'),
		logins: windowOf('logins'),
	};
	function judge(scope: LimitScope, waitMs: number): void {
		if (waitMs === 0) return;
		onRefused(scope);
		throw rateLimited(scope, limits[scope], Math.max(1, Math.ceil(waitMs / 1000)));
	}
	return {
		count(scope, key) {
			const waitMs = windows[scope].hit(key, elapsedMs());
			if (typeof waitMs === 'number') return judge(scope, waitMs);
			return waitMs.then(ms => judge(scope, ms));
		},
	};
}

function rateLimited(scope: LimitScope, limit: number, retryAfterSeconds: number): ServiceError {
	const what = {
		triggers: 'runs were started',
		requests: 'requests were made',
		auth: 'wrong keys were sent',
		logins: 'logins were tried',
	}[scope];
	return new ServiceError('RATE_LIMITED', `Too many ${what}: the limit is ${limit} in ${windowSeconds} seconds.`, {
		nextAction: `Try again in ${retryAfterSeconds} s.`,
		details: {scope, limit, windowSeconds, retryAfterSeconds, retryAfterSec: retryAfterSeconds},
	});
}
