import type * as routes from '../routes/plan-steps.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Samples} from './sample.ts';

export const planStepSamples: Samples<typeof routes> = {
	createTestBatch({body}) {
		const total = body?.tests.length ?? 1;
		return {
			results: Array.from({length: total}, (_, specIndex) => ({
				specIndex,
				status: 'created',
				testId: sampleIds.test,
			})),
			summary: {total, created: total, failed: 0},
		};
	},
	putPlanSteps: ({params, body}) => ({
		testId: params?.testId ?? sampleIds.test,
		planStepsHash: `sha256:${'0'.repeat(64)}`,
		stepCount: body?.planSteps.length ?? 1,
		updatedAt: sampleTimes.finished,
	}),
};
