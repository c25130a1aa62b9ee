import type {CredentialInput} from '../../../contract/authentication.ts';
import {getCredential, putCredential} from '../../../contract/routes/authentication.ts';
import {assign} from '../../auth/credential-set.ts';
import {defaultHeaderName, maskedCredential, sealCredential, traitsOf} from '../../auth/static-credential.ts';
import {invalid, notFound} from '../../domain/service-error.ts';
import * as store from '../../store/projects/credentials.ts';
import {findEndpoint} from '../../store/documents/endpoints.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {requireHeaderText, tooManySets, requireBackendProject} from './credential-sets.ts';
import type {CredentialTraits} from '../../domain/credentials.ts';
import {nullableTimestamp, timestamp} from '../../domain/timestamp.ts';

const oddBasicToken =
	'This basic token is neither user:password nor its base64 form; it is sent as it is, and an API will answer 401 to it.';

/** What an API will refuse, told when it is stored. */
function warningsOf({isOddBasic, expiresAt}: CredentialTraits, now: number): {warnings?: string[]} {
	const warnings = [
		...(isOddBasic ? [oddBasicToken] : []),
		...(expiresAt !== null && expiresAt <= now
			? [`This token expired ${timestamp(expiresAt)}: an API will answer 401 to it.`]
			: []),
	];
	return warnings.length > 0 ? {warnings} : {};
}

export function credentialRoutes(on: On, {database, secretBox, newId, now}: Services): void {
	on(putCredential, async ({caller, params, body}) => {
		const {id: projectId} = await requireBackendProject(database, caller.accountId, params.projectId);
		requireCredential(body);
		const {authType, credential, family, endpointId} = body;
		if (endpointId !== undefined && !(await findEndpoint(database, projectId, endpointId)))
			throw notFound('endpoint', endpointId);
		const columns = {
			auth_type: authType,
			header_name: authType === 'API key' ? (body.headerName ?? defaultHeaderName) : null,
			credential: credential === undefined ? null : sealCredential(secretBox, projectId, credential),
			updated_at: now(),
		};
		const limit = family ?? endpointId;
		if (limit === undefined) await store.saveCredential(database, {project_id: projectId, ...columns});
		else {
			const stored = await store.saveCredentialSet(database, {
				id: newId('crd'),
				project_id: projectId,
				name: limit,
				mode: authType === 'public' ? 'none' : 'static',
				extra_headers: null,
				families: assign(family === undefined ? [] : [family], {}, columns.updated_at),
				endpoint_ids: assign(endpointId === undefined ? [] : [endpointId], {}, columns.updated_at),
				created_at: columns.updated_at,
				...columns,
			});
			if (stored === 'too_many') throw tooManySets();
		}
		return {
			projectId,
			authType,
			// Tests get their credential when they run: there is no source to rewrite.
			rewroteCount: 0,
			...(family === undefined ? {} : {family}),
			...(endpointId === undefined ? {} : {endpointId}),
			...warningsOf(traitsOf(authType, credential ?? ''), now()),
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
}

function requireCredential({authType, credential, headerName, family, endpointId}: CredentialInput): void {
	if (authType === 'public' && credential !== undefined)
		throw invalid('credential', 'not_allowed', 'An API of the type `public` takes no credential.');
	if (authType !== 'public' && credential === undefined)
		throw invalid('credential', 'required', `Field \`credential\` is required for the type \`${authType}\`.`);
	requireHeaderText('credential', credential ?? '');
	if (headerName !== undefined && authType !== 'API key')
		throw invalid('headerName', 'not_allowed', 'Field `headerName` is for the type `API key` only.');
	if (family !== undefined && endpointId !== undefined)
		throw invalid('endpointId', 'exclusive', 'Name `family` or `endpointId`, not both.');
}
