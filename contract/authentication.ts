import * as z from 'zod/mini';
import {authHealths, authTypes, credentialModes, open} from './enums.ts';
import {count, httpUrl, id, timestamp} from './fields.ts';

const nullableString = z.nullable(z.string());
/** Name of a header or cookie (RFC 9110 token). */
export const headerToken = z.string().check(z.regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, 'token'), z.maxLength(128));
/** Path prefix of an API family, e.g. `/users`. */
const family = z.string().check(z.regex(/^\/\S*$/, 'starts_with_slash'), z.maxLength(512));

/** A secret as it is sent; blanks alone authenticate nobody. */
const secret = z.string().check(
	z.minLength(1),
	z.maxLength(8192),
	z.refine(value => value.trim() !== '', {message: 'empty', params: {reason: 'empty'}}),
);

/** Body of `PUT /projects/{projectId}/credential`; `credential` is required unless `authType` is `public`. */
export const credentialInput = z.object({
	authType: z.enum(authTypes),
	credential: z.optional(secret),
	headerName: z.optional(headerToken),
	family: z.optional(family),
	endpointId: z.optional(id('ep')),
});
export type CredentialInput = z.infer<typeof credentialInput>;

export const savedCredential = z.looseObject({
	projectId: id('prj'),
	authType: open(authTypes),
	/** Stored tests whose managed credential block was rewritten. */
	rewroteCount: count,
	family: z.optional(z.string()),
	endpointId: z.optional(id('ep')),
	/** What an API will probably not accept. */
	warnings: z.optional(z.array(z.string())),
});
export type SavedCredential = z.infer<typeof savedCredential>;

export const storedCredential = z.looseObject({
	projectId: id('prj'),
	authType: open(authTypes),
	headerName: nullableString,
	maskedCredential: nullableString,
	updatedAt: z.nullable(timestamp),
});
export type StoredCredential = z.infer<typeof storedCredential>;

export const autoAuthMethods = ['password', 'refresh_token', 'aws_cognito_refresh'] as const;
export type AutoAuthMethod = (typeof autoAuthMethods)[number];
export const autoAuthInjects = ['bearer', 'header', 'cookie'] as const;
export type AutoAuthInject = (typeof autoAuthInjects)[number];

const setting = z.string().check(z.minLength(1), z.maxLength(8192));

/**
 * Body of `PUT /projects/{projectId}/auto-auth`. Which fields are required depends on the method and on what is stored;
 * the service decides. Absent secrets keep the stored ones.
 */
export const autoAuthInput = z.object({
	enabled: z.optional(z.boolean()),
	method: z.optional(z.enum(autoAuthMethods)),
	inject: z.optional(z.enum(autoAuthInjects)),
	injectKey: z.optional(headerToken),
	/** The word in front of the token (RFC 9110 auth-scheme), default `Bearer` for `bearer` and none for `header`. */
	injectScheme: z.optional(headerToken),
	loginUrl: z.optional(httpUrl),
	loginMethod: z.optional(z.enum(['POST', 'PUT'])),
	loginContentType: z.optional(z.enum(['application/json', 'application/x-www-form-urlencoded'])),
	loginBodyTemplate: z.optional(setting),
	username: z.optional(setting),
	password: z.optional(setting),
	tokenPath: z.optional(setting),
	tokenEndpoint: z.optional(httpUrl),
	clientId: z.optional(setting),
	clientSecret: z.optional(setting),
	refreshToken: z.optional(setting),
	scope: z.optional(setting),
	region: z.optional(z.string().check(z.regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'region'))),
});
export type AutoAuthInput = z.infer<typeof autoAuthInput>;

export const savedAutoAuth = z.looseObject({
	projectId: id('prj'),
	enabled: z.boolean(),
	method: z.nullable(open(autoAuthMethods)),
	inject: z.nullable(open(autoAuthInjects)),
	lastRefreshError: z.optional(nullableString),
	health: open(authHealths),
});
export type SavedAutoAuth = z.infer<typeof savedAutoAuth>;

export const autoAuthHealth = z.looseObject({
	state: open(authHealths),
	verifiedAt: z.nullable(timestamp),
	lastRefreshAt: z.nullable(timestamp),
	lastRefreshError: nullableString,
	tokenExpiresAt: z.nullable(timestamp),
	/** `aws_cognito_refresh` only: 30 days after the refresh token was saved, warning from 7 days before. */
	refreshTokenWarning: z.nullable(z.looseObject({level: open(['expiring', 'expired']), expiresAt: timestamp})),
});
export type AutoAuthHealth = z.infer<typeof autoAuthHealth>;

