import {SlowPattern} from '../resolve/compare.ts';
import {observe} from '../resolve/observe.ts';
import {StepFailed} from './step-failed.ts';

/** What a look shows of an assertion. Throws `StepFailed` where a pattern does not come to an end on a text of the page. */
export async function observed(...args: Parameters<typeof observe>): ReturnType<typeof observe> {
	try {
		return await observe(...args);
	} catch (error) {
		if (error instanceof SlowPattern) throw new StepFailed({case: 'not_read', message: error.message});
		throw error;
	}
}
