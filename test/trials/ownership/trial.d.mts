/** Counts of one suite, over all its runs. */
export type TrialRow = Readonly<Record<string, number>>;

export function ownershipTrial(
	options: {dist: string; suites: readonly number[]; runs: number; size: number},
	say?: (row: TrialRow) => void,
): Promise<{rows: TrialRow[]; problems: string[]}>;

export function verdictOf(rows: readonly TrialRow[]): {
	total: Readonly<
		Record<
			| 'tests'
			| 'notPassed'
			| 'made'
			| 'owned'
			| 'deleted'
			| 'left'
			| 'unlisted'
			| 'wrongReason'
			| 'unproven'
			| 'silent'
			| 'touched',
			number
		>
	>;
	share: number;
	isHeld: boolean;
};
