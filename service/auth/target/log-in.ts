import {request as send} from 'undici';
import type {AutoAuthMethod} from '../../../contract/authentication.ts';
import {ServiceError} from '../../domain/service-error.ts';
import {tokenExpiry} from '../../domain/credentials.ts';
import type {TargetCheck} from '../target-policy.ts';
import {awsCognitoRefresh} from './aws-cognito-refresh.ts';
import {parseJsonPath, pathsOfTexts, readJsonPath} from './json-path.ts';
import type {LoginConfig, LoginMethod, LoginRequest} from './login-settings.ts';
import {password} from './password.ts';
import {refreshToken} from './refresh-token.ts';
import {type Session, sessionOf} from './session-cookies.ts';

/** Every method by its name. */
export const loginMethods: Record<AutoAuthMethod, LoginMethod> = {
	password,
	refresh_token: refreshToken,
	aws_cognito_refresh: awsCognitoRefresh,
};

/** What came of one login. */
export type LoginAttempt = {
	outcome: 'token_acquired' | 'rejected' | 'no_token_at_path' | 'unreachable';
	/** Of the answer; null without one. */
	status: number | null;
	token: string | null;
	/** Cookies that the answer set, when those are what calls carry; null otherwise. */
	session: Session | null;
	/** Epoch milliseconds; null when the answer does not say. */
	expiresAt: number | null;
	/** Replaces the refresh token that was used; null when that stays good. */
	newRefreshToken: string | null;
	/** Why there is no token; never holds a secret. */
	reason: string | null;
	/** The call as the data flow shows it, without its bodies. */
	call: {method: string; url: string; startedAt: number; latencyMs: number};
};

export type LoginContext = {checkTarget: TargetCheck; now(): number};

/** An identity server that takes longer counts as unreachable. */
const timeoutMs = 15_000;
const largestAnswer = 1_048_576;

/** Performs one login. Never throws for what the identity server does. */
export async function logIn(config: LoginConfig, context: LoginContext, signal?: AbortSignal): Promise<LoginAttempt> {
	const request = loginMethods[config.method].request(config.settings, config.secrets);
	const startedAt = context.now();
	const begun = performance.now();
	const attempt = (fields: Pick<LoginAttempt, 'outcome' | 'status' | 'reason'> & Partial<LoginAttempt>) => ({
		token: null,
		session: null,
		expiresAt: null,
		newRefreshToken: null,
		...fields,
		call: {
			method: request.method,
			url: withoutQuery(request.url),
			startedAt,
			latencyMs: Math.round(performance.now() - begun),
		},
	});
	try {
		await context.checkTarget(request.url, config.method === 'password' ? 'loginUrl' : 'tokenEndpoint');
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		return attempt({outcome: 'unreachable', status: null, reason: error.message});
	}
	const limit = AbortSignal.timeout(timeoutMs);
	let status: number | null = null;
	try {
		// Follows no redirect: it would carry the password to another address than the one that was checked.
		const answer = await send(request.url, {
			method: request.method,
			headers: request.headers,
			body: request.body,
			reset: true,
			signal: signal ? AbortSignal.any([limit, signal]) : limit,
		});
		status = answer.statusCode;
		const text = await readAnswer(answer.body);
		const told = {config, request, status, headers: answer.headers, text, now: context.now()};
		return attempt({status, ...(judgeSession(told) ?? judge(told))});
	} catch (error) {
		const reason = limit.aborted
			? `no answer within ${timeoutMs / 1000} s`
			: error instanceof AnswerTooLargeError
				? error.message
				: `no connection (${causeCode(error)})`;
		return attempt({outcome: 'unreachable', status, reason});
	}
}

type Judgement = Pick<LoginAttempt, 'outcome' | 'token' | 'session' | 'expiresAt' | 'newRefreshToken' | 'reason'>;
type Told = {
	config: LoginConfig;
	request: LoginRequest;
	status: number;
	headers: Readonly<Record<string, string | string[] | undefined>>;
	text: string;
	now: number;
};

const setCookiesOf = (headers: Told['headers']): string[] => [headers['set-cookie'] ?? []].flat();

/**
 * A login that answers by its cookies. Forms answer with a redirect; one that leads back to the login is a refusal. Null:
 * cookies are not what calls carry, or the answer set none, or not the one that is asked for.
 */
