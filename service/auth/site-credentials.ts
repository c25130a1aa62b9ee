import type {Database} from '../store/database.ts';
import {listEnvironments} from '../store/projects/environments.ts';
import {openAccount} from './environment-secrets.ts';
import type {SecretBox} from './secret-box.ts';

/** Who signs in to the site of a project, and what must not stand in what is read there: those of its default environment. */
export const createSiteCredentials =
	(database: Database, box: SecretBox, secretsOf: (projectId: string) => Promise<string[]>) =>
	async (projectId: string): Promise<{account: {username: string; password: string} | null; secrets: string[]}> => {
		const [environment] = await listEnvironments(database, projectId);
		const account = environment ? openAccount(box, environment) : null;
		return {account, secrets: await secretsOf(projectId)};
	};
