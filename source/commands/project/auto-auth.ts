import type {Context} from '../../context.ts';
import {
	type AutoAuthInput,
	type AutoAuthMethod,
	type SavedAutoAuth,
	autoAuthInjects,
	autoAuthMethods,
} from '../../../contract/authentication.ts';
import type {ProjectId} from '../../../contract/ids.ts';
import {getAutoAuth, putAutoAuth, testAutoAuthLogin} from '../../../contract/routes/authentication.ts';
import {saveLogin} from '../../client/save-login.ts';
import {refusedFlag} from '../../errors/api-error.ts';
import {id} from '../argument.ts';
import {type CommandResult, defineCommand} from '../define-command.ts';
import {derivedKey, idempotencyKeyFlag, headerNameRule} from '../shared-flags.ts';
import {choice, type Flag, type FlagValues, flagName, refuseTogether, text, toggle} from '../flag.ts';
import {missingFlags} from '../missing-flags.ts';
import {shellWord} from '../../view-model/shell-word.ts';
import {negative} from '../outcome.ts';
import {checkSecret, readSecret, secretFlags} from '../secret.ts';

const contentTypes = ['application/json', 'application/x-www-form-urlencoded'] as const;
const contentTypeWords = ['json', 'form', ...contentTypes] as const;

/** A URL that a login is sent to. */
const urlFlag = (summary: string): Flag<string | undefined> => ({
	...text(summary, {placeholder: '<url>'}),
	check: value =>
		URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
			? undefined
			: {reason: 'url', text: 'must be an http or https URL'},
});

const methodFlags = {
	loginUrl: urlFlag('Where to sign in (password)'),
	loginMethod: choice('Method of that request, default POST (password)', ['POST', 'PUT']),
	loginContentType: choice('Type of its body, default json (password)', contentTypeWords, {placeholder: '<type>'}),
	loginBodyTemplate: text('Body with {{username}} and {{password}}, default fields email and password (password)', {
		placeholder: '<template>',
		max: 8192,
	}),
	username: text('Account to sign in with (password)'),
	...secretFlags('password', 'Its password (password)'),
	tokenPath: text('JSON path of the token in the answer, default $.access_token; none for cookies', {
		placeholder: '<path>',
		max: 8192,
	}),
	tokenEndpoint: urlFlag('Where tokens are refreshed (refresh_token, aws_cognito_refresh)'),
	clientId: text('Client id (refresh_token, aws_cognito_refresh)', {placeholder: '<id>'}),
	...secretFlags('refreshToken', 'Refresh token (refresh_token, aws_cognito_refresh)'),
	...secretFlags('clientSecret', 'Client secret (refresh_token, aws_cognito_refresh)'),
	scope: text('Scopes, separated by blanks (refresh_token, aws_cognito_refresh)', {placeholder: '<scopes>'}),
	region: text('Region, default us-east-1 (aws_cognito_refresh)', {
		placeholder: '<region>',
		pattern: /^[a-z]{2}(-[a-z]+)+-\d$/,
		patternText: 'must be a region such as us-east-1',
	}),
};
type MethodFlag = keyof typeof methodFlags;

/** "Allowed with method" */
const flagsOf: Record<AutoAuthMethod, readonly MethodFlag[]> = {
	password: [
		'loginUrl',
		'loginMethod',
		'loginContentType',
		'loginBodyTemplate',
		'username',
		'password',
		'passwordFile',
		'tokenPath',
	],
	refresh_token: [
		'tokenPath',
		'tokenEndpoint',
		'clientId',
		'refreshToken',
		'refreshTokenFile',
		'clientSecret',
		'clientSecretFile',
		'scope',
	],
	aws_cognito_refresh: [
		'tokenEndpoint',
		'clientId',
		'refreshToken',
		'refreshTokenFile',
		'clientSecret',
		'clientSecretFile',
		'scope',
		'region',
	],
};

const flags = {
	method: choice('How a token is got', autoAuthMethods, {placeholder: '<method>'}),
	inject: choice('How it is sent with each call', autoAuthInjects),
	injectKey: text('Name of the header or cookie; without one, the cookies that the login sets (--inject cookie)', {
		placeholder: '<name>',
		...headerNameRule,
		patternText: headerNameRule.patternText.replace('header', 'header or cookie'),
	}),
	injectScheme: text('Word in front of the token, default Bearer with --inject bearer', {
		placeholder: '<word>',
		...headerNameRule,
		patternText: 'must be one word such as Token',
	}),
	disable: toggle('Turn it off and keep what is stored'),
	...methodFlags,
	testLogin: toggle('Sign in once and store nothing; what is not given is as stored'),
	idempotencyKey: idempotencyKeyFlag,
};
type Options = FlagValues<typeof flags> & {projectId: ProjectId};

