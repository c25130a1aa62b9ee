import * as z from 'zod/mini';
import {cleanupOutcomes, cleanupTestStatuses, labels, open} from './enums.ts';
import {id, integer, ref, timestamp} from './fields.ts';

const nullableString = z.nullable(z.string());

export const variableCleanupFilters = ['has-cleanup', 'orphaned'] as const;
export const variableConsumerFilters = ['used', 'unused'] as const;
export const variableSorts = ['name', 'consumers', 'sources'] as const;
export type VariableSort = (typeof variableSorts)[number];

/** A named value of a batch: who made it, who used it, what deletes the record behind it. */
export const variable = z.looseObject({
	variableId: id('var'),
	/** Case-sensitive. */
	name: z.string(),
	/** Singular resource family (`order`) for a handle, `token` for a credential, else `value`. */
	tag: z.string(),
	state: open(['pending', 'captured', 'missing']),
	/** Preview of at most 200 characters, JSON text for objects and arrays; secrets masked. */
	value: nullableString,
	valueType: z.nullable(open(['string', 'number', 'boolean', 'object', 'array', 'null'])),
	secret: z.boolean(),
	/** The producer chosen for the consumers. */
	source: z.nullable(
		z.looseObject({
			testId: id('tst'),
			title: z.string(),
			runId: z.nullable(id('run')),
			label: z.nullable(open(labels)),
		}),
	),
	/** Further producers of the same name, not chosen. */
	otherSources: z.array(ref),
	/** Names of the batch that differ from this one only in case or separators. Absent on older services. */
	nearMisses: z.optional(z.array(z.string())),
	capturedFrom: z.nullable(z.looseObject({location: open(['body', 'header', 'code']), path: z.string()})),
	capturedAt: z.nullable(timestamp),
	usedBy: z.array(z.looseObject({testId: id('tst'), title: z.string(), label: z.nullable(open(labels))})),
	/** Handle of a record created by POST or PUT whose resource has a DELETE endpoint. */
	cleanupRelevant: z.boolean(),
	deletedBy: z.nullable(
		z.looseObject({
			kind: open(['test', 'sweep']),
			cleanupTestId: id('ctn'),
			testId: z.nullable(id('tst')),
			title: z.string(),
			status: open(cleanupTestStatuses),
		}),
	),
	cleanupOutcome: z.nullable(open(cleanupOutcomes)),
	resourceId: z.nullable(id('res')),
});
export type Variable = z.infer<typeof variable>;

export const variablePage = z.looseObject({
	batchId: id('bat'),
	version: integer,
	items: z.array(variable),
	nextToken: nullableString,
});
export type VariablePage = z.infer<typeof variablePage>;
