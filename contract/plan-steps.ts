import * as z from 'zod/mini';
import {open} from './enums.ts';
import {count, id, timestamp} from './fields.ts';
import {planStep, testInput} from './test.ts';

/** Body of `PUT /tests/{testId}/plan-steps`. */
export const planStepsInput = z.object({planSteps: z.array(planStep).check(z.minLength(1), z.maxLength(200))});

export const updatedPlanSteps = z.looseObject({
	testId: id('tst'),
	/** `sha256:<hex>` over the compact JSON of the steps. */
	planStepsHash: z.string(),
	stepCount: count,
	updatedAt: timestamp,
});
export type UpdatedPlanSteps = z.infer<typeof updatedPlanSteps>;

/** Body of `POST /tests/batch`: 1 to 50 definitions, each checked on its own, so that one bad one fails alone. */
export const testBatchInput = z.object({
	tests: z.array(z.record(z.string(), z.unknown())).check(z.minLength(1), z.maxLength(50)),
});
export {testInput as testBatchItem};

export const createdTestBatch = z.looseObject({
	results: z.array(
		z.looseObject({
			specIndex: count,
			status: open(['created', 'validation_error', 'not_found']),
			testId: z.optional(id('tst')),
			error: z.optional(z.looseObject({code: z.string(), message: z.string(), field: z.optional(z.string())})),
		}),
	),
	summary: z.looseObject({total: count, created: count, failed: count}),
});
export type CreatedTestBatch = z.infer<typeof createdTestBatch>;
