import {describe, expect, it} from 'vitest';
import type {AuthType} from '../../../../contract/enums.ts';
import type {Endpoint} from '../../../../contract/endpoint.ts';
import {batchSamples} from '../../../../contract/samples/batches.ts';
import {endpointSamples} from '../../../../contract/samples/endpoints.ts';
import {signInExample} from '../../../../source/commands/try/authenticate.ts';
import {groupBlocked, groupFailures, groupRejected} from '../../../../source/commands/try/report.ts';
import {describedLogins} from '../../../../source/commands/try/described-login.ts';
import {documentedAuth} from '../../../../source/commands/try/documented-auth.ts';
import {priorityRange} from '../../../../source/commands/try/choose-rows.ts';
import type {Context} from '../../../../source/context.ts';
import {isLoopback, readSource} from '../../../../source/commands/try/source.ts';
import {type LeftRecord, type TryReport, tryReport} from '../../../../source/output/text/try-report.ts';
import {envelopeOf, MemorySystem} from '../../../helpers/memory-system.ts';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';

it.each([
	['p0', ['p0']],
	['p0..p1', ['p0', 'p1']],
	['p1..p3', ['p1', 'p2', 'p3']],
	['p2..p1', null],
	['p4', null],
	['', null],
])('the rows %j are %j', (text, expected) => {
	expect(priorityRange(text)).toEqual(expected);
});

it.each([
	['http://localhost:3000', true],
	['http://api.localhost', true],
	['http://127.8.9.1/x', true],
	['http://[::1]:8080', true],
	['http://10.0.0.1', false],
	['http://localhost.example.com', false],
	['http://127.0.0.1.example.com', false],
])('%s is on this machine: %s', (url, expected) => {
	expect(isLoopback(url)).toBe(expected);
});

it.each([
	['http://a.test/api/schema/', 'documentUrl', 'http://a.test'],
	['http://a.test/v3/api-docs', 'documentUrl', 'http://a.test'],
	['http://a.test/api-json', 'documentUrl', 'http://a.test'],
	['http://a.test/api/openapi.yaml', 'documentUrl', 'http://a.test'],
	['http://a.test/documentation/json', 'documentUrl', 'http://a.test'],
	['http://a.test/doc', 'documentUrl', 'http://a.test'],
	['http://a.test/docs', 'base', 'http://a.test'],
	['http://a.test/api-docs', 'base', 'http://a.test'],
	['http://a.test/documentation/', 'base', 'http://a.test'],
	['http://a.test/swagger-ui/index.html', 'base', 'http://a.test'],
	['http://a.test/api/v1', 'base', 'http://a.test/api/v1'],
	['http://a.test/schemas', 'base', 'http://a.test/schemas'],
])('%s is a %s of the API at %s', async (given, kind, baseUrl) => {
	expect(await readSource(given, undefined, {} as Context)).toMatchObject({kind, baseUrl});
});

