import type {RunStatus} from '../../contract/enums.ts';

export type Badge = 'new' | 'flaky';

/** How a run of the test ended, and which version of its code it executed. */
export type Ending = {status: RunStatus; codeVersion: string | null};

/** Runs that decide whether a test is flaky. */
const recent = 10;

/**
 * `new`: the test never failed before, or passed the last time it had a verdict. `flaky`: with the same code its verdict
 * changed at least twice among the last ten runs, so that neither a repair nor a new fault explains it.
 *
 * @param earlier the runs before this one, newest first
 */
export function badgesOf(run: Ending, earlier: readonly Ending[]): Badge[] {
	const badges: Badge[] = [];
	const last = earlier.find(({status}) => status === 'passed' || status === 'failed' || status === 'blocked');
	if (!last || last.status === 'passed') badges.push('new');
	const verdicts = [run, ...earlier]
		.slice(0, recent)
		.filter(({status, codeVersion}) => (status === 'passed' || status === 'failed') && codeVersion === run.codeVersion);
	const changes = verdicts.filter(({status}, index) => index > 0 && status !== verdicts[index - 1]?.status).length;
	if (changes >= 2) badges.push('flaky');
	return badges;
}
