import type {BatchSummary} from '../../contract/batch.ts';
import {isPartial} from '../../contract/whole-runs.ts';

/** Share of passing tests of each finished batch that ran all tests, oldest first; `batches` come newest first. */
export const passRates = (batches: readonly BatchSummary[]): number[] =>
	[...batches]
		.reverse()
		.filter(batch => batch.phase === 'done' && !isPartial(batch))
		.map(({summary: {passed, failed, blocked}}) => passed / Math.max(1, passed + failed + blocked));
