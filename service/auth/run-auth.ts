import type {LoginCall} from '../store/batch-logins.ts';
import type {ClaimedRun} from '../store/claim-runs.ts';
import type {ProjectLogins} from './project-logins.ts';
import type {SecretBox} from './secret-box.ts';
import {staticCredentials} from './static-credential.ts';
import type {LoginAttempt} from './target/log-in.ts';

/** What the engine asks for credentials. */
export const createRunAuth = (secretBox: SecretBox, logins: ProjectLogins) => ({
	staticCredentials: (run: ClaimedRun) => staticCredentials(secretBox, run.project_id, run.credential),
	async logIn(projectId: string, signal: AbortSignal) {
		const {attempts, ...result} = await logins.logIn(projectId, signal);
		return {...result, calls: attempts.map(callOf)};
	},
});

const callOf = ({call, status, reason}: LoginAttempt): LoginCall => ({
	method: call.method,
	url: call.url,
	status,
	latency_ms: call.latencyMs,
	started_at: call.startedAt,
	error: status === null ? reason : null,
});
