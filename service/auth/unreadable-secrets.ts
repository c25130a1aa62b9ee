import type {Database} from '../store/database.ts';
import {openVariables} from './environment-secrets.ts';
import {openLoginSecrets} from './login-config.ts';
import {noticingBox} from './noticing-box.ts';
import {openLogin} from './project-login.ts';
import type {SecretBox} from './secret-box.ts';
import {openCredential} from './static-credential.ts';

/** How many stored credentials, logins and sets of variables cannot be decrypted with the key of this service. */
export async function unreadableSecrets(database: Database, box: SecretBox): Promise<number> {
	const [credentials, logins, environments] = [
		await database.selectFrom('credentials').select(['project_id', 'credential']).execute(),
		await database.selectFrom('auto_auth').select(['project_id', 'secrets']).execute(),
		await database.selectFrom('environments').select(['id', 'project_id', 'login', 'variables']).execute(),
	];
	const attempts: Array<(box: SecretBox) => unknown> = [
		...credentials.map(row => (own: SecretBox) => openCredential(own, row.project_id, row.credential)),
		...logins.map(row => (own: SecretBox) => openLoginSecrets(own, row.project_id, row.secrets)),
		...environments.map(row => (own: SecretBox) => openLogin(own, row.project_id, row.login)),
		...environments.map(row => (own: SecretBox) => openVariables(own, row)),
	];
	return attempts.filter(attempt => {
		const own = noticingBox(box);
		attempt(own);
		return own.hasFailed();
	}).length;
}
