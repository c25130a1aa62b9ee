import {singular, wordsOf} from '../../inference/word-form.ts';
import {carries, isParameter, type PlanOperation} from './operation.ts';
import type {Schemas} from './schema.ts';

/** Words of paths whose operations change more than one record, or what cannot be put back. */
const commands = new Set([
	...['clear', 'reset', 'purge', 'flush', 'import', 'apply', 'promote', 'restart', 'shutdown', 'revoke', 'truncate'],
	...['migrate', 'reload', 'rebuild', 'reindex', 'backup', 'restore', 'terminate', 'kill', 'wipe'],
]);
/** Words at the end of a path whose operations take away what is there. */
const removals = new Set([
	...['delete', 'remove', 'destroy', 'erase', 'drop', 'prune', 'archive', 'unarchive', 'revive', 'deactivate'],
	...['disable', 'suspend', 'ban', 'expire', 'invalidate', 'stale', 'cleanup', 'vacuum', 'rollback'],
]);
/**
 * Words of doing. On a record of the test's own they are what is tested; without one they act on what is there, and what
 * they do leaves the API, costs money or cannot be put back.
 */
const doings = new Set([
	...[
		'pull',
		'push',
		'sync',
		'synchronize',
		'deploy',
		'redeploy',
		'publish',
		'unpublish',
		'merge',
		'upgrade',
		'downgrade',
	],
	...[
		'install',
		'uninstall',
		'execute',
		'run',
		'trigger',
		'start',
		'stop',
		'cancel',
		'abort',
		'retry',
		'replay',
		'rerun',
	],
	...[
		'send',
		'resend',
		'notify',
		'broadcast',
		'announce',
		'dispatch',
		'transfer',
		'charge',
		'pay',
		'withdraw',
		'deposit',
	],
	...['refund', 'reboot', 'overwrite', 'replace', 'rotate', 'regenerate', 'launch', 'failover', 'impersonate', 'call'],
]);
/** Records that are money on its way. */
const money = new Set(['charges', 'transfers', 'withdrawals', 'deposits', 'disbursements', 'remittances']);
/** Words of what a whole service is set up with. */
const setUp = new Set([
	...['maintenance', 'cors', 'config', 'configuration', 'license', 'licence', 'saml', 'oidc', 'sso', 'ldap', 'scim'],
	...['smtp', 'settings', 'setting', 'setup', 'preferences'],
]);
/** First words of what an operation is called that change how a service is, not what it holds. */
const settingVerbs = new Set([
	...['set', 'toggle', 'enable', 'disable', 'switch', 'configure', 'turn', 'deactivate', 'lock', 'pause', 'stop'],
	...['rotate', 'regenerate'],
]);
/** The caller's own account and what it may do. */
const ownAccount = new Set([
	...['me', 'myself', 'self', 'password', 'passwords', 'tfa', 'mfa', 'otp', 'settings', 'setting', 'preferences'],
	...['billing'],
]);
/** What leaves the API as a letter. */
const letters = new Set(['invitation', 'invitations', 'invite', 'invites', 'mail', 'mails', 'email', 'emails', 'sms']);
/** Money that goes to somebody, whatever record it is for. */
const paidOut = new Set(['payout', 'payouts']);
/** Money that may be for a record of a test: the payment of an invoice, the refund of a payment. */
const payments = new Set(['payment', 'payments', 'refund', 'refunds']);

const fixed = ({segments}: PlanOperation) => segments.filter(one => !isParameter(one));

/** An operation that commands more than one record: clear, reset, purge, … */
export const isCommand = (operation: PlanOperation): boolean =>
	operation.method !== 'GET' && wordsOf(fixed(operation).at(-1) ?? '').some(word => commands.has(word));

/** The same by a word further in front, where no record is named: `POST /backup/restore/archive`. */
export const isBelowCommand = (operation: PlanOperation): boolean =>
	operation.method !== 'GET' &&
	operation.pathParameters.length === 0 &&
	fixed(operation)
		.slice(0, -1)
		.some(segment => commands.has(segment.toLowerCase()));

