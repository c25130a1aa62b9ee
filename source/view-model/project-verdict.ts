import {type BatchSummary, isPartial} from '../../contract/batch.ts';

/** What the latest runs say of a project: the run that decides, and whether it ran a part of the tests only. */
export type ProjectVerdict = {batch: BatchSummary; isPartial: boolean};

const isGreen = ({status}: BatchSummary): boolean => status === 'passed';

/** Whether something of a run went wrong that has not run well since, as far as the service says. */
const isOpen = (batch: BatchSummary): boolean => !isGreen(batch) && (batch.phase !== 'done' || batch.unresolved !== 0);

/** Whether all that went wrong in a run has run again since; what was cancelled is as unknown as before. */
const isSuperseded = ({status, phase, unresolved}: BatchSummary): boolean =>
	(status === 'failed' || status === 'blocked') && phase === 'done' && unresolved === 0;

/**
 * The newest whole run decides, unless something of it went wrong since: a partial run can turn a project red, never
 * green by itself. One whose failures have all run again says nothing any more, also a whole one: what ran since decides,
 * as the part that it is. @param batches newest first
 */
export function projectVerdict(batches: readonly BatchSummary[]): ProjectVerdict | null {
	const index = batches.findIndex(batch => !isPartial(batch));
	const last = index < 0 || isSuperseded(batches[index]!) ? undefined : batches[index];
	const since = index < 0 ? batches : batches.slice(0, index);
	const [newest] = batches;
	const decides = last && !isGreen(last) ? last : (since.find(isOpen) ?? last ?? newest);
	return decides ? {batch: decides, isPartial: isPartial(decides)} : null;
}

/** Share of passing tests of each finished batch that ran all tests, oldest first; `batches` come newest first. */
export const passRates = (batches: readonly BatchSummary[]): number[] =>
	[...batches]
		.reverse()
		.filter(batch => batch.phase === 'done' && !isPartial(batch))
		.map(({summary: {passed, failed, blocked}}) => passed / Math.max(1, passed + failed + blocked));
