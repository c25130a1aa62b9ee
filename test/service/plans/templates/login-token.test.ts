import {expect, it} from 'vitest';
import {documentOf, planOf} from '../shop-plan.ts';

const text = {type: 'string'};
const json = (schema: object) => ({'application/json': {schema}});
const sends = (properties: object) => ({
	requestBody: {required: true, content: json({type: 'object', required: Object.keys(properties), properties})},
});
const answers = (properties: object) => ({
	responses: {
		200: {description: 'it', content: json({type: 'object', required: Object.keys(properties), properties})},
		401: {description: 'no'},
	},
});
const tokens = {accessToken: text, refreshToken: text};

const planWith = (login: {email: object; password: object}, logout: object = sends({refreshToken: text})) => {
	const document = documentOf({
		'/auth/login': {post: {summary: 'Sign in', ...sends(login), ...answers(tokens)}},
		'/auth/refresh': {post: {summary: 'New tokens', ...sends({refreshToken: text}), ...answers(tokens)}},
		'/auth/logout': {post: {summary: 'Sign out', ...logout, responses: {204: {description: 'out'}}}},
		'/me': {get: {summary: 'Who I am', ...answers({name: text})}},
		'/challenges': {post: {summary: 'Ask for a challenge', ...answers({challengeToken: text})}},
		'/answers': {
			post: {summary: 'Answer it', ...sends({challengeToken: text}), ...answers({ok: {type: 'boolean'}})},
		},
	});
	const secured = document.endpoints.map(one =>
		one.path === '/me' ? {...one, secure: true, carrier: {header: 'Authorization', prefix: 'Bearer '}} : one,
	);
	return planOf({...document, endpoints: secured});
};
const rowsOf = (plan: ReturnType<typeof planWith>, path: string) =>
	plan.rows.map(({recipe}) => recipe).filter(({endpoint}) => endpoint.path === path);

it('a refresh token is that of a login of the test itself, where the document shows with what to log in', () => {
	const plan = planWith({email: {...text, example: 'ada@example.com'}, password: {...text, example: 'shown-pass'}});
	const [row] = rowsOf(plan, '/auth/refresh').filter(({template}) => template === 'call');
	expect(row?.consumes).toEqual([]);
	expect(row?.steps.map(({id, call}) => [id, call.operation.path, call.auth])).toEqual([
		['log_in', '/auth/login', 'none'],
		['call', '/auth/refresh', 'project'],
	]);
	expect(row?.steps[1]?.call.body).toMatchObject({
		value: {is: 'object', fields: {refreshToken: {is: 'step', step: 'log_in', pointer: '$.refreshToken'}}},
	});
});

it('a token that is no login’s, or of a login that nobody shows, is nothing to log in for', () => {
	const plan = planWith({email: text, password: text});
	const recipes = [...rowsOf(plan, '/auth/refresh'), ...rowsOf(plan, '/answers')];
	expect(recipes.flatMap(({steps}) => steps).filter(({id}) => id === 'log_in')).toEqual([]);
});

it('a log-out that takes the refresh token is no reason to expect the access token to end', () => {
	const shown = {email: {...text, example: 'ada@example.com'}, password: {...text, example: 'shown-pass'}};
	const refused = (logout?: object) =>
		planWith(shown, logout)
			.rows.filter(({title}) => /logged out/.test(title))
			.map(({recipe}) => recipe.steps.at(-1)?.call.operation.path);
	expect([refused(), refused({})]).toEqual([['/auth/refresh'], ['/me']]);
});
