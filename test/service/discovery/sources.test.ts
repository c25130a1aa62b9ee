import {describe, expect, it} from 'vitest';
import {resolveRequirements} from '../../../service/discovery/resolve-requirements.ts';
import {pathKey} from '../../../service/domain/endpoint-path.ts';
import {fixture, read} from './documents.ts';

const names = (reading: ReturnType<typeof read>) => reading.endpoints.map(({method, path}) => `${method} ${path}`);
const find = (reading: ReturnType<typeof read>, name: string) =>
	reading.endpoints.find(({method, path}) => `${method} ${path}` === name)!;

describe('a Postman collection', () => {
	const shop = () => read(fixture('shop.postman.json'));

	it('has an endpoint per method and path, variables and `:id` as parameters', () => {
		expect(names(shop())).toEqual([
			'POST /users',
			'GET /users/{userId}',
			'GET /health',
			'POST /users/{id}/carts',
			'POST /graphql',
		]);
	});

	it('gives folders, saved answers per status, and the kind of credential', () => {
		const create = find(shop(), 'POST /users');
		expect(create).toMatchObject({
			summary: 'Create a user',
			auth: {required: true, authType: 'Bearer token'},
			requestShape: {contentType: 'application/json', sample: {name: 'Amber', age: null}},
			responseShape: {statuses: [201, 422]},
			detail: {
				tags: ['People'],
				answers: [
					{status: '201', contentType: 'application/json', headers: [{name: 'Location'}]},
					{status: '422', examples: [{error: 'name'}]},
				],
			},
		});
		expect(create.requestShape.headers.map(({name}) => name)).toEqual(['X-Tenant']);
		expect(find(shop(), 'GET /health').auth).toEqual({required: false, authType: 'public'});
		expect(find(shop(), 'POST /graphql').detail.protocol).toBe('graphql');
	});

	it('has its scripts read and not run: captures and assertions, no guesses', () => {
		const {captures, checks} = find(shop(), 'POST /users').detail;
		expect(captures).toEqual([
			{variable: 'userId', from: {in: 'body', pointer: '$.data.id'}, source: 'script of "Create a user"'},
		]);
		expect(checks.map(({source: _, ...check}) => check)).toEqual([
			{type: 'status', oneOf: [201]},
			{type: 'equals', pointer: '$.data.role', value: 'member'},
		]);
	});

	it('says where a kept variable goes, in paths and bodies', () => {
		const from = {method: 'POST', path: '/users', pointer: '$.data.id'};
		expect(shop().notes?.travelled).toMatchObject([
			{from, to: {method: 'GET', path: '/users/{userId}', place: {in: 'path', pointer: 'userId'}}, score: 1},
			{from, to: {method: 'POST', path: '/users/{id}/carts', place: {in: 'body', pointer: '$.owner'}}, score: 1},
		]);
	});

	it('leaves every secret behind', () => {
		expect(JSON.stringify(shop())).not.toMatch(/never-to-be-kept/);
	});

	it('of another shape is refused in words', () => {
		expect(read('{"info": {"schema": "postman"}, "item": [{"request": {"url": {"path": 7}}}, 3, null]}').failed).toBe(
			null,
		);
		expect(read('{"hello": 1}').failed).toMatch(/neither OpenAPI .* HAR recording/);
	});
});

