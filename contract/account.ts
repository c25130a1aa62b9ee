import * as z from 'zod/mini';
import {memberRoles, open, plans, scopes} from './enums.ts';
import {count, credits, id, timestamp} from './fields.ts';

/** The answer of `GET /me`: who the key belongs to, what it may do, what the service offers. */
export const me = z.looseObject({
	userId: id('usr'),
	keyId: id('key'),
	email: z.optional(z.string()),
	displayName: z.optional(z.string()),
	/** Whom the key belongs to; null: to the account itself. Absent on services without members. */
	member: z.optional(z.nullable(z.looseObject({memberId: id('mem'), name: z.string(), email: z.nullable(z.string())}))),
	/** What the member may do; a key of the account itself has that of an owner. */
	role: z.optional(open(memberRoles)),
	/** Of the key, as far as the role goes. */
	scopes: z.array(open(scopes)),
	env: z.string(),
	/** Spendable balance = balance − holds; absent on a service that runs unmetered. */
	credits: z.optional(credits),
	subPlan: z.optional(open(plans)),
	creditsPerRun: z.optional(credits),
	creditCosts: z.optional(
		z.looseObject({frontendRun: credits, backendRun: credits, generatedTest: credits, autoHeal: credits}),
	),
	/** Null slots are unlimited. */
	features: z.optional(
		z.looseObject({autoAuth: z.boolean(), scheduleSlots: z.nullable(count), testListSlots: z.nullable(count)}),
	),
	service: z.optional(
		z.looseObject({
			version: z.string(),
			targetPolicy: open(['public', 'private']),
			runners: z.looseObject({frontend: z.boolean(), backend: z.boolean()}),
			model: z.boolean(),
		}),
	),
});
export type Me = z.infer<typeof me>;

export const apiKey = z.looseObject({
	keyId: id('key'),
	name: z.string(),
	prefix: z.string(),
	last4: z.string(),
	scopes: z.array(open(scopes)),
	/** Whom it belongs to; null: the account itself. Absent on services without members. */
	memberId: z.optional(z.nullable(id('mem'))),
	memberName: z.optional(z.nullable(z.string())),
	createdAt: timestamp,
	lastUsedAt: z.nullable(timestamp),
	expiresAt: z.nullable(timestamp),
	revokedAt: z.nullable(timestamp),
	current: z.boolean(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** The only answer that carries the secret. */
export const createdApiKey = z.looseObject({...apiKey.shape, key: z.string()});
export type CreatedApiKey = z.infer<typeof createdApiKey>;

export const apiKeyInput = z.object({
	name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
	scopes: z.array(z.enum(scopes)).check(z.minLength(1)),
	expiresAt: z.optional(timestamp),
	/** Whose key it is: it never opens more than the role of the member. The caller's own unless given. */
	memberId: z.optional(id('mem')),
});

export const localKeyInput = z.object({name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(80)))});

export const revokedKey = z.looseObject({keyId: id('key'), revokedAt: timestamp});
