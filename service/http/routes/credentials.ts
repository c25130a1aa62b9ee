import type {CredentialInput, CredentialSet} from '../../../source/contract/authentication.ts';
import {getCredential, putCredential} from '../../../source/contract/routes/authentication.ts';
import {listCredentialSets} from '../../../source/contract/routes/credential-sets.ts';
import {defaultHeaderName, maskedCredential, sealCredential} from '../../auth/static-credential.ts';
import {invalid} from '../../domain/service-error.ts';
import * as store from '../../store/credentials.ts';
import type {CredentialSetTable} from '../../store/tables.ts';
import {requireBackendProject} from '../backend-project.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {nullableTimestamp, timestamp} from '../timestamp.ts';

export function credentialRoutes(on: On, {database, secretBox, newId, now}: Services): void {
	on(putCredential, async ({caller, params, body}) => {
		const {id: projectId} = await requireBackendProject(database, caller.accountId, params.projectId);
		requireCredential(body);
		const {authType, credential, family, endpointId} = body;
		const columns = {
			auth_type: authType,
			header_name: authType === 'API key' ? (body.headerName ?? defaultHeaderName) : null,
			credential: credential === undefined ? null : sealCredential(secretBox, projectId, credential),
			updated_at: now(),
		};
		const limit = family ?? endpointId;
		if (limit === undefined) await store.saveCredential(database, {project_id: projectId, ...columns});
		else
			await store.saveCredentialSet(database, {
				id: newId('crd'),
				project_id: projectId,
				name: limit,
				mode: authType === 'public' ? 'none' : 'static',
				extra_headers: null,
				families: JSON.stringify(family === undefined ? [] : [family]),
				endpoint_ids: JSON.stringify(endpointId === undefined ? [] : [endpointId]),
				created_at: columns.updated_at,
				...columns,
			});
		return {
			projectId,
			authType,
			// Tests get their credential when they run: there is no source to rewrite.
			rewroteCount: 0,
			...(family === undefined ? {} : {family}),
			...(endpointId === undefined ? {} : {endpointId}),
		};
	});

	on(getCredential, async ({caller, params}) => {
		const {id: projectId} = await requireBackendProject(database, caller.accountId, params.projectId);
		const row = await store.findCredential(database, projectId);
		return {
			projectId,
			authType: row?.auth_type ?? 'public',
			headerName: row?.header_name ?? null,
			maskedCredential: row === null ? null : maskedCredential(secretBox, projectId, row.credential),
			updatedAt: nullableTimestamp(row?.updated_at ?? null),
		};
	});

	on(listCredentialSets, async ({caller, params}) => {
		const {id: projectId} = await requireBackendProject(database, caller.accountId, params.projectId);
		const rows = await store.listCredentialSets(database, projectId);
		return {items: rows.map(setAnswer), nextToken: null};
	});

	function setAnswer(row: CredentialSetTable): CredentialSet {
		const endpointIds = JSON.parse(row.endpoint_ids) as string[];
		return {
			setId: row.id,
			name: row.name,
			mode: row.mode,
			authType: row.auth_type,
			headerName: row.header_name,
			maskedCredential: maskedCredential(secretBox, row.project_id, row.credential),
			extraHeaders: [],
			families: JSON.parse(row.families) as string[],
			endpointIds,
			endpointCount: endpointIds.length,
			createdAt: timestamp(row.created_at),
			updatedAt: timestamp(row.updated_at),
		};
	}
}

function requireCredential({authType, credential, headerName, family, endpointId}: CredentialInput): void {
	if (authType === 'public' && credential !== undefined)
		throw invalid('credential', 'not_allowed', 'An API of the type `public` takes no credential.');
	if (authType !== 'public' && credential === undefined)
		throw invalid('credential', 'required', `Field \`credential\` is required for the type \`${authType}\`.`);
	// It goes into a header, where a line break would begin another one.
	if (credential !== undefined && /[\u0000-\u0008\u000a-\u001f\u007f]/.test(credential))
		throw invalid('credential', 'invalid', 'Field `credential` contains control characters.');
	if (headerName !== undefined && authType !== 'API key')
		throw invalid('headerName', 'not_allowed', 'Field `headerName` is for the type `API key` only.');
	if (family !== undefined && endpointId !== undefined)
		throw invalid('endpointId', 'exclusive', 'Name `family` or `endpointId`, not both.');
}
