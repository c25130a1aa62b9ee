import * as z from 'zod/mini';
import {locator} from './locator.ts';

/**
 * The saved script of a frontend test: one entry per step of the plan, resolved, as data. It never holds
 * a value of a variable or a secret.
 */

const box = z.object({x: z.number(), y: z.number(), width: z.number(), height: z.number()});
const named = z.object({role: z.string(), name: z.string()});

/** What an element was when its locator was saved. */
export const fingerprint = z.object({
	role: z.string(),
	name: z.string(),
	placeholder: z.nullable(z.string()),
	nearLabel: z.nullable(z.string()),
	title: z.nullable(z.string()),
	tag: z.nullable(z.string()),
	type: z.nullable(z.string()),
	/** With a flag each whether no other element had it. */
	id: z.nullable(z.object({value: z.string(), unique: z.boolean()})),
	nameAttribute: z.nullable(z.object({value: z.string(), unique: z.boolean()})),
	testIds: z.array(z.object({attribute: z.string(), value: z.string(), unique: z.boolean()})),
	classes: z.array(z.string()),
	heading: z.nullable(z.string()),
	area: z.nullable(named),
	dialog: z.nullable(z.string()),
	row: z.nullable(z.string()),
	column: z.nullable(z.string()),
	section: z.nullable(z.string()),
	previous: z.nullable(named),
	next: z.nullable(named),
	siblingIndex: z.number(),
	siblingCount: z.number(),
	box: z.nullable(box),
	disabled: z.boolean(),
	/** How many others had its role and name. */
	alike: z.number(),
	/** Every other labelled or interactive element of the look, at most 400. */
	census: z.array(z.object({role: z.string(), name: z.string(), id: z.nullable(z.string())})),
});
export type Fingerprint = z.infer<typeof fingerprint>;

/** A value that is typed or compared: a template, or the name of a secret. */
export const scriptValue = z.union([z.string(), z.object({secret: z.string()})]);

/** An element of a part: `target`, `to` of a drag, `of` of a position … by the name it has in the part. */
export const scriptElement = z.object({
	slot: z.string(),
	locator,
	fingerprint,
	/** `nth` without scope. */
	positional: z.optional(z.boolean()),
});
export type ScriptElement = z.infer<typeof scriptElement>;

export const scriptPart = z.object({
	op: z.string(),
	/** The part as it was read, elements by `elements`; readers of the same version know its shape. */
	part: z.record(z.string(), z.unknown()),
	elements: z.array(scriptElement),
	opensTab: z.optional(z.boolean()),
	/** The page closed its own tab. */
	closesTab: z.optional(z.boolean()),
	dialog: z.optional(z.object({answer: z.enum(['accept', 'dismiss']), text: z.nullable(scriptValue)})),
	download: z.optional(z.string()),
});
export type ScriptPart = z.infer<typeof scriptPart>;

export const scriptStep = z.object({
	/** From 1. */
	stepIndex: z.number(),
	/** sha256 of the step's type, text and hints. */
	textHash: z.string(),
	readBy: z.enum(['builtin', 'model']),
	model: z.optional(z.string()),
	parts: z.array(scriptPart),
});
export type ScriptStep = z.infer<typeof scriptStep>;

export const script = z.object({
	schemaVersion: z.literal('script-v1'),
	testId: z.string(),
	codeVersion: z.number(),
	planStepsHash: z.string(),
	viewport: z.string(),
	savedFromRunId: z.string(),
	steps: z.array(scriptStep),
});
export type Script = z.infer<typeof script>;
