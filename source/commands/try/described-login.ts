import type {AutoAuthInput} from '../../../contract/authentication.ts';
import type {Endpoint} from '../../../contract/endpoint.ts';

export type Schema = {
	example?: unknown;
	examples?: unknown;
	default?: unknown;
	const?: unknown;
	enum?: unknown;
	properties?: Record<string, Schema>;
	required?: unknown;
	type?: unknown;
	format?: unknown;
	minimum?: unknown;
	minLength?: unknown;
};

/** A login as the document describes it. */
export type DescribedLogin = {
	path: string;
	/** The field that the account stands in, such as `email`. */
	accountField: string;
	/** The request without the account, as `PUT /projects/{id}/auto-auth` takes it. */
	request: Required<Pick<AutoAuthInput, 'loginUrl' | 'loginMethod' | 'loginContentType' | 'loginBodyTemplate'>>;
	/** Where the answer has its token, such as `$.data.access_token`; null: the document does not say. */
	tokenPath: string | null;
	/** The account that its example signs in with; null: it has none. */
	example: {username: string; password: string} | null;
};

const loginWord =
	/^(?:log|login|logon|sign|signin|auth|authenticate|authentication|authorize|oauth2?|sessions?|tokens?|jwt)$/i;
/** What stands behind such a word: `/jwt/create`, `/token/obtain`, `/auth/local`, `/login/access-token`. */
const loginEnding = /^(?:create|obtain|new|get|issue|generate|access|pair|password|email|local|credentials)$/i;
const otherPath = /regist|sign-?up|refresh|revoke|reset|forgot|verify|confirm|invite|log-?out/i;
const passwordName = /pass(word|wd|phrase)?$|secret$/i;
const accountName = /e-?mail|user(_?name)?$|login$|account$|identifier$/i;
const isBareName = (name: string) => /^(name|nick_?name|handle)$/i.test(name);
/** Names that an answer has its token under, the likeliest first. */
export const tokenNames = ['access_token', 'accessToken', 'token', 'jwt', 'auth_token', 'authToken', 'id_token'];

/**
 * The logins that a document describes, the likeliest first: a POST or PUT at a path of that kind, whose body is an
 * account, a password and nothing else that would have to be guessed.
 */
export function describedLogins(endpoints: readonly Endpoint[], baseUrl: string): DescribedLogin[] {
	const logins = endpoints.flatMap(endpoint => describe(endpoint, baseUrl) ?? []);
	return logins.sort((one, other) => Number(one.tokenPath === null) - Number(other.tokenPath === null));
}

function describe(endpoint: Endpoint, baseUrl: string): DescribedLogin | null {
	const {method, path, basePath = '', requestShape, responseShape} = endpoint;
	const loginMethod = (['POST', 'PUT'] as const).find(one => one === method);
	if (loginMethod === undefined || path.includes('{') || otherPath.test(path) || !isLoginPath(path)) return null;
	const form = accountForm(requestShape);
	if (form === null) return null;
	const {account, password, properties, required, sample} = form;
	const names = Object.keys(properties);

	const said = (name: string) => givenValue(name, properties[name] ?? {}) ?? sample[name];
	const template: Record<string, string> = {};
	for (const name of names) {
		const value = said(name);
		if (name === account) template[name] = '{{username}}';
		else if (name === password) template[name] = '{{password}}';
		else if (typeof value === 'string' && value !== '') template[name] = value;
		else if (required.includes(name)) return null;
	}
	const [username, secret] = [said(account), said(password)];
	const hasExample = typeof username === 'string' && username !== '' && typeof secret === 'string' && secret !== '';
	return {
		path: `${basePath}${path}`,
		accountField: account,
		request: {...requestWith(endpoint, form, template, baseUrl), loginMethod},
		tokenPath: tokenIn(responseShape.body),
		example: hasExample ? {username, password: secret} : null,
	};
}

