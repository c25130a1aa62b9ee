import * as z from 'zod/mini';
import {call} from './call.ts';
import {open} from './enums.ts';
import {count, id, timestamp} from './fields.ts';

/** What kind of difference between the API and its description somebody should look at. */
export const findingKinds = [
	'status',
	'content_type',
	'header_missing',
	'shape',
	'route_missing',
	'input_refused',
	'input_accepted',
	'auth_open',
	'server_error',
	'target_down',
	'unstable',
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** `open` → `accepted`, `failing`, `muted`; `gone` by itself when the difference is no longer seen. */
export const findingStates = ['open', 'accepted', 'failing', 'muted', 'gone'] as const;
export type FindingState = (typeof findingStates)[number];

export const findingScopes = ['api', 'endpoint'] as const;
export type FindingScope = (typeof findingScopes)[number];

/** A difference between the API and its description: one per endpoint and kind, or one for the whole API. */
export const finding = z.looseObject({
	findingId: id('fnd'),
	kind: open(findingKinds),
	scope: open(findingScopes),
	endpointIds: z.array(id('ep')),
	/** Endpoints that show it; 0 when it is about no single one. */
	count,
	/** The whole of it in one line. */
	title: z.string(),
	/** What the document says; null: nothing. */
	document: z.nullable(z.string()),
	observed: z.string(),
	/** Up to three calls that show it. */
	evidence: z.array(z.looseObject({callId: z.nullable(id('cal')), runId: z.nullable(id('run'))})),
	state: open(findingStates),
	/** The change set that accepting it has made; null: none was needed. */
	changeSetId: z.nullable(id('chg')),
	/** Of `input_refused`: the command that gives what is needed. */
	help: z.optional(z.nullable(z.string())),
	firstSeenAt: timestamp,
	lastSeenAt: timestamp,
});
export type Finding = z.infer<typeof finding>;

/** With the calls of its evidence that are still kept. */
export const findingWithCalls = z.extend(finding, {calls: z.array(call)});
export type FindingWithCalls = z.infer<typeof findingWithCalls>;
