import type {Priority} from '../../contract/enums.ts';
import type {Ref} from '../../contract/fields.ts';

/** What the graph needs to know of a test that can run. */
export type PlanTest = {
	id: string;
	name: string;
	/** Epoch milliseconds; with `id` it decides who is older. */
	createdAt: number;
	priority: Priority | null;
	category: string | null;
	/** `late`: may harm the API, runs when all normal tests have ended. */
	phase?: 'normal' | 'late';
	produces: readonly string[];
	consumes: readonly string[];
	/** Needed names that no test produces because the row of the plan that would is unticked: name → that row. */
	unticked?: Readonly<Record<string, Ref>>;
	/** Needed names that another test of the project produces, whether it is a member or not: name → that test. */
	elsewhere?: Readonly<Record<string, Ref>>;
	/** The user's own choice of the producer of a needed name. */
	wiring: Readonly<Record<string, string>>;
	/** Tests it starts after when they are members too, whatever becomes of them; ids. */
	after?: readonly string[];
	/** How long its last run took, in milliseconds; null, absent: nobody knows. */
	tookMs?: number | null;
};

/** Tests of these categories form the final wave. */
export const isTeardown = (test: Pick<PlanTest, 'category'>): boolean =>
	test.category === 'teardown' || test.category === 'cleanup';

/** Creation order: older first, then the smaller id. */
export const byAge = (a: PlanTest, b: PlanTest): number =>
	a.createdAt - b.createdAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

export const refOf = (test: PlanTest): Ref => ({testId: test.id, title: test.name});
