import * as z from 'zod/mini';
import {edgeStates, open} from './enums.ts';
import {id, variableName} from './fields.ts';

const nullableString = z.nullable(z.string());

/** Something that could give a value: an endpoint and the place in its answer. */
const producer = {
	endpointId: id('ep'),
	/** `METHOD /path` */
	endpointPath: z.string(),
	/** In the answer: `$.data.id`, `header:Location`. */
	pointer: z.string(),
	/** 0 to 1. */
	score: z.number(),
	/** Why, in words. */
	reason: z.string(),
};

/** A value that a request needs, and where it comes from. */
export const edge = z.looseObject({
	/** The same as long as the endpoint and the place are. */
	edgeId: id('edg'),
	consumerEndpointId: id('ep'),
	/** `METHOD /path` */
	consumerEndpointPath: z.string(),
	/** `path:userId`, `query:userId`, `header:X-Team`, `body:$.items[*].productId`. */
	place: z.string(),
	/** Null: nobody produces it, or it is cut. */
	producer: z.nullable(z.looseObject(producer)),
	/** Name under which the value travels. */
	variable: z.string(),
	/** The name is a correction of this place. */
	renamed: z.optional(z.boolean()),
	/** 0 without a producer, 1 when pinned. */
	score: z.number(),
	state: open(edgeStates),
	/** Used and shown as a guess: a score from 0.5 to below 0.8. */
	guessed: z.boolean(),
	/** A second candidate is within 0.1. */
	ambiguous: z.boolean(),
	/** Seen to work. */
	confirmed: z.boolean(),
	reason: z.string(),
	/** Candidates that were not chosen, best first. */
	alternatives: z.array(z.looseObject(producer)),
	/** What is sent instead of a produced value: given with a cut. */
	value: z.optional(z.unknown()),
	/** Environment variable that gives the value (`VAR_<key>`); null when it needs none. */
	environmentKey: nullableString,
});
export type Edge = z.infer<typeof edge>;

/**
 * A correction: `pinned` with its producer, `cut` with a value or without, `inferred` (takes a correction back), or only
 * a new name of the variable.
 */
export const edgeInput = z
	.object({
		state: z.optional(z.enum(edgeStates)),
		producerEndpointId: z.optional(id('ep')),
		/** In the producer's answer: `$.data.id` or `header:Location`; default: its handle. */
		pointer: z.optional(z.string().check(z.regex(/^(?:\$|header:)/, 'pointer'), z.maxLength(512))),
		value: z.optional(z.unknown()),
		variable: z.optional(variableName),
	})
	.check(
		z.refine(({state, variable}) => state !== undefined || variable !== undefined, {
			message: 'give a state or a variable',
			params: {reason: 'empty'},
		}),
		z.refine(({state, producerEndpointId}) => (state === 'pinned') === (producerEndpointId !== undefined), {
			message: 'a pinned edge needs producerEndpointId, no other has one',
			path: ['producerEndpointId'],
			params: {reason: 'pinned_only'},
		}),
	);
export type EdgeInput = z.infer<typeof edgeInput>;
