import * as z from 'zod/mini';
import {open} from './enums.ts';
import {count, httpUrl, id, notEmpty, text, timestamp} from './fields.ts';

/** Who logs in: nobody, the account of the environment, a person; `otp` (a one-time password) is not offered. */
export const environmentAuthModes = ['account', 'otp', 'manual', 'public'] as const;
export type EnvironmentAuthMode = (typeof environmentAuthModes)[number];

/** "Environments per project · variables: 20 · 50 keys, 4096 bytes each, 32,768 bytes together." */
export const environmentLimits = {perProject: 20, keys: 50, valueBytes: 4096, totalBytes: 32_768} as const;

const keyPattern = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
/** What an environment has of its own under these names. */
export const reservedVariableKeys = [
	'url',
	'username',
	'password',
	'authType',
	'credential',
	'memory_hints',
	'rerun_context',
] as const;

const readPrefix = 'VAR_';

/** The key of a variable as somebody wrote it: tests read `OWNER` as `VAR_OWNER`, and what is missing is told by that name. */
export function variableKeyOf(written: string): string {
	const key = written.trim();
	return key.startsWith(readPrefix) ? key.slice(readPrefix.length) : key;
}

/** Why a key cannot name a variable; null when it can. */
export function variableKeyProblem(key: string): string | null {
	if (!keyPattern.test(key)) return 'must be a letter or _ and then at most 63 letters, digits or _';
	return (reservedVariableKeys as readonly string[]).includes(key) ? 'is reserved' : null;
}

/** A named target of a project. Secret values of variables are masked. */
export const environment = z.looseObject({
	id: id('env'),
	name: z.string(),
	url: z.nullable(z.string()),
	isDefault: z.boolean(),
	authMode: open(environmentAuthModes),
	/** A username and a password are stored; the password is never returned. */
	hasCredentials: z.boolean(),
	username: z.nullable(z.string()),
	enableOtp: z.boolean(),
	updatedAt: timestamp,
	variableCount: z.optional(count),
	/** Only of a single environment. */
	variables: z.optional(z.record(z.string(), z.string())),
	/** Keys whose values are masked, because their names say that they are secret. */
	secretKeys: z.optional(z.array(z.string())),
	/** Of one that was just created or changed: what became of parts of the request. */
	warnings: z.optional(z.array(z.string())),
});
export type Environment = z.infer<typeof environment>;

export const environments = z.looseObject({items: z.array(environment), nextToken: z.null()});

/** It stands in addresses and command lines: one line, and no path of its own. */
const environmentName = text(64).check(
	z.refine(value => !/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(value) && value !== '.' && value !== '..', {
		message: 'it must be one line of text, and not . or ..',
	}),
);
const secretText = z.string().check(z.maxLength(1024));

/** The service names key and reason: see `variableKeyProblem` and `environmentLimits`. */
const variables = z.record(z.string(), z.string());

/** Body of `POST …/env`. */
export const environmentInput = z.object({
	name: environmentName,
	url: httpUrl,
	isDefault: z.optional(z.boolean()),
	authMode: z.optional(z.enum(environmentAuthModes)),
	username: z.optional(secretText),
	password: z.optional(secretText),
	variables: z.optional(variables),
});
export type EnvironmentInput = z.infer<typeof environmentInput>;

/** Body of `PATCH …/env/{name}`: `name` renames; `variables` merges, a null value removes its key. */
export const environmentPatch = notEmpty(
	z.object({
		name: z.optional(environmentName),
		url: z.optional(httpUrl),
		isDefault: z.optional(z.literal(true)),
		authMode: z.optional(z.enum(environmentAuthModes)),
		username: z.optional(secretText),
		password: z.optional(secretText),
		variables: z.optional(z.record(z.string(), z.nullable(z.string()))),
	}),
);
export type EnvironmentPatch = z.infer<typeof environmentPatch>;

export const deletedEnvironment = z.looseObject({name: z.string(), deletedAt: timestamp});
export type DeletedEnvironment = z.infer<typeof deletedEnvironment>;