export const autoAuth = z.looseObject({
	projectId: id('prj'),
	enabled: z.boolean(),
	method: z.nullable(open(autoAuthMethods)),
	inject: z.nullable(open(autoAuthInjects)),
	injectKey: nullableString,
	injectScheme: z.optional(nullableString),
	loginUrl: nullableString,
	loginMethod: nullableString,
	loginContentType: nullableString,
	loginBodyTemplate: nullableString,
	username: nullableString,
	tokenPath: nullableString,
	tokenEndpoint: nullableString,
	clientId: nullableString,
	scope: nullableString,
	region: nullableString,
	hasPassword: z.boolean(),
	hasClientSecret: z.boolean(),
	hasRefreshToken: z.boolean(),
	health: autoAuthHealth,
	updatedAt: z.nullable(timestamp),
});
export type AutoAuth = z.infer<typeof autoAuth>;

export const deletedAutoAuth = z.looseObject({projectId: id('prj'), deletedAt: timestamp});

/** One login that stores nothing. */
export const testLogin = z.looseObject({
	ok: z.boolean(),
	outcome: open(['token_acquired', 'rejected', 'no_token_at_path', 'unreachable']),
	status: z.nullable(z.number()),
	/** Masked: first 6 and last 4 characters. */
	tokenPreview: nullableString,
	expiresAt: z.nullable(timestamp),
	durationMs: count,
	reason: nullableString,
});
export type TestLogin = z.infer<typeof testLogin>;

const extraHeader = z.object({name: headerToken, value: z.string().check(z.maxLength(8192))});
const setFields = {
	mode: z.enum(credentialModes),
	authType: z.optional(z.enum(authTypes)),
	credential: z.optional(secret),
	headerName: z.optional(headerToken),
	extraHeaders: z.optional(z.array(extraHeader).check(z.maxLength(20))),
	families: z.optional(z.array(family)),
	endpointIds: z.optional(z.array(id('ep'))),
};
const setName = z.string().check(z.trim(), z.minLength(1), z.maxLength(80));
export const credentialSetInput = z.object({name: setName, ...setFields});
export type CredentialSetInput = z.infer<typeof credentialSetInput>;
export const credentialSetPatch = z.object({
	...setFields,
	name: z.optional(setName),
	mode: z.optional(setFields.mode),
	credential: z.optional(z.nullable(secret)),
	extraHeaders: z.optional(z.nullable(z.array(extraHeader).check(z.maxLength(20)))),
});
export type CredentialSetPatch = z.infer<typeof credentialSetPatch>;

export const credentialSet = z.looseObject({
	setId: id('crd'),
	name: z.string(),
	mode: open(credentialModes),
	authType: z.nullable(open(authTypes)),
	headerName: nullableString,
	maskedCredential: nullableString,
	extraHeaders: z.array(z.looseObject({name: z.string(), maskedValue: z.string()})),
	families: z.array(z.string()),
	endpointIds: z.array(id('ep')),
	endpointCount: count,
	createdAt: timestamp,
	updatedAt: timestamp,
});
export type CredentialSet = z.infer<typeof credentialSet>;
export const deletedCredentialSet = z.looseObject({setId: id('crd'), deletedAt: timestamp});

export const effectiveAuth = z.looseObject({
	mode: open(credentialModes),
	authType: z.nullable(open(authTypes)),
	setId: z.nullable(id('crd')),
	maskedCredential: nullableString,
	extraHeaderNames: z.array(z.string()),
	inherited: open(['endpoint', 'family', 'project']),
});
export type EffectiveAuth = z.infer<typeof effectiveAuth>;

export const authenticationView = z.looseObject({
	projectId: id('prj'),
	default: effectiveAuth,
	autoAuth: autoAuthHealth,
	families: z.array(
		z.looseObject({
			family: z.string(),
			auth: effectiveAuth,
			endpointCount: count,
			endpoints: z.array(
				z.looseObject({endpointId: id('ep'), method: z.string(), path: z.string(), auth: effectiveAuth}),
			),
		}),
	),
});
export type AuthenticationView = z.infer<typeof authenticationView>;
