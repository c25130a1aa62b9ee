import {createdTestBatch, planStepsInput, testBatchInput, updatedPlanSteps} from '../plan-steps.ts';
import {defineRoute} from '../route.ts';

const mebibyte = 1_048_576;

export const createTestBatch = defineRoute({
	name: 'createTestBatch',
	summary: 'Creates up to 50 frontend tests; each definition succeeds or fails alone',
	method: 'POST',
	path: '/tests/batch',
	keyPrefix: 'cli-create-batch-',
	scope: 'write:tests',
	body: testBatchInput,
	response: createdTestBatch,
	maxBodyBytes: 8 * mebibyte,
});

export const putPlanSteps = defineRoute({
	name: 'putPlanSteps',
	summary: 'Replaces the steps of a frontend test; header if-match-step-count guards the number it replaces',
	method: 'PUT',
	path: '/tests/{testId}/plan-steps',
	keyPrefix: 'cli-plan-put-',
	scope: 'write:tests',
	body: planStepsInput,
	response: updatedPlanSteps,
	errors: ['PRECONDITION_FAILED'],
});
