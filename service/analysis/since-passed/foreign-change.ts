import type {RecordedCall} from '../../runners/runner.ts';
import {excerpt} from '../excerpt.ts';
import type {FailedRun} from '../facts.ts';
import {data} from '../fix-target.ts';
import type {Difference} from './answer-difference.ts';

/**
 * Another test of the batch had changed the record by the time the call was answered, and nothing says which of the two
 * comes first: what was answered may be that test's doing, not the API's.
 */
export function foreignChange({foreignChanges}: FailedRun, call: RecordedCall | null): Difference | null {
	// What was done, with nothing said of the record, was not in the way of another test.
	if (!call || (call.method !== 'GET' && call.status === 204)) return null;
	const answeredAt = call.startedAt + (call.latencyMs ?? 0);
	const last = foreignChanges
		.filter(({seq, startedAt}) => seq === call.seq && startedAt <= answeredAt)
		.sort((one, other) => one.startedAt - other.startedAt)
		.at(-1);
	if (!last) return null;
	const {by, change, later, earlier} = last;
	const test = excerpt(by, 80);
	return {
		kind: 'order',
		text: `"${test}" of the same batch had changed that record by then (${change}), and nothing says which of the two tests comes first.`,
		fix: data(
			`"${test}"`,
			`Order the two tests, then run them again: svc test update ${later} --after ${earlier}. What the API does is seen then.`,
		),
	};
}
