import type {ProjectId} from '../../contract/ids.ts';
import type {ProjectAuth} from '../../contract/project.ts';
import {findAutoAuth} from '../store/projects/auto-auth.ts';
import {findCredential, listCredentialSets} from '../store/projects/credentials.ts';
import type {Database} from '../store/database.ts';
import {autoAuthHealthOf} from './auto-auth-health.ts';
import type {SecretBox} from './secret-box.ts';
import {maskedCredential} from './static-credential.ts';

/**
 * What the runs of a backend project send with their calls, secrets masked.
 * @param hasAutoAuth whether the plan of the account has automatic logins
 */
export async function projectAuth(
	{database, secretBox, now}: {database: Database; secretBox: SecretBox; now(): number},
	projectId: ProjectId,
	hasAutoAuth: boolean,
): Promise<ProjectAuth> {
	const [credential, login, sets] = await Promise.all([
		findCredential(database, projectId),
		findAutoAuth(database, projectId),
		listCredentialSets(database, projectId),
	]);
	return {
		authType: credential?.auth_type ?? 'public',
		headerName: credential?.header_name ?? null,
		maskedCredential: credential && maskedCredential(secretBox, projectId, credential.credential),
		autoAuth: login && {
			enabled: login.enabled === 1 && hasAutoAuth,
			method: login.method,
			inject: login.inject,
			health: autoAuthHealthOf(secretBox, login, hasAutoAuth, now()).state,
			lastRefreshError: login.last_refresh_error,
		},
		credentialSets: sets.length,
	};
}
