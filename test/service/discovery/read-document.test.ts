import {describe, expect, it} from 'vitest';
import {fixture, inspect, read} from './documents.ts';

const find = (name: string, path: string, method = 'GET') =>
	read(fixture(name)).endpoints.find(one => one.path === path && one.method === method);

describe('the format of a document', () => {
	it.each([
		['orders-3.0.yaml', 'openapi3'],
		['notes-3.1.json', 'openapi3'],
		['pets-swagger-2.yaml', 'swagger2'],
		['anchors.yaml', 'openapi3'],
		['collection.postman.json', 'postman'],
		['session.har', 'har'],
		['schema.graphql', 'graphql'],
	])('of %s is %s', (name, format) => {
		expect(inspect(fixture(name))).toEqual({format, error: null});
	});

	it('of prose is text; PDF is refused in words that name the remedy', () => {
		expect(inspect(fixture('notes.md'), 'text/markdown')).toEqual({format: 'text', error: null});
		expect(inspect('%PDF-1.7 \u0000', 'application/pdf')).toEqual({
			format: 'text',
			error: expect.stringMatching(/^PDF is not read\. .*pdftotext/),
		});
	});

	it('does not follow from the content type that was announced', () => {
		expect(inspect(fixture('orders-3.0.yaml'), 'text/plain').format).toBe('openapi3');
	});

	it('is found behind a byte order mark', () => {
		expect(inspect(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), fixture('notes-3.1.json')])).format).toBe(
			'openapi3',
		);
	});
});

