import type * as routes from '../routes/ledger.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Samples} from './sample.ts';

export const ledgerSamples: Samples<typeof routes> = {
	listLedger: () => ({
		items: [
			{
				entryId: sampleIds.ledgerEntry,
				at: sampleTimes.started,
				kind: 'run',
				amount: -0.2,
				balanceAfter: 42,
				projectId: sampleIds.project,
				projectName: 'Sample shop API',
				testId: sampleIds.test,
				testName: 'an order can be paid',
				runId: sampleIds.run,
				batchId: sampleIds.batch,
				generationId: null,
				note: 'an order can be paid',
			},
		],
		nextToken: null,
	}),
	getUsageSummary: () => ({
		balance: 42,
		held: 0,
		plan: 'Standard',
		items: [{key: 'run', charged: 0.6, refunded: 0, entries: 3}],
	}),
};
