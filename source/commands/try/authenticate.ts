import type {AutoAuthInput} from '../../../contract/authentication.ts';
import type {AuthType} from '../../../contract/enums.ts';
import type {ProjectId} from '../../../contract/ids.ts';
import {putAutoAuth, putCredential} from '../../../contract/routes/authentication.ts';
import {ApiError, isApiError, refusedFlag} from '../../errors/api-error.ts';
import {describedLogins, type DescribedLogin} from './described-login.ts';
import {describedSignUps} from './described-sign-up.ts';
import type {Found} from './discover.ts';
import {documentedAuth, sentAs, tokenCarrier} from './documented-auth.ts';
import type {Session} from './session.ts';
import {type Account, signIn, signUp} from './sign-in.ts';
import {isLoopbackHost} from '../../process/loopback.ts';
import type {Source} from './source.ts';

/**
 * The login that a document describes with an example of its own: who wrote one wants it to be tried. Null: there is
 * none, or its example is not whole.
 */
export function signInExample(
	logins: readonly DescribedLogin[],
	carrier: ReturnType<typeof tokenCarrier>,
): AutoAuthInput | null {
	for (const {request, tokenPath, example} of logins)
		if (example !== null && tokenPath !== null)
			return {
				enabled: true,
				method: 'password',
				...carrier,
				...request,
				...example,
				tokenPath,
			};
	return null;
}

/** The account of an example at a login whose answer says of no token: it may set a cookie. Null: there is none. */
const accountShown = (logins: readonly DescribedLogin[]): Account | null =>
	logins.find(({tokenPath, example}) => tokenPath === null && example !== null)?.example ?? null;

export type AuthWish = {
	source: Source;
	authType: AuthType | undefined;
	credential: string | undefined;
	headerName: string | undefined;
	account: Account | undefined;
	/** Nothing may be created, so no account either. */
	readOnly: boolean;
	/** There is somebody to ask. */
	canAsk: boolean;
};

/**
 * Stores a credential that was given before anything is asked for, as it is sent most often: some APIs show their own
 * description to nobody without one. What the document says of it comes later.
 */
export async function authenticateFirst(
	session: Session,
	projectId: string,
	{source, credential, authType = 'Bearer token', headerName}: AuthWish,
): Promise<void> {
	if (credential === undefined || source.kind === 'file' || authType === 'public') return;
	await store(session, projectId, 'first-credential', {authType, credential, headerName});
}

const store = (
	{client, context, key}: Session,
	projectId: string,
	step: string,
	{headerName, ...sent}: {authType: AuthType; credential: string; headerName: string | undefined},
) =>
	client.call(putCredential, {
		params: {projectId},
		body: {...sent, ...(headerName === undefined ? {} : {headerName})},
		idempotencyKey: key(step),
		signal: context.signal,
	});

/**
 * "Credential: flag; else on loopback a login endpoint with the document's own example (said); else a prompt." An account
 * signs in where the document describes a login, or is sent as it is where the document wants that.
 *
 * @returns how the credential is sent, in words; null: the project has none
 * @throws ApiError when an account was given that can be used nowhere, or is refused
 */
