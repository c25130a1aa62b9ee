import {ServiceError} from '../domain/service-error.ts';
import {createSlidingWindow} from './sliding-window.ts';

export type LimitScope = 'triggers' | 'requests' | 'auth' | 'logins';

/** Events per sliding minute: triggers and requests per key, failed keys per address, test logins per project. */
export type Limits = Record<LimitScope, number>;
export const defaultLimits: Limits = {triggers: 60, requests: 1200, auth: 20, logins: 10};

export type RateLimits = {
	/** Counts one event; throws RATE_LIMITED when `key` has used up its minute. */
	count(scope: LimitScope, key: string): void;
};

const windowSeconds = 60;

/**
 * @param elapsedMs milliseconds of a clock that never goes back
 * @param onRefused told of every refusal, for the metrics
 */
export function createRateLimits(
	limits: Limits,
	elapsedMs: () => number,
	onRefused: (scope: LimitScope) => void,
): RateLimits {
	const windowOf = (scope: LimitScope) => createSlidingWindow({limit: limits[scope], windowMs: windowSeconds * 1000});
	const windows = {
		triggers: windowOf('triggers'),
		requests: windowOf('requests'),
		auth: windowOf('auth'),
		logins: windowOf('logins'),
	};
	return {
		count(scope, key) {
			const waitMs = windows[scope].hit(key, elapsedMs());
			if (waitMs === 0) return;
			onRefused(scope);
			throw rateLimited(scope, limits[scope], Math.max(1, Math.ceil(waitMs / 1000)));
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
