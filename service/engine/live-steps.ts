import type {StepOutcome} from '../browser/frontend-job.ts';
import type {ClaimedRun} from '../store/runs/claim-runs.ts';
import type {LiveStep} from '../store/runs/run-steps.ts';
import type {RunStore} from '../store/runs/run-store.ts';
import type {ChangeBoard} from './change-board.ts';
import type {EngineLog} from './engine.ts';
import {liveStep} from './pack-steps.ts';
import type {PlaceBlobs} from './place-blobs.ts';

type Parts = {
	store: Pick<RunStore, 'saveLiveSteps'>;
	board: ChangeBoard;
	placeBlobs: PlaceBlobs;
	/** Epoch milliseconds. */
	now(): number;
	log: EngineLog;
};

/**
 * Stores steps of plans as they end, so that a batch shows them while it runs. Those that come together are one write to
 * the disk. A step that could not be stored comes with the end of its run, so nothing is tried twice.
 */
export class LiveSteps {
	readonly #parts: Parts;
	#pending: LiveStep[] = [];
	#saving = false;

	constructor(parts: Parts) {
		this.#parts = parts;
	}

	add({id, attempt}: Pick<ClaimedRun, 'id' | 'attempt'>, step: StepOutcome): void {
		this.#pending.push({runId: id, attempt, step: liveStep(step, this.#parts.now())});
		if (!this.#saving) void this.#save();
	}

	async #save(): Promise<void> {
		const {store, board, placeBlobs, log} = this.#parts;
		this.#saving = true;
		while (this.#pending.length > 0) {
			const steps = this.#pending.splice(0);
			try {
				const shown = await placeBlobs(steps.map(({step}) => step));
				board.publish(await store.saveLiveSteps(steps.map((one, place) => ({...one, step: shown[place]!}))));
			} catch (error) {
				log.warn({err: error}, 'steps of a running plan could not be shown');
			}
		}
		this.#saving = false;
	}
}