export async function authenticate(
	session: Session,
	projectId: ProjectId,
	wish: AuthWish,
	{endpoints}: Found,
): Promise<string | null> {
	const {client, context, key} = session;
	const {baseUrl} = wish.source;
	const params = {projectId};
	const save = (credential: string, authType: AuthType, headerName?: string) =>
		store(session, projectId, 'credential', {authType, credential, headerName});
	const documented = documentedAuth(endpoints, wish.authType);
	const logins = describedLogins(endpoints, baseUrl);
	const isBasic = documented.authType === 'basic token';
	const asAccount = async (account: Account) => {
		const {username, password} = account;
		if (isBasic) {
			await save(`${username}:${password}`, 'basic token');
			return `the account ${username} as ${sentAs('basic token', undefined)}`;
		}
		if (logins.length === 0 && !context.dryRun) throw noLogin();
		const {path} = context.dryRun
			? {path: '/login'}
			: await signIn(session, projectId, logins, account, tokenCarrier(documented));
		context.notes.say('info', `login     as ${username} at ${path}`);
		return `the token that the login as ${username} gave`;
	};
	/** A credential is sent as the document says, unless somebody has chosen how. */
	const asDocumented = async (credential: string) => {
		const {authType, scheme, keyIn, keyName} = documented;
		const isOpen = wish.authType === undefined && wish.headerName === undefined;
		if (isOpen && keyIn === 'query') throw keyInQuery(keyName ?? '');
		if (isOpen && keyIn === 'cookie') {
			await save(`${keyName}=${credential.replace(`${keyName}=`, '')}`, 'API key', 'Cookie');
			context.notes.say('info', `credential as the cookie ${keyName}, as the document says`);
			return sentAs('API key', 'Cookie');
		}
		if (isOpen && scheme !== undefined) {
			await save(withScheme(scheme, credential), 'API key', 'Authorization');
			context.notes.say('info', `credential as Authorization: ${scheme} …, as the document says`);
			return sentAs('API key', 'Authorization');
		}
		if (authType === 'basic token' && !isAccount(credential)) {
			// "The API key is the user name; the password is empty."
			await save(`${credential}:`, authType);
			context.notes.say('info', 'credential as the user name of a basic token, without a password');
			return sentAs(authType, undefined);
		}
		const headerName = wish.headerName ?? documented.headerName;
		await save(credential, authType, headerName);
		const isChosen = wish.authType !== undefined && wish.headerName === headerName;
		if (!isChosen && authType !== 'Bearer token')
			context.notes.say('info', `credential as ${sentAs(authType, headerName)}, as the document says`);
		return sentAs(authType, headerName);
	};
	if (wish.account !== undefined) return asAccount(wish.account);
	if (wish.credential !== undefined) return asDocumented(wish.credential);
	// A document that says nothing of credentials, but describes a login that answers a token, or shows an account for it,
	// means it to be used.
	const isSilent = endpoints.every(({auth}) => auth.required === null && auth.authType === null);
	const needsOne = isSilent
		? logins.some(({tokenPath, example}) => tokenPath !== null || example !== null)
		: endpoints.some(({auth}) => auth.required !== false && auth.authType !== null);
	if (wish.authType === 'public' || !needsOne) return null;
	const example = isLoopbackHost(new URL(baseUrl).hostname) ? signInExample(logins, tokenCarrier(documented)) : null;
	if (example) {
		try {
			const saved = await client.call(putAutoAuth, {
				params,
				body: example,
				idempotencyKey: key('login'),
				signal: context.signal,
			});
			if (saved.enabled) {
				context.notes.say('info', `login     as ${example.username}, the example of the document`);
				return `the token that the login as ${example.username} gave`;
			}
			context.notes.say('warn', `the example login of the document failed: ${saved.lastRefreshError ?? 'no token'}`);
		} catch (error) {
			if (!isApiError(error) || error.code !== 'FEATURE_GATED') throw error;
		}
	}
	const shown = isLoopbackHost(new URL(baseUrl).hostname) && !context.dryRun ? accountShown(logins) : null;
	if (shown) {
		try {
			return await asAccount(shown);
		} catch (error) {
			if (!isApiError(error) || error.code !== 'AUTH_FORBIDDEN') throw error;
			context.notes.say('warn', error.message);
		}
	}
	const {authType, headerName} = documented;
	const [login] = logins;
	const tag = context.uuid().replaceAll('-', '').slice(0, 8);
	const described =
		isLoopbackHost(new URL(baseUrl).hostname) && !context.dryRun
			? describedSignUps(endpoints, logins, {baseUrl, tag})
			: [];
	const signUps = wish.readOnly ? [] : described;
	if (wish.canAsk && (login || isBasic)) {
		const place = login ? `to sign in with at ${login.path}` : 'of the API';
		const username = (
			await context.askLine(
				`Account ${place} (empty: ${signUps[0] ? `one is signed up at ${signUps[0].path}` : 'none'})`,
			)
		)?.trim();
		const password = username ? await context.askSecret(`Password of ${username}`) : undefined;
		if (username && password) return asAccount({username, password});
	}
	const made = await signUp(session, projectId, signUps);
	if (made) {
		context.notes.say('info', `account   ${made.username}, signed up at ${made.path} for these tests; it stays`);
		return asAccount(made);
	}
	const asked = `${sentAs(authType, headerName)} of the API (empty: none)`;
	const typed = wish.canAsk ? (await context.askSecret(asked))?.trim() : undefined;
	if (typed) return asDocumented(typed);
	const ways = login ? `--username and --password-file (${login.path})` : '--credential-file';
	const unmade = wish.readOnly && described[0] ? `; --read-only signs up no account at ${described[0].path}` : '';
	context.notes.say('warn', `no credential: endpoints that need one will refuse their tests; see ${ways}${unmade}`);
	return null;
}

/** Whether a basic token holds an account: `user:password`, or the base64 form of one. */
function isAccount(credential: string): boolean {
	if (credential.includes(':')) return true;
	const read = Buffer.from(credential, 'base64');
	const account = read.toString();
	return read.toString('base64') === credential && account.includes(':') && /^[\x20-\x7e]*$/.test(account);
}

/** A token with the word in front of it, unless it is there. */
const withScheme = (scheme: string, credential: string): string =>
	credential.toLowerCase().startsWith(`${scheme.toLowerCase()} `) ? credential : `${scheme} ${credential}`;

/** Calls carry credentials in headers: a key in an address would stand in logs and histories. */
const keyInQuery = (name: string): ApiError =>
	new ApiError(
		'VALIDATION_ERROR',
		`The document has its key in the query (?${name}=…), and svc sends keys in headers.`,
		{
			nextAction: 'Where the API takes the key in a header as well, name it with --header-name X-API-Key.',
			details: {field: 'credential', reason: 'unsupported'},
		},
	);

const noLogin = () =>
	refusedFlag('username', {
		reason: 'unsupported',
		text: 'the document describes no login with an account and a password; give what it answers with --credential-file',
	});
