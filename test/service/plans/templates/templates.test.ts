import {describe, expect, test} from 'vitest';
import {pythonProblems} from '../code/python-check.ts';
import {planDocument} from '../plan-document.ts';
import {documentOf, planOf} from '../shop-plan.ts';
import type {Fault} from './desk.ts';
import {deskDocument} from './desk-document.ts';
import {createRowBench} from './row-bench.ts';

const plan = planOf(planDocument(JSON.parse(JSON.stringify(deskDocument))), {
	environment: new Set(['OTHER_USER', 'LESSER_ROLE']),
});
const {codes, rowOf, verdictOf, rejections} = createRowBench(plan);

test('every row of the desk becomes a test that passes the gate', async () => {
	expect(await rejections()).toEqual([]);
	expect(pythonProblems(Object.fromEntries(codes))).toEqual([]);
});

const found: Array<[key: string, fault: Fault]> = [
	['POST /people create-minimal', 'full-bodies-only'],
	['GET /people sort', 'sort-ignored'],
	['PATCH /people bulk', 'bulk-first-only'],
	['DELETE /people bulk', 'bulk-first-only'],
	['POST /people idempotent', 'key-ignored'],
	['GET /people/{personId} etag', 'always-sent-again'],
	['PATCH /people/{personId} etag', 'stale-accepted'],
	['PUT /people/{personId} replace-twice', 'second-put-differs'],
	['POST /jobs async', 'fails-in-the-end'],
	['POST /pictures upload', 'bytes-changed'],
	['POST /pictures upload', 'size-wrong'],
	['POST /pictures upload', 'name-lost'],
	['GET /people search', 'search-finds-all'],
	['GET /people search', 'search-finds-none'],
	['GET /people/{personId} unknown-id', 'error-of-another-shape'],
	['POST /people error-shape', 'error-of-another-shape'],
	['GET /people/{personId} other-user', 'anybody-reads'],
	['PATCH /people/{personId} other-user', 'anybody-changes'],
	['DELETE /people/{personId} other-user', 'anybody-changes'],
	['POST /people lesser-role', 'readers-write'],
	['PATCH /people/{personId} lesser-role', 'readers-write'],
	['PUT /people/{personId} unknown-reference', 'dangling-accepted'],
	['DELETE /people/{personId} conflict', 'deleted-with-notes'],
	['POST /people unknown-reference', 'dangling-accepted'],
	['DELETE /people/{personId} delete-twice', 'second-delete-breaks'],
	['GET /people/{personId}/notes/{noteId} other-parent', 'any-parent'],
	['PATCH /people/{personId}/notes/{noteId} other-parent', 'any-parent'],
	['DELETE /people/{personId}/notes/{noteId} other-parent', 'any-parent'],
	['GET /people parallel', 'readers-collide'],
	['POST /people foreign-fields', 'privileges-taken'],
	['POST /people foreign-fields', 'ids-taken'],
];

describe('a row finds what is wrong, and nothing in a healthy application', () => {
	test.each(found)('%s: %s', async (key, fault) => {
		expect(await verdictOf(key, null)).toBe('passed');
		expect(await verdictOf(key, fault)).toMatch(/^failed: /);
	});
});

test('every other row of the desk passes on the healthy application too', async () => {
	const others = plan.rows.filter(({key, selected}) => selected && !found.some(([own]) => own === key));
	const red: string[] = [];
	for (const {key} of others) {
		const verdict = await verdictOf(key, null);
		if (verdict !== 'passed') red.push(`${key}: ${verdict}`);
	}
	expect(red).toEqual([]);
});

test('what is only load is not ticked, and what harms runs late', () => {
	expect(rowOf('GET /people parallel').selected).toBe(false);
	expect(rowOf('DELETE /people/{personId} delete-twice').recipe.phase).toBe('late');
});

test.each([
	[{type: 'object', properties: {userName: {type: 'string'}, password: {type: 'string'}}}, false],
	[
		{
			type: 'object',
			properties: {userName: {type: 'string', example: 'ann'}, password: {type: 'string', example: 'open sesame'}},
		},
		true,
	],
])('a login is tried with the account that its document shows, and not without one', (schema, isTried) => {
	const json = (one: object) => ({content: {'application/json': {schema: one}}});
	const token = {type: 'object', properties: {accessToken: {type: 'string'}}};
	const responses = {200: {description: 'In', ...json(token)}, 401: {description: 'Out'}};
	const plan = planOf(documentOf({'/auth/token': {post: {requestBody: json(schema), responses}}}));
	expect(plan.rows.some(({key}) => key === 'POST /auth/token login')).toBe(isTried);
});
