import {describe, expect, it} from 'vitest';
import {afterFailure, type Ended, finishOfEnd} from '../../../service/engine/execution.ts';

const call = {seq: 1, method: 'POST', url: 'http://api.test/users', status: 201};
const ended = {
	execution: {run: {id: 'run_1', attempt: 1, batch_id: 'bat_1', plan: null}, secrets: [], since: 0},
	outcome: {
		status: 'passed',
		failureKind: null,
		error: null,
		trace: null,
		apiOutput: 'seen',
		failedLine: null,
		captures: [{name: 'id', value: 7}],
		calls: [call],
		advisories: [],
	},
	plan: null,
	again: false,
	blockedBy: null,
	refusals: 0,
	outages: 0,
} as unknown as Ended;

/** What is to be stored after so many failures of the store with the same error. */
function storedAfter(times: number, error: Error) {
	const end = Array.from({length: times}).reduce<Ended>(known => afterFailure(known, error), ended);
	return finishOfEnd(end, undefined);
}

describe('the end of an execution that the store does not take', () => {
	it.each([
		['refused', new Error('a value that nobody can store'), 3],
		['out of reach', Object.assign(new Error('away'), {code: 'POSTGRES_UNAVAILABLE'}), 300],
	])('%s: goes without its calls after a while, and says so; its verdict stays', (_, error, times) => {
		const whole = storedAfter(times - 1, error);
		expect([whole.calls.length, whole.captures.length, whole.advisories]).toEqual([1, 1, []]);
		expect(storedAfter(times, error)).toMatchObject({
			runId: 'run_1',
			status: 'passed',
			apiOutput: 'seen',
			calls: [],
			captures: [],
			advisories: ['its calls and captured values could not be stored'],
		});
	});
});
