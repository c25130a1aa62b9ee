import type {GateCode, GenerationItemStatus, GenerationStatus, TestKind} from '../../../contract/enums.ts';
import type {AccountId, GenerationId, PlanId, PlanRowId, ProjectId, TestId} from '../../../contract/ids.ts';
import type {Recipe} from '../../../contract/recipe.ts';
import type {Json, Millis} from '../columns.ts';

/** Tables of the making of tests. */
export type GenerationTables = {
	test_recipes: TestRecipeTable;
	generations: GenerationTable;
	generation_items: GenerationItemTable;
};

/** What a generated test was made of. */
export type TestRecipeTable = {
	test_id: TestId;
	row_id: PlanRowId | null;
	recipe: Json<Recipe>;
	recipe_version: number;
	/** The text that was generated last: what a hand edit is compared with. */
	base_code: string | null;
	/** A test that was edited by hand is not replaced: its merge, or what would stand there; null: nothing waits. */
	proposed_code: string | null;
	/** `clean`: the merge waits to be applied; `conflict`: both have changed the same lines. */
	proposal: 'clean' | 'conflict' | null;
	/** Why the gate has not accepted its text. */
	rejection: Json<Rejection> | null;
	updated_at: Millis;
};

export type Rejection = {code: GateCode; message: string};

export type GenerationTable = {
	id: GenerationId;
	account_id: AccountId;
	project_id: ProjectId;
	plan_id: PlanId;
	status: GenerationStatus;
	/** Grows with every change. */
	version: number;
	total: number;
	ready: number;
	rejected: number;
	/** Hundredths of a credit. */
	credits_held: number;
	credits_charged: number;
	credits_refunded: number;
	created_at: Millis;
	started_at: Millis | null;
	finished_at: Millis | null;
};

export type GenerationItemTable = {
	generation_id: GenerationId;
	/** In the order of the plan, tests of endpoints first. */
	place: number;
	row_id: PlanRowId | null;
	test_id: TestId;
	title: string;
	kind: TestKind;
	status: GenerationItemStatus;
	attempt: number;
	rejection: Json<Rejection> | null;
	/** Hundredths of a credit. */
	charged: number;
	refunded: number;
	/** Version of the generation at its last change. */
	rev: number;
};
