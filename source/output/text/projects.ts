import type {MaskedFields} from '../../../contract/documents/setup.ts';
import type {Page} from '../../../contract/fields.ts';
import {
	defaultBrowser,
	type DeletedProject,
	type Project,
	type ProjectAuth,
	type ProjectBrowser,
	type UpdatedProject,
} from '../../../contract/project.ts';
import {labelBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {type Column, type TableShape, pageText} from '../table.ts';

const columns: Column<Project>[] = [
	{key: 'id', head: 'ID', cell: project => project.id},
	{key: 'name', head: 'NAME', cell: project => project.name},
	{key: 'type', head: 'TYPE', cell: project => project.type},
	{key: 'from', head: 'FROM', cell: project => project.createdFrom},
	{key: 'created', head: 'CREATED', cell: project => project.createdAt},
	{key: 'url', head: 'URL', cell: project => project.targetUrl, extra: true},
	{key: 'updated', head: 'UPDATED', cell: project => project.updatedAt, extra: true},
	{key: 'env', head: 'ENV', cell: project => project.defaultEnvironment, extra: true},
];

export const projects = (page: Page<Project>, look: Look, shape: TableShape): string =>
	pageText(page, {columns, things: 'projects', shape, look});

export const project = (project: Project): string =>
	labelBlock([
		['id', project.id],
		['name', project.name],
		['description', project.description],
		['instruction', project.instruction],
		['type', project.type],
		['createdFrom', project.createdFrom],
		['createdAt', project.createdAt],
		['updatedAt', project.updatedAt],
		['targetUrl', project.targetUrl],
		['auth', authText(project.auth)],
		['autoAuth', project.auth?.autoAuth ? autoAuthText(project.auth.autoAuth) : null],
		['browser', project.browser ? browserText(project.browser) : null],
	]);

/** `API key in X-Shop-Key sk-liv…cret, and 2 for single endpoints`; null: the line of the login says all there is. */
function authText(auth: ProjectAuth | null | undefined): string | null {
	if (!auth) return null;
	const {authType, headerName, maskedCredential, credentialSets: sets, autoAuth} = auth;
	if (maskedCredential === null && sets === 0 && autoAuth?.enabled) return null;
	const own =
		maskedCredential === null ? 'none' : `${authType}${headerName ? ` in ${headerName}` : ''} ${maskedCredential}`;
	return sets === 0 ? own : `${own}, and ${sets} for single families or endpoints`;
}

const autoAuthText = (login: NonNullable<ProjectAuth['autoAuth']>): string =>
	`${login.method} as ${login.inject}, ${login.enabled ? login.health : 'off'}` +
	(login.lastRefreshError ? `: ${login.lastRefreshError}` : '');

/** Only what is not usual. */
function browserText({consent, pictures, stayOnOrigin, loginOrigins}: ProjectBrowser): string | null {
	const parts = [
		consent === defaultBrowser.consent ? null : `consent ${consent}`,
		pictures === defaultBrowser.pictures ? null : `pictures ${pictures}`,
		stayOnOrigin ? 'stays on its origin' : null,
		loginOrigins.length > 0 ? `password also for ${loginOrigins.join(', ')}` : null,
	];
	return parts.filter(Boolean).join(', ') || null;
}

export const updatedProject = ({id, updatedFields, updatedAt}: UpdatedProject): string =>
	labelBlock([
		['id', id],
		['updatedFields', updatedFields],
		['updatedAt', updatedAt],
	]);

export const deletedProject = ({projectId, deletedAt}: DeletedProject): string =>
	labelBlock([
		['projectId', projectId],
		['deletedAt', deletedAt],
	]);

/** Names of fields whose values are masked. */
export const maskedFields = ({projectId, usual, add, remove}: MaskedFields): string =>
	labelBlock([
		['projectId', projectId],
		['masked', [...usual, ...add]],
		['added', add],
		['notMasked', remove],
	]);
