import type {BatchId, RunId} from '../../contract/ids.ts';

/** How the logins of projects have ended: with a token or without. */
export const loginOutcomes = ['succeeded', 'failed'] as const;
export type LoginOutcome = (typeof loginOutcomes)[number];

/** What this process has done and nobody has counted yet. */
export type Tally = {runIds: RunId[]; batchIds: BatchId[]; logins: Record<LoginOutcome, number>};

/** Notes what the metrics count. The counting reads the store, and only when somebody asks. */
type TallyKeeper = {
	runsEnded(runIds: readonly RunId[]): void;
	/** Told again whenever something of an ended batch changes; it is noted once. */
	batchDone(batchId: BatchId): void;
	loginEnded(outcome: LoginOutcome): void;
	/** Everything since the last call. */
	take(): Tally;
};

/** Runs and batches remembered while nobody asks; older ones are then missing from the counters. */
const remembered = 100_000;

export function createTallyKeeper(): TallyKeeper {
	let tally = nothing();
	const knownBatches = new Set<string>();
	return {
		runsEnded(runIds) {
			tally.runIds.push(...runIds);
			if (tally.runIds.length > remembered) tally.runIds = tally.runIds.slice(-remembered / 2);
		},
		batchDone(batchId) {
			if (knownBatches.has(batchId)) return;
			knownBatches.add(batchId);
			tally.batchIds.push(batchId);
			if (knownBatches.size <= remembered) return;
			for (const known of [...knownBatches].slice(0, remembered / 2)) knownBatches.delete(known);
			tally.batchIds = tally.batchIds.slice(-remembered / 2);
		},
		loginEnded(outcome) {
			tally.logins[outcome] += 1;
		},
		take() {
			const taken = tally;
			tally = nothing();
			return taken;
		},
	};
}

const nothing = (): Tally => ({runIds: [], batchIds: [], logins: {succeeded: 0, failed: 0}});
