/** Runs that have ended and are not counted yet. Counting reads them from the store, and only when somebody asks. */
export type EndedRuns = {
	add(runIds: readonly string[]): void;
	/** Every run since the last call. */
	take(): string[];
};

/** Runs remembered while nobody asks; older ones are then missing from the counters. */
const remembered = 100_000;

export function createEndedRuns(): EndedRuns {
	let ids: string[] = [];
	return {
		add(runIds) {
			ids.push(...runIds);
			if (ids.length > remembered) ids = ids.slice(-remembered / 2);
		},
		take() {
			const taken = ids;
			ids = [];
			return taken;
		},
	};
}
