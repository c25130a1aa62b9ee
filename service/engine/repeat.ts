import type {RecordedCall, RunOutcome} from '../runners/runner.ts';

/** Why an execution says nothing about its test and is repeated once. */
export type Repeat = {why: 'target_down'} | {why: 'rate_limited'; waitMs: number};

/** "`Retry-After` (≤ 30 s) is kept." */
const longestWaitMs = 30_000;
const usualWaitMs = 1000;

/**
 * Whether an execution ended because the API was gone (refused, dropped) or asked for patience (429); null: it says what
 * it says.
 */
export function repeatOf({status, calls}: Pick<RunOutcome, 'status' | 'calls'>, now: number): Repeat | null {
	if (status !== 'failed' && status !== 'blocked') return null;
	const last = calls.filter(({isReadBefore}) => !isReadBefore).at(-1);
	if (!last) return null;
	if (last.status === 429) return {why: 'rate_limited', waitMs: retryAfterMs(last, now)};
	const isGone = last.status === null && last.error !== null && !/time-?out|timed out/i.test(last.error);
	return isGone ? {why: 'target_down'} : null;
}

function retryAfterMs({responseHeaders}: RecordedCall, now: number): number {
	const said = Object.entries(responseHeaders ?? {}).find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
	if (said === undefined) return usualWaitMs;
	const ms = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - now;
	return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), longestWaitMs) : usualWaitMs;
}
