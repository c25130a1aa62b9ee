import type {AuthRules} from '../runners/runner.ts';
import type {AuthFacts} from '../store/auth-facts.ts';
import type {LoginCall} from '../store/batch-logins.ts';
import type {ClaimedRun} from '../store/claim-runs.ts';
import {authRules} from './auth-rules.ts';
import {openSet} from './credential-set.ts';
import type {ProjectLogins} from './project-logins.ts';
import type {SecretBox} from './secret-box.ts';
import {type RunCredentials, staticCredentials} from './static-credential.ts';
import type {LoginAttempt} from './target/log-in.ts';

type Rules = {rules: AuthRules; secrets: string[]} | null;

/** What the engine asks for credentials. */
export function createRunAuth(secretBox: SecretBox, logins: ProjectLogins) {
	// Runs that were taken together share one object: their sets are decrypted once.
	const known = new WeakMap<AuthFacts, Rules>();
	const rulesOf = (facts: AuthFacts): Rules => {
		let rules = known.get(facts);
		if (rules === undefined) {
			rules = authRules(
				facts.sets.map(row => openSet(secretBox, row)),
				facts.endpoints,
			);
			known.set(facts, rules);
		}
		return rules;
	};
	return {
		credentialsOf(run: ClaimedRun, token: RunCredentials | null) {
			const base = token ?? staticCredentials(secretBox, run.project_id, run.credential);
			const rules = run.authFacts && rulesOf(run.authFacts);
			return rules ? {...base, secrets: [...base.secrets, ...rules.secrets], rules: rules.rules} : base;
		},
		async logIn(projectId: string, signal: AbortSignal) {
			const {attempts, ...result} = await logins.logIn(projectId, signal);
			return {...result, calls: attempts.map(callOf)};
		},
	};
}

const callOf = ({call, status, reason}: LoginAttempt): LoginCall => ({
	method: call.method,
	url: call.url,
	status,
	latency_ms: call.latencyMs,
	started_at: call.startedAt,
	error: status === null ? reason : null,
});
