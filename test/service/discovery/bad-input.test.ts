import {describe, expect, it} from 'vitest';
import {instanceOf} from '../../../service/plans/gate/instance.ts';
import {read} from './documents.ts';

const openapi = (rest: object) => JSON.stringify({openapi: '3.0.0', ...rest});
const responses = {200: {description: 'x', content: {'application/json': {schema: {type: 'object'}}}}};

describe('what a broken or hostile document says is read as far as it can be', () => {
	it.each([
		['/etc/passwd'],
		['file:///etc/passwd'],
		['http://127.0.0.1:9/secret.json'],
		['http://169.254.169.254/latest/meta-data'],
		['../../outside.yaml#/x'],
	])('a reference to %s is not followed', $ref => {
		const content = {'application/json': {schema: {$ref}}};
		const {endpoints, failed} = read(
			openapi({paths: {'/a': {post: {requestBody: {content}, responses: {200: {description: 'x', content}}}}}}),
		);
		expect(failed).toBe(null);
		expect(endpoints[0]?.requestShape.body).toEqual({$ref});
		expect(endpoints[0]?.detail.answers[0]?.schema).toEqual({$ref});
	});

	it('two operations with one id stay two, and a link to it leads to the first', () => {
		const links = {next: {operationId: 'same'}};
		const {endpoints, remarks} = read(
			openapi({
				paths: {
					'/a': {get: {operationId: 'same', responses}},
					'/b': {get: {operationId: 'same', responses: {200: {description: 'x', links}}}},
				},
			}),
		);
		expect(endpoints.map(({path}) => path)).toEqual(['/a', '/b']);
		expect(remarks).toEqual([
			'an operationId is used by several operations; links lead to the first: same of GET /a, GET /b',
		]);
		expect(endpoints[1]?.detail.links).toMatchObject([{target: {method: 'GET', path: '/a'}}]);
	});

	it('a pattern that is no regular expression, and one that would never end, are kept as they are', () => {
		const properties = {a: {type: 'string', pattern: '(['}, b: {type: 'string', pattern: '^(a+)+$'}};
		const content = {'application/json': {schema: {type: 'object', properties}}};
		const {endpoints, remarks} = read(openapi({paths: {'/a': {post: {requestBody: {content}, responses}}}}));
		expect(endpoints[0]?.requestShape.body).toMatchObject({properties});
		expect(remarks).toEqual([
			expect.stringMatching(
				/^patterns are no regular expressions and are not checked: "\(\[" at #\/paths\/.*\/properties\/a$/,
			),
		]);
		expect(instanceOf({type: 'string', pattern: '(['}, 'seed')).toEqual(expect.any(String));
	});

	it('path parameters without a definition are parameters all the same, and said', () => {
		const {endpoints, remarks} = read(
			openapi({
				paths: {
					'/a/{id}/b/{other}': {parameters: [{name: 'id', in: 'path', schema: {type: 'integer'}}], get: {responses}},
				},
			}),
		);
		expect(endpoints[0]?.requestShape.path.map(({name, schema}) => [name, schema])).toEqual([
			['id', {type: 'integer'}],
			['other', {}],
		]);
		expect(remarks).toEqual([
			'path parameters have no definition and are taken for any text: {other} of GET /a/{id}/b/{other}',
		]);
	});

	it('variables of a collection that nobody gives a value are named, those with one are not', () => {
		const info = {schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'};
		const item = [
			{name: 'a', request: {method: 'GET', url: '{{baseUrl}}/users/{{userId}}?key={{given}}&at={{$timestamp}}'}},
			{
				name: 'b',
				event: [{listen: 'test', script: {exec: ['pm.environment.set("kept", pm.response.json().id)']}}],
				request: {method: 'POST', url: '{{baseUrl}}/orders', body: {mode: 'raw', raw: '{"user": "{{kept}}"}'}},
			},
		];
		const variable = [
			{key: 'given', value: 'x'},
			{key: 'userId', value: ''},
		];
		const {endpoints, remarks} = read(JSON.stringify({info, item, variable}));
		expect(endpoints.map(({method, path}) => `${method} ${path}`)).toEqual(['GET /users/{userId}', 'POST /orders']);
		expect(remarks).toEqual([
			'variables have no value; those of paths become parameters, others are made up: {{baseUrl}}, {{userId}}',
		]);
	});

	it('a recording of another host is read without its cookies and credentials, and said', () => {
		const secret = 'hunter2-hunter2';
		const headers = [
			{name: 'Cookie', value: `sid=${secret}`},
			{name: 'Authorization', value: `Bearer ${secret}`},
		];
		const entry = {
			request: {method: 'GET', url: 'https://other.test/x', headers, cookies: [{name: 'sid', value: secret}]},
			response: {
				status: 200,
				headers: [{name: 'Set-Cookie', value: `sid=${secret}`}],
				content: {mimeType: 'application/json', text: JSON.stringify({id: 'a1', token: secret})},
			},
		};
		const found = read(JSON.stringify({log: {entries: [entry]}}), 'http://own.test/v1');
		expect(found.endpoints.map(({path}) => path)).toEqual(['/x']);
		expect(found.remarks).toEqual([
			'no call of it goes to http://own.test, the address of the API; those to https://other.test were read',
		]);
		expect(JSON.stringify(found)).not.toContain(secret);
	});

	it('a PDF is refused with the remedy', () => {
		expect(read('%PDF-1.7\n1 0 obj\n').failed).toMatch(/PDF is not read\. Save its text/);
	});

	it('parameters, answers and bodies of a wrong kind are left out, the operation stays', () => {
		const get = {parameters: [7, null, {name: 1, in: 'query'}, {in: 'path'}], responses: {200: 'x', abc: {}, 700: {}}};
		const {endpoints, failed} = read(openapi({paths: {'/a/{id}': {get, post: {requestBody: 'x', tags: 'y'}}}}));
		expect(failed).toBe(null);
		expect(endpoints.map(({method}) => method)).toEqual(['GET', 'POST']);
		expect(endpoints[0]?.requestShape).toMatchObject({path: [{name: 'id', required: true, schema: {}}], query: []});
		expect(endpoints[0]?.detail.answers.map(({status}) => status)).toEqual(['200']);
	});

	it('a web page in place of a document is refused with the remedy', () => {
		expect(read('\n<html><body>Sign in</body></html>').failed).toMatch(/HTML page.*Upload the JSON or YAML/);
	});

	it('a collection with folders without end, and one that holds anything at all, is read to its end', () => {
		let item: unknown = {name: 'a', request: 'http://a.test/deep'};
		for (let depth = 0; depth < 2000; depth++) item = {name: 'f', item: [item]};
		const info = {schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'};
		expect(read(JSON.stringify({info, item: [item]})).endpoints).toEqual([]);
		const odd = [null, 7, {}, {request: null}, {request: {method: 5, url: {path: {}}}}, {request: '{{nothing}}'}];
		expect(read(JSON.stringify({info, item: odd})).failed).toBe(null);
	});

	it('a recording with entries of any kind gives those that are calls', () => {
		const good = {
			request: {method: 'GET', url: 'http://a.test/x'},
			response: {status: 200, content: {mimeType: 'application/json', text: '{"broken'}},
		};
		const odd = [
			null,
			{},
			{request: {url: 7}, response: {}},
			{request: {method: 'GET', url: 'http://a.test/y'}, response: {content: null}},
		];
		const {endpoints, failed} = read(JSON.stringify({log: {entries: [...odd, good]}}));
		expect(failed).toBe(null);
		expect(endpoints.map(({method, path}) => `${method} ${path}`)).toEqual(['GET /x']);
	});
});
