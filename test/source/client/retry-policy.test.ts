import {describe, expect, it} from 'vitest';
import type {EventErrorCode} from '../../../source/client/client-events.ts';
import {
	decideRetry,
	deferredTriggerDelayMs,
	parseRetryAfter,
	askForTrigger,
	type TriggerWindow,
} from '../../../source/client/retry-policy.ts';
import {errorCodes} from '../../../contract/error.ts';
import fc from '../../helpers/properties.ts';

const get = {method: 'GET', attempt: 1, hasIdempotencyKey: false, random: 0} as const;
const post = {...get, method: 'POST'} as const;
const keyedPost = {...post, hasIdempotencyKey: true} as const;

/** Delays before attempt 2, 3, … until the policy gives up. */
function delays(code: EventErrorCode, situation: Parameters<typeof decideRetry>[1], retryAfterSeconds?: number) {
	const found: number[] = [];
	for (let attempt = 1; attempt < 20; attempt++) {
		const decision = decideRetry({code, retryAfterSeconds}, {...situation, attempt});
		if (decision === null) return found;
		found.push(decision.delayMs);
	}
	throw new Error('the policy never gives up');
}

describe('decideRetry', () => {
	it.each(['TRANSPORT', 'UNAVAILABLE'] as const)('%s: four attempts that double their distance', code => {
		expect(delays(code, get)).toEqual([250, 500, 1000]);
		expect(delays(code, {...get, random: 0.999})).toEqual([499, 749, 1249]);
	});

	it.each(['TRANSPORT', 'UNAVAILABLE'] as const)('%s: a POST is repeated only with an idempotency key', code => {
		expect(delays(code, post)).toEqual([]);
		expect(delays(code, keyedPost)).toEqual([250, 500, 1000]);
	});

	it('UNAVAILABLE: retry-after is not used', () => {
		expect(delays('UNAVAILABLE', get, 30)).toEqual([250, 500, 1000]);
	});

	it('never waits longer than 4 s after a transport failure', () => {
		expect(decideRetry({code: 'TRANSPORT'}, {...get, attempt: 3, random: 0.99})?.delayMs).toBeLessThanOrEqual(4000);
	});

	it('RATE_LIMITED: three attempts after retry-after, 1 s when absent, at most 60 s', () => {
		expect(delays('RATE_LIMITED', post)).toEqual([1000, 1000]);
		expect(delays('RATE_LIMITED', post, 7)).toEqual([7000, 7000]);
		expect(delays('RATE_LIMITED', post, 300)).toEqual([60_000, 60_000]);
	});

	it('RATE_LIMITED: not repeated for a caller that paces itself', () => {
		expect(delays('RATE_LIMITED', {...post, noRateLimitRetry: true})).toEqual([]);
	});

	it('CONFLICT: a GET once more after 1 s, nothing else', () => {
		expect(delays('CONFLICT', get)).toEqual([1000]);
		expect(delays('CONFLICT', keyedPost)).toEqual([]);
	});

	it('INTERNAL: once more after 500 ms', () => {
		expect(delays('INTERNAL', get)).toEqual([500]);
		expect(delays('INTERNAL', post)).toEqual([500]);
	});

	it('anything else is final', () => {
		const repeated = ['UNAVAILABLE', 'RATE_LIMITED', 'CONFLICT', 'INTERNAL'];
		const codes = (Object.keys(errorCodes) as EventErrorCode[]).filter(code => !repeated.includes(code));
		expect(codes).toHaveLength(15);
		expect(codes.flatMap(code => delays(code, get))).toEqual([]);
	});
});

describe('parseRetryAfter', () => {
	const now = Date.parse('2026-01-31T09:30:00.000Z');

	it.each([
		['5', 5],
		['0.2', 1],
		['1.01', 2],
		['0', 1],
		['900', 300],
		[' 7 ', 7],
		['Sat, 31 Jan 2026 09:30:10 GMT', 10],
		['Sat, 31 Jan 2026 09:29:00 GMT', 1],
		['Sun, 01 Feb 2026 09:30:00 GMT', 300],
	])('%j is %d s', (value, seconds) => {
		expect(parseRetryAfter(value, now)).toBe(seconds);
	});

	it.each([undefined, '', 'soon', '-5', '1e3', '2026-01-31', 'Monkey'])('%j says nothing', value => {
		expect(parseRetryAfter(value, now)).toBeUndefined();
	});
});

describe('deferredTriggerDelayMs', () => {
	it('prefers retry-after, then the details up to 120 s, then 60 s, cut to the remaining time', () => {
		const details = {retryAfterSeconds: 200};
		expect(deferredTriggerDelayMs({retryAfterSeconds: 300, details}, 1e6)).toBe(300_000);
		expect(deferredTriggerDelayMs({retryAfterSeconds: undefined, details}, 1e6)).toBe(120_000);
		expect(deferredTriggerDelayMs({retryAfterSeconds: undefined, details: {retryAfterSeconds: 'x'}}, 1e6)).toBe(60_000);
		expect(deferredTriggerDelayMs({retryAfterSeconds: 300, details}, 2500)).toBe(2500);
		expect(deferredTriggerDelayMs({retryAfterSeconds: 300, details}, -1)).toBe(0);
	});
});

it('lets fifty triggers pass at once and holds the next until the oldest leaves the window', () => {
	let window: TriggerWindow = [];
	for (let index = 0; index < 50; index++) {
		const asked = askForTrigger(window, 1000 + index);
		expect(asked.waitMs).toBe(0);
		window = asked.window;
	}
	// oldest (1000) + 60000 − now (1100) + 50
	expect(askForTrigger(window, 1100).waitMs).toBe(59_950);
	expect(askForTrigger(window, 61_050).waitMs).toBe(0);
});

it('forgets triggers that left the window', () => {
	expect(askForTrigger([1, 2, 70_000], 70_001).window).toEqual([70_000, 70_001]);
});

it('never sends more than fifty in any sixty seconds, and never waits for nothing', () => {
	fc.assert(
		fc.property(fc.array(fc.integer({min: 0, max: 5000}), {minLength: 60, maxLength: 200}), gaps => {
			let [window, now]: [TriggerWindow, number] = [[], 0];
			const sent: number[] = [];
			for (const gap of gaps) {
				now += gap;
				let asked = askForTrigger(window, now);
				if (asked.waitMs > 0) {
					now += asked.waitMs;
					asked = askForTrigger(asked.window, now);
				}
				expect(asked.waitMs).toBe(0);
				window = asked.window;
				sent.push(now);
			}
			for (const [index, time] of sent.entries()) {
				expect(time - (sent[index - 50] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(60_000);
			}
		}),
	);
});
