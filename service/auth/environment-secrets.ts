import type {AddressAccount} from '../../contract/address.ts';
import type {EnvironmentId, ProjectId} from '../../contract/ids.ts';
import type {Database} from '../store/database.ts';
import type {EnvironmentTable} from '../store/projects/project-tables.ts';
import {listEnvironments} from '../store/projects/environments.ts';
import type {SecretBox} from './secret-box.ts';
import {openLogin} from './sealed-login.ts';

type Variables = Record<string, string>;

const contextOf = (environmentId: EnvironmentId) => `environment:${environmentId}:variables`;

/** Null for none. */
export const sealVariables = (box: SecretBox, environmentId: EnvironmentId, variables: Variables): string | null =>
	Object.keys(variables).length === 0 ? null : box.seal(JSON.stringify(variables), contextOf(environmentId));

/** The stored variables; none when their key is lost (they must then be given again). */
export function openVariables(box: SecretBox, {id, variables}: Pick<EnvironmentTable, 'id' | 'variables'>): Variables {
	if (variables === null) return {};
	try {
		return JSON.parse(box.open(variables, contextOf(id))) as Variables;
	} catch {
		return {};
	}
}

/** The account of an environment, complete or null: with one half of it nobody can log in. */
export function openAccount(
	box: SecretBox,
	{project_id, login, auth_mode}: Pick<EnvironmentTable, 'project_id' | 'login' | 'auth_mode'>,
): {username: string; password: string} | null {
	if (auth_mode !== 'account') return null;
	const {username, password} = openLogin(box, project_id, login);
	return username && password ? {username, password} : null;
}

/** What the server of the site of an environment is given when it asks before it shows a page; null: nothing. */
export const openHttpAccount = (
	box: SecretBox,
	{project_id, login}: Pick<EnvironmentTable, 'project_id' | 'login'>,
): AddressAccount | null => openLogin(box, project_id, login).http ?? null;

/** Who signs in to the site of a project, and what must not stand in what is read there: those of its default environment. */
export const createSiteCredentials =
	(database: Database, box: SecretBox, secretsOf: (projectId: ProjectId) => Promise<string[]>) =>
	async (
		projectId: ProjectId,
	): Promise<{account: AddressAccount | null; httpAccount: AddressAccount | null; secrets: string[]}> => {
		const [environment] = await listEnvironments(database, projectId);
		const account = environment ? openAccount(box, environment) : null;
		const httpAccount = environment ? openHttpAccount(box, environment) : null;
		return {account, httpAccount, secrets: await secretsOf(projectId)};
	};