describe('a HAR recording', () => {
	const shop = (baseUrl?: string) => read(fixture('shop.har'), baseUrl);

	it('gives the JSON calls of the most frequent origin, without files and preflights', () => {
		expect(names(shop())).toEqual([
			'POST /api/login',
			'POST /api/products',
			'GET /api/products/{productId}',
			'POST /api/carts',
			'DELETE /api/carts/{cartId}',
		]);
		expect(shop().leftovers?.said).toEqual(['1 call goes to another host than https://shop.test and is left out']);
	});

	it('gives those of the base URL, below its path', () => {
		expect(names(shop('https://shop.test/api'))[1]).toBe('POST /products');
		expect(names(shop('https://tracker.test'))).toEqual(['POST /collect']);
	});

	it('shows which value travelled where; dates and words do not', () => {
		const from = {method: 'POST', path: '/api/products', pointer: '$.id'};
		expect(shop().notes?.travelled).toMatchObject([
			{from, to: {path: '/api/products/{productId}', place: {in: 'path', pointer: 'productId'}}, score: 0.95},
			{from, to: {path: '/api/carts', place: {in: 'body', pointer: '$.items[*].productId'}}, score: 0.95},
		]);
	});

	it('gives shapes per status and the headers that are the API’s own', () => {
		expect(find(shop(), 'POST /api/products')).toMatchObject({
			auth: {authType: 'Bearer token'},
			requestShape: {headers: [{name: 'X-Tenant'}], sample: {name: 'Cup', price: 1290}},
			detail: {
				answers: [{status: '201', schema: {properties: {id: {type: 'string'}, at: {format: 'date-time'}}}}],
			},
		});
	});

	it('keeps the headers that choose the answer, with their values, and not what every client sends', () => {
		const call = (path: string, headers: Record<string, string>) => ({
			request: {
				method: 'GET',
				url: `https://shop.test${path}`,
				headers: Object.entries(headers).map(([name, value]) => ({name, value})),
			},
			response: {status: 200, headers: [], content: {mimeType: 'application/json', text: '{"a":1}'}},
		});
		const entries = [
			call('/goods', {Accept: 'application/vnd.shop.v2+json', 'Accept-Language': 'en', 'accept-encoding': 'gzip'}),
			call('/goods', {Accept: 'application/vnd.shop.v2+json', 'Accept-Version': '2'}),
			call('/orders', {Accept: 'application/json, text/plain, */*'}),
			call('/notes', {accept: 'application/json'}),
		];
		const found = read(JSON.stringify({log: {version: '1.2', entries}}));
		const headers = (name: string) => find(found, name)?.requestShape.headers;
		expect(headers('GET /goods')).toEqual([
			{name: 'Accept', required: true, schema: {type: 'string'}, example: 'application/vnd.shop.v2+json'},
			{name: 'Accept-Version', required: false, schema: {type: 'string'}, example: '2'},
		]);
		expect([headers('GET /orders'), headers('GET /notes')]).toEqual([[], []]);
	});

	it('leaves cookies, credentials and what looks like a secret behind', () => {
		for (const baseUrl of [undefined, 'https://tracker.test'])
			expect(JSON.stringify(shop(baseUrl))).not.toMatch(/never-to-be-kept|eyJ/);
	});

	it('without a JSON call is refused in words', () => {
		expect(read(fixture('session.har')).failed).toMatch(/no JSON call/);
		expect(read('{"log": {"entries": [1, null, {"request": {}}]}}').failed).toMatch(/no JSON call/);
	});
});