describe('a document without the address of its API', () => {
	/** Where a try of this document would go, as the refusal to write there says; null: the address is asked for. No name is looked up. */
	async function addressOf(content: string): Promise<string | null> {
		const memory = new MemorySystem(['try', 'api.doc', '--output', 'json'], {
			env: {SVC_API_KEY: 'sk-user-x', SVC_TARGET_POLICY: 'private', SVC_API_URL: 'http://127.0.0.1:1'},
		});
		writeFileSync(join(memory.system.cwd, 'api.doc'), content);
		expect(await memory.run()).toBe(5);
		const {details, nextAction} = envelopeOf(memory.stderr.text);
		if (details['field'] === 'base-url') return null;
		return / on (\S+) and /.exec(nextAction)?.[1] ?? 'nowhere';
	}

	it.each([
		['{"openapi":"3.0.0","servers":[{"url":"https://192.0.2.1/v1"}]}', 'https://192.0.2.1'],
		['{"openapi":"3.0.0","servers":[{"url":"/v1"}]}', null],
		['{"openapi":"3.0.0","servers":[{"url":"https://{region}.example.com"}]}', null],
		['{"swagger":"2.0","host":"192.0.2.1","schemes":["http","https"]}', 'https://192.0.2.1'],
		['openapi: 3.0.0\nservers:\n  - url: "https://192.0.2.1/v1"\n', 'https://192.0.2.1'],
		['openapi: 3.0.0\nservers:\n  - description: live\n    url: https://192.0.2.1\n', 'https://192.0.2.1'],
		['# Only words', null],
		[
			'Call `curl -X POST https://192.0.2.1/v1/a` or GET https://192.0.2.1/v1/b, see https://192.0.2.9',
			'https://192.0.2.1',
		],
		[
			JSON.stringify({
				log: {
					entries: [
						['https://192.0.2.9/page', 'text/html'],
						['https://192.0.2.9/page', 'text/html'],
						['https://192.0.2.1/v1/a?b=c', 'application/json'],
					].map(([url, mimeType]) => ({request: {url}, response: {content: {mimeType}}})),
				},
			}),
			'https://192.0.2.1',
		],
		[
			JSON.stringify({
				info: {schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'},
				item: [{request: {method: 'GET', url: {raw: '{{base}}/a'}}}],
				variable: [{key: 'base', value: 'https://192.0.2.1/api'}],
			}),
			'https://192.0.2.1',
		],
		[JSON.stringify({info: {}, item: [{request: {method: 'GET', url: {raw: '{{base}}/a'}}}]}), null],
	])('%j goes to %j', async (content, expected) => {
		expect(await addressOf(content)).toBe(expected);
	});
});

describe('the example login of a document', () => {
	const [sample] = endpointSamples.listEndpoints({}).items as [Endpoint];
	const login = (properties: object, fields: Partial<Endpoint> = {}): Endpoint => ({
		...sample,
		method: 'POST',
		path: '/auth/login',
		requestShape: {...sample.requestShape, body: {type: 'object', properties}, sample: null},
		responseShape: {...sample.responseShape, body: {type: 'object', properties: {token: {type: 'string'}}}},
		...fields,
	});
	const whole = {email: {example: 'a@b.c'}, password: {examples: ['open']}, tenant: {default: 'main'}};

	it('is used with every field it has', () => {
		expect(signInExample(describedLogins([sample, login(whole)], 'http://127.0.0.1:1/api/'))).toEqual({
			enabled: true,
			method: 'password',
			inject: 'bearer',
			loginUrl: 'http://127.0.0.1:1/api/auth/login',
			username: 'a@b.c',
			password: 'open',
			loginMethod: 'POST',
			loginContentType: 'application/json',
			loginBodyTemplate: '{"email":"{{username}}","password":"{{password}}","tenant":"main"}',
			tokenPath: '$.token',
		});
	});

	it.each([
		['without a password', login({email: {example: 'a@b.c'}})],
		['that is not whole', login({...whole, otp: {type: 'string'}})],
		['of another method', login(whole, {method: 'PATCH'})],
		['of a path with parameters', login(whole, {path: '/users/{id}/login'})],
		['of another path', login(whole, {path: '/users'})],
		['that answers no token', login(whole, {responseShape: sample.responseShape})],
	])('%s is none', (_, endpoint) => {
		expect(signInExample(describedLogins([endpoint], 'http://127.0.0.1:1'))).toBeNull();
	});
});

describe('the login that a document describes', () => {
	const [sample] = endpointSamples.listEndpoints({}).items as [Endpoint];
	const account = {email: {type: 'string'}, password: {type: 'string'}};
	const login = (body: object, answer: object, fields: Partial<Endpoint['requestShape']> = {}, path = '/login') => ({
		...sample,
		method: 'POST',
		path,
		requestShape: {...sample.requestShape, body, sample: null, ...fields},
		responseShape: {...sample.responseShape, body: answer},
	});
	const found = (...endpoints: Endpoint[]) => describedLogins(endpoints, 'http://127.0.0.1:1');

	it('of OAuth is a form that says that it has a password', () => {
		const body = {
			required: ['username', 'password'],
			properties: {
				grant_type: {pattern: 'password'},
				username: {},
				password: {},
				scope: {default: ''},
				client_secret: {},
			},
		};
		const form = login(
			body,
			{properties: {access_token: {}}},
			{contentType: 'application/x-www-form-urlencoded'},
			'/token',
		);
		expect(found(form)).toEqual([
			{
				path: '/token',
				accountField: 'username',
				request: {
					loginUrl: 'http://127.0.0.1:1/token',
					loginMethod: 'POST',
					loginContentType: 'application/x-www-form-urlencoded',
					loginBodyTemplate: 'grant_type=password&username={{username}}&password={{password}}',
				},
				tokenPath: '$.access_token',
				example: null,
			},
		]);
	});

	it.each([
		['at the top', {properties: {jwt: {}}}, '$.jwt'],
		['in an object', {properties: {data: {properties: {accessToken: {}}}}}, '$.data.accessToken'],
		['nowhere', {properties: {ok: {}}}, null],
	])('has its token %s of the answer', (_, answer, tokenPath) => {
		expect(found(login({properties: account}, answer))).toMatchObject([{tokenPath}]);
	});

	it('whose answer says where the token is comes first', () => {
		const silent = login({properties: account}, {}, {}, '/session');
		const told = login({properties: account}, {properties: {token: {}}}, {}, '/auth/sign-in');
		expect(found(silent, told).map(({path}) => path)).toEqual(['/auth/sign-in', '/session']);
	});

	it.each([
		['/auth/register', {properties: account}],
		['/token/refresh', {properties: account}],
		['/login', {properties: {...account, otp: {}}}],
		['/login', {properties: {email: {}}}],
	])('is not %s with %j', (path, body) => {
		expect(found(login(body, {}, {}, path))).toEqual([]);
	});
});

describe('how a credential is sent', () => {
	const [sample] = endpointSamples.listEndpoints({}).items as [Endpoint];
	const withAuth = (auth: Partial<Endpoint['auth']>): Endpoint => ({
		...sample,
		auth: {required: true, authType: null, ...auth},
	});

	it.each<[string, Partial<Endpoint['auth']>[], object, AuthType?]>([
		[
			'most operations',
			[
				{authType: 'basic token'},
				{authType: 'API key', headerName: 'X-Token'},
				{authType: 'API key', headerName: 'X-Token'},
			],
			{authType: 'API key', headerName: 'X-Token'},
		],
		[
			'no open operation',
			[{required: false, authType: 'public'}, {authType: 'basic token'}],
			{authType: 'basic token'},
		],
		[
			'a bearer token that is described as a key',
			[{authType: 'API key', headerName: 'Authorization'}],
			{authType: 'Bearer token'},
		],
		['a document that is silent', [{required: null}], {authType: 'Bearer token'}],
		[
			'what it says of the kind that was chosen',
			[{authType: 'basic token'}, {authType: 'basic token'}, {authType: 'API key', headerName: 'Authorization'}],
			{authType: 'API key', headerName: 'Authorization'},
			'API key',
		],
		['nothing of the kind that was chosen', [{authType: 'API key'}], {authType: 'basic token'}, 'basic token'],
		['a way that a later service knows', [{authType: 'mutual' as never}], {authType: 'Bearer token'}],
	])('is taken from %s', (_, auths, expected, chosen) => {
		expect(documentedAuth(auths.map(withAuth), chosen)).toMatchObject(expected);
	});
});

const left: LeftRecord = {
	label: 'subId',
	reason: 'no_delete_endpoint',
	resourceId: 'res_1',
	batchId: 'bat_1',
	method: 'POST',
	path: '/subs',
	id: 'sub_1',
	deletion: null,
};

const shown: TryReport = {
	projectId: 'prj_1',
	kept: true,
	source: 'shop.json',
	targetUrl: 'http://127.0.0.1:1',
	endpoints: 39,
	families: 8,
	tests: 198,
	chains: 1,
	endpointsWithoutTests: 0,
	seconds: {discover: 0.2, plan: 0.1, generate: 0.1, run: 21},
	run: {passed: 194, failed: 4, blocked: 0, cancelled: 0, notRun: 0},
	isOutOfTime: false,
	firstPassSeconds: 1.5,
	failures: [
		{endpoint: 'POST /coupons', endpoints: 1, error: 'sent 15, got \u001b[31mback 0.15', rows: 4, runId: 'run_1'},
	],
	blocked: [],
	rejected: [],
	needsHelp: [{endpoint: 'POST /silences', said: '400 "bad"', command: "svc endpoint edit 'POST /silences'", tests: 3}],
	findings: 1,
	openFindings: [{findingId: 'fnd_1', kind: 'server_error', title: 'POST /todos: answers 500'}],
	cleanup: {deleted: 241, orphaned: [left], orphanedTotal: 1},
	missingValues: ['OWNER'],
	batchIds: ['bat_1'],
	next: ['svc ui failures prj_1', 'svc plan list --project prj_1'],
};

describe('the report', () => {
	const report = shown;

	it('is about ten lines in words of the terminal', () => {
		expect(tryReport(report)).toBe(
			[
				'shop.json   39 endpoints, 8 families, 198 tests, 1 chain  0.4 s',
				'run         194 passed · 4 failed · 0 blocked  21.0 s, the first green after 1.5 s',
				'your help   POST /silences answers 400 "bad" (3 tests)',
				"            svc endpoint edit 'POST /silences'",
				'failed      POST /coupons: sent 15, got ?[31mback 0.15 (4 tests)',
				'findings    1 · cleanup 241 records deleted, 1 might be orphaned',
				'left        POST /subs made subId sub_1 (no delete endpoint)',
				'            svc batch cleanup bat_1 --state orphaned',
				'look at     POST /todos: answers 500',
				'values      needed for more: VAR_OWNER',
				'next        svc ui failures prj_1 · svc plan list --project prj_1',
				'',
			].join('\n'),
		);
	});

	it('says records that one call made and that stay for one reason in one line', () => {
		const archived = ['sub_1', 'sub_2', 'sub_3', 'sub_4'].map(id => ({
			...{...left, id, reason: 'archived'},
			deletion: {method: 'DELETE', url: `http://127.0.0.1:1/subs/${id}`},
		}));
		const text = tryReport({...report, cleanup: {deleted: 2, orphaned: archived, orphanedTotal: 6}});
		expect(text).toContain(
			[
				'left        POST /subs made 4 records (archived): sub_1, sub_2, sub_3, …; deleted by DELETE http://127.0.0.1:1/subs/{id}',
				'            and 2 more records',
			].join('\n'),
		);
		// The number of a record may stand in the address of the host, too.
		const numbered = archived.map((one, place) => ({
			...one,
			id: String(place),
			deletion: {method: 'DELETE', url: `http://127.0.0.1:1/subs/${place}`},
		}));
		expect(tryReport({...report, cleanup: {deleted: 2, orphaned: numbered, orphanedTotal: 4}})).toContain(
			'deleted by DELETE http://127.0.0.1:1/subs/{id}',
		);
	});

	it('tells records of one name apart that might be left, and says how each is deleted', () => {
		const deletion = {method: 'DELETE', url: 'http://127.0.0.1:1/subs/sub_2'};
		const second = {...left, id: 'sub_2', reason: 'delete_failed', batchId: 'bat_2', deletion};
		const cleanup = {deleted: 2, orphaned: [left, second, {...left, id: null}], orphanedTotal: 5};
		const lines = [
			'left        POST /subs made subId sub_1 (no delete endpoint)',
			'left        POST /subs made subId sub_2 (delete failed); deleted by DELETE http://127.0.0.1:1/subs/sub_2',
			'left        POST /subs made subId, id unknown (no delete endpoint)',
			'            and 2 more records',
		];
		expect(tryReport({...report, cleanup})).toContain(
			[...lines, '            svc batch cleanup bat_1 --state orphaned', '            svc batch cleanup bat_2'].join(
				'\n',
			),
		);
		expect(tryReport({...report, cleanup, kept: false})).toContain(
			[...lines, '            delete them in the API, or run again with --keep-project'].join('\n'),
		);
	});

	it('of a project that is not kept names no command that needs it', () => {
		const command = "svc endpoint edit 'POST /silences' --sample-body '<body>' --project prj_1";
		const text = tryReport({...report, kept: false, next: [], needsHelp: [{...report.needsHelp[0]!, command}]});
		expect(text).not.toContain('prj_1');
		expect(text).toContain("again with --keep-project, then svc endpoint edit 'POST /silences' --sample-body '<body>'");
		expect(text).toContain('next        the project is deleted; --keep-project keeps it');
	});

	it('names the first findings and counts the others, none twice', () => {
		const named = ['a', 'b', 'c', 'd'].map(title => ({findingId: title, kind: 'shape', title}));
		const help = {findingId: 'h', kind: 'input_refused', title: 'POST /silences: refuses every body'};
		const text = tryReport({...report, findings: 7, openFindings: [help, ...named]});
		expect(text).toContain('look at     a\nlook at     b\nlook at     c\n            and 3 more findings\n');
		expect(text).not.toContain('refuses every body');
	});

	it('says what tests wait for that were not carried out', () => {
		const blocked = [
			{cause: 'waits for Create a coupon', tests: 4},
			...['a', 'b', 'c'].map(cause => ({cause, tests: 1})),
		];
		expect(tryReport({...report, blocked})).toContain(
			'blocked     waits for Create a coupon (4 tests)\nblocked     a\nblocked     b\n            and 1 more test\n',
		);
	});

	it('names what got no test, which no count of the run shows', () => {
		const item = {title: 'PUT /todos/{id} replaces a todo', rowId: 'row_1', testId: null, status: 'rejected' as const};
		const rejection = {code: 'malformed', message: 'it ends with AssertionError\nmore'};
		const rejected = groupRejected([
			{...item, kind: 'backend', attempt: 1, rejection},
			{...item, title: 'another', kind: 'backend', attempt: 1, rejection},
			{...item, title: 'ready', kind: 'backend', status: 'ready', attempt: 1, rejection: null},
		] as never);
		expect(rejected).toEqual([{cause: 'PUT /todos/{id} replaces a todo: it ends with AssertionError', tests: 2}]);
		expect(tryReport({...report, rejected})).toContain(
			'no test     PUT /todos/{id} replaces a todo: it ends with AssertionError (2 tests)\n',
		);
	});

	it('whose time was over says how many tests had none', () => {
		const run = {...report.run, passed: 20, cancelled: 3, notRun: 174};
		expect(tryReport({...report, run, isOutOfTime: true})).toContain(
			'run         20 passed · 4 failed · 0 blocked · 174 not run: the time was over  21.0 s',
		);
	});

	it('of many causes names the first and counts the rest', () => {
		const failures = Array.from({length: 6}, (_, index) => ({...report.failures[0]!, endpoint: `GET /${index}`}));
		const text = tryReport({...report, failures, missingValues: [], next: []});
		expect(text.match(/^failed /gm)).toHaveLength(4);
		expect(text).toContain('and 8 more tests');
	});
});

it('tests that were not carried out are told by what they wait for, the most first', () => {
	const batch = batchSamples.getBatch({params: {batchId: 'bat_1'}});
	const member = (testId: string, fields: object) => ({
		...batch.members[0]!,
		testId,
		status: 'blocked',
		error: null,
		...fields,
	});
	const producer = {testId: 'tst_9', title: 'Create a coupon'};
	const by = {variable: 'coupon_id', reason: 'producer_failed', producer, didYouMean: null};
	const members = [
		member('tst_1', {blockedBy: null, error: 'setup: no shop is open\nmore'}),
		member('tst_2', {blockedBy: by}),
		member('tst_3', {blockedBy: by}),
		member('tst_4', {status: 'failed', blockedBy: null, error: 'AssertionError: no'}),
	];
	expect(groupBlocked([{...batch, members}])).toEqual([
		{cause: 'waits for Create a coupon', tests: 2},
		{cause: 'setup: no shop is open', tests: 1},
	]);
});

it('what several endpoints show in the same words is one cause; a status alone is none', () => {
	const batch = batchSamples.getBatch({params: {batchId: 'bat_1'}});
	const failing = (name: string, error: string) => ({
		...batch.members[0]!,
		testId: `tst_${name}`,
		name,
		status: 'failed',
		failureKind: 'assertion',
		error: `AssertionError: ${error}`,
	});
	const members = [
		failing('GET /a/{id}', 'a null byte: expected 400 or 404, got 500: {"id":"1"}'),
		failing('GET /b/{id}', 'a null byte: expected 400 or 404, got 500: {"id":"2"}'),
		failing('POST /a', 'expected 201 Created, got 500: {"id":"3"}'),
		failing('POST /b', 'expected 201 Created, got 500: {"id":"4"}'),
	];
	const groups = groupFailures([{...batch, members}], new Map());
	expect(groups.map(({endpoint, endpoints, rows}) => [endpoint, endpoints, rows])).toEqual([
		['GET /a/{id}', 2, 2],
		['POST /a', 1, 1],
		['POST /b', 1, 1],
	]);
	const report = {...shown, failures: groups};
	expect(tryReport(report)).toContain('GET /a/{id} and 1 more endpoint: a null byte: expected');
});
