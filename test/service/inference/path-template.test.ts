import {describe, expect, it} from 'vitest';
import {inferTemplate} from '../../../service/cleanup/observed-templates.ts';
import {bestFit, fillTemplate, segmentsOf, templateOf} from '../../../service/inference/path-template.ts';

type Templates = ReadonlyArray<string | {path: string; basePath: string}>;

const match = (templates: Templates, path: string, base = '') =>
	bestFit(
		templates.map(one => (typeof one === 'string' ? {path: one} : one)),
		segmentsOf(path),
		segmentsOf(base),
	);

describe('the template of a path', () => {
	it.each<[string, Templates, string, string | null]>([
		['is the one without parameters first', ['/orders/{id}', '/orders/new'], '/orders/new', '/orders/new'],
		['is that in any order of the list', ['/orders/new', '/orders/{id}'], '/orders/new', '/orders/new'],
		['has a parameter where nothing fixed fits', ['/orders/new', '/orders/{id}'], '/orders/7', '/orders/{id}'],
		['has the fewest parameters', ['/{a}/{b}', '/orders/{id}'], '/orders/7', '/orders/{id}'],
		['has its first parameter last', ['/{shop}/items', '/shops/{id}'], '/shops/items', '/shops/{id}'],
		['is fixed in front before it is fixed behind', ['/a/{x}/c', '/a/b/{y}'], '/a/b/c', '/a/b/{y}'],
		['does not mind a slash at the end of the path', ['/orders/{id}'], '/orders/7/', '/orders/{id}'],
		['does not mind a slash at its own end', ['/orders/{id}/'], '/orders/7', '/orders/{id}/'],
		['does not mind double slashes', ['/orders/{id}'], '//orders//7', '/orders/{id}'],
		['takes an encoded slash as part of a value', ['/files/{name}', '/files/{a}/{b}'], '/files/a%2Fb', '/files/{name}'],
		['is compared decoded', ['/caf%C3%A9/{id}'], '/café/1', '/caf%C3%A9/{id}'],
		['is compared decoded, the other way round', ['/café/{id}'], '/caf%C3%A9/1', '/café/{id}'],
		['bears a broken escape', ['/a/{id}'], '/a/%E0%A4', '/a/{id}'],
		['is compared with case', ['/Orders/{id}'], '/orders/7', null],
		['may be written with colons', ['/orders/:id'], '/orders/7', '/orders/:id'],
		['is longer than no path', ['/orders/{id}/items'], '/orders/7', null],
		['is shorter than no path, unless in front', ['/orders'], '/orders/7', null],
		['may lie below a path that it leaves out', ['/pets/{id}'], '/api/v3/pets/7', '/pets/{id}'],
		[
			'without a prefix comes before one with',
			['/users/{id}', '/teams/users/{id}'],
			'/teams/users/7',
			'/teams/users/{id}',
		],
		['with a parameter in front fits below nothing', ['/{tenant}/orders'], '/api/acme/orders', null],
		[
			'with a parameter in front fits below the base path of its document',
			[{path: '/{tenant}/orders', basePath: '/api'}],
			'/api/acme/orders',
			'/{tenant}/orders',
		],
		[
			'below its own base path comes before one below a path that nobody named',
			[
				{path: '/items/{id}', basePath: '/stock'},
				{path: '/items/{id}/', basePath: '/shop'},
			],
			'/shop/items/7',
			'/items/{id}/',
		],
	])('%s', (_, templates, path, expected) => {
		expect(match(templates, path)?.endpoint.path ?? null).toBe(expected);
	});

	it('below the path of the target comes before others', () => {
		expect(match(['/{shop}/items', '/items'], '/v1/acme/items', '/v1')?.endpoint.path).toBe('/{shop}/items');
		expect(match([{path: '/{shop}/items', basePath: '/api'}], '/v1/api/acme/items', '/v1')?.fit.values).toEqual(
			new Map([['shop', 'acme']]),
		);
	});

	it('gives the values of its parameters, decoded', () => {
		expect(match(['/users/{userId}/files/{name}'], '/users/7/files/a%20b')?.fit.values).toEqual(
			new Map([
				['userId', '7'],
				['name', 'a b'],
			]),
		);
	});

	it('leads to the path again', () => {
		const template = templateOf('/caf%C3%A9/{name}');
		expect(fillTemplate(template, ['api'], new Map([['name', 'a/b']]))).toBe('/api/caf%C3%A9/a%2Fb');
	});
});

describe('a path that no document names', () => {
	it.each<[string, string[], string]>([
		['/orders/7', [], '/orders/{orderId}'],
		['/orders/new', [], '/orders/new'],
		['/users/6f1c2a34-8a1b-4c7e-9d3f-0123456789ab/orders/12', [], '/users/{userId}/orders/{orderId}'],
		['/users/ann', ['ann'], '/users/{userId}'],
		['/api/v2/orders/7', [], '/api/v2/orders/{orderId}'],
		['/orders/7/8', [], '/orders/{orderId}/{id}'],
	])('%s with the named values %j gets the template %s', (path, named, template) => {
		expect(inferTemplate(segmentsOf(path), new Set(named))).toBe(template);
	});
});
