import type {CreatedFrom, Priority, TestKind, TestStatus, TestType} from '../../../contract/enums.ts';
import type {AccountId, BatchId, ProjectId, RunId, TestId, TestListId} from '../../../contract/ids.ts';
import type {Json, Millis} from '../columns.ts';

export type TestTable = {
	id: TestId;
	project_id: ProjectId;
	name: string;
	type: TestType;
	kind: TestKind;
	created_from: CreatedFrom;
	status: TestStatus;
	/** Last verdict (`passed`, `failed`, `blocked`); a cancelled run leaves it alone. */
	verdict: string | null;
	description: string | null;
	priority: Priority | null;
	produces: Json<string[]>;
	consumes: Json<string[]>;
	category: string | null;
	wiring: Json<Record<string, string>> | null;
	/** Tests of its project that it comes after without taking a value from them. */
	after: Json<string[]>;
	step_timeout_ms: number | null;
	timeout_seconds: number | null;
	plan_steps: Json<unknown[]> | null;
	/** Of a plan; null: the usual one. */
	viewport: string | null;
	code: string | null;
	/** 1 for `v1`. */
	code_version: number;
	/** `late`: may harm the API, starts when all normal members of a batch have ended. */
	phase: 'normal' | 'late';
	last_run_id: RunId | null;
	created_at: Millis;
	updated_at: Millis;
};

/** Source texts by their SHA-256, so that runs of an unchanged test share one. */
export type CodeTable = {hash: string; code: string};

export type TestListTable = {
	id: TestListId;
	account_id: AccountId;
	name: string;
	project_environments: Json<Array<{projectId: ProjectId; environmentName: string}>>;
	last_batch_id: BatchId | null;
	created_at: Millis;
	updated_at: Millis;
};

export type TestListCaseTable = {list_id: TestListId; test_id: TestId; place: number};
