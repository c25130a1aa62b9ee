import * as z from 'zod/mini';
import {changeSet} from '../change-set.ts';
import {categories, priorities} from '../enums.ts';
import {integer, page} from '../fields.ts';

const text = z.optional(z.string());
/** A part of a recipe: a step, an assertion, a capture, a value. */
const part = z.optional(z.unknown());

/** What a change set does: `op` says which of the fields it has. */
export const shownOperation = z.strictObject({
	op: z.enum([
		'row.add',
		'row.remove',
		'row.select',
		'row.set',
		'recipe.set',
		'assert.add',
		'assert.set',
		'assert.drop',
		'capture.set',
		'capture.drop',
		'variable.rename',
		'step.add',
		'step.drop',
		'step.move',
		'step.set',
		'case.drop',
		'case.restore',
		'teardown.add',
		'teardown.drop',
		'value.set',
		'edge.pin',
		'wiring.set',
		'cleanup.rule',
	]),
	/** Why, in one line. */
	reason: z.string(),
	/** Id of a row or of a test. */
	target: text,
	row: z.optional(z.record(z.string(), z.unknown())),
	selected: z.optional(z.boolean()),
	title: text,
	description: text,
	expectedBehavior: text,
	priority: z.optional(z.enum(priorities)),
	category: z.optional(z.enum(categories)),
	phase: z.optional(z.enum(['normal', 'late'])),
	before: text,
	after: text,
	recipe: part,
	/** Id of a step; the step itself where one is added. */
	step: part,
	assert: part,
	assertId: text,
	capture: part,
	variable: text,
	from: text,
	to: text,
	waitBeforeMs: z.optional(integer),
	repeat: part,
	auth: z.optional(z.enum(['project', 'none', 'wrong'])),
	name: text,
	differences: part,
	at: part,
	value: part,
	endpointId: text,
	place: text,
	producerEndpointId: text,
	pointer: text,
	producer: text,
	instruction: text,
});

/** A change set as this service writes it: of another one an operation may be any. */
export const shownChangeSet = z.looseObject({
	...changeSet.shape,
	operations: z.optional(z.array(shownOperation)),
});

export const shownChangeSets = page(shownChangeSet);
