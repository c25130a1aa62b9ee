import type {BatchSummary} from '../contract/batch.ts';

/** What the latest runs say of a project: the run that decides, and whether it ran a part of the tests only. */
export type ProjectVerdict = {batch: BatchSummary; isPartial: boolean};

/** Triggers that run every test of a project; a list names some, also one that a schedule runs. */
const whole = ['run_all', 'rerun_all', 'schedule'];

/** Whether a batch ran some tests of its project alone; by how it was asked for where the service does not say. */
export const isPartial = ({
	trigger,
	testListId,
	wholeProject,
}: Pick<BatchSummary, 'trigger' | 'testListId' | 'wholeProject'>): boolean =>
	!(wholeProject ?? (whole.includes(trigger) && !testListId));

const isGreen = ({status}: BatchSummary): boolean => status === 'passed';

/**
 * The newest whole run decides, unless something of it went wrong since: a partial run can turn a project red, never
 * green. @param batches newest first
 */
export function projectVerdict(batches: readonly BatchSummary[]): ProjectVerdict | null {
	const index = batches.findIndex(batch => !isPartial(batch));
	const last = index < 0 ? undefined : batches[index];
	const since = index < 0 ? batches : batches.slice(0, index);
	const [newest] = batches;
	const decides = last && !isGreen(last) ? last : (since.find(batch => !isGreen(batch)) ?? last ?? newest);
	return decides ? {batch: decides, isPartial: isPartial(decides)} : null;
}
