import {expect, test} from 'vitest';
import {codeWarnings} from '../../../../source/test-code/code-warnings.ts';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import {createGate} from '../../../../service/plans/gate/gate.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {createBackendBench} from '../../../helpers/backend-bench.ts';
import {documentOf, planOf} from '../shop-plan.ts';

const bench = createBackendBench();
let next = 0;
const gate = createGate({
	runner: {run: job => bench.runner.run(job)},
	newId: () => `gate-${next++}`,
	warningsOf: codeWarnings,
});

const json = (schema: object, example?: object) => ({
	content: {'application/json': {schema, ...(example ? {example} : {})}},
});
const ok = (schema: object, status = '200') => ({[status]: {description: 'fine', ...json(schema)}});
const object = (properties: object, required: string[] = []) => ({type: 'object', properties, required});
const text = {type: 'string'};
const inPath = (name: string) => [{name, in: 'path', required: true, schema: text}];

/** Records are called `variables`, as what the runner injects is; they are listed with a cursor. */
const variable = object({id: text, key: text, projectId: text}, ['id', 'key']);
const variables = {
	'/projects': {
		post: {
			requestBody: json(object({name: text}, ['name'])),
			responses: ok(object({id: text, name: text}, ['id']), '201'),
		},
	},
	'/projects/{id}': {delete: {parameters: inPath('id'), responses: {'204': {description: 'gone'}}}},
	'/variables': {
		post: {
			requestBody: json(object({key: text, projectId: text}, ['key', 'projectId'])),
			responses: ok(variable, '201'),
		},
		get: {
			parameters: [
				{name: 'cursor', in: 'query', schema: text},
				{name: 'limit', in: 'query', schema: {type: 'integer', maximum: 100}},
			],
			responses: ok(object({data: {type: 'array', items: variable}, nextCursor: {type: ['string', 'null']}}, ['data'])),
		},
	},
	'/variables/{id}': {
		delete: {parameters: inPath('id'), responses: {'204': {description: 'gone'}}},
		get: {parameters: inPath('id'), responses: ok(variable)},
	},
};

/** A record in a wrapper. */
const article = object({slug: text, title: text, body: text, updatedAt: {type: 'string', format: 'date-time'}});
const wrapped = json(object({article: object({title: text, body: text}, ['title', 'body'])}, ['article']));
const articles = {
	'/articles': {
		post: {requestBody: wrapped, responses: ok(object({article}, ['article']), '201')},
	},
	'/articles/{slug}': {
		get: {parameters: inPath('slug'), responses: ok(object({article}, ['article']))},
		put: {parameters: inPath('slug'), requestBody: wrapped, responses: ok(object({article}, ['article']))},
		delete: {parameters: inPath('slug'), responses: {'204': {description: 'gone'}}},
	},
};

/** A login with an example: the same body is sent, and sent with changes. */
const login = {
	'/auth/login': {
		post: {
			requestBody: json(object({email: text, password: text, mode: text, otp: text}, ['email', 'password']), {
				email: 'ada@example.com',
				password: 'Amber-Meadow-42!',
			}),
			responses: {...ok(object({token: text}, ['token'])), '401': {description: 'refused'}},
		},
	},
};

/** The maker of a hook answers nothing but its address; that of a caller hands out a token, and nobody deletes one. */
const hook = object({id: text, url: text}, ['id', 'url']);
const refused = {'422': {description: 'refused', ...json(object({error: text}))}};
const addresses = {
	'/hooks': {
		get: {responses: ok(object({data: {type: 'array', items: hook}}, ['data']))},
		post: {
			requestBody: json(object({url: text}, ['url'])),
			responses: {'204': {description: 'made', headers: {Location: {schema: text}}}, ...refused},
		},
	},
	'/hooks/{hookId}': {
		get: {parameters: inPath('hookId'), responses: ok(hook)},
		delete: {parameters: inPath('hookId'), responses: {'204': {description: 'gone'}}},
	},
	'/hooks/{hookId}/move': {
		post: {
			parameters: inPath('hookId'),
			requestBody: json(object({url: text}, ['url'])),
			responses: {...ok(hook), ...refused},
		},
	},
	'/callers': {
		post: {
			requestBody: json(object({name: text}, ['name'])),
			responses: {...ok(object({id: text, name: text, token: text}, ['id', 'token']), '201'), ...refused},
		},
	},
	'/shelves': {get: {responses: ok({type: 'array', items: object({name: text}, ['name'])})}},
	'/shelves/{name}': {get: {parameters: inPath('name'), responses: ok(object({name: text}, ['name']))}},
};

test.each([
	['records named by their address alone', addresses, 'GET /hooks list'],
	['records named like what is injected', variables, 'GET /variables list'],
	['a wrapped record that is put twice', articles, 'PUT /articles/{slug} replace-twice'],
	['a login whose body is sent twice', login, 'POST /auth/login login'],
])('%s become tests that pass the gate', async (_, paths, key) => {
	const {rows} = planOf(documentOf(paths));
	expect(rows.map(row => row.key)).toContain(key);
	const tests = rows.map(row => ({key: row.key, recipe: {...row.recipe, id: 'rcp_1'} as Recipe}));
	const available = new Set(tests.flatMap(({recipe}) => recipe.produces));
	const verdicts = await gate(
		tests.map(({key: id, recipe}) => ({id, name: id, source: renderTest(recipe), recipe, available, secrets: []})),
	);
	expect(verdicts.filter(({rejection}) => rejection !== null)).toEqual([]);
});
