import type {CredentialSet, CredentialSetPatch} from '../../../contract/authentication.ts';
import type {AccountId, ProjectId} from '../../../contract/ids.ts';
import {
	createCredentialSet,
	deleteCredentialSet,
	getAuthentication,
	listCredentialSets,
	patchCredentialSet,
} from '../../../contract/routes/credential-sets.ts';
import type {Caller} from '../../auth/api-keys.ts';
import {authenticationView} from '../../auth/authentication-view.ts';
import {autoAuthHealthOf, noHealth} from '../../auth/auto-auth-health.ts';
import {
	assign,
	assignmentsOf,
	type ExtraHeader,
	openExtraHeaders,
	openSet,
	sealExtraHeaders,
} from '../../auth/credential-set.ts';
import {maskSecret} from '../../auth/secret-box.ts';
import {defaultHeaderName, maskedCredential, sealCredential} from '../../auth/static-credential.ts';
import {featureGated, featuresOf} from '../../domain/plan-features.ts';
import {invalid, notFound, ServiceError} from '../../domain/service-error.ts';
import {findAutoAuth} from '../../store/projects/auto-auth.ts';
import * as store from '../../store/projects/credentials.ts';
import {type EndpointName, listEndpointNames} from '../../store/documents/endpoint-names.ts';
import type {CredentialSetTable, ProjectTable} from '../../store/projects/project-tables.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {timestamp} from '../../domain/timestamp.ts';
import type {Database} from '../../store/database.ts';
import {requireProject} from '../../store/projects/projects.ts';

export function credentialSetRoutes(on: On, {database, secretBox, newId, now}: Services): void {
	on(getAuthentication, async ({caller, params}) => {
		const {id: projectId} = await requireBackendProject(database, caller.accountId, params.projectId);
		const credential = await store.findCredential(database, projectId);
		const autoAuth = await findAutoAuth(database, projectId);
		const isInPlan = featuresOf(caller.account.plan).autoAuth;
		return authenticationView({
			projectId,
			credential: credential && {
				auth_type: credential.auth_type,
				masked: maskedCredential(secretBox, projectId, credential.credential),
			},
			autoAuth,
			health: autoAuth ? autoAuthHealthOf(secretBox, autoAuth, isInPlan, now()) : noHealth,
			sets: (await store.listCredentialSets(database, projectId)).map(row => openSet(secretBox, row)),
			endpoints: await listEndpointNames(database, projectId),
		});
	});

	on(listCredentialSets, async ({caller, params}) => {
		const {id: projectId} = await requireBackendProject(database, caller.accountId, params.projectId);
		const endpoints = await listEndpointNames(database, projectId);
		const rows = await store.listCredentialSets(database, projectId);
		return {items: rows.map(row => answer(row, endpoints)), nextToken: null};
	});

	on(createCredentialSet, async ({caller, params, body}) => {
		const {id: projectId} = await requireBackendProject(database, caller.accountId, params.projectId);
		const endpoints = await listEndpointNames(database, projectId);
		const {families = [], endpointIds = [], extraHeaders = []} = body;
		requirePlan(caller, body.mode);
		requireEndpoints(endpoints, endpointIds);
		requireExtraHeaders(extraHeaders);
		const parts = credentialParts(body, {auth_type: null, header_name: null, credential: null}, projectId);
		if (body.mode === 'static' && parts.credential === null && extraHeaders.length === 0) throw required('credential');
		const at = now();
		const row: CredentialSetTable = {
			id: newId('crd'),
			project_id: projectId,
			name: body.name,
			mode: body.mode,
			...parts,
			extra_headers: sealExtraHeaders(secretBox, projectId, extraHeaders),
			families: assign(families, {}, at),
			endpoint_ids: assign(endpointIds, {}, at),
			created_at: at,
			updated_at: at,
		};
		const stored = await store.insertCredentialSet(database, row);
		if (stored === 'name_taken') throw nameTaken(body.name);
		if (stored === 'too_many') throw tooManySets();
		return answer(row, endpoints);
	});

	on(patchCredentialSet, async ({caller, params, body}) => {
		const {projectId, setId} = params;
		await requireBackendProject(database, caller.accountId, projectId);
		const row = await store.findCredentialSet(database, projectId, setId);
		if (!row) throw notFound('credential_set', setId);
		if (Object.values(body).every(value => value === undefined))
			throw invalid('body', 'empty', 'The request changes nothing.');
		const mode = body.mode ?? row.mode;
		if (body.mode !== undefined) requirePlan(caller, body.mode);
		const endpoints = await listEndpointNames(database, projectId);
		const families = assignmentsOf(row.families);
		const endpointIds = assignmentsOf(row.endpoint_ids);
		requireEndpoints(
			endpoints,
			(body.endpointIds ?? []).filter(id => endpointIds[id] === undefined),
		);
		if (body.extraHeaders) requireExtraHeaders(body.extraHeaders);
		const at = now();
		const changed: CredentialSetTable = {
			...row,
			name: body.name ?? row.name,
			mode,
			...credentialParts({...body, mode}, row, projectId),
			extra_headers:
				body.extraHeaders === undefined
					? row.extra_headers
					: sealExtraHeaders(secretBox, projectId, body.extraHeaders ?? []),
			families: body.families === undefined ? row.families : assign(body.families, families, at),
			endpoint_ids: body.endpointIds === undefined ? row.endpoint_ids : assign(body.endpointIds, endpointIds, at),
			updated_at: at,
		};
		if (mode === 'static' && changed.credential === null && changed.extra_headers === null)
			throw required('credential');
		const {id: _, project_id: __, created_at: ___, ...columns} = changed;
		if ((await store.updateCredentialSet(database, row, columns)) === 'name_taken') throw nameTaken(changed.name);
		return answer(changed, endpoints);
	});

	on(deleteCredentialSet, async ({caller, params}) => {
		const {projectId, setId} = params;
		await requireBackendProject(database, caller.accountId, projectId);
		if (!(await store.deleteCredentialSet(database, projectId, setId))) throw notFound('credential_set', setId);
		return {setId, deletedAt: timestamp(now())};
	});

	/** The columns of a credential after a change; throws VALIDATION_ERROR for parts that do not fit together. */
	function credentialParts(body: CredentialSetPatch, stored: CredentialParts, projectId: ProjectId): CredentialParts {
		if (body.mode !== 'static') {
			for (const field of ['authType', 'credential', 'headerName'] as const)
				if (body[field] !== undefined && body[field] !== null)
					throw invalid(field, 'not_allowed', `Field \`${field}\` is for the mode \`static\` only.`);
			return {auth_type: null, header_name: null, credential: null};
		}
		const isCleared = body.credential === null;
		const authType = body.authType ?? stored.auth_type ?? (body.credential ? 'Bearer token' : null);
		if (authType === 'public')
			throw invalid('authType', 'not_allowed', 'A set that sends no credential has the mode `none`.');
		if (body.headerName !== undefined && authType !== 'API key')
			throw invalid('headerName', 'not_allowed', 'Field `headerName` is for the type `API key` only.');
		requireHeaderText('credential', body.credential ?? '');
		const sealed = body.credential ? sealCredential(secretBox, projectId, body.credential) : stored.credential;
		return {
			auth_type: isCleared ? null : authType,
			header_name: authType === 'API key' ? (body.headerName ?? stored.header_name ?? defaultHeaderName) : null,
			credential: isCleared ? null : sealed,
		};
	}

	function answer(row: CredentialSetTable, endpoints: readonly EndpointName[]): CredentialSet {
		const families = assignmentsOf(row.families);
		const endpointIds = assignmentsOf(row.endpoint_ids);
		return {
			setId: row.id,
			name: row.name,
			mode: row.mode,
			authType: row.auth_type,
			headerName: row.header_name,
			maskedCredential: maskedCredential(secretBox, row.project_id, row.credential),
			extraHeaders: openExtraHeaders(secretBox, row.project_id, row.extra_headers).map(({name, value}) => ({
				name,
				maskedValue: maskSecret(value),
			})),
			families: Object.keys(families),
			endpointIds: Object.keys(endpointIds),
			endpointCount: endpoints.filter(({id, family}) => endpointIds[id] !== undefined || families[family] !== undefined)
				.length,
			createdAt: timestamp(row.created_at),
			updatedAt: timestamp(row.updated_at),
		};
	}
}

