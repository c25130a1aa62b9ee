import * as z from 'zod/mini';
import {labels, open, runStatuses, sources} from './enums.ts';
import {count, id, integer} from './fields.ts';

const nullableString = z.nullable(z.string());
const headers = z.record(z.string(), z.string());

export const chainErrorKinds = [
	'assertion_failed',
	'blocked_by_step',
	'variable_not_found',
	'circular_dependency',
] as const;

export const chainError = z.looseObject({
	kind: open(chainErrorKinds),
	message: z.string(),
	stepIndex: z.nullable(integer),
	causeStepIndex: z.nullable(integer),
	variable: nullableString,
	testIds: z.nullable(z.array(id('tst'))),
});
export type ChainError = z.infer<typeof chainError>;

export const chainStep = z.looseObject({
	/** 1-based. */
	index: integer,
	title: z.string(),
	method: z.string(),
	path: z.string(),
	/** Chip. */
	status: open(labels),
	produces: z.array(z.string()),
	uses: z.array(
		z.looseObject({
			name: z.string(),
			fromStep: z.nullable(integer),
			fromTestId: z.nullable(id('tst')),
			fromTitle: nullableString,
		}),
	),
	waitBeforeMs: count,
	request: z.nullable(
		z.looseObject({
			url: z.string(),
			headers,
			query: z.nullable(z.array(z.looseObject({name: z.string(), value: z.string()}))),
			body: nullableString,
		}),
	),
	response: z.nullable(
		z.looseObject({status: integer, headers, body: nullableString, truncated: z.boolean(), latencyMs: integer}),
	),
	error: nullableString,
	callId: z.nullable(id('cal')),
});
export type ChainStep = z.infer<typeof chainStep>;

/** A workflow whose steps hand captured values forward. */
export const chain = z.looseObject({
	chainId: id('chn'),
	testId: id('tst'),
	runId: z.nullable(id('run')),
	name: z.string(),
	status: z.nullable(open(runStatuses)),
	label: z.nullable(open(labels)),
	captures: z.array(z.string()),
	error: z.nullable(chainError),
	steps: z.array(chainStep),
});
export type Chain = z.infer<typeof chain>;

export const chainPage = z.looseObject({
	batchId: z.nullable(id('bat')),
	items: z.array(chain),
	nextToken: nullableString,
});
export type ChainPage = z.infer<typeof chainPage>;

export const chainsRerunInput = z.object({
	source: z.optional(z.enum(sources)),
	/** Producers whose earlier captures are still valid do not run again. */
	skipDependencies: z.optional(z.boolean()),
});
