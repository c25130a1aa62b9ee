import type {BatchSummary} from '../../contract/batch.ts';
import {isPartial} from '../../contract/whole-runs.ts';

/** What the latest runs say of a project: the run that decides, and whether it ran a part of the tests only. */
export type ProjectVerdict = {batch: BatchSummary; isPartial: boolean};

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
