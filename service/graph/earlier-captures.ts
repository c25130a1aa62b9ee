/** What tests of a project captured in earlier batches and still may be used: the values of a rerun that skips producers. */
export type EarlierCaptures = {
	/** The run whose value of `variable` may be used; null when there is none any more. */
	runOf(producerId: string, variable: string): string | null;
};

/** A fresh run reads no earlier value. */
export const noEarlierCaptures: EarlierCaptures = {runOf: () => null};