type CredentialParts = Pick<CredentialSetTable, 'auth_type' | 'header_name' | 'credential'>;

function requirePlan({account: {plan}}: Caller, mode: CredentialSetTable['mode']): void {
	if (mode === 'auto_auth' && !featuresOf(plan).autoAuth) throw featureGated('auto_auth', plan);
}

function requireEndpoints(endpoints: readonly EndpointName[], ids: readonly string[]): void {
	const unknown = ids.find(id => !endpoints.some(endpoint => endpoint.id === id));
	if (unknown !== undefined) throw notFound('endpoint', unknown);
}

function requireExtraHeaders(headers: readonly ExtraHeader[]): void {
	const names = new Set<string>();
	for (const {name, value} of headers) {
		requireHeaderText('extraHeaders', value);
		if (names.has(name.toLowerCase()))
			throw invalid('extraHeaders', 'duplicate', `Field \`extraHeaders\` names ${name} twice.`);
		names.add(name.toLowerCase());
	}
}

/** It goes into a header, where a line break would begin another one. */
export function requireHeaderText(field: string, text: string): void {
	if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(text))
		throw invalid(field, 'invalid', `Field \`${field}\` contains control characters.`);
}

export const tooManySets = () =>
	invalid('name', 'too_many', `A project holds at most ${store.maxCredentialSets} credential sets.`);

const required = (field: string) =>
	invalid(field, 'required', `Field \`${field}\` is required for the mode \`static\`, unless there are extra headers.`);

const nameTaken = (name: string) =>
	new ServiceError('CONFLICT', `Another credential set is called "${name}".`, {
		nextAction: 'Choose another name, or change that set.',
		details: {reason: 'name_taken', name},
	});

/** A backend project of the account. Throws NOT_FOUND, or VALIDATION_ERROR `backend_only` for a frontend project. */
export async function requireBackendProject(
	database: Database,
	accountId: AccountId,
	projectId: ProjectId,
): Promise<ProjectTable> {
	const project = await requireProject(database, accountId, projectId);
	if (project.type === 'frontend')
		throw invalid('projectId', 'backend_only', 'Authentication of the API under test is for backend projects only.');
	return project;
}
