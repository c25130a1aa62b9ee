import * as z from 'zod/mini';
import {authHealths, authTypes, createdFroms, open, runStatuses, testTypes} from './enums.ts';
import {count, httpUrl, id, integer, notEmpty, text, timestamp} from './fields.ts';

export const consentAnswers = ['reject', 'accept', 'leave'] as const;
export const pictureChoices = ['all', 'failed', 'off'] as const;

/** How the browser treats the site of a frontend project. */
export const projectBrowser = z.looseObject({
	/** What becomes of a consent banner that covers an element: `leave` lets it stand. */
	consent: open(consentAnswers),
	/** Of which steps a picture is kept. */
	pictures: open(pictureChoices),
	/** A page of another origin ends the step. */
	stayOnOrigin: z.boolean(),
	/** Origins besides the project's own whose pages may be given its secrets. */
	loginOrigins: z.array(z.string()),
});
export type ProjectBrowser = z.infer<typeof projectBrowser>;

/** Of a project that names nothing else. */
export const defaultBrowser = {
	consent: 'reject',
	pictures: 'all',
	stayOnOrigin: false,
	loginOrigins: [],
} as const satisfies ProjectBrowser;

/** What backend runs of a project send with their calls; secrets only masked. */
export const projectAuth = z.looseObject({
	authType: open(authTypes),
	/** Of an API key. */
	headerName: z.optional(z.nullable(z.string())),
	/** First 6 and last 4 characters; null: none is set. */
	maskedCredential: z.nullable(z.string()),
	/** The login that fetches tokens; null: none is set. */
	autoAuth: z.nullable(
		z.looseObject({
			enabled: z.boolean(),
			method: z.string(),
			inject: z.string(),
			health: open(authHealths),
			/** Why it is off, or does not work; null: the last login worked. */
			lastRefreshError: z.optional(z.nullable(z.string())),
		}),
	),
	/** Credentials of single families and endpoints. */
	credentialSets: count,
});
export type ProjectAuth = z.infer<typeof projectAuth>;

export const project = z.looseObject({
	id: id('prj'),
	/** Equals `id`. */
	projectId: id('prj'),
	name: z.string(),
	type: open(testTypes),
	createdFrom: open(createdFroms),
	createdAt: timestamp,
	updatedAt: timestamp,
	/** URL of the default environment. */
	targetUrl: z.optional(z.nullable(z.string())),
	/** What it is about, in words of its owner. */
	description: z.optional(z.nullable(z.string())),
	instruction: z.optional(z.nullable(z.string())),
	hasLogin: z.optional(z.boolean()),
	testIdAttributes: z.optional(z.nullable(z.array(z.string()))),
	captureMaxAgeHours: z.optional(z.nullable(integer)),
	/** Tests of it that execute at once at most, over all batches and workers; null: as many as there are slots. */
	maxParallel: z.optional(z.nullable(integer)),
	/** Of a backend project, where one project is asked for. */
	auth: z.optional(z.nullable(projectAuth)),
	/** Of a frontend project. */
	browser: z.optional(z.nullable(projectBrowser)),
	defaultEnvironment: z.optional(z.string()),
	environmentCount: z.optional(count),
	lastBatchId: z.optional(z.nullable(id('bat'))),
	/** Status of that batch. Absent on services that do not say. */
	lastStatus: z.optional(z.nullable(open(runStatuses))),
	/** Repairs of its plans that wait for a person. */
	openHeals: z.optional(count),
	dashboardUrl: z.optional(z.nullable(z.string())),
	/** Of a project that was just created: what became of parts of the request. */
	warnings: z.optional(z.array(z.string())),
});
export type Project = z.infer<typeof project>;

const secretText = z.string().check(z.maxLength(1024));
const description = z.string().check(z.maxLength(4000));
const instruction = z.string().check(z.maxLength(4000));
const testIdAttributes = z
	.array(z.string().check(z.regex(/^[A-Za-z_][\w.:-]*$/, 'attribute_name')))
	.check(z.maxLength(10));

const maxParallel = integer.check(z.gte(1), z.lte(1000));

/** `https://sso.example:8443`: scheme, host and port alone. */
const origin = httpUrl.check(
	z.refine(url => URL.canParse(url) && new URL(url).origin === url.replace(/\/$/, ''), {
		message: 'must be scheme, host and port alone, such as https://sso.example.com',
	}),
);

/** What of it a request names; the rest stays as it is. */
const browserInput = notEmpty(
	z.object({
		consent: z.optional(z.enum(consentAnswers)),
		pictures: z.optional(z.enum(pictureChoices)),
		stayOnOrigin: z.optional(z.boolean()),
		loginOrigins: z.optional(z.array(origin).check(z.maxLength(10))),
	}),
);
export type BrowserInput = z.infer<typeof browserInput>;

/** Body of `POST /projects`. `targetUrl` is required for frontend projects (checked with the target rule). */
export const projectInput = z.object({
	type: z.enum(testTypes),
	name: text(200),
	targetUrl: z.optional(httpUrl),
	username: z.optional(secretText),
	password: z.optional(secretText),
	description: z.optional(description),
	instruction: z.optional(instruction),
	testIdAttributes: z.optional(testIdAttributes),
	maxParallel: z.optional(maxParallel),
	/** Frontend only. */
	browser: z.optional(browserInput),
});
export type ProjectInput = z.infer<typeof projectInput>;

/** Body of `PATCH /projects/{projectId}`: a non-empty subset; null clears only `captureMaxAgeHours` and `maxParallel`. */
export const projectPatch = notEmpty(
	z.object({
		name: z.optional(text(200)),
		targetUrl: z.optional(httpUrl),
		username: z.optional(secretText),
		password: z.optional(secretText),
		description: z.optional(z.nullable(description)),
		instruction: z.optional(instruction),
		testIdAttributes: z.optional(testIdAttributes),
		captureMaxAgeHours: z.optional(z.nullable(integer.check(z.gte(1)))),
		maxParallel: z.optional(z.nullable(maxParallel)),
		/** Frontend only: what is named changes. */
		browser: z.optional(browserInput),
	}),
);
export type ProjectPatch = z.infer<typeof projectPatch>;

export const updatedProject = z.looseObject({
	id: id('prj'),
	projectId: id('prj'),
	updatedFields: z.array(z.string()),
	updatedAt: timestamp,
	/** What became of parts of the request. */
	warnings: z.optional(z.array(z.string())),
});
export type UpdatedProject = z.infer<typeof updatedProject>;

export const deletedProject = z.looseObject({projectId: id('prj'), deletedAt: timestamp});
export type DeletedProject = z.infer<typeof deletedProject>;
