import {request as send} from 'undici';
import type {AutoAuthMethod} from '../../../source/contract/authentication.ts';
import {ServiceError} from '../../domain/service-error.ts';
import {tokenExpiry} from '../../domain/token-expiry.ts';
import type {TargetCheck} from '../target-policy.ts';
import {awsCognitoRefresh} from './aws-cognito-refresh.ts';
import {parseJsonPath, readJsonPath} from './json-path.ts';
import type {LoginConfig, LoginMethod, LoginRequest} from './login-settings.ts';
import {password} from './password.ts';
import {refreshToken} from './refresh-token.ts';

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
	const attempt = (fields: Pick<LoginAttempt, 'outcome' | 'status' | 'reason'> & Partial<LoginAttempt>) => ({
		token: null,
		expiresAt: null,
		newRefreshToken: null,
		...fields,
		call: {
			method: request.method,
			url: withoutQuery(request.url),
			startedAt,
			latencyMs: Math.max(0, context.now() - startedAt),
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
		return attempt({status, ...judge(request, status, await readAnswer(answer.body), context.now())});
	} catch (error) {
		const reason = limit.aborted
			? `no answer within ${timeoutMs / 1000} s`
			: error instanceof AnswerTooLargeError
				? error.message
				: `no connection (${causeCode(error)})`;
		return attempt({outcome: 'unreachable', status, reason});
	}
}

type Judgement = Pick<LoginAttempt, 'outcome' | 'token' | 'expiresAt' | 'newRefreshToken' | 'reason'>;

/** What an answer means. */
function judge(request: LoginRequest, status: number, text: string, now: number): Judgement {
	const none = {token: null, expiresAt: null, newRefreshToken: null};
	const answer = parseJson(text);
	if (status < 200 || status >= 300) {
		const word = errorWord(answer);
		return {...none, outcome: 'rejected', reason: `the login answered ${status}${word ? ` (${word})` : ''}`};
	}
	const {value: token, holder} = readJsonPath(answer, parseJsonPath(request.tokenPath) ?? []);
	if (typeof token !== 'string' || token === '' || /[\s\x00-\x1f\x7f]/.test(token))
		return {...none, outcome: 'no_token_at_path', reason: `the answer ${status} has no token at ${request.tokenPath}`};
	const renewed =
		request.refreshTokenPath === null
			? undefined
			: readJsonPath(answer, parseJsonPath(request.refreshTokenPath) ?? []).value;
	return {
		outcome: 'token_acquired',
		token,
		expiresAt: expiryOf(holder, now) ?? tokenExpiry(token),
		newRefreshToken: typeof renewed === 'string' && renewed !== '' ? renewed : null,
		reason: null,
	};
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
