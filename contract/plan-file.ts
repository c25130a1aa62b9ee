import * as z from 'zod/mini';
import {priorities} from './enums.ts';
import {viewportPattern} from './fields.ts';

/**
 * Files a person writes for frontend tests: the plan (`CliPlanInput`) and its steps. Messages are the reasons that end
 * the sentence "Field `x` is invalid: …". Unknown keys are dropped, because they are "ignored and not sent".
 */

type Issue = {input?: unknown};

/** Messages of a type: one for a missing value, one for a wrong one. */
const must = (what: string) => ({
	error: (issue: Issue) => (issue.input === undefined ? 'is required' : `must be ${what}`),
});

/** Length in characters as a person counts them; the JSON Schema keyword counts the same way. */
const atMost = (max: number) =>
	[
		z.refine<string>(value => [...value].length <= max, {message: `must be at most ${max} characters`}),
		z.meta({maxLength: max}),
	] as const;

const notBlank = z.regex(/\S/, 'must not be blank');
const hint = z.optional(z.string(must('a string')));

/** One step of a plan; the last four keys are hints. */
export const planFileStep = z.object(
	{
		type: z.enum(['action', 'assertion'], must('one of action, assertion')),
		description: z.string(must('a string')).check(notBlank, ...atMost(2000)),
		action: hint,
		target: hint,
		value: hint,
		condition: hint,
	},
	must('an object with type and description'),
);
export type PlanFileStep = z.infer<typeof planFileStep>;

export const maxPlanSteps = 200;
export const planFileSteps = z
	.array(planFileStep, must('an array of steps'))
	.check(
		z.minLength(1, 'must hold at least one step'),
		z.maxLength(maxPlanSteps, `must hold at most ${maxPlanSteps} steps`),
	);

/** Full definition of one frontend test. */
export const planFile = z.object(
	{
		projectId: z.string(must('a string')).check(notBlank),
		type: z.literal('frontend', must('frontend')),
		name: z.string(must('a string')).check(notBlank, ...atMost(200)),
		description: z.optional(z.string(must('a string')).check(...atMost(2000))),
		priority: z.optional(z.enum(priorities, must(`one of ${priorities.join(', ')}`))),
		viewport: z.optional(
			z.string(must('a string')).check(z.regex(viewportPattern, 'must be <width>x<height>, each from 200 to 7680')),
		),
		/** Of each step, in milliseconds. */
		stepTimeoutMs: z.optional(
			z
				.number(must('a whole number from 1 to 60000'))
				.check(
					z.int('must be a whole number from 1 to 60000'),
					z.gte(1, 'must be from 1 to 60000'),
					z.lte(60_000, 'must be from 1 to 60000'),
				),
		),
		/** Tests of the project that end first in a batch that holds both: ids, or names that only one has. */
		after: z.optional(
			z
				.array(z.string(must('a string')).check(notBlank, ...atMost(200)), must('an array of tests'))
				.check(z.maxLength(50, 'must hold at most 50 tests')),
		),
		planSteps: planFileSteps,
	},
	must('an object'),
);
export type PlanFile = z.infer<typeof planFile>;

/** Replaces the steps of a test. The file may also be the bare array. */
export const stepsFile = z.object({planSteps: planFileSteps}, must('an object with planSteps, or an array of steps'));

/** Largest plan or steps file, and largest JSONL file or directory of plans, in bytes. */
export const maxPlanFileBytes = 262_144;
export const maxPlansBytes = 5_242_880;
/** Most plans of one JSONL file or directory. */
export const maxPlans = 50;
