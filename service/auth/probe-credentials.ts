import type {AuthType} from '../../contract/enums.ts';
import type {ProjectId} from '../../contract/ids.ts';
import {findAutoAuth} from '../store/projects/auto-auth.ts';
import {findCredential} from '../store/projects/credentials.ts';
import type {Database} from '../store/database.ts';
import type {ProjectLogins} from './project-logins.ts';
import type {SecretBox} from './secret-box.ts';
import {headersOf, staticCredentials} from './static-credential.ts';

/** Headers that probes send, and why they cannot be had when they cannot. */
type ProbeCredentials = {headers: Record<string, string>; missing: string | null};

/** Credentials for the probes of a discovery: those of its request, else the login or the credential of the project. */
export function createProbeCredentials({
	database,
	secretBox,
	logins,
}: {
	database: Database;
	secretBox: SecretBox;
	logins: ProjectLogins;
}) {
	return async (
		projectId: ProjectId,
		given: {authType: AuthType; credential?: string | undefined} | null,
		signal: AbortSignal,
	): Promise<ProbeCredentials> => {
		if (given) return {headers: headersOf(given.authType, given.credential ?? '', null), missing: null};
		const login = await findAutoAuth(database, projectId);
		if (login?.enabled) {
			const {credentials, error} = await logins.logIn(projectId, signal);
			if (!credentials) return {headers: {}, missing: `the login of the project failed: ${error ?? 'no token'}`};
			return {headers: {...credentials.auth.extraHeaders, ...credentials.auth.headers}, missing: null};
		}
		const {auth} = staticCredentials(secretBox, projectId, await findCredential(database, projectId));
		return {headers: {...auth.extraHeaders, ...auth.headers}, missing: null};
	};
}
