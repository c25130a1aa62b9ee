import {describe, expect, it} from 'vitest';
import type {Endpoint} from '../../../../contract/endpoint.ts';
import {endpointSamples} from '../../../../contract/samples/endpoints.ts';
import {describedLogins} from '../../../../source/commands/try/described-login.ts';
import {describedSignUps} from '../../../../source/commands/try/described-sign-up.ts';

const [sample] = endpointSamples.listEndpoints({}).items as [Endpoint];
const baseUrl = 'http://127.0.0.1:1/api';
const text = {type: 'string'};

const post = (path: string, body: object, answer: object = {}, auth: Partial<Endpoint['auth']> = {}): Endpoint => ({
	...sample,
	method: 'POST',
	path,
	auth: {required: false, authType: null, ...auth},
	requestShape: {...sample.requestShape, body: body as never, sample: null, contentType: 'application/json'},
	responseShape: {...sample.responseShape, body: answer as never},
});
const login = (account: string) =>
	post('/login', {properties: {[account]: text, password: text}}, {properties: {token: text}});
const made = (signUp: Endpoint, account = 'email') =>
	describedSignUps([signUp], describedLogins([login(account)], baseUrl), {baseUrl, tag: 'ab12'});
const bodyOf = (signUp: Endpoint, account?: string) =>
	made(signUp, account).map(({request}) => JSON.parse(request.loginBodyTemplate));

describe('a login whose fields stand within one object', () => {
	it('is sent with that object, and its token is found within one', () => {
		const user = {properties: {user: {properties: {email: text, password: text}}}};
		const answer = {properties: {user: {properties: {token: text}}}};
		const [found] = describedLogins([post('/users/login', user, answer)], baseUrl);
		expect(found).toMatchObject({
			accountField: 'email',
			tokenPath: '$.user.token',
			request: {loginBodyTemplate: '{"user":{"email":"{{username}}","password":"{{password}}"}}'},
		});
	});
});

describe('an account that the tests make for themselves', () => {
	it('has the name that the login asks for, and a value in each field that is required', () => {
		const signUp = post('/auth/register', {
			required: ['username', 'email', 'password', 'confirmPassword', 'role', 'age', 'terms', 'born'],
			properties: {
				username: text,
				email: text,
				password: text,
				confirmPassword: text,
				role: {enum: ['reader', 'writer']},
				age: {type: 'integer', minimum: 18},
				terms: {type: 'boolean'},
				born: {type: 'string', format: 'date'},
				bio: text,
			},
		});
		const rest = {role: 'reader', age: 18, terms: true, born: '1990-01-31'};
		const secrets = {password: '{{password}}', confirmPassword: '{{password}}'};
		expect(bodyOf(signUp, 'username')).toEqual([
			{username: '{{username}}', email: 'svc-ab12@example.com', ...secrets, ...rest},
		]);
		expect(bodyOf(signUp, 'email')).toEqual([{username: 'svcab12', email: '{{username}}', ...secrets, ...rest}]);
		expect(made(signUp, 'username')).toMatchObject([{account: {username: 'svcab12'}}]);
		expect(made(signUp, 'email')).toMatchObject([
			{path: '/auth/register', account: {username: 'svc-ab12@example.com'}, request: {loginMethod: 'POST'}},
		]);
	});

	it('is made within the object that the document wraps it in', () => {
		const fields = {properties: {username: text, email: text, password: text}};
		expect(bodyOf(post('/users', {properties: {user: fields}}))).toEqual([
			{user: {username: 'svcab12', email: '{{username}}', password: '{{password}}'}},
		]);
	});

	it('is made at a path that says so before one of a list', () => {
		const fields = {properties: {email: text, password: text}};
		const ways = describedSignUps(
			[post('/users', fields), post('/sign-up', fields)],
			describedLogins([login('email')], baseUrl),
			{baseUrl, tag: 'ab12'},
		);
		expect(ways.map(({path}) => path)).toEqual(['/sign-up', '/users']);
	});

	const fields = {properties: {email: text, password: text}};
	it.each<[string, Endpoint]>([
		['needs a credential', post('/users', fields, {}, {required: true})],
		['is below a record', post('/teams/{id}/users', fields)],
		['is no list of accounts', post('/orders', fields)],
		['asks for no password', post('/users', {properties: {email: text}})],
		['wants what nobody can guess', post('/users', {properties: {...fields.properties, code: {}}})],
	])('is not made where the request %s', (_, signUp) => {
		expect(made(signUp)).toEqual([]);
	});

	it('is not made where nobody could sign in with it', () => {
		expect(describedSignUps([post('/users', fields)], [], {baseUrl, tag: 'ab12'})).toEqual([]);
	});
});
