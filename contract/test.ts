import * as z from 'zod/mini';
import {createdFroms, open, priorities, runStatuses, testKinds, testStatuses, testTypes} from './enums.ts';
import {
	count,
	id,
	integer,
	notEmpty,
	ref,
	text,
	timestamp,
	variableName,
	variableNames,
	viewportPattern,
} from './fields.ts';

/** One step of a frontend plan; `action`, `target`, `value`, `condition` are hints. */
export const planStep = z.object({
	type: z.enum(['action', 'assertion']),
	description: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
	action: z.optional(z.string()),
	target: z.optional(z.string()),
	value: z.optional(z.string()),
	condition: z.optional(z.string()),
});
export type PlanStep = z.infer<typeof planStep>;

export const test = z.looseObject({
	id: id('tst'),
	projectId: id('prj'),
	projectName: z.optional(z.nullable(z.string())),
	name: z.string(),
	type: open(testTypes),
	createdFrom: open(createdFroms),
	status: open(testStatuses),
	createdAt: timestamp,
	updatedAt: timestamp,
	planStepCount: z.optional(z.nullable(count)),
	details: z.optional(
		z.looseObject({
			processingStatus: z.nullable(z.string()),
			testStatus: z.nullable(z.string()),
			rawStatus: z.string(),
		}),
	),
	priority: z.optional(z.nullable(open(priorities))),
	produces: z.optional(z.nullable(z.array(z.string()))),
	consumes: z.optional(z.nullable(z.array(z.string()))),
	category: z.optional(z.nullable(z.string())),
	/** Which producer feeds a needed name when several exist. */
	wiring: z.optional(z.nullable(z.record(z.string(), id('tst')))),
	/** Tests it comes after in a batch that holds both, although it takes no value from them. */
	after: z.optional(z.nullable(z.array(ref))),
	kind: z.optional(open(testKinds)),
	stepTimeoutMs: z.optional(z.nullable(integer)),
	timeoutSeconds: z.optional(z.nullable(integer)),
	/** `<width>x<height>` of a plan; null: the usual one. */
	viewport: z.optional(z.nullable(z.string())),
	planRowId: z.optional(z.nullable(id('row'))),
	lastRunId: z.optional(z.nullable(id('run'))),
	/** That run, in lists: its status, when it ended and how long it took. */
	lastRun: z.optional(
		z.nullable(
			z.looseObject({
				status: open(runStatuses),
				finishedAt: z.nullable(timestamp),
				durationMs: z.nullable(count),
			}),
		),
	),
	chainId: z.optional(z.nullable(id('chn'))),
	/** Repairs of a plan that wait for a person. */
	openHeals: z.optional(count),
	/** Single GET only. */
	description: z.optional(z.nullable(z.string())),
	planSteps: z.optional(z.array(z.looseObject({type: z.string(), description: z.string()}))),
});
export type Test = z.infer<typeof test>;

const description = z.string().check(z.maxLength(2000));
const category = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));
const stepTimeoutMs = integer.check(z.gte(1), z.lte(60_000));
const timeoutSeconds = integer.check(z.gte(1), z.lte(3600));
/** `<width>x<height>`, each from 200 to 7680. */
const viewport = z.string().check(z.regex(viewportPattern, 'viewport'));
const wiring = z.record(variableName, id('tst'));
/** Tests of the same project: the id of each, or its name where only one test has it. */
const after = z.array(text(200)).check(z.maxLength(50));

/** Largest Python source in bytes UTF-8 (350 KB) and largest frontend plan in bytes as compact JSON (256 KB). */
export const maxCodeBytes = 358_400;
export const maxPlanBytes = 262_144;

/**
 * Body of `POST /tests`: exactly one of `code` and `planSteps`. Sizes, and the fields only one type may carry, are
 * checked by the service, which answers 413 and `backend_only`.
 */
export const testInput = z.object({
	projectId: id('prj'),
	type: z.enum(testTypes),
	name: text(200),
	description: z.optional(description),
	priority: z.optional(z.enum(priorities)),
	stepTimeoutMs: z.optional(stepTimeoutMs),
	code: z.optional(z.string()),
	planSteps: z.optional(z.array(planStep).check(z.minLength(1), z.maxLength(200))),
	produces: z.optional(variableNames),
	consumes: z.optional(variableNames),
	category: z.optional(category),
	wiring: z.optional(wiring),
	after: z.optional(after),
	timeoutSeconds: z.optional(timeoutSeconds),
	/** With `planSteps` only. */
	viewport: z.optional(viewport),
});
export type TestInput = z.infer<typeof testInput>;

export const createdTest = z.looseObject({
	testId: id('tst'),
	type: open(testTypes),
	codeVersion: z.string(),
	createdAt: timestamp,
	planSteps: z.optional(z.array(z.looseObject({type: z.string(), description: z.string()}))),
	dashboardUrl: z.optional(z.nullable(z.string())),
	warnings: z.optional(z.array(z.string())),
});
export type CreatedTest = z.infer<typeof createdTest>;

/** Body of `PUT /tests/{testId}`: a non-empty subset; null clears all but `name`. */
export const testPatch = notEmpty(
	z.object({
		name: z.optional(text(200)),
		description: z.optional(z.nullable(description)),
		priority: z.optional(z.nullable(z.enum(priorities))),
		produces: z.optional(z.nullable(variableNames)),
		consumes: z.optional(z.nullable(variableNames)),
		category: z.optional(z.nullable(category)),
		wiring: z.optional(z.nullable(wiring)),
		after: z.optional(z.nullable(after)),
		stepTimeoutMs: z.optional(z.nullable(stepTimeoutMs)),
		timeoutSeconds: z.optional(z.nullable(timeoutSeconds)),
	}),
);
export type TestPatch = z.infer<typeof testPatch>;

export const updatedTest = z.looseObject({
	testId: id('tst'),
	updatedFields: z.array(z.string()),
	updatedAt: timestamp,
	warnings: z.optional(z.array(z.string())),
});
export type UpdatedTest = z.infer<typeof updatedTest>;

export const deletedTest = z.looseObject({testId: id('tst'), deletedAt: timestamp});
export type DeletedTest = z.infer<typeof deletedTest>;

/** Source of a test. `code` is null before any was stored; a string that begins with `https://` is a signed URL. */
export const testCode = z.looseObject({
	testId: id('tst'),
	language: open(['typescript', 'javascript', 'python']),
	framework: open(['playwright', 'pytest']),
	code: z.nullable(z.string()),
	codeVersion: z.nullable(z.string()),
	etag: z.optional(z.string()),
});
export type TestCode = z.infer<typeof testCode>;

/** Body of `PUT /tests/{testId}/code`. */
export const codeInput = z.object({code: z.string(), language: z.optional(z.literal('python'))});

export const updatedCode = z.looseObject({
	testId: id('tst'),
	codeVersion: z.string(),
	updatedAt: timestamp,
	warnings: z.optional(z.array(z.string())),
});
export type UpdatedCode = z.infer<typeof updatedCode>;
