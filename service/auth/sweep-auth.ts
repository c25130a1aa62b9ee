import {findCredential} from '../store/credentials.ts';
import type {Database} from '../store/database.ts';
import type {SecretBox} from './secret-box.ts';
import {type RunCredentials, staticCredentials} from './static-credential.ts';

/** Headers of a request of the sweep, and texts in them that must not be stored. */
type SweepCredentials = {headers: Record<string, string>; secrets: string[]};

type Tokens = {
	tokenOf(batchId: string, projectId: string): RunCredentials | null;
	renew(batchId: string, projectId: string): Promise<RunCredentials | null>;
};

/** Credentials for the sweep of a batch: the token its tests share, else the static credential of the project. */
export const createSweepAuth = (database: Database, secretBox: SecretBox, tokens: Tokens) => ({
	async credentialsOf(batchId: string, projectId: string): Promise<SweepCredentials> {
		const token = tokens.tokenOf(batchId, projectId);
		return sweepCredentials(
			token ?? staticCredentials(secretBox, projectId, await findCredential(database, projectId)),
		);
	},
	/** A fresh token after a 401; null when the project of the batch does not log in. */
	async renew(batchId: string, projectId: string): Promise<SweepCredentials | null> {
		const login = await database
			.selectFrom('batch_logins')
			.select('state')
			.where('batch_id', '=', batchId)
			.where('project_id', '=', projectId)
			.executeTakeFirst();
		const token = login ? await tokens.renew(batchId, projectId) : null;
		return token && sweepCredentials(token);
	},
});

const sweepCredentials = ({auth, secrets}: RunCredentials): SweepCredentials => ({
	headers: {...auth.extraHeaders, ...auth.headers},
	secrets,
});
