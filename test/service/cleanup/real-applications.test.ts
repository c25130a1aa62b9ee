import {describe, expect, it} from 'vitest';
import {findRecords} from '../../../service/cleanup/find-records.ts';
import {callsOf, type Line, origin} from './observed-lines.ts';

/** What the writes of a test come to: records with their DELETE and what is said of them, calls with the reason. */
function outcome(endpoints: readonly string[], lines: readonly Line[], read: readonly Line[] = []): string[] {
	const known = endpoints.map((name, place) => {
		const [method = '', path = ''] = name.split(' ');
		return {endpointId: `ep_${place}`, method, path, basePath: ''};
	});
	const {records, calls} = findRecords({
		calls: callsOf(lines),
		endpoints: known,
		base: [],
		reads: callsOf(read),
	});
	return [
		...records.map(({family, handle, deletion, proof, reason}) =>
			[family, handle, deletion?.url.slice(origin.length), reason, proof?.kind].filter(Boolean).join(' '),
		),
		...calls.map(({path, reason, text}) => `${reason}: ${path} ${text}`),
	];
}

const now = '2026-01-31T09:30:00.003Z';
const token = {token: 'npm_abcdef', user: 'ann', key: 'f00dfeed12', created: now};

describe('a token that is a record', () => {
	it('is deleted where the DELETE names the member below its list by the same word', () => {
		expect(
			outcome(['DELETE /v1/tokens/token/{tokenKey}'], [['POST /v1/tokens', {sent: {readonly: true}, answer: token}]]),
		).toEqual(['/token f00dfeed12 /v1/tokens/token/f00dfeed12 server_id']);
	});

	it.each<[string, Line]>([
		['has a key and a creation time beside it', ['POST /tokens', {answer: token}]],
		['made an account', ['POST /accounts', {status: 201, answer: {jwt: 'a.b.c', account: {id: 12, createdAt: now}}}]],
	])('is listed when nobody knows how to delete it: it %s', (_what, line) => {
		expect(outcome([], [line])).toEqual([expect.stringMatching(/ no_delete_endpoint /)]);
	});

	it.each<[string, Line]>([
		['whose time is that of the token', ['POST /oauth/token', {answer: {access_token: 'x', created_at: now}}]],
		[
			'of an account that is older',
			['POST /login', {answer: {token: 'x', user: {id: 1, createdAt: '2025-01-01T00:00:00Z'}}}],
		],
	])('a login is none, %s', (_what, line) => {
		expect(outcome([], [line])).toEqual([expect.stringMatching(/^hands_out_token/)]);
	});

	it('is no reason to pass over a PUT that was answered "created"', () => {
		expect(
			outcome([], [['PUT /user/ann', {status: 201, sent: {name: 'ann'}, answer: {ok: true, token: 'x'}}]]),
		).toEqual(['/user ann no_delete_endpoint']);
	});
});

describe('a record whose DELETE names a revision', () => {
	const endpoints = ['PUT /{package}', 'GET /{package}', 'DELETE /{package}/-rev/{revision}'];

	it('is called by what its address says, not by the word for the revision', () => {
		expect(outcome(endpoints, [['PUT /tool', {status: 201, answer: {ok: true}}]])).toEqual([
			'/package tool handle_missing',
		]);
	});

	it('is deleted by a test whatever revision that named', () => {
		const lines: Line[] = [
			['PUT /tool', {status: 201, answer: {ok: true}}],
			['DELETE /tool/-rev/1', {status: 201, answer: {ok: true}}],
		];
		expect(outcome(endpoints, lines)).toEqual([
			'deleted_by_test: /tool made /package tool, which a test deleted (DELETE answered 201)',
		]);
	});
});

describe('a write whose answer says nothing', () => {
	it('made what was read as absent before and has no DELETE endpoint', () => {
		const lines: Line[] = [
			['GET /library/one', {status: 200, answer: []}],
			['GET /library/shelf', {status: 404}],
			['POST /library/shelf', {status: 204}],
		];
		expect(outcome([], lines)).toEqual(['/library shelf no_delete_endpoint absent_before']);
	});

	it('made what is read at its own address afterwards', () => {
		const lines: Line[] = [
			['PUT /library/shelf-4f59aa71', {status: 204}],
			['GET /library/shelf-4f59aa71', {status: 200, answer: []}],
		];
		expect(outcome([], lines)).toEqual(['/library shelf-4f59aa71 no_delete_endpoint']);
	});

	it('is shown with the address that it went to', () => {
		expect(outcome(['POST /library/{name}'], [['POST /library/shelf', {status: 204}]])).toEqual([
			'no_trace: /library/shelf neither its answer (204) nor any DELETE endpoint speaks of a new record',
		]);
	});

	it('changed what an earlier answer had shown', () => {
		const lines: Line[] = [
			['GET /settings', {status: 200, answer: {a: 1}}],
			['PUT /settings', {status: 204, sent: {a: 2}}],
			['GET /settings', {status: 200, answer: {a: 2}}],
		];
		expect(outcome([], lines)).toEqual([expect.stringMatching(/^known_record/)]);
	});
});

