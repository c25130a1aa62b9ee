import {describe, expect, it} from 'vitest';
import {addressesIn, findDocument, pathsOfRoot} from '../../../service/discovery/probes/find-document.ts';
import {readBareUrl} from '../../../service/discovery/probes/read-bare-url.ts';
import {createPace} from '../../../service/discovery/probes/pace.ts';
import {filledPaths} from '../../../service/discovery/probes/probe-api.ts';
import {handlesOf, isDenied} from '../../../service/discovery/probes/probe-rules.ts';
import {shapeDifferences} from '../../../service/inference/shape-differences.ts';

const never = new AbortController().signal;

/** A clock that the test moves; waiting moves it, too. */
function clock() {
	const time = {now: 0};
	const wait = async (ms: number) => {
		time.now += ms;
	};
	return {time, parts: {elapsedMs: () => time.now, wait}};
}

describe('the pace of probes', () => {
	it('is ten calls a second', async () => {
		const {time, parts} = clock();
		const pace = createPace(parts);
		for (let call = 0; call < 31; call++) expect(await pace.turn(never)).toBe(true);
		expect(time.now).toBe(3000);
	});

	it('ends after 200 calls, and after 60 seconds', async () => {
		const first = createPace(clock().parts);
		for (let call = 0; call < 200; call++) await first.turn(never);
		expect(await first.turn(never)).toBe(false);
		const {time, parts} = clock();
		const second = createPace(parts);
		await second.turn(never);
		time.now = 60_001;
		expect(await second.turn(never)).toBe(false);
	});

	it('is halved when the API asks for it, after as long as it asks for', async () => {
		const {time, parts} = clock();
		const pace = createPace(parts);
		await pace.turn(never);
		pace.slowDown('7');
		await pace.turn(never);
		expect(time.now).toBe(7000);
		await pace.turn(never);
		expect(time.now).toBe(7200);
		pace.slowDown('9999');
		await pace.turn(never);
		expect(time.now).toBe(37_200);
		pace.end();
		expect(await pace.turn(never)).toBe(false);
	});
});

it.each([
	['/session/logout', null, true],
	['/log-out', null, true],
	['/users/export', null, true],
	['/debug/pprof', null, true],
	['/x', 'Deletes all of it', true],
	['/x', 'Shut down the server', true],
	['/users', 'List users', false],
	['/reports', 'Sales of a day', false],
	['/presets', null, false],
])('GET %s (%s) is never called: %s', (path, summary, expected) => {
	expect(isDenied({path, summary})).toBe(expected);
});

it('handles come out of lists in their usual wrappings, three of them', () => {
	expect(handlesOf([{id: 1}, {id: 2}, {id: 2}, {id: 3}, {id: 4}], 'userId')).toEqual(['1', '2', '3']);
	expect(handlesOf({total: 1, items: [{userId: 'u/1', id: 9}]}, 'userId')).toEqual(['u/1']);
	expect(handlesOf({teams: ['red', 'blue']}, 'team')).toEqual(['red', 'blue']);
	expect(handlesOf({a: [], b: []}, 'x')).toEqual([]);
	expect(handlesOf([{id: '..'}, {id: ''}, {deep: {}}], 'x')).toEqual([]);
});

it('a template is filled out of the lists in front of its parameters', () => {
	const bodies = new Map<string, unknown>([
		['/users', [{id: 'a b'}, {id: 2}]],
		['/users/a%20b/carts', {items: [{id: 7}, {id: 8}]}],
	]);
	expect(filledPaths('/users/{userId}', bodies)).toEqual(['/users/a%20b', '/users/2']);
	expect(filledPaths('/users/{userId}/carts/{cartId}', bodies)).toEqual([
		'/users/a%20b/carts/7',
		'/users/a%20b/carts/8',
	]);
	expect(filledPaths('/orders/{id}', bodies)).toEqual([]);
});

it('a shape differs where fields are missing, not documented, null, or of another type', () => {
	const schema = {
		type: 'object',
		required: ['id', 'name'],
		properties: {id: {type: 'integer'}, price: {type: 'number'}, tags: {type: 'array', items: {type: 'string'}}},
	};
	expect(shapeDifferences(schema, {id: '1', price: 3, tags: ['a', null], more: 1})).toEqual([
		'$.name is missing',
		'$.more is not documented',
		'$.id is string, not integer',
		'$.tags[*] is null',
	]);
	expect(shapeDifferences({type: 'object', nullable: true}, null)).toEqual([]);
	expect(shapeDifferences({oneOf: [{type: 'string'}]}, 5)).toEqual([]);
	expect(shapeDifferences({type: 'array'}, undefined, '$.errors.body')).toEqual(['$.errors.body is missing']);
	expect(shapeDifferences({type: 'array'}, {}, '$.errors')).toEqual(['$.errors is object, not array']);
});

