import type {AutoAuthInput} from '../../../contract/authentication.ts';
import type {ProjectId} from '../../../contract/ids.ts';
import {putAutoAuth, testAutoAuthLogin} from '../../../contract/routes/authentication.ts';
import {ApiError} from '../../errors/api-error.ts';
import {type DescribedLogin, tokenNames} from './described-login.ts';
import type {tokenCarrier} from './documented-auth.ts';
import type {DescribedSignUp} from './described-sign-up.ts';
import type {Session} from './session.ts';

export type Account = {username: string; password: string};

/** Where a login whose answer the document does not describe has its token. */
const usualPlaces: readonly string[] = [
	...tokenNames.slice(0, 4).map(name => `$.${name}`),
	...['data', 'user', 'result'].map(holder => `$.${holder}.token`),
];

/**
 * Has every run sign in with this account as the document describes it.
 *
 * @param carrier how calls carry the token; where the answer has none, they carry its cookies
 * @throws ApiError AUTH_FORBIDDEN when no login takes the account, with what the last one answered
 */
export async function signIn(
	{client, context, key}: Session,
	projectId: ProjectId,
	logins: readonly DescribedLogin[],
	account: Account,
	carrier: ReturnType<typeof tokenCarrier>,
): Promise<{path: string}> {
	let refusal = '';
	for (const {path, request, tokenPath} of logins) {
		const places = tokenPath === null ? usualPlaces : [tokenPath];
		const ways = [...places.map(place => ({...carrier, tokenPath: place})), {inject: 'cookie' as const}];
		for (const way of ways) {
			const body: AutoAuthInput = {
				enabled: true,
				method: 'password',
				...request,
				...account,
				...way,
			};
			const params = {projectId};
			const {signal} = context;
			const tried = await client.call(testAutoAuthLogin, {params, body, signal});
			if (tried.ok) {
				await client.call(putAutoAuth, {params, body, idempotencyKey: key('login'), signal});
				return {path};
			}
			refusal = `${path}: ${tried.reason ?? tried.outcome}`;
			if (tried.outcome !== 'no_token_at_path') break;
		}
	}
	throw new ApiError('AUTH_FORBIDDEN', `The login as ${account.username} failed at ${refusal}.`, {
		nextAction: 'Check the account and its password; a token that you have is given with --credential-file.',
		details: {reason: 'login_failed'},
	});
}

/**
 * Makes an account of its own at the API, as the document describes it.
 *
 * @returns the account; null when no way takes it, with a note that says what the last one answered
 */
export async function signUp(
	{client, context}: Session,
	projectId: ProjectId,
	ways: readonly DescribedSignUp[],
): Promise<(Account & {path: string}) | null> {
	for (const {path, request, account} of ways) {
		const body: AutoAuthInput = {enabled: true, method: 'password', inject: 'cookie', ...request, ...account};
		const {status, reason, outcome} = await client.call(testAutoAuthLogin, {
			params: {projectId},
			body,
			signal: context.signal,
		});
		if (status !== null && status >= 200 && status < 300) return {...account, path};
		context.notes.say('warn', `no account could be signed up at ${path}: ${reason ?? outcome}`);
	}
	return null;
}
