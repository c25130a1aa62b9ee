import * as z from 'zod/mini';
import {me} from '../account.ts';
import {agentTargets, skillNames} from '../agent-skill.ts';
import {document} from '../document.ts';
import {count, id} from '../fields.ts';

/** What commands write about this machine, its folder and its key. */

/** What happened to the skills of one coding agent; the worst of its files. */
export const agentSetup = z.strictObject({
	target: z.enum(agentTargets),
	action: z.enum(['installed', 'updated', 'skipped', 'blocked', 'dry-run']),
	skills: z.array(z.enum(skillNames)),
});
export type AgentSetup = z.infer<typeof agentSetup>;

const setupFields = {
	profile: z.string(),
	apiUrl: z.string(),
	env: z.string(),
	/** Absent where the account has none. */
	email: z.optional(z.string()),
	scopes: z.array(z.string()),
	/** The first of `agents`. */
	agent: z.nullable(agentSetup),
	agents: z.array(agentSetup),
	/** Absolute paths of files and directories that were written; a directory ends with a separator. */
	written: z.array(z.string()),
	status: z.literal('initialized'),
};
/** Result of `svc setup`. */
export const setUp = z.strictObject(setupFields);
/** Result of `svc init`. */
export const setupSummary = z.strictObject({
	...setupFields,
	/** The project of this folder; absent where none was named and there is not just one. */
	project: z.optional(z.strictObject({id: id('prj'), name: z.string()})),
});
export type SetupSummary = z.infer<typeof setupSummary>;

export const doctorReport = z.strictObject({
	checks: z.array(z.strictObject({name: z.string(), status: z.enum(['ok', 'warn', 'fail']), detail: z.string()})),
	failures: count,
	warnings: count,
});
export type DoctorReport = z.infer<typeof doctorReport>;

export const identity = z.looseObject({...me.shape, profile: z.string(), endpoint: z.string()});

export const removedCredentials = z.strictObject({
	profile: z.string(),
	status: z.enum(['logged_out', 'no_credentials']),
});

/** `canTrigger`: runs that the credits cover, by type of project; absent where runs cost nothing. */
export const usage = z.looseObject({
	...me.shape,
	canTrigger: z.optional(z.strictObject({frontend: count, backend: count})),
});

/** What the dashboard would be opened with; the dashboard itself has no JSON. */
export const dashboardSettings = z.strictObject({
	screen: z.nullable(z.string()),
	id: z.nullable(z.string()),
	projectId: z.nullable(id('prj')),
	theme: z.enum(['ansi', 'dark', 'light', 'none']),
	mouse: z.boolean(),
	ascii: z.boolean(),
	accessible: z.boolean(),
});

/** What a project masks: the usual names without those it took away, and those it added. */
export const maskedFields = z.strictObject({
	projectId: id('prj'),
	/** Usual names, by word: `password` is also `new_password` and `userPassword`. */
	usual: z.array(z.string()),
	add: z.array(z.string()),
	remove: z.array(z.string()),
});
export type MaskedFields = z.infer<typeof maskedFields>;

/** What reading the endpoints of a project right after an upload came to. */
export const documentReading = z.strictObject({
	/** Null: the service began none. */
	discoveryId: z.nullable(id('dsc')),
	/** Of the discovery; `failed` also when none could begin. */
	status: z.string(),
	/** Endpoints of the project now, and how many of them create what a DELETE removes. */
	endpoints: count,
	pairs: count,
	changes: z.strictObject({added: count, changed: count, removed: count}),
	warnings: z.array(z.string()),
	/** Why nothing was read; the document is stored all the same. */
	error: z.nullable(z.string()),
	hint: z.nullable(z.string()),
});
export type DocumentReading = z.infer<typeof documentReading>;

/** A document that was uploaded, with what was read from it. */
export const readDocument = z.looseObject({...document.shape, reading: documentReading});
export type ReadDocument = z.infer<typeof document> & {reading?: DocumentReading};

export const writtenWorkflow = z.strictObject({
	path: z.string(),
	action: z.enum(['written', 'updated', 'skipped', 'dry-run']),
	/** The key was stored as secret of the repository (`--set-secret`). */
	secretSet: z.boolean(),
	/** Folder and number of the files that hold the tests, with `--embedded`. */
	tests: z.optional(z.string()),
	testFiles: z.optional(count),
});
export type WrittenWorkflow = z.infer<typeof writtenWorkflow>;
