import type {EndpointId, PlanRowId, ProjectId, TestId} from '../../../contract/ids.ts';
import type {Settled} from '../../../contract/settled.ts';
import type {ChangeOperation} from '../../../contract/change-operation.ts';
import type {ChangeSetSource, ChangeSetStatus} from '../../../contract/enums.ts';
import type {GenerationTables} from './generation-tables.ts';
import type {EdgeChoiceTable, PlanRowTable} from './plan-tables.ts';
import type {TestTable} from '../tests/test-tables.ts';
import type {Json, Millis} from '../columns.ts';

/** Tables of change sets: changes of plans and of tests that are shown, applied and undone as one. */
export type ChangeSetTables = {change_sets: ChangeSetTable};

export type ChangeSetTable = {
	/** `chg_…`; `ref_…` when it is a part of the conversation about one test. */
	id: string;
	project_id: ProjectId;
	/** The test that the conversation is about; null: the plan. */
	test_id: TestId | null;
	kind: 'add' | 'refine';
	source: ChangeSetSource;
	text: string;
	/** Refinements only. */
	mode: 'refine' | 'regenerate';
	status: ChangeSetStatus;
	/** Grows with every change of the set itself. */
	version: number;
	/** Version of the plan that it was made for. */
	base_version: number | null;
	/** Version of the plan that applying has made. */
	applied_version: number | null;
	reply: string | null;
	/** The sentence needs an answer, or was only a question: there is nothing to apply. */
	question: Json<StoredQuestion> | null;
	operations: Json<ChangeOperation[]>;
	changes: Json<StoredChanges>;
	/** Rows added, removed and changed; kept for lists, which do not read the changes. */
	counts: Json<{added: number; removed: number; changed: number}>;
	/** Tokens that a model has used. */
	tokens: number;
	/** What it was sent, request by request. */
	sent: Json<string[]>;
	error: string | null;
	/** Order of applying within a project; null: not applied. */
	applied_order: number | null;
	created_at: Millis;
	applied_at: Millis | null;
};

/** What was asked back: the choices in the order of their numbers, and the sentence that each of them stands for. */
export type StoredQuestion = {kind: 'answer' | 'choice'; choices: Array<{label: string; text: string}>};

export type StoredChanges = {
	parts: StoredChange[];
	edges: StoredEdgeChange[];
	rules: Array<{ruleId: string; instruction: string}>;
	/** Tests had been made of the plan: its rows change together with them. */
	ofLockedPlan: boolean;
	/** Of settling only. */
	settled?: readonly Settled[];
	/** The process ended while it was worked out. */
	isInterrupted?: true;
};

/** What becomes of one row, of its test, or of both: the columns that change, as they were and as they will be. */
export type StoredChange = {
	rowId: PlanRowId | null;
	testId: TestId | null;
	kind: 'added' | 'removed' | 'changed';
	reasons: string[];
	fields: string[];
	/** The row before; of an added one: as it will be. Without its recipe. */
	shown: Omit<PlanRowTable, 'recipe'> | null;
	row: {before: Partial<PlanRowTable>; after: Partial<PlanRowTable>} | null;
	test: {before: StoredTest; after: StoredTest} | null;
	codeDiff: string | null;
	/** Why it cannot be applied, such as a text that the gate refuses; null: it can. */
	refused: string | null;
	/** Part of the set that was applied. */
	applied: boolean;
};

export type StoredTest = {
	test: Partial<Pick<TestTable, 'code' | 'name' | 'description' | 'priority' | 'phase' | 'produces' | 'consumes'>> &
		Partial<Pick<TestTable, 'wiring' | 'status'>>;
	recipe: Partial<Omit<GenerationTables['test_recipes'], 'test_id' | 'updated_at'>>;
};

export type StoredEdgeChange = {
	endpointId: EndpointId;
	place: string;
	before: EdgeChoiceTable | null;
	after: EdgeChoiceTable;
};
