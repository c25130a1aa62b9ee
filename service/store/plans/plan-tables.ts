import type {
	Category,
	HttpMethod,
	PlanStage,
	PlanStatus,
	Priority,
	TestKind,
	TestType,
} from '../../../contract/enums.ts';
import type {EndpointId, PlanId, PlanRowId, ProjectId, TestId} from '../../../contract/ids.ts';
import type {GeneratePlanInput, SubPlan} from '../../../contract/plan.ts';
import type {Recipe} from '../../../contract/recipe.ts';
import type {TestInput} from '../../../contract/test.ts';
import type {Bit, Json, Millis} from '../columns.ts';

/** Tables of plans. */
export type PlanTables = {
	plans: PlanTable;
	plan_rows: PlanRowTable;
	edge_choices: EdgeChoiceTable;
};

/** The latest plan of a project has its rows; older ones stay as what tests were made from. */
export type PlanTable = {
	id: PlanId;
	project_id: ProjectId;
	status: Exclude<PlanStatus, 'none'>;
	/** Grows with every change, also from one plan of a project to the next. */
	version: number;
	/** Of the literals: the same document and seed give the same rows. */
	seed: string;
	input: Json<GeneratePlanInput>;
	/** Why endpoints have no rows, by endpoint. */
	sub_plans: Json<StoredZeroReason[]>;
	/** Values that a person has to give. */
	environment: Json<Array<{key: string; parameter: string; endpoints: number}>>;
	/** Of the making; null when it is made. */
	stage: PlanStage | null;
	/** Endpoints planned, of all. */
	ready: number;
	total: number;
	error_code: string | null;
	error: string | null;
	enqueued_at: Millis;
	made_at: Millis | null;
	locked_at: Millis | null;
};

export type StoredZeroReason = {endpointId: EndpointId} & NonNullable<SubPlan['zeroReason']>;

export type PlanRowTable = {
	id: PlanRowId;
	project_id: ProjectId;
	/** The plan that it stands in. */
	plan_id: PlanId;
	/** Endpoint and template (`ep_… create`), chain (`chain life user`), or the row's own id for one by hand. */
	key: string;
	endpoint_id: EndpointId | null;
	method: HttpMethod | null;
	path: string | null;
	feature: string;
	type: TestType;
	template: string;
	kind: TestKind;
	category: Category;
	title: string;
	description: string;
	expected: string;
	priority: Priority;
	selected: Bit;
	phase: 'normal' | 'late';
	/** Order; a moved row stands between two others. */
	place: number;
	captures: Json<string[]>;
	consumes: Json<string[]>;
	/** Frontend rows only. */
	steps: Json<NonNullable<TestInput['planSteps']>> | null;
	shape_source: 'observed' | 'document' | 'none';
	/** Fields that a person has changed, also `selected` and `order`: planning again leaves them alone. */
	edited: Json<string[]>;
	/** Null: the row is words only. */
	recipe: Json<Recipe> | null;
	test_id: TestId | null;
	/** `person`: removed by hand, and it stays so; `plan`: planning makes it no more. Null: it is there. */
	removed: 'person' | 'plan' | null;
	/** Version of the plan at its last change. */
	rev: number;
};

/** What a person has decided about a place of a request. */
export type EdgeChoiceTable = {
	project_id: ProjectId;
	endpoint_id: EndpointId;
	/** `path:userId` */
	place: string;
	/** Null: only a name. */
	state: 'pinned' | 'cut' | null;
	producer_id: string | null;
	pointer: string | null;
	value: Json<unknown> | null;
	variable: string | null;
	updated_at: Millis;
};
