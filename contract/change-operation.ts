import * as z from 'zod/mini';
import {categories, priorities, testKinds} from './enums.ts';
import {id, text, variableName} from './fields.ts';
import {assert, capture, caseDifference, place, recipe, step, value} from './recipe.ts';

/**
 * What a change set does, in order. Words, a model, edges, learning, settling and findings all write these; whatever
 * reads a change set knows nothing of where it comes from. `target` is the id of a row (`row_…`) or of a test (`tst_…`);
 * `step` is the id of a step of its recipe.
 */

const target = z.string().check(z.minLength(1), z.maxLength(64));
const stepId = z.string().check(z.minLength(1), z.maxLength(200));
/** Why, in one line that people read. */
const reason = z.string().check(z.minLength(1), z.maxLength(500));
const line = z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^[^\r\n]*$/, 'one_line'));
const words = z.string().check(z.maxLength(2000));

const newRow = z.object({
	category: z.enum(categories),
	title: line,
	description: words,
	/** Default: what the recipe says. */
	expectedBehavior: z.optional(words),
	priority: z.optional(z.enum(priorities)),
	endpointId: z.nullable(id('ep')),
	kind: z.optional(z.enum(testKinds)),
	/** Null: words only. */
	recipe: z.nullable(recipe),
});

/** Where a step goes: before or after another one; without both at the end. */
const beside = {before: z.optional(stepId), after: z.optional(stepId)};

export const changeOperation = z.discriminatedUnion('op', [
	z.object({op: z.literal('row.add'), row: newRow, reason}),
	z.object({op: z.literal('row.remove'), target, reason}),
	z.object({op: z.literal('row.select'), target, selected: z.boolean(), reason}),
	z.object({
		op: z.literal('row.set'),
		target,
		title: z.optional(line),
		description: z.optional(words),
		expectedBehavior: z.optional(words),
		priority: z.optional(z.enum(priorities)),
		category: z.optional(z.enum(categories)),
		phase: z.optional(z.enum(['normal', 'late'])),
		/** Runs before or after this row among those of its priority. */
		before: z.optional(id('row')),
		after: z.optional(id('row')),
		reason,
	}),
	/** The whole recipe, for changes that are no smaller operation. */
	z.object({op: z.literal('recipe.set'), target, recipe, reason}),
	z.object({op: z.literal('assert.add'), target, step: stepId, assert, reason}),
	/** Puts `assert` in the place of the one with this id. */
	z.object({op: z.literal('assert.set'), target, step: stepId, assertId: stepId, assert, reason}),
	z.object({op: z.literal('assert.drop'), target, step: stepId, assertId: stepId, reason}),
	/** Replaces the capture of the same variable, or adds one. */
	z.object({op: z.literal('capture.set'), target, step: stepId, capture, reason}),
	z.object({op: z.literal('capture.drop'), target, step: stepId, variable: variableName, reason}),
	/** Without a target: in every row and test. */
	z.object({
		op: z.literal('variable.rename'),
		target: z.optional(target),
		from: variableName,
		to: variableName,
		reason,
	}),
	z.object({op: z.literal('step.add'), target, step, ...beside, reason}),
	z.object({op: z.literal('step.drop'), target, step: stepId, reason}),
	z.object({op: z.literal('step.move'), target, step: stepId, ...beside, reason}),
	z.object({
		op: z.literal('step.set'),
		target,
		step: stepId,
		title: z.optional(line),
		waitBeforeMs: z.optional(z.number().check(z.int(), z.gte(0), z.lte(60_000))),
		repeat: z.optional(
			z.nullable(
				z.object({
					untilAssert: stepId,
					everyMs: z.number().check(z.int(), z.gte(1)),
					atMostMs: z.number().check(z.int(), z.gte(1), z.lte(300_000)),
				}),
			),
		),
		auth: z.optional(z.enum(['project', 'none', 'wrong'])),
		reason,
	}),
	z.object({
		op: z.literal('case.drop'),
		target,
		step: stepId,
		name: z.string(),
		/** What the API does otherwise there than its document says: the step remembers the case with it. */
		differences: z.optional(z.array(caseDifference)),
		reason,
	}),
	/** A case that has left its table comes back to its place. */
	z.object({op: z.literal('case.restore'), target, step: stepId, name: z.string(), reason}),
	z.object({op: z.literal('teardown.add'), target, step, reason}),
	z.object({op: z.literal('teardown.drop'), target, step: stepId, reason}),
	/** What a request sends at a place; `absent` leaves it out. */
	z.object({
		op: z.literal('value.set'),
		target,
		step: stepId,
		at: place,
		value: z.union([z.literal('absent'), value]),
		reason,
	}),
	/** Which endpoint feeds a place of a request; every row that needs it follows. */
	z.object({
		op: z.literal('edge.pin'),
		endpointId: id('ep'),
		/** `path:userId`, `body:$.items[*].productId` */
		place: z.string().check(z.minLength(1), z.maxLength(512)),
		producerEndpointId: id('ep'),
		pointer: z.optional(z.string().check(z.maxLength(512))),
		reason,
	}),
	/** Which test feeds a variable of a test that was not made from a plan. */
	z.object({op: z.literal('wiring.set'), target, variable: variableName, producer: id('tst'), reason}),
	/** A rule of cleanup in one of the forms that `cleanup` understands: `keep records of /users`. */
	z.object({op: z.literal('cleanup.rule'), instruction: text(500), reason}),
]);
export type ChangeOperation = z.infer<typeof changeOperation>;
export const changeOperations = z.array(changeOperation).check(z.maxLength(10_000));
