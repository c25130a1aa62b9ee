import type {AuthRules} from '../runners/runner.ts';
import type {AuthFacts} from '../store/auth-facts.ts';
import type {LoginCall} from '../store/batch-logins.ts';
import type {ClaimedEnvironment, ClaimedRun} from '../store/claim-runs.ts';
import {openAccount, openVariables} from './environment-secrets.ts';
import {authRules} from './auth-rules.ts';
import {openSet} from './credential-set.ts';
import type {ProjectLogins} from './project-logins.ts';
import type {SecretBox} from './secret-box.ts';
import {type RunCredentials, staticCredentials} from './static-credential.ts';
import type {LoginAttempt} from './target/log-in.ts';

type Rules = {rules: AuthRules; secrets: string[]} | null;

/** What the engine asks for credentials. */
export function createRunAuth(secretBox: SecretBox, logins: ProjectLogins) {
	const environments = new WeakMap<ClaimedEnvironment, OpenEnvironment>();
	const open = (claimed: ClaimedEnvironment): OpenEnvironment => {
		const opened = environments.get(claimed) ?? openEnvironment(secretBox, claimed);
		environments.set(claimed, opened);
		return opened;
	};
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
			const opened = run.environment && open(run.environment);
			const base = token ?? staticCredentials(secretBox, run.project_id, run.credential, opened?.account);
			const rules = run.authFacts && rulesOf(run.authFacts);
			return {
				...base,
				secrets: [...base.secrets, ...(rules?.secrets ?? []), ...(opened?.secrets ?? [])],
				environment: opened?.variables ?? {},
				secretNames: opened?.secretNames ?? [],
				account: opened?.account ?? null,
				...(rules ? {rules: rules.rules} : {}),
			};
		},
		async logIn(projectId: string, batchId: string, signal: AbortSignal) {
			const {attempts, ...result} = await logins.logIn(projectId, signal, batchId);
			return {...result, calls: attempts.map(callOf)};
		},
	};
}

type OpenEnvironment = {
	account: ReturnType<typeof openAccount>;
	variables: Record<string, string>;
	secretNames: string[];
	secrets: string[];
};

/** A text of few letters stands everywhere: hiding it would make what a test shows unreadable. */
const shortestSecret = 4;

function openEnvironment(box: SecretBox, claimed: ClaimedEnvironment): OpenEnvironment {
	const variables = openVariables(box, claimed);
	const account = openAccount(box, claimed);
	const secretNames = Object.keys(variables).filter(claimed.isSecret);
	const secrets = secretNames.flatMap(name => variables[name] ?? []).filter(value => value.length >= shortestSecret);
	return {account, variables, secretNames, secrets: account ? [...secrets, account.password] : secrets};
}

const callOf = ({call, status, reason}: LoginAttempt): LoginCall => ({
	method: call.method,
	url: call.url,
	status,
	latency_ms: call.latencyMs,
	started_at: call.startedAt,
	error: status === null ? reason : null,
});
