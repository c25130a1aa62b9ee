import {setTimeout as delay} from 'node:timers/promises';
import type {BatchId, ProjectId} from '../../contract/ids.ts';
import type {RunCredentials} from './static-credential.ts';
import type {LoginOutcome} from '../domain/tally.ts';
import type {InjectedAuth} from '../runners/runner.ts';
import {findAutoAuth, updateAutoAuth} from '../store/projects/auto-auth.ts';
import type {Database} from '../store/database.ts';
import {environmentOfBatch, listEnvironments} from '../store/projects/environments.ts';
import {openAccount} from './environment-secrets.ts';
import {configOf, openLoginSecrets, sealLoginSecrets} from './login-config.ts';
import type {SecretBox} from './secret-box.ts';
import {type LoginAttempt, type LoginContext, logIn} from './target/log-in.ts';
import type {LoginConfig} from './target/login-settings.ts';
import type {Session} from './target/session-cookies.ts';

/**
 * An address below one of the addresses `from` (the longest that fits), or on the same server, as it is below `to`;
 * any other one as it stands. `https://dev/api/login` of `https://dev/api` is `https://live/v1/login` of `https://live/v1`.
 */
export function moveUrl(url: string, from: readonly string[], to: string): string {
	if (!URL.canParse(url) || !URL.canParse(to)) return url;
	const [address, target] = [new URL(url), new URL(to)];
	const bases = from.filter(one => URL.canParse(one)).map(one => new URL(one));
	const sameServer = bases.filter(({origin}) => origin === address.origin);
	if (sameServer.length === 0) return url;
	const base = sameServer
		.map(({pathname}) => pathname.replace(/(?<!\/)\/+$/, ''))
		.filter(path => address.pathname === path || address.pathname.startsWith(`${path}/`))
		.sort((a, b) => b.length - a.length)[0];
	const path = base === undefined ? address.pathname : pathOf(target) + address.pathname.slice(base.length);
	return `${target.origin}${path}${address.search}`;
}

const pathOf = ({pathname}: URL): string => pathname.replace(/(?<!\/)\/+$/, '');

/** What came of the login of a project, after as many attempts as it gets. */
type ProjectLoginResult = {
	/** Null: no token. */
	credentials: RunCredentials | null;
	expiresAt: number | null;
	/** Why there is no token, naming the status of the answer. */
	error: string | null;
	attempts: LoginAttempt[];
};

export type ProjectLogins = {
	/**
	 * Logs in for a project with its stored configuration and keeps what is known of its health.
	 *
	 * @param batchId in the environment of that batch; absent: as it is configured
	 */
	logIn(projectId: ProjectId, signal: AbortSignal, batchId?: BatchId): Promise<ProjectLoginResult>;
};

const maxAttempts = 3;
const pauseMs = 500;

/**
 * Logins one after the other per project: a refresh token may be good for one use only, and its successor must be stored
 * before the next one starts.
 *
 * @param context.onEnded told of every login that has been tried, for the metrics
 * @param pause milliseconds to wait before another attempt
 */
