import type {BatchSummary} from '../contract/batch.ts';

/** Share of passing tests of each finished batch, oldest first; `batches` come newest first. */
export const passRates = (batches: readonly BatchSummary[]): number[] =>
	[...batches]
		.reverse()
		.filter(({phase}) => phase === 'done')
		.map(({summary: {passed, failed, blocked}}) => passed / Math.max(1, passed + failed + blocked));
