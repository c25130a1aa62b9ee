import {describe, expect, test} from 'vitest';
import {readPlanEndpoints} from './read-plan-endpoints.ts';
import {planOf} from './shop-plan.ts';

const json = (schema: object) => ({'application/json': {schema}});
const event = {type: 'object', required: ['name'], properties: {name: {type: 'string'}}};
const document = {
	openapi: '3.0.3',
	info: {title: 'Events', version: '1'},
	paths: {
		'/events': {
			get: {responses: {200: {description: 'Events', content: json({type: 'array', items: event})}}},
			post: {
				requestBody: {required: true, content: json({type: 'array', items: event})},
				responses: {200: {description: 'Taken'}},
			},
		},
		'/hashes': {
			post: {
				summary: 'Hash a text',
				requestBody: {
					required: true,
					content: json({type: 'object', required: ['text'], properties: {text: {type: 'string'}}}),
				},
				responses: {200: {description: 'Hash', content: json({type: 'object', properties: {hash: {type: 'string'}}})}},
			},
		},
		'/caches/clear': {post: {responses: {204: {description: 'Cleared'}}}},
		'/health': {
			get: {responses: {200: {description: 'Text', content: {'text/plain': {schema: {type: 'string'}}}}}},
		},
	},
};
const {rows, zeroReasons} = planOf({
	endpoints: readPlanEndpoints(Buffer.from(JSON.stringify(document))),
	lookup: () => undefined,
});
const rowsAt = (key: string) => rows.filter(({recipe: {endpoint}}) => `${endpoint.method} ${endpoint.path}` === key);

describe('a POST that makes no kind of record', () => {
	test('has one row that wants it to succeed', () => {
		for (const key of ['POST /events', 'POST /hashes']) {
			const happy = rowsAt(key).filter(({template}) => template === 'call');
			expect(happy.length, key).toBe(1);
			expect(happy[0]!.recipe.steps.at(-1)!.asserts[0]!.check).toEqual({type: 'status', oneOf: [200]});
		}
	});

	test('sends a list with an entry where the body is a list', () => {
		const [row] = rowsAt('POST /events').filter(({template}) => template === 'call');
		const {body} = row!.recipe.steps[0]!.call;
		expect(body).toMatchObject({value: {is: 'array', items: [{is: 'object'}]}});
	});

	test('has none where it commands more than one record', () => {
		expect(rowsAt('POST /caches/clear')).toEqual([]);
		expect([...zeroReasons.values()].map(({message}) => message).join()).toContain('add a test by hand');
	});
});

test('an answer that is documented as a text is not read as JSON', () => {
	const asserts = rowsAt('GET /health').flatMap(({recipe}) => recipe.steps.flatMap(one => one.asserts));
	expect(asserts.map(({check}) => check.type)).toContain('contentType');
	expect(asserts.filter(({check}) => check.type === 'shape' || check.type === 'equals')).toEqual([]);
});

describe('a POST that puts something in the place of what is there', () => {
	const text = {type: 'object', properties: {text: {type: 'string'}}};
	const taken = {requestBody: {content: json(text)}, responses: {201: {description: ''}}};
	const {rows, zeroReasons} = planOf({
		endpoints: readPlanEndpoints(
			Buffer.from(
				JSON.stringify({
					openapi: '3.0.3',
					info: {title: 'Hub', version: '1'},
					paths: {
						'/editor': {
							post: {...taken, summary: 'Update the file of the hub'},
							get: {responses: {200: {description: ''}}},
						},
						'/wallpaper': {post: taken, delete: {responses: {200: {description: ''}}}},
						'/backup/restore/archive': {post: taken},
						'/setup-wizard/first-user': {post: taken},
						'/texts': {post: {...taken, summary: 'Count the words of a text'}},
						'/notes': {post: {...taken, summary: 'Save a note'}},
					},
				}),
			),
		),
		lookup: () => undefined,
	});

	test('has none', () => {
		const called = rows.flatMap(({recipe}) =>
			recipe.steps.map(({call}) => `${call.operation.method} ${call.operation.path}`),
		);
		expect([...new Set(called)].sort()).toEqual(['GET /editor', 'POST /notes', 'POST /texts']);
		expect([...zeroReasons.values()].map(({message}) => message).join()).toContain('without naming a record');
	});
});

test('an answer of which nothing is said may be the token that its operation is about, and none elsewhere', () => {
	const {rows} = planOf({
		endpoints: readPlanEndpoints(
			Buffer.from(
				JSON.stringify({
					openapi: '3.0.3',
					info: {title: 'Hub', version: '1'},
					paths: {
						'/auth/refresh': {post: {responses: {201: {description: 'refreshed'}}}},
						'/status': {get: {responses: {200: {description: 'status'}}}},
					},
				}),
			),
		),
		lookup: () => undefined,
	});
	const allowedIn = (path: string) =>
		rows
			.flatMap(({recipe}) => recipe.steps)
			.filter(({call}) => call.operation.path === path && call.auth === 'project')
			.flatMap(({asserts}) =>
				asserts.flatMap(({check}) => (check.type === 'noSecret' ? [check.allowed.length > 0] : [])),
			);
	expect(new Set(allowedIn('/auth/refresh'))).toEqual(new Set([true]));
	expect(new Set(allowedIn('/status'))).toEqual(new Set([false]));
});
