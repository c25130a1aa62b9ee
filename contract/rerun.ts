import * as z from 'zod/mini';
import {batchTicket} from './batch.ts';
import {sources} from './enums.ts';
import {count, id} from './fields.ts';
import {batchSeed, runTicket} from './run.ts';

const rerunOptions = {
	source: z.optional(z.enum(sources)),
	/** Frontend only; absent = true. */
	autoHeal: z.optional(z.boolean()),
	/** Only the named tests run, fed by the captures of the previous batch. */
	skipDependencies: z.optional(z.boolean()),
	environment: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
	seed: z.optional(batchSeed),
};

export const rerunInput = z.object({
	...rerunOptions,
	/** Also the other tests that take a value from one of its producers: backend, and nothing skipped. */
	withSiblings: z.optional(z.boolean()),
});

export const rerunTicket = z.looseObject({...runTicket.shape, autoHeal: z.boolean()});
export type RerunTicket = z.infer<typeof rerunTicket>;

/** Body of `POST /tests/batch/rerun`: `testIds`, or `{projectId, all: true}`. */
export const batchRerunInput = z.object({
	testIds: z.optional(z.array(id('tst')).check(z.minLength(1), z.maxLength(50))),
	projectId: z.optional(id('prj')),
	all: z.optional(z.literal(true)),
	...rerunOptions,
});

export const batchRerunTicket = z.looseObject({
	...batchTicket.shape,
	closure: z.looseObject({
		byProject: z.array(
			z.looseObject({
				projectId: id('prj'),
				projectName: z.optional(z.string()),
				testIds: z.array(id('tst')),
				addedProducers: z.array(id('tst')),
				addedConsumers: z.array(id('tst')),
				addedTeardowns: z.array(id('tst')),
				clearedCaptured: count,
			}),
		),
	}),
	notFound: z.array(id('tst')),
});
export type BatchRerunTicket = z.infer<typeof batchRerunTicket>;

/** Of all chains of a project: what they have brought along, where the service says it. */
export const chainsRerunTicket = z.looseObject({
	...batchTicket.shape,
	closure: z.optional(batchRerunTicket.shape.closure),
	notFound: z.optional(batchRerunTicket.shape.notFound),
});
