import type {HttpMethod} from '../../contract/enums.ts';
import type {DocumentId, ProjectId} from '../../contract/ids.ts';

/** What a sentence of a requirements text demands; `words`: it names an endpoint but fits none of the others. */
const requirementFamilies = [
	'duplicate',
	'bounds',
	'required',
	'enum',
	'auth',
	'sorted',
	'latency',
	'deleted-gone',
	'header',
	'no-secret',
	'unique',
	'status',
	'words',
] as const;
export type RequirementFamily = (typeof requirementFamilies)[number];

/** One sentence of a requirements text that binds the API. */
export type Requirement = {
	documentId: DocumentId | null;
	documentName: string;
	/** Line at which it begins, from 1. */
	line: number;
	/** The sentence as it stands there, on one line. */
	text: string;
	family: RequirementFamily;
	/** The operation it speaks of; null: all of the API, or only `kind` and `field` are known. */
	endpoint: {method: HttpMethod; path: string} | null;
	/** Kind of record it speaks of, singular lower-case words; null when it names none. */
	kind: string | null;
	/** `create`, `read`, `list`, `update`, `delete`; null when it names none. */
	verb: string | null;
	field: string | null;
	/** Status it demands; null when it names none. */
	status: number | null;
	/** Further facts by family: `minimum`, `maximum`, `exclusiveMinimum`, `minLength`, `maxLength`, `values`, `by`, `descending`, `ms`, `header`, `role`, `action`. */
	facts: Record<string, unknown>;
};

/** The command that gives an endpoint the example of a body; `<…>` stands for what only a person knows. */
export const giveBody = (operation: {method: HttpMethod; path: string}): string =>
	`svc endpoint edit "${operation.method} ${operation.path}" --sample-body '<body>'`;

/** The command that gives one place of a request its value. */
export const giveValue = (operation: {method: HttpMethod; path: string}, place: string): string =>
	`svc endpoint cut "${operation.method} ${operation.path}" ${place} --value '<value>'`;

/** The command that gives a project a credential that may do more. */
export const giveCredential = (projectId: ProjectId): string =>
	`svc project credential ${projectId} --type <auth-type> --credential-file <credential-file>`;
