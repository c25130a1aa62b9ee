import type {ChangeSet, RefinePlanInput} from '../../contract/change-set.ts';
import type {Refinement, RefineTestInput} from '../../contract/refinement.ts';

/** Changes in words: a sentence becomes a change set, an answer, or a question. */
export type Refinements = {
	/** Throws PRECONDITION_FAILED `no_plan`, CONFLICT `plan_generating`, `plan_locked`, UNSUPPORTED `natural_language`. */
	refinePlan(projectId: string, input: RefinePlanInput): Promise<ChangeSet>;
	/** Throws CONFLICT `run_in_flight`, `refinement_in_flight`, UNSUPPORTED `natural_language`. */
	refineTest(
		accountId: string,
		test: {id: string; projectId: string; status: string},
		input: RefineTestInput,
	): Promise<Refinement>;
	/** Ends the work of this process. */
	stop(): Promise<void>;
};
