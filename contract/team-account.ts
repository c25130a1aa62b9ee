import * as z from 'zod/mini';
import {createdApiKey} from './account.ts';
import {open, plans} from './enums.ts';
import {count, id, notEmpty, text, timestamp} from './fields.ts';
import {emailAddress, member} from './member.ts';

/** An account of the service, as its operator sees it: nothing of what is in it. */
export const teamAccount = z.looseObject({
	accountId: id('usr'),
	name: z.nullable(z.string()),
	email: z.nullable(z.string()),
	plan: open(plans),
	members: count,
	projects: count,
	createdAt: timestamp,
	/** Since when none of its keys works and none of its schedules fires; null: they do. */
	disabledAt: z.nullable(timestamp),
	/** The first account: its owners administer the others. */
	isOperator: z.boolean(),
});
export type TeamAccount = z.infer<typeof teamAccount>;

/** A new account with its first owner; the secret of `apiKey` is shown in this answer alone. */
export const createdAccount = z.looseObject({...teamAccount.shape, owner: member, apiKey: createdApiKey});
export type CreatedAccount = z.infer<typeof createdAccount>;

export const accountInput = z.object({
	name: text(80),
	email: z.optional(emailAddress),
	/** Pro, in which nothing is gated, unless given. */
	plan: z.optional(z.enum(plans)),
	/** Name of the first member; `owner` unless given. */
	owner: z.optional(text(80)),
});

export const accountPatch = notEmpty(
	z.object({
		name: z.optional(text(80)),
		email: z.optional(z.nullable(emailAddress)),
		plan: z.optional(z.enum(plans)),
		disabled: z.optional(z.boolean()),
	}),
);

export const deletedAccount = z.looseObject({accountId: id('usr'), deletedAt: timestamp});
