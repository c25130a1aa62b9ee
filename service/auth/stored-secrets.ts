import type {ProjectId} from '../../contract/ids.ts';
import type {IsSecretName} from '../domain/secret-names.ts';
import type {Database} from '../store/database.ts';
import {openCredential, secretsIn} from './static-credential.ts';
import {openExtraHeaders} from './credential-set.ts';
import {openLoginSecrets} from './login-config.ts';
import {openVariables} from './environment-secrets.ts';
import type {SecretBox} from './secret-box.ts';
import {openLogin, passwordsOf} from './sealed-login.ts';

/**
 * Every secret that somebody has stored for a project, opened: credentials and extra headers of its sets, what its login
 * needs, passwords and secret variables of its environments: what must not stand in a text that is made for it. What
 * cannot be opened is left out.
 */
export async function storedSecrets(
	database: Database,
	box: SecretBox,
	projectId: ProjectId,
	isSecret: IsSecretName,
): Promise<string[]> {
	const [credentials, sets, logins, environments] = [
		await database.selectFrom('credentials').select('credential').where('project_id', '=', projectId).execute(),
		await database
			.selectFrom('credential_sets')
			.select(['credential', 'extra_headers'])
			.where('project_id', '=', projectId)
			.execute(),
		await database.selectFrom('auto_auth').select('secrets').where('project_id', '=', projectId).execute(),
		await database
			.selectFrom('environments')
			.select(['id', 'login', 'variables'])
			.where('project_id', '=', projectId)
			.execute(),
	];
	const secrets = [
		...credentials.flatMap(row => secretsIn(openCredential(box, projectId, row.credential) ?? '')),
		...sets.flatMap(row => [
			...secretsIn(openCredential(box, projectId, row.credential) ?? ''),
			...openExtraHeaders(box, projectId, row.extra_headers).map(({value}) => value),
		]),
		...logins.flatMap(row => Object.values(openLoginSecrets(box, projectId, row.secrets) ?? {})),
		...environments.flatMap(row => [
			...passwordsOf(openLogin(box, projectId, row.login)),
			...Object.entries(openVariables(box, row)).flatMap(([name, value]) => (isSecret(name) ? [value] : [])),
		]),
	];
	return [...new Set(secrets.filter((secret): secret is string => typeof secret === 'string' && secret !== ''))];
}
