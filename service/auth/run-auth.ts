import type {BatchId, ProjectId} from '../../contract/ids.ts';
import type {AuthRules} from '../runners/runner.ts';
import type {AuthFacts} from '../store/projects/auth-facts.ts';
import type {LoginCall} from '../store/batches/batch-logins.ts';
import type {ClaimedEnvironment, ClaimedRun} from '../store/runs/claim-runs.ts';
import {openAccount, openHttpAccount, openVariables} from './environment-secrets.ts';
import {authRules} from './auth-rules.ts';
import {openSet} from './credential-set.ts';
import type {ProjectLogins} from './project-logins.ts';
import {type SecretBox, type NoticingBox, noticingBox} from './secret-box.ts';
import {type RunCredentials, staticCredentials} from './static-credential.ts';
import type {LoginAttempt} from './target/log-in.ts';

type Rules = {rules: AuthRules; secrets: string[]} | null;
/** `isUnreadable`: a secret of them cannot be decrypted. */
type OpenRules = {rules: Rules; isUnreadable: boolean};

/** What the engine asks for credentials. */
export function createRunAuth(secretBox: SecretBox, logins: ProjectLogins) {
	const environments = new WeakMap<ClaimedEnvironment, OpenEnvironment>();
	const open = (claimed: ClaimedEnvironment): OpenEnvironment => {
		const opened = environments.get(claimed) ?? openEnvironment(noticingBox(secretBox), claimed);
		environments.set(claimed, opened);
		return opened;
	};
	// Runs that were taken together share one object: their sets are decrypted once.
	const known = new WeakMap<AuthFacts, OpenRules>();
	const rulesOf = (facts: AuthFacts): OpenRules => {
		let open = known.get(facts);
		if (open === undefined) {
			const box = noticingBox(secretBox);
			const rules = authRules(
				facts.sets.map(row => openSet(box, row)),
				facts.endpoints,
			);
			open = {rules, isUnreadable: box.hasFailed()};
			known.set(facts, open);
		}
		return open;
	};
	return {
		credentialsOf(run: ClaimedRun, token: RunCredentials | null) {
			const opened = run.environment && open(run.environment);
			const box = noticingBox(secretBox);
			const base = token ?? staticCredentials(box, run.project_id, run.credential, opened?.account);
			const {rules = null, isUnreadable = false} = run.authFacts ? rulesOf(run.authFacts) : {};
			return {
				...base,
				secrets: [...base.secrets, ...(rules?.secrets ?? []), ...(opened?.secrets ?? [])],
				environment: opened?.variables ?? {},
				secretNames: opened?.secretNames ?? [],
				account: opened?.account ?? null,
				httpAccount: opened?.httpAccount ?? null,
				...(rules ? {rules: rules.rules} : {}),
				isUnreadable: box.hasFailed() || isUnreadable || opened?.isUnreadable === true,
			};
		},
		async logIn(projectId: ProjectId, batchId: BatchId, signal: AbortSignal) {
			const {attempts, ...result} = await logins.logIn(projectId, signal, batchId);
			return {...result, calls: attempts.map(callOf)};
		},
	};
}

type OpenEnvironment = {
	account: ReturnType<typeof openAccount>;
	httpAccount: ReturnType<typeof openHttpAccount>;
	variables: Record<string, string>;
	secretNames: string[];
	secrets: string[];
	/** A secret of it cannot be decrypted. */
	isUnreadable: boolean;
};

/** A text of few letters stands everywhere: hiding it would make what a test shows unreadable. */
const shortestSecret = 4;

function openEnvironment(box: NoticingBox, claimed: ClaimedEnvironment): OpenEnvironment {
	const variables = openVariables(box, claimed);
	const account = openAccount(box, claimed);
	const httpAccount = openHttpAccount(box, claimed);
	const secretNames = Object.keys(variables).filter(claimed.isSecret);
	const secrets = secretNames.flatMap(name => variables[name] ?? []).filter(value => value.length >= shortestSecret);
	const isUnreadable = box.hasFailed();
	const passwords = [account, httpAccount].flatMap(one => one?.password ?? []);
	return {account, httpAccount, variables, secretNames, secrets: [...secrets, ...passwords], isUnreadable};
}

const callOf = ({call, status, reason}: LoginAttempt): LoginCall => ({
	method: call.method,
	url: call.url,
	status,
	latency_ms: call.latencyMs,
	started_at: call.startedAt,
	error: status === null ? reason : null,
});