const changes = new Set(['update', 'modify', 'edit', 'change', 'overwrite', 'replace', 'restore', 'reset']);

/** A POST that changes what is there, by the first word of what it is called: `Update the configuration`. */
export const isChange = (operation: PlanOperation): boolean =>
	operation.method === 'POST' && firstWords(operation).some(word => changes.has(word));

/** `POST /leads/{id}/convert` that is called "Convert a lead": what its path ends with is what it does, no sort of record. */
export function isDeed({segments, endpoint}: PlanOperation): boolean {
	const [verb] = wordsOf(segments.at(-1) ?? '');
	if (verb === undefined || !isParameter(segments.at(-2) ?? '')) return false;
	return [endpoint.summary, endpoint.operationId].some(said => wordsOf(said ?? '')[0] === verb);
}

/** What a POST may ask without changing anything. */
const questions = new Set([
	...['calculate', 'calculation', 'compute', 'estimate', 'quote', 'preview', 'simulate', 'validate', 'verify', 'check'],
	...['search', 'query', 'find', 'lookup', 'filter', 'list', 'count', 'compare', 'suggest', 'availability', 'report'],
	...['get', 'fetch', 'read', 'view', 'export', 'download', 'render', 'graphql'],
]);

/** Only asks about the records that it names, by the words at the end of its path or the first of its own name. */
export const isQuestion = (operation: PlanOperation): boolean =>
	[wordsOf(fixed(operation).at(-1) ?? ''), firstWords(operation)].some(words =>
		words.some(word => questions.has(word) || questions.has(singular(word))),
	);

/** Does something, by the word at the end of its path or the first of its own name: `POST /source-control/pull`. */
export function isDoing(operation: PlanOperation): boolean {
	if (operation.method === 'GET') return false;
	const last = fixed(operation).at(-1) ?? '';
	return (
		[wordsOf(last), firstWords(operation)].some(words => words.some(word => doings.has(word))) ||
		money.has(last.toLowerCase())
	);
}

/** The first word of what an operation is called, and of what is said of it: `pullChanges`, `Pulls changes` → `pull`. */
const firstWords = ({endpoint: {operationId, summary}}: PlanOperation): string[] =>
	[operationId, summary].flatMap(said => {
		const [word] = wordsOf(said ?? '');
		return word === undefined ? [] : [word, singular(word)];
	});

/** What an operation touches beside records, by the words of its path. */
export type Sphere = 'account' | 'letters' | 'money out' | 'payment';
const spheres: ReadonlyArray<readonly [Sphere, ReadonlySet<string>]> = [
	['account', ownAccount],
	['letters', letters],
	['money out', paidOut],
	['payment', payments],
];

/**
 * The caller's own account, letters or money, with the place of the segment that says so; null: none of them. Where no record
 * is named, the word may be part of a longer one: `POST /user/change-password` is about the caller, `POST
 * /users/{id}/change-password` about a user.
 *
 * @param isKept it makes a record that stays: then the last word says what it is, a template is none of the mails it is for
 */
export function sphereOf(operation: PlanOperation, isKept: boolean): {sphere: Sphere; segment: number} | null {
	if (operation.method === 'GET') return null;
	for (const [segment, said] of operation.segments.entries()) {
		if (isParameter(said)) continue;
		const words = operation.pathParameters.length > 0 ? [] : wordsOf(said).slice(isKept ? -1 : 0);
		const found = spheres.find(([, known]) => [said.toLowerCase(), ...words].some(word => known.has(word)));
		if (found) return {sphere: found[0], segment};
	}
	return null;
}

/** Takes away what is there, by a word at the end of its path: `POST /users/inactive/delete`. */
export const isRemoval = ({method, segments}: PlanOperation): boolean =>
	method !== 'GET' &&
	!isParameter(segments.at(-1) ?? '') &&
	wordsOf(segments.at(-1) ?? '').some(word => removals.has(word));