it('a number is another record in a collection of another name', () => {
	const into = (collection: string): Line => [
		`POST /items/${collection}`,
		{sent: {text: 'a'}, answer: {data: {id: 1}}},
	];
	expect(outcome([], [into('try_4f59aa71'), into('try_83644621')])).toEqual([
		'/items 1 no_delete_endpoint',
		'/items 1 no_delete_endpoint',
	]);
});

describe('a name that a test has made up and that is proven', () => {
	const endpoints = [
		'DELETE /api/projects/{project}/features/{featureName}',
		'DELETE /api/features/{featureName}/tags/{type}/{value}',
		'DELETE /api/teams/{team}/features/{featureName}/tags/{type}/{value}',
	];
	const tag = (path: string): Line => [
		path,
		{status: 201, sent: {type: 'simple', value: 'blue'}, answer: {type: 'simple', value: 'blue'}},
	];
	const made: Line = [
		'POST /api/projects/default/features',
		{status: 201, sent: {name: 'flag-9b6db2a6'}, answer: {name: 'flag-9b6db2a6', createdAt: now}},
	];

	it('owns what lies below it at a shorter address, too', () => {
		expect(outcome(endpoints, [made, tag('POST /api/features/flag-9b6db2a6/tags')])).toEqual([
			'/features flag-9b6db2a6 /api/projects/default/features/flag-9b6db2a6 created_at',
			'/tags blue /api/features/flag-9b6db2a6/tags/simple/blue owned_parent',
		]);
	});

	it('owns what names it by the word of its parameter', () => {
		const registry = [
			'PUT /{package}',
			'GET /{package}',
			'DELETE /{package}/-rev/{revision}',
			'DELETE /-/package/{package}/dist-tags/{tag}',
		];
		const lines: Line[] = [
			['GET /tool-9b6db2a6', {status: 404}],
			['PUT /tool-9b6db2a6', {status: 201, answer: {ok: true}}],
			['GET /tool-9b6db2a6', {answer: {name: 'tool-9b6db2a6', _rev: '3-a'}}],
			['PUT /-/package/tool-9b6db2a6/dist-tags/beta', {status: 201, answer: {ok: true}}],
			['PUT /-/package/tool/dist-tags/beta', {status: 201, answer: {ok: true}}],
		];
		expect(outcome(registry, lines)).toEqual([
			'/package tool-9b6db2a6 /tool-9b6db2a6/-rev/3-a absent_before',
			'/dist-tags beta /-/package/tool-9b6db2a6/dist-tags/beta owned_parent',
			'/dist-tags beta /-/package/tool/dist-tags/beta may_have_existed',
		]);
	});

	it('owns nothing of the same name below another record', () => {
		expect(outcome(endpoints, [made, tag('POST /api/teams/red/features/flag-9b6db2a6/tags')])).toEqual([
			'/features flag-9b6db2a6 /api/projects/default/features/flag-9b6db2a6 created_at',
			'/tags blue /api/teams/red/features/flag-9b6db2a6/tags/simple/blue may_have_existed',
		]);
	});
});

it('a token is deleted by its secret where nothing else is called like the parameter', () => {
	const answer = {tokenName: 'ci', secret: '*:dev.0123abc', type: 'client', createdAt: now};
	expect(
		outcome(['DELETE /api-tokens/{token}'], [['POST /api-tokens', {status: 201, sent: {tokenName: 'ci'}, answer}]]),
	).toEqual(['/api-tokens *:dev.0123abc /api-tokens/*:dev.0123abc created_at']);
});

it('a word of the path is no record that was there', () => {
	const lines: Line[] = [
		['GET /api/admin/kinds', {answer: []}],
		['PATCH /api/admin/kinds/kept', {sent: {text: 'x'}}],
	];
	expect(outcome(['PATCH /api/admin/kinds/{name}'], lines)).toEqual([expect.stringMatching(/^no_trace/)]);
});

it('a copy that has a name and no id is deleted by its name, after it was read', () => {
	const endpoints = ['POST /features/{featureName}/clone', 'DELETE /features/{featureName}'];
	const copy = {name: 'copy-0032ce12', type: 'release', createdAt: now};
	const clone: Line = ['POST /features/kept/clone', {status: 201, sent: {name: copy.name}, answer: copy}];
	expect(outcome(endpoints, [clone])).toEqual(['/clone no_delete_endpoint created_at']);
	expect(outcome(endpoints, [clone], [['GET /features/copy-0032ce12', {answer: copy}]])).toEqual([
		'/features copy-0032ce12 /features/copy-0032ce12 created_at',
	]);
});