export const autoAuth = defineCommand({
	description:
		'Before every backend run a fresh token is fetched and sent with each call. Beside --method and --inject, what is ' +
		'stored already need not be given again. Saving signs in once; when that fails the settings are kept and stay off, but a login that is on ' +
		'stays as it is. --test-login alone tries the stored one. password needs ' +
		'--login-url, --username and --password; refresh_token needs --token-endpoint, --client-id and --refresh-token; ' +
		'aws_cognito_refresh needs --client-id and --refresh-token.',
	args: {projectId: id('project-id', 'Backend project')},
	flags,
	examples: [
		'project auto-auth prj_1 --method password --inject bearer \\\n' +
			'      --login-url https://api.example.com/login --username ada \\\n' +
			'      --password-file pw.txt --token-path $.access_token',
		'project auto-auth prj_1 --method password --inject cookie \\\n' +
			'      --login-url https://api.example.com/session --username ada \\\n' +
			'      --password-file pw.txt',
		'project auto-auth prj_1 --test-login',
		'project auto-auth prj_1 --disable',
	],
	needs({disable, testLogin, method, inject, injectKey}) {
		if (disable || testLogin) return [];
		// The cookie may be the one that the login sets, whatever its name is.
		const needsKey = inject === 'header' || (inject === 'cookie' && method !== 'password');
		return [
			...(method === undefined ? [{flag: 'method'}] : []),
			...(inject === undefined ? [{flag: 'inject'}] : []),
			...(needsKey && injectKey === undefined ? [{flag: 'inject-key', hint: ` with --inject ${inject}`}] : []),
		];
	},
	rules(options) {
		const {method, inject, injectKey, injectScheme, disable, testLogin, loginBodyTemplate} = options;
		if (inject === 'bearer' && injectKey !== undefined)
			throw refusedFlag('inject-key', {reason: 'exclusive', text: 'has no meaning with --inject bearer'});
		if (inject === 'cookie' && injectScheme !== undefined)
			throw refusedFlag('inject-scheme', {reason: 'exclusive', text: 'has no meaning with --inject cookie'});
		refuseTogether('disable', disable, 'test-login', testLogin);
		for (const secret of ['password', 'refreshToken', 'clientSecret'] as const) checkSecret(secret, options);
		if (disable || method === undefined) return;
		const foreign = givenFlags(options).find(flag => !flagsOf[method].includes(flag));
		if (foreign)
			throw refusedFlag(flagName(foreign), {reason: 'exclusive', text: `has no meaning with --method ${method}`});
		for (const placeholder of ['{{username}}', '{{password}}'])
			if (loginBodyTemplate !== undefined && !loginBodyTemplate.includes(placeholder))
				throw refusedFlag('login-body-template', {reason: 'placeholder', text: `must contain ${placeholder}`});
	},
	run: (options, context) => (options.testLogin ? signInOnce(options, context) : save(options, context)),
});

/** The stored values are tried as they are; flags beside it are tried in their place. */
const tryAgain = (projectId: ProjectId) => `svc project auto-auth ${shellWord(projectId)} --test-login`;

/** What mends a login that was stored and turned off: the place of the token where the answer shows it, else another try. */
function afterFailure(projectId: ProjectId, {method, inject, lastRefreshError}: SavedAutoAuth): string {
	const places = lastRefreshError?.split('; it has texts at ')[1]?.split(', ') ?? [];
	const nameOf = (place: string) => place.slice(place.lastIndexOf('.') + 1);
	const tokens = places.filter(place => /(?:token|jwt)$/i.test(place) && !/refresh|[cx]srf|reset/i.test(nameOf(place)));
	const token = tokens.find(place => /access|auth/i.test(nameOf(place))) ?? tokens[0];
	const takesPath = autoAuthMethods.some(one => one === method && flagsOf[one].includes('tokenPath'));
	if (token === undefined || !takesPath) return tryAgain(projectId);
	const how = `--method ${method} --inject ${inject} --token-path ${shellWord(token)}`;
	return `svc project auto-auth ${shellWord(projectId)} ${how}`;
}

/** Flags of some method that were given. */
const givenFlags = (options: Options): MethodFlag[] =>
	(Object.keys(methodFlags) as MethodFlag[]).filter(flag => options[flag] !== undefined);