describe('a bare address', () => {
	const api = (pages: Record<string, string>) => {
		const asked: string[] = [];
		const read = async (url: string) => {
			asked.push(url);
			return pages[new URL(url).pathname] ?? null;
		};
		return {asked, read};
	};

	it('has its document at a usual place, below its path before the origin', async () => {
		const {asked, read} = api({'/v1/api-docs': '{"openapi": "3.0.0"}', '/openapi.json': '<html>'});
		expect((await findDocument('http://a.test/v1/', read))?.url).toBe('http://a.test/v1/api-docs');
		expect(asked[0]).toBe('http://a.test/v1/openapi.json');
	});

	it('has it where its page says, within its origin only', async () => {
		const page = `<redoc spec-url="https://evil.test/openapi.json"></redoc><script>SwaggerUIBundle({url: "/spec/main.yaml"})</script>`;
		const {read, asked} = api({'/docs': page, '/spec/main.yaml': 'openapi: 3.1.0\npaths: {}\n'});
		expect((await findDocument('http://a.test', read))?.url).toBe('http://a.test/spec/main.yaml');
		expect(asked.every(url => url.startsWith('http://a.test/'))).toBe(true);
		expect(addressesIn(page, 'http://a.test/docs', 'http://a.test')).toEqual(['http://a.test/spec/main.yaml']);
	});

	it.each([
		['/documentation/json', {'/documentation/json': '{"openapi": "3.0.0"}'}, 'http://a.test', '/documentation/json'],
		['the address itself', {'/x/about': '{"openapi": "3.0.0"}'}, 'http://a.test/x/about', '/x/about'],
		[
			'beside its page',
			{'/docs': '<div id="swagger-ui">', '/docs-json': '{"openapi": "3.0.0"}'},
			'http://a.test',
			'/docs-json',
		],
		[
			'below its page',
			{'/swagger': 'Swagger UI', '/swagger/doc.json': '{"swagger": "2.0"}'},
			'http://a.test',
			'/swagger/doc.json',
		],
		[
			'where a script of its page says',
			{
				'/api-docs': '<script src="./swagger-initializer.js" charset="utf-8"></script>',
				'/swagger-initializer.js': 'window.ui = SwaggerUIBundle({url: "/spec/all.json"})',
				'/spec/all.json': '{"openapi": "3.1.0"}',
			},
			'http://a.test',
			'/spec/all.json',
		],
	])('has its document at other places, too: %s', async (_, pages, address, expected) => {
		const {read} = api(pages as Record<string, string>);
		expect((await findDocument(address, read))?.url).toBe(`http://a.test${expected}`);
	});

	it('has its document within a script of its page, and not on pages about something else', async () => {
		const document = '{"openapi": "3.0.0", "info": {"title": "a } and a \\" {"}, "paths": {}}';
		const script = `window.onload = function() { var options = {"swaggerDoc": ${document}, "customOptions": {}} }`;
		const {read} = api({
			'/api-docs': '<script src="/ui/swagger-ui-init.js"></script>',
			'/ui/swagger-ui-init.js': script,
		});
		expect(await findDocument('http://a.test', read)).toEqual({
			url: 'http://a.test/ui/swagger-ui-init.js',
			text: document,
		});
		const other = api({'/docs': '<h1>Guide</h1>'});
		expect(await findDocument('http://a.test', other.read)).toBeNull();
		expect(other.asked).not.toContain('http://a.test/docs-json');
		const cut = api({
			'/api-docs': '<script src="/swagger-ui-init.js"></script>',
			'/swagger-ui-init.js': script.slice(0, 90),
		});
		expect(await findDocument('http://a.test', cut.read)).toBeNull();
	});

	it.each([
		'/openapi',
		'/schema/',
		'/api/schema/',
		'/swagger.yaml',
		'/openapi/v1.json',
		'/swagger/doc.json',
		'/q/openapi',
	])('has it at %s, where frameworks answer it', async place => {
		const {read} = api({[place]: 'openapi: 3.0.2\npaths: {}\n'});
		expect((await findDocument('http://a.test', read))?.url).toBe(`http://a.test${place}`);
	});

	it.each([
		['http://a.test', 'http://a.test/graphql', 200, '{"data": {"__typename": "Query"}}'],
		[
			'http://a.test/v1/graphql/',
			'http://a.test/v1/graphql',
			400,
			'{"errors": [{"message": "Must provide query string."}]}',
		],
	])('says of %s that it speaks GraphQL', async (baseUrl, url, status, text) => {
		const send = (asked: string) =>
			Promise.resolve({
				status: asked.startsWith(`${url}?`) ? status : 404,
				headers: {},
				bytes: Buffer.from(asked.startsWith(`${url}?`) ? text : 'no'),
				isCut: false,
				error: null,
			});
		const bare = await readBareUrl(baseUrl, {
			pace: createPace(clock().parts),
			headers: {},
			probes: {send: send as never},
			signal: never,
			isRootless: false,
		});
		expect(bare.failure).toMatch(`${url} speaks GraphQL: `);
	});

	it('has it on a page that is the document itself', async () => {
		const {read} = api({'/api/docs': 'swagger: "2.0"\npaths: {}\n'});
		expect((await findDocument('http://a.test', read))?.url).toBe('http://a.test/api/docs');
	});

	it.each([
		[{}, 'http://a.test shows nothing of its API without a credential (/openapi.json answered 401)'],
		[{'x-key': 'k'}, 'http://a.test refuses the credential (/openapi.json answered 401)'],
	])('says that nothing is shown to those who ask with %j', async (headers, failure) => {
		const answer = {status: 401, headers: {}, bytes: Buffer.from('no'), isCut: false, error: null};
		const bare = await readBareUrl('http://a.test', {
			pace: createPace(clock().parts),
			headers: headers as Record<string, string>,
			probes: {send: (() => Promise.resolve(answer)) as never},
			signal: never,
			isRootless: false,
		});
		expect(bare.failure).toContain(failure);
	});

	it('names own paths in its root', () => {
		const root = {
			users: 'http://a.test/v1/users{?page}',
			user: '/v1/users{/id}',
			self: {href: '/v1/me'},
			other: 'https://b.test/x',
			version: '1.0',
		};
		expect(pathsOfRoot(JSON.stringify(root), 'http://a.test/v1')).toEqual(['/users', '/users/{id}', '/me']);
		expect(pathsOfRoot('<html>', 'http://a.test')).toEqual([]);
	});
});