export function createProjectLogins(
	context: LoginContext & {database: Database; secretBox: SecretBox; onEnded?(outcome: LoginOutcome): void},
	pause: (ms: number, signal: AbortSignal) => Promise<unknown> = (ms, signal) => delay(ms, undefined, {signal}),
): ProjectLogins {
	const {database, secretBox, now} = context;
	const last = new Map<string, Promise<unknown>>();

	/**
	 * A login where the tests of a batch go: an address of one environment is that of the other one, and the account of
	 * the environment takes the place of the configured one.
	 */
	async function inEnvironment(config: LoginConfig, projectId: ProjectId, batchId?: BatchId): Promise<LoginConfig> {
		const environment = batchId === undefined ? null : await environmentOfBatch(database, batchId, projectId);
		if (!environment) return config;
		const urls = (await listEnvironments(database, projectId)).flatMap(({url}) => url ?? []);
		const {loginUrl, tokenEndpoint} = config.settings;
		const moved = (url: string | undefined) =>
			url !== undefined && environment.url !== null ? moveUrl(url, urls, environment.url) : url;
		const account = config.method === 'password' ? openAccount(secretBox, environment) : null;
		return {
			...config,
			settings: {
				...config.settings,
				loginUrl: moved(loginUrl),
				tokenEndpoint: moved(tokenEndpoint),
				...(account ? {username: account.username} : {}),
			},
			secrets: account ? {...config.secrets, password: account.password} : config.secrets,
		};
	}

	async function logInNow(projectId: ProjectId, signal: AbortSignal, batchId?: BatchId): Promise<ProjectLoginResult> {
		const row = await findAutoAuth(database, projectId);
		if (!row) return {credentials: null, expiresAt: null, error: 'the login was removed', attempts: []};
		if (openLoginSecrets(secretBox, projectId, row.secrets) === null) {
			// To log in without them would be a wrong password, and too many of those lock an account.
			const error = 'its stored secrets cannot be read any more; save them again';
			await updateAutoAuth(database, projectId, {
				health: 'failing',
				last_refresh_at: now(),
				last_refresh_error: error,
			});
			return {credentials: null, expiresAt: null, error, attempts: []};
		}
		const stored = configOf(secretBox, row);
		const config = await inEnvironment(stored, projectId, batchId);
		const attempts: LoginAttempt[] = [];
		let attempt: LoginAttempt | undefined;
		while (attempts.length < maxAttempts && !signal.aborted) {
			if (attempts.length > 0) await pause(pauseMs * attempts.length, signal).catch(() => undefined);
			attempt = await logIn(config, context, signal);
			attempts.push(attempt);
			// A refusal is an answer: repeating it would lock the account.
			if (!isWorthAnother(attempt)) break;
		}
		if (signal.aborted || !attempt) return {credentials: null, expiresAt: null, error: 'the service stopped', attempts};
		const at = now();
		context.onEnded?.(attempt.token === null ? 'failed' : 'succeeded');
		if (attempt.token === null) {
			await updateAutoAuth(database, projectId, {
				health: 'failing',
				last_refresh_at: at,
				last_refresh_error: attempt.reason,
			});
			return {credentials: null, expiresAt: null, error: attempt.reason, attempts};
		}
		await updateAutoAuth(database, projectId, {
			health: 'verified',
			verified_at: at,
			last_refresh_at: at,
			last_refresh_error: null,
			token_expires_at: attempt.expiresAt,
			...renewedSecrets(secretBox, projectId, stored, attempt, at),
		});
		return {
			credentials: credentialsOf(config, attempt.token, attempt.session),
			expiresAt: attempt.expiresAt,
			error: null,
			attempts,
		};
	}

	return {
		logIn(projectId, signal, batchId) {
			const login = (last.get(projectId) ?? Promise.resolve())
				.catch(() => undefined)
				.then(() => logInNow(projectId, signal, batchId));
			last.set(projectId, login);
			const forget = () => {
				if (last.get(projectId) === login) last.delete(projectId);
			};
			login.then(forget, forget);
			return login;
		},
	};
}

const isWorthAnother = ({outcome, status}: LoginAttempt) =>
	outcome === 'unreachable' || (outcome === 'rejected' && (status === 429 || (status ?? 0) >= 500));

/** The columns that change when an answer replaced the refresh token. */
export function renewedSecrets(
	box: SecretBox,
	projectId: ProjectId,
	config: LoginConfig,
	{newRefreshToken}: LoginAttempt,
	at: number,
): {secrets?: string; refresh_token_saved_at?: number} {
	if (newRefreshToken === null || newRefreshToken === config.secrets.refreshToken) return {};
	const secrets = {...config.secrets, refreshToken: newRefreshToken};
	return {secrets: sealLoginSecrets(box, projectId, secrets), refresh_token_saved_at: at};
}

/** What a test is given of a token, or of the session that came in its place. */
function credentialsOf(
	{inject, settings, secrets}: LoginConfig,
	token: string,
	session: Session | null = null,
): RunCredentials {
	const key = settings.injectKey ?? '';
	const scheme = settings.injectScheme;
	const headers: Record<LoginConfig['inject'], () => Record<string, string>> = {
		bearer: () => ({Authorization: `${scheme ?? 'Bearer'} ${token}`}),
		header: () => ({[key]: scheme === undefined ? token : `${scheme} ${token}`}),
		cookie: () =>
			session
				? {Cookie: session.cookie, ...(session.csrf ? {[session.csrf.name]: session.csrf.value} : {})}
				: {Cookie: `${key}=${token}`},
	};
	const auth: InjectedAuth = {
		type: inject === 'bearer' ? 'Bearer token' : 'API key',
		credential: token,
		headers: headers[inject](),
		extraHeaders: {},
	};
	// A word of a few letters stands everywhere; the test is not given these anyway.
	const known = Object.values(secrets).filter((secret): secret is string => (secret?.length ?? 0) >= 6);
	const ofSession = session?.secrets.filter(value => value !== token && value.length >= 6) ?? [];
	return {auth, secrets: [token, ...ofSession, ...known]};
}
