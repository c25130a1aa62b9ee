import type {CallKind} from '../../../contract/enums.ts';
import type {BatchId, CallId, ProjectId, RunId, TestId} from '../../../contract/ids.ts';
import type {Json, Millis} from '../columns.ts';

/** A recorded HTTP call, masked before it got here. */
export type CallTable = {
	id: CallId;
	batch_id: BatchId | null;
	project_id: ProjectId;
	run_id: RunId | null;
	test_id: TestId | null;
	attempt: number;
	seq: number;
	kind: CallKind;
	method: string;
	url: string;
	status: number | null;
	latency_ms: number | null;
	started_at: Millis;
	/** The rest of the call (headers, bodies, query, sizes, error) as JSON: read only when a call is opened. */
	detail: Json<object>;
};

/** A value that flows through a recorded call of a run. */
export type CallVariableTable = {
	batch_id: BatchId;
	run_id: RunId;
	name: string;
	role: 'produces' | 'uses';
	/** Null when the run made no call. */
	call_id: CallId | null;
	/** Of a produced value: where it stands in the answer; `code` when the test made it itself. */
	location: 'body' | 'header' | 'code' | null;
	/** `$.data[0].id`, the name of a header, or of a variable of the code. */
	path: string | null;
};