function judgeSession({config, status, headers, text, now}: Told): Judgement | null {
	if (config.inject !== 'cookie' || status < 200 || status >= 400) return null;
	const leadsBack = /log-?in|sign-?in|error|denied/i.test(String(headers['location'] ?? ''));
	if (status >= 300 && leadsBack) return null;
	const answer = {setCookies: setCookiesOf(headers), headers, body: parseJson(text)};
	const session = sessionOf(answer, config.settings.injectKey, now);
	if (session === null) return null;
	const {value: token, expiresAt} = session;
	return {outcome: 'token_acquired', token, session, expiresAt, newRefreshToken: null, reason: null};
}

/** What an answer means. */
function judge({config, request, status, headers, text, now}: Told): Judgement {
	const none = {token: null, session: null, expiresAt: null, newRefreshToken: null};
	const answer = parseJson(text);
	if (status < 200 || status >= 300) {
		const word = errorWord(answer);
		return {...none, outcome: 'rejected', reason: `the login answered ${status}${word ? ` (${word})` : ''}`};
	}
	const {value: token, holder} = readJsonPath(answer, parseJsonPath(request.tokenPath) ?? []);
	if (typeof token !== 'string' || token === '' || /[\s\x00-\x1f\x7f]/.test(token)) {
		const hint = hintOn(config, setCookiesOf(headers));
		const reason = `the answer ${status} has no token at ${request.tokenPath}${hint}${fieldsOf(answer, text, hint === '')}`;
		return {...none, outcome: 'no_token_at_path', reason};
	}
	if (config.inject === 'cookie' && config.settings.injectKey === undefined) {
		const reason = `the answer ${status} sets no cookie, and the token at ${request.tokenPath} needs a name for one`;
		return {...none, outcome: 'no_token_at_path', reason};
	}
	const renewed =
		request.refreshTokenPath === null
			? undefined
			: readJsonPath(answer, parseJsonPath(request.refreshTokenPath) ?? []).value;
	return {
		outcome: 'token_acquired',
		token,
		session: null,
		expiresAt: expiryOf(holder, now) ?? tokenExpiry(token),
		newRefreshToken: typeof renewed === 'string' && renewed !== '' ? renewed : null,
		reason: null,
	};
}

/** What else the token could be: names of an answer, whose values stay where they are. */
function fieldsOf(answer: unknown, text: string, isAll: boolean): string {
	if (answer === null) return text.trim() === '' ? '' : '; it is not JSON';
	const paths = pathsOfTexts(answer);
	return paths.length === 0 ? (isAll ? '; it has no text at all' : '') : `; it has texts at ${paths.join(', ')}`;
}

/** What the cookies of an answer without a token say about the way it should be used. */
function hintOn({inject, settings}: LoginConfig, setCookies: readonly string[]): string {
	const names = setCookies
		.map(text => (text.split('=', 1)[0] ?? '').trim())
		.filter(name => /^[\w.-]{1,60}$/.test(name));
	if (names.length === 0) return inject === 'cookie' ? ', and sets no cookie' : '';
	const list = [...new Set(names)].slice(0, 5).join(', ');
	if (inject === 'cookie') return settings.injectKey ? `, and no cookie ${settings.injectKey} (it sets ${list})` : '';
	return `, but it sets cookies (${list}): these are sent with the way "cookie"`;
}

/** `expires_in` (seconds) beside the token, also in the spelling of Cognito. */
function expiryOf(holder: unknown, now: number): number | null {
	const {expires_in, ExpiresIn} = (holder ?? {}) as {expires_in?: unknown; ExpiresIn?: unknown};
	const seconds = Number(expires_in ?? ExpiresIn);
	return Number.isFinite(seconds) && seconds > 0 ? now + seconds * 1000 : null;
}

/** The one word by which OAuth and Cognito name an error; free text of an answer may repeat what was sent. */
function errorWord(answer: unknown): string | null {
	const {error, __type: type} = (answer ?? {}) as {error?: unknown; __type?: unknown};
	const word = typeof error === 'string' ? error : typeof type === 'string' ? type.split('#').at(-1) : undefined;
	return word !== undefined && /^[A-Za-z_]{1,60}$/.test(word) ? word : null;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

class AnswerTooLargeError extends Error {
	override readonly name = 'AnswerTooLargeError';
}

async function readAnswer(body: AsyncIterable<Uint8Array>): Promise<string> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body) {
		size += chunk.length;
		if (size > largestAnswer) throw new AnswerTooLargeError('the answer is larger than 1 MiB');
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}

/** The system's word for a failed connection, such as ECONNREFUSED. */
function causeCode(error: unknown): string {
	const {code} = error as {code?: unknown};
	return typeof code === 'string' ? code : 'failed';
}

/** A query may hold a key. */
function withoutQuery(url: string): string {
	if (!URL.canParse(url)) return url;
	const {origin, pathname} = new URL(url);
	return origin + pathname;
}
