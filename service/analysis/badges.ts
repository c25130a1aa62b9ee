import type {RunStatus} from '../../contract/enums.ts';
import {isFlaky, type Ending as OfRun} from '../../contract/flaky.ts';

export type Badge = 'new' | 'flaky';

/** How a run of the test ended, and which version of its code it executed. */
export type Ending = OfRun & {status: RunStatus};

/**
 * `new`: the test never failed before, or passed the last time it had a verdict. `flaky`: it fails and passes by turns
 * with the same code.
 *
 * @param earlier the runs before this one, newest first
 */
export function badgesOf(run: Ending, earlier: readonly Ending[]): Badge[] {
	const badges: Badge[] = [];
	const last = earlier.find(({status}) => status === 'passed' || status === 'failed' || status === 'blocked');
	if (!last || last.status === 'passed') badges.push('new');
	if (isFlaky([run, ...earlier])) badges.push('flaky');
	return badges;
}
