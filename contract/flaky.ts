/** How a run of a test ended, and which version of its code it executed. */
export type Ending = {status: string; codeVersion: string | null};

/** Runs that decide whether a test is flaky. */
export const flakyWindow = 10;

/** Turns of the verdict from which on a test is flaky: one is a change of the API or of what it stands on. */
const turns = 2;

/**
 * Whether a test passed and failed by turns: with the code of its newest run its verdict changed at least twice among the
 * last ten runs, so that neither a repair nor a new fault explains it.
 *
 * @param endings newest first
 */
export function isFlaky(endings: readonly Ending[]): boolean {
	const verdicts = endings
		.slice(0, flakyWindow)
		.filter(({status, codeVersion}) => isVerdict(status) && codeVersion === endings[0]?.codeVersion);
	return verdicts.filter(({status}, index) => index > 0 && status !== verdicts[index - 1]?.status).length >= turns;
}

const isVerdict = (status: string): boolean => status === 'passed' || status === 'failed';