async function save(options: Options, context: Context): Promise<CommandResult> {
	const {projectId} = options;
	const idempotencyKey = context.idempotencyKey(putAutoAuth, options.idempotencyKey);
	if (options.disable) {
		const ignored = givenFlags(options).map(flag => `--${flagName(flag)}`);
		if (ignored.length > 0) context.notes.say('warn', `ignored with --disable: ${ignored.join(', ')}`);
		const body = await bodyOf(await asStored(options, context), context);
		const off = await context.client.call(putAutoAuth, {params: {projectId}, body, idempotencyKey});
		return {view: 'saved-auto-auth', data: off};
	}
	const {saved, refused, before} = await saveLogin(context.client, projectId, await bodyOf(options, context), {
		idempotencyKey,
		tryKey: derivedKey(idempotencyKey, ':try'),
	});
	if (refused) {
		const kept = 'Nothing was changed, auto-auth stays on as it was.';
		const {status, outcome} = refused;
		return {
			view: 'saved-auto-auth',
			data: {
				// The given one may be a name.
				projectId: before.projectId,
				enabled: true,
				method: before.method,
				inject: before.inject,
				health: before.health.state,
			},
			problem: negative(
				`The login failed: ${refused.reason ?? outcome}.${addressRemedy(refused.reason, before.method)} ${kept}`,
				{reason: 'login_failed', status, outcome},
				tryAgain(projectId),
			),
		};
	}
	if (!saved.lastRefreshError) return {view: 'saved-auto-auth', data: saved};
	const isOff = before?.enabled ? 'auto-auth was on and is off now' : 'auto-auth stays off';
	return {
		view: 'saved-auto-auth',
		data: saved,
		problem: negative(
			`The login failed, ${isOff}: ${saved.lastRefreshError}.${addressRemedy(saved.lastRefreshError, saved.method)}`,
			{reason: 'login_failed', health: saved.health},
			afterFailure(projectId, saved),
		),
	};
}

/** A service may want to be told again what it turns off, or tries. */
async function asStored(options: Options, {client}: Context): Promise<Options> {
	if (options.method !== undefined && options.inject !== undefined) return options;
	const stored = await client.call(getAutoAuth, {params: {projectId: options.projectId}});
	return {
		...options,
		method: options.method ?? autoAuthMethods.find(one => one === stored.method),
		inject: options.inject ?? autoAuthInjects.find(one => one === stored.inject),
		injectKey: options.injectKey ?? stored.injectKey ?? undefined,
		injectScheme: options.injectScheme ?? stored.injectScheme ?? undefined,
	};
}

async function signInOnce(given: Options, context: Context): Promise<CommandResult> {
	const options = await asStored(given, context);
	const missing = [
		...(options.method === undefined ? [{flag: 'method'}] : []),
		...(options.inject === undefined ? [{flag: 'inject'}] : []),
	];
	const [first, ...others] = missing.map(one => ({...one, hint: ': nothing is stored'}));
	if (first) throw missingFlags([first, ...others]);
	const login = await context.client.call(testAutoAuthLogin, {
		params: {projectId: options.projectId},
		body: await bodyOf(options, context),
		idempotencyKey: context.idempotencyKey(testAutoAuthLogin, options.idempotencyKey),
	});
	const {ok, outcome, status} = login;
	const failure = `The login failed: ${login.reason ?? outcome}.${addressRemedy(login.reason, options.method) || remedy(outcome, options)}`;
	return {view: 'login-test', data: login, problem: ok ? undefined : negative(failure, {status, outcome})};
}

/** What an answer that knows no such address asks for; empty for any other. */
function addressRemedy(reason: string | null | undefined, method: string | null | undefined): string {
	if (!/\banswered (?:404|405|410)\b/.test(reason ?? '')) return '';
	const uses = autoAuthMethods.find(one => one === method);
	const flag = (['loginUrl', 'tokenEndpoint'] as const).find(one => uses && flagsOf[uses].includes(one));
	return flag ? ` Nobody signs in at that address: --${flagName(flag)} says where it is.` : '';
}

/** The flag that most probably mends a login that did not work. */
function remedy(outcome: string, {method, inject, loginBodyTemplate}: Options): string {
	if (outcome === 'no_token_at_path')
		return inject === 'cookie'
			? ' --inject-key names the cookie, --token-path the place of a token in the body.'
			: ' --token-path says where the token is; --inject cookie sends the cookies that the login sets.';
	return outcome === 'rejected' && method === 'password' && loginBodyTemplate === undefined
		? ' --login-body-template says what is sent (default: the fields email and password).'
		: '';
}

/** What is sent: with `--disable` nothing that could change what is stored. */
async function bodyOf(options: Options, context: Context): Promise<AutoAuthInput> {
	const {method, inject, injectKey, injectScheme, disable} = options;
	const head = {
		...(method === undefined ? {} : {method}),
		...(inject === undefined ? {} : {inject}),
		...(injectKey === undefined ? {} : {injectKey}),
		...(injectScheme === undefined ? {} : {injectScheme}),
	};
	if (disable) return {enabled: false, ...head};
	const {loginContentType: type} = options;
	const values: AutoAuthInput = {
		loginUrl: options.loginUrl,
		loginMethod: options.loginMethod,
		loginContentType: type === 'json' ? contentTypes[0] : type === 'form' ? contentTypes[1] : type,
		loginBodyTemplate: options.loginBodyTemplate,
		username: options.username,
		password: await readSecret('password', options, context),
		tokenPath: options.tokenPath,
		tokenEndpoint: options.tokenEndpoint,
		clientId: options.clientId,
		clientSecret: await readSecret('clientSecret', options, context),
		refreshToken: await readSecret('refreshToken', options, context),
		scope: options.scope,
		region: options.region,
	};
	const given = Object.entries(values).filter(([, value]) => value !== undefined);
	return {...(options.testLogin ? {} : {enabled: true}), ...head, ...Object.fromEntries(given)};
}
