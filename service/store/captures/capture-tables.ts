import type {BatchId, RunId, TestId} from '../../../contract/ids.ts';
import type {Bit, Millis} from '../columns.ts';

/** A value a run produced. Keyed by execution attempt, because side effects of a crashed attempt may repeat. */
export type CaptureTable = {
	id: string;
	batch_id: BatchId;
	run_id: RunId;
	test_id: TestId;
	attempt: number;
	name: string;
	/** JSON text of at most 64 KB. */
	value: string;
	declared: Bit;
	/** 1 when the run passed: feeds consumers. 0: kept for cleanup only. */
	published: Bit;
	created_at: Millis;
};