describe('a text', () => {
	const shop = () => read(fixture('shop.md'));

	it('gives the operations of its headings, curl lines, HTTP blocks and tables', () => {
		expect(names(shop())).toEqual([
			'PUT /carts/{id}/coupon',
			'POST /users',
			'GET /users/{id}',
			'GET /products/{id}',
			'DELETE /products/{id}',
		]);
	});

	it('gives fields of tables, samples and shapes, each at its line', () => {
		expect(find(shop(), 'PUT /carts/{id}/coupon')).toMatchObject({
			requestShape: {
				body: {type: 'object', properties: {code: {type: 'string'}, note: {type: 'string'}}, required: ['code']},
			},
			detail: {answers: [{status: '200', examples: [{id: 7, couponCode: 'SAVE'}]}], sources: [{line: 5}]},
		});
		expect(find(shop(), 'POST /users')).toMatchObject({
			requestShape: {sample: {email: 'a@example.com'}, body: {properties: {password: {type: 'string'}}}},
			auth: {authType: 'Bearer token'},
			detail: {sources: [{line: 23}]},
		});
		expect(find(shop(), 'GET /users/{id}')).toMatchObject({
			requestShape: {query: [{name: 'expand', example: 'orders'}]},
			detail: {answers: [{status: '200', examples: [{id: 1}]}]},
		});
		expect(find(shop(), 'GET /products/{id}')).toMatchObject({
			summary: 'Reads a product',
			responseShape: {statuses: [200, 404]},
		});
		expect(JSON.stringify(shop())).not.toMatch(/never-to-be-kept/);
	});

	it('gives every method that stands in front of one path', () => {
		const reading = read(Buffer.from('Members: GET, PATCH or `DELETE` /members/{memberId}; PUT/POST /members/import.'));
		expect(names(reading)).toEqual([
			'GET /members/{memberId}',
			'PATCH /members/{memberId}',
			'DELETE /members/{memberId}',
			'PUT /members/import',
			'POST /members/import',
		]);
	});

	it('gives samples within a sentence, and below a heading that does not say what they are', () => {
		const reading = read(
			Buffer.from(
				[
					'Clients send POST /members with the body {"name": "Ada", "tags": ["a}"]}, which returns 201.',
					'GET /members/{memberId} answers {"id": "m", "name": "Ada"}.',
					'',
					'## POST /classes',
					'',
					'```json',
					'{"title": "Yoga", "seats": 12}',
					'```',
					'',
					'```json',
					'{"id": "c", "title": "Yoga"}',
					'```',
				].join('\n'),
			),
		);
		expect(find(reading, 'POST /members').requestShape.sample).toEqual({name: 'Ada', tags: ['a}']});
		expect(find(reading, 'GET /members/{memberId}').detail.answers).toMatchObject([
			{status: '200', examples: [{id: 'm', name: 'Ada'}]},
		]);
		expect(find(reading, 'POST /classes').requestShape.sample).toEqual({title: 'Yoga', seats: 12});
	});

	it('takes what looks like a handle for a parameter, and words for words', () => {
		const reading = read(
			Buffer.from(
				[
					'| Method | Path |',
					'|---|---|',
					'| GET | /v1/bookings/:bookingId |',
					'',
					'    curl https://api.example.com/v1/bookings/bkg_3',
					'    curl -X POST https://api.example.com/v1/bookings/bkg_3/attend',
					'',
					'- GET /v1/bookings/search, GET /v1/bookings/export, GET /v1/bookings/today',
				].join('\n'),
			),
		);
		expect(names(reading)).toEqual([
			'GET /v1/bookings/{bookingId}',
			'POST /v1/bookings/{bookingId}/attend',
			'GET /v1/bookings/search',
			'GET /v1/bookings/export',
			'GET /v1/bookings/today',
		]);
	});

	it('gives the sentences that bind, with line, family and what they speak of', () => {
		const {notes, endpoints} = shop();
		const known = endpoints.map(({method, path, summary}) => ({method, path, summary, path_key: pathKey(path)}));
		const told = notes!.requirements.map(one => ({...one, documentId: null, documentName: 'shop.md'}));
		const requirements = resolveRequirements(told, known);
		const seen = requirements.map(({line, family, endpoint, field, status}) => [
			line,
			family,
			endpoint && `${endpoint.method} ${endpoint.path}`,
			field,
			status,
		]);
		expect(seen).toEqual([
			[7, 'words', 'PUT /carts/{id}/coupon', null, null],
			[7, 'bounds', 'PUT /carts/{id}/coupon', 'price', null],
			[28, 'duplicate', 'POST /users', 'e-mail', 409],
			[28, 'bounds', 'POST /users', 'name', null],
			[29, 'auth', 'DELETE /products/{id}', null, null],
			[29, 'auth', 'POST /users', null, null],
			[30, 'header', null, null, null],
			[30, 'sorted', null, 'createdAt', null],
			[31, 'no-secret', 'POST /users', 'password', null],
		]);
		expect(requirements.find(({family}) => family === 'sorted')).toMatchObject({
			kind: 'user',
			verb: 'list',
			facts: {by: 'createdAt', descending: true},
		});
		expect(requirements[3]?.facts).toEqual({minLength: 1, maxLength: 120});
		expect(requirements[4]?.facts).toEqual({role: 'admins'});
		expect(requirements.some(({text}) => text.includes('Clouds'))).toBe(false);
	});

	it.each([
		['quantity is required', 'required', {field: 'quantity'}],
		['status is one of pending, paid', 'enum', {field: 'status', facts: {values: ['pending', 'paid']}}],
		['The status must be one of "open", "closed" or "gone".', 'enum', {facts: {values: ['open', 'closed', 'gone']}}],
		['GET /users answers within 500 ms', 'latency', {facts: {ms: 500}}],
		['Search answers in under 2 seconds', 'latency', {facts: {ms: 2000}}],
		['a deleted cart cannot be read', 'deleted-gone', {verb: 'delete'}],
		['never returns the password', 'no-secret', {field: 'password'}],
		['The code must be unique', 'unique', {field: 'code'}],
		['A title has at most 80 characters', 'bounds', {field: 'title', facts: {maxLength: 80}}],
		['quantity must be greater than 0', 'bounds', {field: 'quantity', facts: {exclusiveMinimum: 0}}],
		['name must not be empty', 'bounds', {field: 'name', facts: {minLength: 1}}],
		['GET /carts/{id} of a stranger returns 403', 'status', {status: 403}],
		['anonymous users cannot see orders', 'auth', {facts: {role: null}}],
	])('reads "%s" as %s', (sentence, family, rest) => {
		expect(read(sentence).notes?.requirements).toMatchObject([{family, ...rest}]);
	});

	it('of PDF is refused with the remedy, and a web page is none', () => {
		expect(read('%PDF-1.7 \u0000').failed).toMatch(/pdftotext/);
		expect(read('<!DOCTYPE html><html></html>').failed).toMatch(/HTML page/);
	});

	it('of gRPC and of JSON-RPC gives endpoints that nothing is planned for', () => {
		const grpc = read('syntax = "proto3";\nservice Shop {\n  rpc Buy (A) returns (B);\n}\n');
		expect(grpc.endpoints).toMatchObject([{method: 'POST', path: '/Shop/Buy', detail: {protocol: 'grpc'}}]);
		expect(read('{"openrpc": "1.2.6", "methods": []}').endpoints).toMatchObject([{detail: {protocol: 'json-rpc'}}]);
	});
});