/** Whether the last segment of a path says that somebody signs in, such as `/token-auth/` or `/userLogin`. */
function isLoginPath(path: string): boolean {
	const segments = path
		.split('/')
		.filter(Boolean)
		.map(one => one.replace(/([a-z\d])([A-Z])/g, '$1-$2').split(/[-_.]/));
	const [before = [], last = []] = [segments.at(-2), segments.at(-1)];
	const isSaid = (words: readonly string[]) => words.some(word => loginWord.test(word));
	return isSaid(last) || (last.every(word => loginEnding.test(word)) && isSaid(before));
}

/** The fields that a request asks for an account with, one level deep where the body is one object of one name. */
type AccountForm = {
	/** Names of the fields. */
	account: string;
	password: string;
	properties: Record<string, Schema>;
	required: readonly string[];
	sample: Record<string, unknown>;
	/** The body with these fields. */
	wrapped(fields: object): object;
};

/** Null: the request asks for no account. */
export function accountForm(requestShape: Endpoint['requestShape']): AccountForm | null {
	const body = (requestShape.body ?? {}) as Schema;
	const sample = recordIn(requestShape.sample);
	const [holder, ...others] = Object.keys(body.properties ?? {});
	const inner = holder === undefined || others.length > 0 ? undefined : body.properties?.[holder];
	const isWrapped = holder !== undefined && inner?.properties !== undefined;
	const {properties = {}, required} = isWrapped ? inner : body;
	const names = Object.keys(properties);
	const password = names.find(name => passwordName.test(name) && !/client/i.test(name));
	const account = names.find(name => name !== password && accountName.test(name)) ?? names.find(isBareName);
	if (password === undefined || account === undefined) return null;
	return {
		account,
		password,
		properties,
		required: Array.isArray(required) ? required : names,
		sample: isWrapped ? recordIn(sample[holder]) : sample,
		wrapped: fields => (isWrapped ? {[holder]: fields} : fields),
	};
}

const recordIn = (value: unknown) =>
	(typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;

/** A POST of these fields to an endpoint without parameters: as a form, or as JSON within the object that the document wraps them in. */
export function requestWith(
	{path, basePath = '', requestShape}: Endpoint,
	{wrapped}: AccountForm,
	fields: Record<string, unknown>,
	baseUrl: string,
): DescribedLogin['request'] {
	const isForm = isFormOf(requestShape);
	return {
		loginUrl: `${baseUrl.replace(/(?<!\/)\/+$/, '')}${basePath}${path}`,
		loginMethod: 'POST',
		loginContentType: isForm ? 'application/x-www-form-urlencoded' : 'application/json',
		loginBodyTemplate: isForm ? formOf(fields as Record<string, string>) : JSON.stringify(wrapped(fields)),
	};
}

export const isFormOf = ({contentType}: Endpoint['requestShape']): boolean =>
	contentType?.toLowerCase().startsWith('application/x-www-form-urlencoded') ?? false;

/** The value that a document gives a field; of OAuth's `grant_type` (RFC 6749, 4.3.2) the one of a password. */
export function givenValue(
	name: string,
	{example, examples, default: standard, const: fixed, enum: allowed}: Schema,
): unknown {
	if (name === 'grant_type') return 'password';
	const [first] = Array.isArray(examples) ? examples : [];
	const only = Array.isArray(allowed) && allowed.length === 1 ? allowed[0] : undefined;
	return example ?? first ?? fixed ?? only ?? standard;
}

/** The template as a form: the places of the account stay readable, everything else is encoded. */
const formOf = (template: Record<string, string>): string =>
	Object.entries(template)
		.map(([name, value]) => `${encodeURIComponent(name)}=${value.startsWith('{{') ? value : encodeURIComponent(value)}`)
		.join('&');

/** Where a token stands in an answer: at its top, or within one of its objects. */
function tokenIn(body: unknown): string | null {
	const {properties = {}} = (body ?? {}) as Schema;
	const own = tokenNames.find(name => name in properties);
	if (own !== undefined) return `$.${own}`;
	for (const [holder, {properties: inner = {}}] of Object.entries(properties)) {
		const nested = tokenNames.find(name => name in inner);
		if (nested !== undefined && /^\w+$/.test(holder)) return `$.${holder}.${nested}`;
	}
	return null;
}
