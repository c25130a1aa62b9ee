import type {RecordedCall} from '../../runners/runner.ts';
import {responseJson, valueAt} from '../json-body.ts';
import type {Symptoms} from '../symptoms.ts';

/**
 * Whether a call was answered as in the last passing run, as far as the failure is about its answer: its status, the value
 * at the place that was compared, else the whole body. Then the answer explains nothing.
 */
export function answeredAsBefore({earlierOf, status, value}: Symptoms, call: RecordedCall): boolean {
	const earlier = earlierOf(call);
	if (!earlier || call.status === null || earlier.status !== call.status) return false;
	if (status?.call === call) return true;
	if (call.truncated || earlier.truncated) return false;
	if (value?.call !== call) return call.responseBody === earlier.responseBody;
	const [is, was] = [call, earlier].map(one => valueAt(responseJson(one), value.path));
	if (value.isLength) return Array.isArray(is) && Array.isArray(was) && is.length === was.length;
	return is !== undefined && Object.is(is, was);
}