describe('a hostile text of 100 KB', () => {
	it.each([
		['quotes', '"'.repeat(100_000)],
		['quotes in threes', '"""'.repeat(30_000)],
		['methods', 'GET '.repeat(25_000)],
		['a long path', `GET /${'a/'.repeat(50_000)}`],
		['braces', `GET /${'{'.repeat(100_000)}`],
		['curl', `curl '${'\\\n'.repeat(5000)}`],
		['many open curls', "curl '\n".repeat(3000)],
		['brackets', '['.repeat(100_000)],
		['stars', '*a '.repeat(33_000)],
		['emphasis', '**a '.repeat(25_000)],
		['one sentence', `a must ${'be at most '.repeat(9000)}`],
		['pipes', `|${'a|'.repeat(50_000)}\n|${'-|'.repeat(50_000)}\n`],
		['blanks', `must${' '.repeat(100_000)}not`],
		['quoted blocks', '> '.repeat(50_000)],
		['lists', `${'- '.repeat(1000)}a`],
		['JSON that is none', `# POST /a\nBody\n\n\`\`\`json\n{${'"a":"\\\\'.repeat(12_000)}\n\`\`\``],
	])('of %s is read to its end', (_, text) => {
		const reading = read(text);
		expect(reading.failed ?? '').toMatch(/^$|nested too deeply|not valid JSON/);
	});
});
