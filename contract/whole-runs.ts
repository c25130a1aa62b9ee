import type {BatchSummary} from './batch.ts';
import type {BatchTrigger} from './enums.ts';

/** What asks for every test of a project by itself; a test list and a schedule of one name some. */
const wholeTriggers: readonly BatchTrigger[] = ['run_all', 'rerun_all', 'schedule'];

/** Whether a batch was asked to run every test of its projects. @param testListId the list that named its tests */
export const asksForAll = ({trigger, testListId}: {trigger: string; testListId?: string | null | undefined}): boolean =>
	(wholeTriggers as readonly string[]).includes(trigger) && !testListId;

/** Whether a batch ran some tests of its project alone; by how it was asked for where the service does not say. */
export const isPartial = ({
	wholeProject,
	...asked
}: Pick<BatchSummary, 'trigger' | 'testListId' | 'wholeProject'>): boolean => !(wholeProject ?? asksForAll(asked));
