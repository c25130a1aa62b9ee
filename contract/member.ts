import * as z from 'zod/mini';
import {type CreatedApiKey, createdApiKey} from './account.ts';
import {type MemberRole, memberRoles, open, type Scope, scopes} from './enums.ts';
import {id, notEmpty, text, timestamp} from './fields.ts';

const reading = ['read:me', 'read:projects', 'read:tests'] as const satisfies readonly Scope[];
const running = [...reading, 'run:tests'] as const satisfies readonly Scope[];
const editing = [...reading, 'write:projects', 'write:tests', 'run:tests'] as const satisfies readonly Scope[];

/** Scopes of a role: a key of a member never opens more, whatever it was made with. */
export const scopesOfRole: Readonly<Record<MemberRole, readonly Scope[]>> = {
	owner: scopes,
	editor: editing,
	runner: running,
	viewer: reading,
};

/** Somebody who works in an account, or something that does, such as a pipeline. */
export const member = z.looseObject({
	memberId: id('mem'),
	name: z.string(),
	email: z.nullable(z.string()),
	role: open(memberRoles),
	createdAt: timestamp,
	/** Of the keys of the member; null: none was used yet. */
	lastUsedAt: z.nullable(timestamp),
});
export type Member = z.infer<typeof member>;

/** A new member; `apiKey` is the first key, whose secret is shown in this answer alone. Null: none was asked for. */
export const addedMember = z.looseObject({...member.shape, apiKey: z.nullable(createdApiKey)});
export type AddedMember = Member & {apiKey: CreatedApiKey | null};

export const emailAddress = z.string().check(z.trim(), z.maxLength(254), z.regex(/^[^\s@<>"]+@[^\s@<>"]+$/, 'email'));

export const memberInput = z.object({
	/** One of the account has it at a time. */
	name: text(80),
	email: z.optional(emailAddress),
	role: z.enum(memberRoles),
	/** Makes a first key as well, with every scope of the role. */
	withKey: z.optional(z.boolean()),
});

export const memberPatch = notEmpty(
	z.object({
		name: z.optional(text(80)),
		email: z.optional(z.nullable(emailAddress)),
		role: z.optional(z.enum(memberRoles)),
	}),
);

/** Removing ends every key of the member at once. */
export const removedMember = z.looseObject({
	memberId: id('mem'),
	removedAt: timestamp,
	revokedKeys: z.array(id('key')),
});
export type RemovedMember = z.infer<typeof removedMember>;
