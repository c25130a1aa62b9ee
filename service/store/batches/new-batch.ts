import type {BatchTrigger, Source} from '../../../contract/enums.ts';

export type NewBatch = {
	trigger: BatchTrigger;
	source: Source;
	/** Named by the trigger; null: the project's. */
	targetUrl: string | null;
	advisories: Array<{feature: string; message: string}>;
	/** What made-up values of its tests are derived from; null: a new one. */
	seed?: string | null;
	/** Its members are reruns. */
	rerun: boolean;
	/** Steps of plans whose element has changed are repaired; absent: they fail. */
	autoHeal?: boolean;
	skipDependencies: boolean;
	testListId: string | null;
	/** The fire of a schedule that starts it. */
	schedule: {id: string; runId: string; projectId: string | null} | null;
};