describe('a document that cannot be read', () => {
	it.each([
		['broken.json', /not valid JSON: line 3, column 13/],
		['broken.yaml', /not valid YAML: line \d, column \d+: /],
		['bomb.yaml', /aliases grow beyond/],
		['alias-cycle.yaml', /alias stands inside/],
	])('%s says the place and the reason', (name, message) => {
		expect(inspect(fixture(name)).error).toMatch(message);
		expect(read(fixture(name)).failed).toMatch(message);
	});

	it.each([
		['not UTF-8', Buffer.from([...Buffer.from('openapi: 3.0.0\n'), 0xff, 0x20]), /not UTF-8: byte 16 /],
		['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), /UTF-16/],
		['empty', Buffer.from(' \n'), /is empty/],
	])('is refused when it is %s', (_, bytes, message) => {
		expect(inspect(bytes).error).toMatch(message);
	});

	it('is refused when it is nested beyond all measure', () => {
		const deep = `{"openapi":"3.0.0","paths":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`;
		const {endpoints, failed, leftovers} = read(deep);
		expect(endpoints).toEqual([]);
		expect(failed ?? leftovers?.said[0]).toMatch(/nested too deeply|does not begin with a slash/);
		expect(inspect(`openapi: 3.0.0\npaths: ${'['.repeat(20_000)}${']'.repeat(20_000)}`).error).toMatch(
			/nested too deeply/,
		);
	});

	it('is refused when its paths are no object', () => {
		expect(inspect('openapi: 3.0.0\npaths: [a]').error).toMatch(/`paths` is not an object/);
	});

	it('says nothing that a terminal would act on', () => {
		expect(inspect('{"openapi": "3.0.0", \u001b[31m}').error).not.toMatch(/\u001b/);
	});
});

describe('an endpoint of a document', () => {
	it('has template, base path, family and summary', () => {
		expect(find('orders-3.0.yaml', '/orders', 'POST')).toMatchObject({
			basePath: '/api/v2',
			family: '/orders',
			summary: 'Place an order',
		});
		expect(find('notes-3.1.json', '/notes', 'POST')?.summary).toBe('Writes a note.');
	});

	it('is there for the five methods only', () => {
		const names = read(fixture('orders-3.0.yaml')).endpoints.map(({method, path}) => `${method} ${path}`);
		expect(names).toEqual([
			'GET /orders',
			'POST /orders',
			'GET /orders/new',
			'GET /orders/{orderId}',
			'DELETE /orders/{orderId}',
		]);
	});

	it('has the shape of its request: JSON before forms, with the example', () => {
		expect(find('orders-3.0.yaml', '/orders', 'POST')?.requestShape).toEqual({
			contentType: 'application/json',
			path: [],
			query: [],
			headers: [],
			body: {
				title: 'NewOrder',
				type: 'object',
				required: ['sku'],
				properties: {sku: {type: 'string'}, quantity: {type: 'integer', default: 1}},
			},
			sample: {sku: 'mug', quantity: 1},
		});
	});

	it('has its parameters, those of its path and referenced ones, and no header that is always sent', () => {
		expect(find('orders-3.0.yaml', '/orders')?.requestShape).toMatchObject({
			query: [{name: 'page', required: false, schema: {type: 'integer', minimum: 1}}],
			headers: [{name: 'X-Tenant', required: true, schema: {type: 'string'}}],
		});
		expect(find('orders-3.0.yaml', '/orders/{orderId}')?.requestShape.path).toEqual([
			{name: 'orderId', required: true, schema: {type: 'string', format: 'uuid'}},
		]);
		expect(find('notes-3.1.json', '/notes/{noteId}', 'DELETE')?.requestShape.path).toEqual([
			{name: 'noteId', required: true, schema: {}},
		]);
	});

	it('has its statuses and the body of its success; what is circular keeps its name', () => {
		const shape = find('orders-3.0.yaml', '/orders', 'POST')?.responseShape;
		expect(shape?.statuses).toEqual([201, 422]);
		expect(shape?.body).toMatchObject({
			allOf: [{type: 'object'}, {properties: {parent: {$ref: '#/components/schemas/Order'}}}],
		});
		expect(find('notes-3.1.json', '/notes', 'POST')?.responseShape).toEqual({
			statuses: [],
			body: {type: 'object'},
			observed: false,
		});
	});

	it.each([
		['/orders', 'GET', {required: true, authType: 'Bearer token'}],
		['/orders/{orderId}', 'GET', {required: false, authType: 'public'}],
		['/orders/{orderId}', 'DELETE', {required: true, authType: 'basic token'}],
	])('knows which credential %s %s needs', (path, method, auth) => {
		expect(find('orders-3.0.yaml', path, method)?.auth).toEqual(auth);
	});

	it('says nothing about credentials where the document does not', () => {
		expect(find('notes-3.1.json', '/notes', 'POST')?.auth).toEqual({required: null, authType: null});
	});

	it('is read from Swagger 2.0, too', () => {
		expect(find('pets-swagger-2.yaml', '/pets', 'POST')).toMatchObject({
			basePath: '/v1',
			summary: 'Add a pet',
			requestShape: {contentType: 'application/json', body: {type: 'object', properties: {name: {type: 'string'}}}},
			responseShape: {statuses: [201], body: {properties: {name: {type: 'string'}}}},
			auth: {required: true, authType: 'API key'},
		});
	});

	it('is read through anchors and merge keys', () => {
		const names = read(fixture('anchors.yaml')).endpoints.map(({method, path}) => `${method} ${path}`);
		expect(names).toEqual(['GET /users', 'GET /teams', 'POST /teams']);
	});
});

describe('a hostile document', () => {
	it('ends although it runs in circles', () => {
		const {endpoints, leftovers} = read(fixture('circular.yaml'));
		expect(endpoints.map(({path}) => path)).toEqual(['/trees', '/chase']);
		expect(endpoints[0]?.requestShape.body).toEqual({
			title: 'Tree',
			type: 'object',
			properties: {left: {$ref: '#/components/schemas/Tree'}, right: {$ref: '#/components/schemas/Tree'}},
		});
		expect(leftovers?.said.join()).toMatch(/"\/loops"/);
	});

	it('is read as far as it can be; every part that is left out is named', () => {
		const {endpoints, leftovers} = read(fixture('partly-wrong.yaml'));
		expect(endpoints.map(({method, path}) => `${method} ${path}`)).toEqual(['POST /operation', 'GET /__proto__']);
		expect(leftovers?.count).toBe(8);
		const said = leftovers?.said.join('\n') ?? '';
		for (const part of [
			'"good"',
			'"/open/{id"',
			'"/with blank"',
			'#/paths/~1elsewhere refers to "https://internal.example.com/paths.yaml": it is an address',
			'#/paths/~1file refers to "../../../../etc/passwd": it lies outside',
			'refers to "./shapes.yaml": the file is not part of what was uploaded',
			'"/text"',
			'GET "/operation"',
		])
			expect(said).toContain(part);
	});

	it('cannot reach a prototype', () => {
		const shape = read(fixture('partly-wrong.yaml')).endpoints.find(({path}) => path === '/__proto__')?.requestShape;
		expect(shape?.body).toEqual({type: 'object', properties: {constructor: {type: 'string'}}});
		expect(({} as Record<string, unknown>)['type']).toBeUndefined();
		const pointer = '{"openapi":"3.0.0","paths":{"/a":{"get":{"parameters":[{"$ref":"#/__proto__/toString"}]}}}}';
		expect(read(pointer).endpoints[0]?.requestShape.query).toEqual([]);
	});

	it('does not make a reference out of the document be followed', () => {
		const {endpoints} = read(fixture('partly-wrong.yaml'));
		expect(endpoints[1]?.responseShape.body).toEqual({$ref: './shapes.yaml#/Shape'});
	});

	it('of 100,000 paths is read', () => {
		const paths = Object.fromEntries(Array.from({length: 100_000}, (_, number) => [`/p${number}/{id}`, {delete: {}}]));
		expect(read(JSON.stringify({openapi: '3.0.0', paths})).endpoints).toHaveLength(100_000);
	});

	it('of one shape that branches without end stays small', () => {
		const schemas = Object.fromEntries(
			Array.from({length: 30}, (_, number) => [
				`S${number}`,
				{
					properties: Object.fromEntries(
						['a', 'b', 'c'].map(key => [key, {$ref: `#/components/schemas/S${number + 1}`}]),
					),
				},
			]),
		);
		const operation = {requestBody: {content: {'application/json': {schema: {$ref: '#/components/schemas/S0'}}}}};
		const {endpoints} = read(
			JSON.stringify({openapi: '3.0.0', paths: {'/a': {post: operation}}, components: {schemas}}),
		);
		expect(JSON.stringify(endpoints[0]?.requestShape).length).toBeLessThan(131_072);
	});
});
