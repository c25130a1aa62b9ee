import type {Endpoint} from '../../../contract/endpoint.ts';
import {accountForm, type DescribedLogin, givenValue, isFormOf, requestWith, type Schema} from './described-login.ts';

/** How a document says that an account is made that its login takes. */
export type DescribedSignUp = {
	path: string;
	/** The request for one account, with the places of its name and password as a login has them. */
	request: DescribedLogin['request'];
	account: {username: string; password: string};
};

const signUpPath =
	/(^|\/)((auth|users?|accounts?|members?|customers?)\/)?(register|registration|sign-?up|join|users?|accounts?|members?|customers?)\/?$/i;
const repeatedPassword = /confirm|repeat|again|verif/i;
const emailName = /e-?mail/i;

/**
 * The ways to make an account without one, the likeliest first: a POST at a path of that kind that needs no credential,
 * and whose body is an account, a password and fields that any value of their type fills.
 *
 * @param tag letters and digits that nobody else's account has
 */
export function describedSignUps(
	endpoints: readonly Endpoint[],
	[login]: readonly DescribedLogin[],
	{baseUrl, tag}: {baseUrl: string; tag: string},
): DescribedSignUp[] {
	if (login === undefined) return [];
	const ways = endpoints.flatMap(endpoint => describe(endpoint, login, {baseUrl, tag}) ?? []);
	const isNamed = ({path}: DescribedSignUp) => /regist|sign-?up|join/i.test(path);
	return ways.sort((one, other) => Number(isNamed(other)) - Number(isNamed(one)));
}

function describe(
	endpoint: Endpoint,
	{accountField}: DescribedLogin,
	{baseUrl, tag}: {baseUrl: string; tag: string},
): DescribedSignUp | null {
	const {method, path, basePath = '', requestShape, auth} = endpoint;
	if (method !== 'POST' || auth.required === true || path.includes('{') || !signUpPath.test(path)) return null;
	const form = accountForm(requestShape);
	if (form === null) return null;
	const {properties, required, sample} = form;
	const names = Object.keys(properties);
	const isMail = (name: string) => emailName.test(name) || properties[name]?.format === 'email';
	const account = names.includes(accountField) ? accountField : (names.find(isMail) ?? form.account);
	const mail = `svc-${tag}@example.com`;

	const fields: Record<string, unknown> = {};
	for (const name of names) {
		const schema = properties[name] ?? {};
		if (name === account) fields[name] = '{{username}}';
		else if (name === form.password || (/pass/i.test(name) && repeatedPassword.test(name)))
			fields[name] = '{{password}}';
		else if (!required.includes(name)) continue;
		else if (isMail(name)) fields[name] = mail;
		else fields[name] = valueFor(name, schema, sample[name], tag);
		if (fields[name] === undefined) return null;
	}
	if (isFormOf(requestShape) && Object.values(fields).some(value => typeof value !== 'string')) return null;
	return {
		path: `${basePath}${path}`,
		request: requestWith(endpoint, form, fields, baseUrl),
		account: {username: isMail(account) ? mail : `svc${tag}`, password: `Svc-${tag}-9x`},
	};
}

/** What the document gives a field, else a value of its type; a name is nobody else's. Undefined: it would be a guess. */
function valueFor(name: string, schema: Schema, sample: unknown, tag: string): unknown {
	const isOwn = /(^|_)(user_?name|login|nick_?name|handle|slug)$/i.test(name);
	if (isOwn) return `svc${tag}`;
	const [allowed] = Array.isArray(schema.enum) ? schema.enum : [];
	const given = givenValue(name, schema) ?? allowed ?? sample;
	if (given !== undefined && given !== null) return given;
	switch (schema.type) {
		case 'string':
			return textFor(schema, tag);
		case 'integer':
		case 'number':
			return typeof schema.minimum === 'number' ? schema.minimum : 30;
		case 'boolean':
			return true;
		case 'array':
			return [];
		default:
			return undefined;
	}
}

function textFor({format, minLength}: Schema, tag: string): string | undefined {
	if (format === 'date') return '1990-01-31';
	if (format === 'date-time') return '1990-01-31T12:00:00Z';
	if (format === 'uri' || format === 'url') return 'https://example.com';
	if (typeof format === 'string') return undefined;
	return `Test ${tag}`.padEnd(typeof minLength === 'number' ? Math.min(minLength, 200) : 0, 'x');
}
