import type {BatchId, ProjectId} from '../../contract/ids.ts';
import type {AuthRules, InjectedAuth} from '../runners/runner.ts';
import type {LoginCall} from '../store/batches/batch-logins.ts';
import type {ClaimedRun} from '../store/runs/claim-runs.ts';

/** What a test gets to authenticate with, and what must never be stored of it. */
export type RunCredentials = {
	auth: InjectedAuth;
	secrets: string[];
	/** Calls that get other credentials; null or absent: none. */
	rules?: AuthRules | null;
	/** Variables of the environment that the run uses; absent: none. */
	environment?: Record<string, string>;
	/** Names of those of them that are secret; absent: none. */
	secretNames?: string[];
	/** Whom the environment signs in as; absent or null: nobody. */
	account?: {username: string; password: string} | null;
	/** What the server of a website is given when it asks by HTTP Basic; null or absent: nothing. */
	httpAccount?: {username: string; password: string} | null;
};

export type LoginResult = {
	/** Null: no token. */
	credentials: RunCredentials | null;
	/** Epoch milliseconds; null when nobody knows. */
	expiresAt: number | null;
	/** Why there is no token, naming the status of the login's answer. */
	error: string | null;
	calls: LoginCall[];
};

/** Where the engine gets credentials for tests. Knows how to open stored secrets; the engine does not. */
export interface RunAuth {
	/** With the token of the batch, or else with the static credential of the run's project. */
	credentialsOf(run: ClaimedRun, token: RunCredentials | null): RunCredentials;
	/** Logs in with the stored configuration of a project, in the environment of the batch. Rejects where the store fails. */
	logIn(projectId: ProjectId, batchId: BatchId, signal: AbortSignal): Promise<LoginResult>;
}

/** Tests without credentials. */
export const noAuth: RunAuth = {
	credentialsOf: () => ({
		auth: {type: 'public', credential: '', headers: {}, extraHeaders: {}},
		secrets: [],
	}),
	logIn: async () => ({credentials: null, expiresAt: null, error: 'no login is configured', calls: []}),
};