/**
 * Changes what a whole service is set up with: a call that names and makes no record, whose path or own name says so, or
 * that sends what a GET of the same path shows (`POST /maintenance {enabled}`).
 *
 * @param shown answer of the GET of the same path; null: none
 */
export function isSetting(operation: PlanOperation, schemas: Schemas, shown: PlanOperation | null): boolean {
	const {method, pathParameters, statuses, success, endpoint} = operation;
	if (method === 'GET' || pathParameters.length > 0) return false;
	// Some frameworks answer 201 to every POST: of a record that was made they say something.
	const saysWhatIsMade = success?.schema != null || carries(success, 'location');
	if (statuses.includes(201) && saysWhatIsMade) return false;
	if (fixed(operation).some(segment => wordsOf(segment).some(word => setUp.has(word)))) return true;
	const [verb = ''] = wordsOf(endpoint.operationId ?? endpoint.summary ?? '');
	if (settingVerbs.has(verb)) return true;
	const sent = [...schemas.view(endpoint.body?.schema).properties.keys()];
	const read = schemas.view(shown?.success?.schema).properties;
	return sent.length > 0 && sent.every(name => read.has(name));
}

const loginWords = new Set([
	'login',
	'signin',
	'authenticate',
	'token',
	'tokens',
	'session',
	'sessions',
	'auth',
	'logon',
]);

/** POST with a password whose path says that somebody logs in. */
export function isLogin(operation: PlanOperation, schemas: Schemas): boolean {
	if (operation.method !== 'POST') return false;
	// `/auth/password/reset` takes a password and lets nobody in.
	if (
		wordsOf(fixed(operation).at(-1) ?? '').some(
			word => commands.has(word) || spheres.some(([, known]) => known.has(word)),
		)
	)
		return false;
	const said = fixed(operation).flatMap(segment => [segment.toLowerCase(), ...wordsOf(segment)]);
	const joined = fixed(operation).map(segment => wordsOf(segment).join(''));
	if (![...said, ...joined].some(word => loginWords.has(word))) return false;
	return asksForPassword(schemas, operation.endpoint.body?.schema, 1);
}

/** Also one level below: `{user: {email, password}}`. */
const asksForPassword = (schemas: Schemas, schema: unknown, levels: number): boolean =>
	[...schemas.view(schema).properties].some(
		([name, one]) =>
			/pass(?:word|wd|phrase)?$/i.test(name) || (levels > 0 && asksForPassword(schemas, one, levels - 1)),
	);

export const isLogout = ({segments}: PlanOperation): boolean =>
	/^(?:logout|signout|log-out|sign-out)$/i.test(segments.at(-1) ?? '');

/** What of several records often one alone may be at a time: the active sprint, the default address. */
const exclusive = /^(?:start|begin|open|activate|promote|default|primary|current)$/;

/**
 * Whether an action on a record may be refused for the state of another one beside it: `POST /sprints/{id}/start`, of which 409
 * is documented.
 */
export const isExclusive = ({method, segments, statuses}: PlanOperation): boolean =>
	/^(?:POST|PUT)$/.test(method) &&
	statuses.includes(409) &&
	isParameter(segments.at(-2) ?? '') &&
	wordsOf(segments.at(-1) ?? '').some(word => exclusive.test(word));

/** Whether a POST hands out a new token for one that it is sent, by the end of its path: `POST /auth/refresh`, `/tokens/renew`. */
export const isRefresh = ({method, segments}: PlanOperation): boolean =>
	method === 'POST' && wordsOf(segments.at(-1) ?? '').some(word => word === 'refresh' || word === 'renew');

const tokenWords = new Set([
	...['token', 'tokens', 'refresh', 'renew', 'auth', 'noauth', 'oauth', 'jwt', 'authenticate', 'authentication'],
	...['session', 'sessions', 'login', 'signin', 'signup', 'register'],
]);

/** Whether an operation is about tokens by its path, such as `POST /auth/refresh`: where nothing says what it answers, it may be one. */
export const givesTokens = (operation: PlanOperation): boolean =>
	fixed(operation).some(segment => wordsOf(segment).some(word => tokenWords.has(word)));
