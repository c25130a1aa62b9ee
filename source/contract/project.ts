import * as z from 'zod/mini';
import {createdFroms, open, testTypes} from './enums.ts';
import {count, httpUrl, id, integer, notEmpty, text, timestamp} from './fields.ts';

export const project = z.looseObject({
	id: id('prj'),
	/** Equals `id`. */
	projectId: id('prj'),
	name: z.string(),
	type: open(testTypes),
	createdFrom: open(createdFroms),
	createdAt: timestamp,
	updatedAt: timestamp,
	/** URL of the default environment. */
	targetUrl: z.optional(z.nullable(z.string())),
	instruction: z.optional(z.nullable(z.string())),
	hasLogin: z.optional(z.boolean()),
	testIdAttributes: z.optional(z.nullable(z.array(z.string()))),
	captureMaxAgeHours: z.optional(z.nullable(integer)),
	defaultEnvironment: z.optional(z.string()),
	environmentCount: z.optional(count),
	lastBatchId: z.optional(z.nullable(id('bat'))),
	dashboardUrl: z.optional(z.nullable(z.string())),
});
export type Project = z.infer<typeof project>;

const secretText = z.string().check(z.maxLength(1024));
const instruction = z.string().check(z.maxLength(4000));
const testIdAttributes = z
	.array(z.string().check(z.regex(/^[A-Za-z_][\w.:-]*$/, 'attribute_name')))
	.check(z.maxLength(10));

/** Body of `POST /projects`. `targetUrl` is required for frontend projects (checked with the target rule). */
export const projectInput = z.object({
	type: z.enum(testTypes),
	name: text(200),
	targetUrl: z.optional(httpUrl),
	username: z.optional(secretText),
	password: z.optional(secretText),
	instruction: z.optional(instruction),
	testIdAttributes: z.optional(testIdAttributes),
});
export type ProjectInput = z.infer<typeof projectInput>;

/** Body of `PATCH /projects/{projectId}`: a non-empty subset; null clears only `captureMaxAgeHours`. */
export const projectPatch = notEmpty(
	z.object({
		name: z.optional(text(200)),
		targetUrl: z.optional(httpUrl),
		username: z.optional(secretText),
		password: z.optional(secretText),
		instruction: z.optional(instruction),
		testIdAttributes: z.optional(testIdAttributes),
		captureMaxAgeHours: z.optional(z.nullable(integer.check(z.gte(1)))),
	}),
);
export type ProjectPatch = z.infer<typeof projectPatch>;

export const updatedProject = z.looseObject({
	id: id('prj'),
	projectId: id('prj'),
	updatedFields: z.array(z.string()),
	updatedAt: timestamp,
});
export type UpdatedProject = z.infer<typeof updatedProject>;

export const deletedProject = z.looseObject({projectId: id('prj'), deletedAt: timestamp});
export type DeletedProject = z.infer<typeof deletedProject>;
