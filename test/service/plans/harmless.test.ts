import {describe, expect, test} from 'vitest';
import {renderTest} from '../../../service/plans/code/render-test.ts';
import {analyseApi} from '../../../service/plans/kinds/analyse-api.ts';
import {type MadeRow, planRows} from '../../../service/plans/plan-rows.ts';
import type {Recipe} from '../../../service/plans/recipe.ts';
import {documentOf} from './shop-plan.ts';

const json = (schema: object) => ({content: {'application/json': {schema}}});
const ok = (schema: object) => ({description: '', ...json(schema)});
const text = {type: 'string'};
const record = (more: object = {}, required: string[] = []) => ({
	type: 'object',
	required,
	properties: {id: {type: 'string', readOnly: true}, name: text, ...more},
});
const refused = {422: ok({type: 'object', properties: {error: text}})};
const named = (name: string) => ({name, in: 'path', required: true, schema: text});

function rowsOf(paths: object, environment: string[] = []): MadeRow[] {
	const document = documentOf(paths);
	const api = analyseApi(document);
	const settings = {planId: 'pln_1', seed: 'seed', environment: new Set(environment), hasCredential: true};
	return planRows({...settings, api, endpoints: document.endpoints}).rows;
}
const templatesOf = (paths: object, key: string) =>
	rowsOf(paths).flatMap(({method, path, template}) => (`${method} ${path}` === key ? [template] : []));
const rowOf = (paths: object, key: string): MadeRow => {
	const row = rowsOf(paths).find(one => one.key === key);
	if (!row) throw new Error(`no row ${key}`);
	return row;
};
const codeOf = ({recipe}: MadeRow) => renderTest({...recipe, id: 'rcp_1'} as Recipe);
const stepsOf = ({recipe}: MadeRow) =>
	recipe.steps.map(({role, call, cases}) => `${role} ${call.operation.method} ${cases.length > 0 ? 'cases' : 'once'}`);

const people = {
	'/people': {
		get: {responses: {200: ok({type: 'array', items: record()})}},
		post: {requestBody: json(record({}, ['name'])), responses: {201: ok(record()), ...refused}},
	},
	'/people/{personId}': {
		parameters: [named('personId')],
		get: {responses: {200: ok(record())}},
		delete: {responses: {204: {description: ''}}},
	},
};

describe('what leaves an API, costs money or overwrites it gets no row', () => {
	const send = (more: object = {}) => ({
		post: {requestBody: json(record()), responses: {200: ok(record()), ...refused}, ...more},
	});
	test.each<[string, object]>([
		['POST /source-control/pull', {'/source-control/pull': send()}],
		['POST /campaigns/broadcast', {'/campaigns/broadcast': send()}],
		['POST /charges', {'/charges': {post: {...send().post, responses: {201: ok(record()), ...refused}}}}],
		['POST /newsletter', {'/newsletter': send({summary: 'Sends the newsletter'})}],
	])('%s', (key, paths) => {
		expect(templatesOf(paths, key)).toEqual([]);
	});

	test('but on a record of its own it is what is tested', () => {
		const paths = {...people, '/people/{personId}/notify': {parameters: [named('personId')], ...send()}};
		expect(templatesOf(paths, 'POST /people/{personId}/notify')).toContain('action');
	});
});

test.each([
	['/createPad', undefined, false],
	['/player/start', 'Start the playlist', false],
	['/setPassword', undefined, false],
	['/restore-points', 'List restore points', true],
	['/settings', undefined, true],
	['/updates', undefined, true],
])('GET %s is asked for, or left alone for what it is called', (path, summary, isAsked) => {
	const paths = {[path]: {get: {...(summary ? {summary} : {}), responses: {200: ok(record())}}}};
	expect(templatesOf(paths, `GET ${path}`).length > 0).toBe(isAsked);
});

test('a switch by which more is done than has to be is off, whatever its example', () => {
	const paths = structuredClone(people);
	paths['/people'].post.requestBody = json(
		record(
			{
				force: {type: 'boolean', example: true},
				send_invite: {type: 'boolean'},
				skip_notification: {type: 'boolean'},
				dry_run: {type: 'boolean'},
				autoPublish: {type: 'string', enum: ['all', 'none']},
				active: {type: 'boolean'},
			},
			['name', 'force', 'send_invite', 'skip_notification', 'dry_run', 'autoPublish', 'active'],
		),
	);
	const {recipe} = rowOf(paths, 'POST /people create');
	const {body} = recipe.steps[0]!.call;
	const {fields} = (body as {value: {fields: Record<string, {value: unknown}>}}).value;
	expect(Object.fromEntries(Object.entries(fields).map(([name, {value}]) => [name, value]))).toMatchObject({
		force: false,
		send_invite: false,
		skip_notification: true,
		dry_run: false,
		autoPublish: 'none',
		active: true,
	});
});

test('a call that acts on no record of its own is sent with no more than its mistake and what has to be', () => {
	const body = record({limit: {type: 'integer'}, dry_run: {type: 'boolean'}}, ['limit']);
	const paths = {'/estimates': {post: {requestBody: json(body), responses: {200: ok(record()), ...refused}}}};
	const row = rowOf(paths, 'POST /estimates invalid-body');
	expect(JSON.stringify(row.recipe.steps.at(-1)!.call.body)).toMatch(
		/"fields":\{"limit":\{[^}]*\},"dry_run":\{"is":"literal","value":true\}\}/,
	);
});

describe('what is refused is refused for its mistake', () => {
	test('a body that nobody may send twice waits for the one that was accepted', () => {
		const {get, post} = people['/people'];
		const paths = {'/people': {get, post}, '/people/{personId}': {get: people['/people/{personId}'].get}};
		const row = rowOf(paths, 'POST /people invalid-body');
		expect(row.recipe.consumes).toEqual(['person_id']);
		expect(stepsOf(row)).toEqual(['setup GET once', 'act POST cases']);
	});

	test('an action is done to its record after the mistakes', () => {
		const paths = {
			...people,
			'/people/{personId}/move': {
				parameters: [named('personId')],
				post: {requestBody: json(record({}, ['name'])), responses: {200: ok(record()), ...refused}},
			},
		};
		expect(stepsOf(rowOf(paths, 'POST /people/{personId}/move invalid-body'))).toEqual([
			'setup POST once',
			'act POST cases',
			'setup POST once',
		]);
	});

	test('a call that makes something without a name is not made for it, and a person ticks the row', () => {
		const paths = {'/reports': {post: {requestBody: json(record({}, ['name'])), responses: {202: ok({}), ...refused}}}};
		expect(rowOf(paths, 'POST /reports invalid-body').selected).toBe(false);
	});
});

test('two records that are there are related below a parent of the row’s own', () => {
	const member = {type: 'object', required: ['personId'], properties: {personId: text}};
	const paths = {
		...people,
		'/teams': {post: {requestBody: json(record({}, ['name'])), responses: {201: ok(record())}}},
		'/teams/{teamId}': {
			parameters: [named('teamId')],
			get: {responses: {200: ok(record())}},
			delete: {responses: {204: {description: ''}}},
		},
		'/teams/{teamId}/people': {
			parameters: [named('teamId')],
			post: {requestBody: json(member), responses: {201: {description: ''}, ...refused}},
		},
		'/teams/{teamId}/people/{personId}': {
			parameters: [named('teamId'), named('personId')],
			delete: {responses: {204: {description: ''}}},
		},
	};
	const {recipe} = rowOf(paths, 'POST /teams/{teamId}/people unreadable-body');
	expect(recipe.steps[0]!.call.operation).toEqual({method: 'POST', path: '/teams'});
	expect(recipe.consumes).not.toContain('team_id');
});

test('a success that holds a fresh token is not repeated in the words of a failed test', () => {
	const paths = structuredClone(people);
	paths['/people'].post.responses[201] = ok(record({token: text}));
	const code = codeOf(rowOf(paths, 'POST /people invalid-body'));
	expect(code).toContain("{'a success' if response.ok else response.text[:200]}");
	expect(codeOf(rowOf(people, 'POST /people invalid-body'))).not.toContain('a success');
});

describe('a query that may be left out', () => {
	const entries = {200: ok({type: 'array', items: record({state: text})})};
	const queryOf = (path: string, parameters: object[]) =>
		rowsOf({[path]: {get: {parameters, responses: entries}}})[0]!.recipe.steps.at(-1)!.call.query;
	const tags = {name: 'tags', in: 'query', schema: {type: 'array', items: text}};

	test('is sent where the operation is called after it, or its own words call it required', () => {
		expect(queryOf('/pets/findByTags', [tags])).toHaveProperty('tags.is', 'array');
		expect(queryOf('/pets', [tags])).toEqual({});
		const since = {name: 'since', in: 'query', description: 'Required. Unix time.', schema: {type: 'integer'}};
		expect(queryOf('/pets', [since])).toHaveProperty('since');
		expect(queryOf('/pets', [{...since, description: 'Required if no cursor is given'}])).toEqual({});
	});

	test('is sent where a list hides a part of its records without it', () => {
		const state = {name: 'state', in: 'query', schema: {type: 'string', enum: ['open', 'all'], default: 'open'}};
		expect(queryOf('/pets', [state])).toEqual({state: {is: 'literal', value: 'all'}});
		expect(queryOf('/pets', [{...state, schema: {...state.schema, default: 'all'}}])).toEqual({});
	});
});

describe('records of somebody else', () => {
	const paths = {
		'/orgs': {get: {responses: {200: ok({type: 'array', items: {type: 'object', properties: {login: text}}})}}},
		'/orgs/{org}/rooms': {
			parameters: [named('org')],
			get: {responses: {200: ok({type: 'array', items: record()})}},
			post: {requestBody: json(record({}, ['name'])), responses: {201: ok(record())}},
		},
		'/orgs/{org}/rooms/{roomId}': {
			parameters: [named('org'), named('roomId')],
			delete: {responses: {204: {description: ''}}},
		},
	};

	test('in whose name records are made a person says', () => {
		expect(templatesOf(paths, 'POST /orgs/{org}/rooms')).toEqual([]);
		const given = rowsOf(paths, ['ORG']).find(({key}) => key === 'POST /orgs/{org}/rooms create');
		expect(given?.recipe.steps[0]?.call.path).toEqual({org: {is: 'env', key: 'ORG'}});
	});

	test('have names that an address holds only encoded, and ids that it holds as they are', () => {
		const shelf = {
			'/shelves': {get: {responses: {200: ok({type: 'array', items: {type: 'object', properties: {name: text}}})}}},
			'/shelves/{name}': {
				parameters: [named('name')],
				get: {responses: {200: ok({type: 'object', properties: {name: text}})}},
			},
		};
		const code = codeOf(rowOf(shelf, 'GET /shelves/{name} read'));
		expect(code).toMatch(/quote\(\w+\[0\]\['name'\], safe=''\)/);
		expect(code).toContain('from urllib.parse import quote');
	});
});

test('a POST on the path of a record that says so changes it', () => {
	const paths = {
		...people,
		'/people/{personId}': {
			...people['/people/{personId}'],
			post: {summary: 'Updates a person', requestBody: json(record()), responses: {200: ok(record())}},
		},
	};
	expect(templatesOf(paths, 'POST /people/{personId}')).toContain('update');
	const other = structuredClone(paths);
	other['/people/{personId}'].post.summary = 'Calls a person';
	expect(templatesOf(other, 'POST /people/{personId}')).not.toContain('update');
});

test('an own id is sent that a schema can rule out, so that a server that takes it over is found', () => {
	const code = codeOf(rowOf(people, 'POST /people foreign-fields'));
	expect(code).toMatch(/assert person\["id"\] != "unknown-0a1b2c3d"/);
});

test('what a pattern allows is what is usual for its name', () => {
	const body = record({country: {type: 'string', pattern: '^[A-Z]{2}$'}}, ['name', 'country']);
	const paths = structuredClone(people);
	paths['/people'].post.requestBody = json(body);
	expect(JSON.stringify(rowOf(paths, 'POST /people create').recipe.steps[0]!.call.body)).toContain('"value":"DE"');
});

test('a body that cannot be read is not answered as a record that is not there', () => {
	const paths = structuredClone(people);
	Object.assign(paths['/people'].post, {responses: {201: ok(record()), 404: ok({type: 'object'})}});
	const statuses = rowOf(paths, 'POST /people unreadable-body').recipe.steps.flatMap(({role, asserts}) =>
		role === 'act' ? asserts.flatMap(({check}) => (check.type === 'status' ? check.oneOf : [])) : [],
	);
	expect(statuses).not.toContain(404);
});

test('a record that only the address in a header names is looked for in its list by its id', () => {
	const made = {responses: {204: {description: '', headers: {Location: {schema: text}}}, ...refused}};
	const paths = structuredClone(people) as Record<string, Record<string, object>>;
	paths['/people']!['post'] = {requestBody: json(record({}, ['name'])), ...made};
	const code = codeOf(rowOf(paths, 'GET /people list'));
	expect(code).toContain('item.get("id") for item in');
	expect(code).not.toContain('header:');
});

test('what may not be done to a record that is there is asked beside a read of one, and ticked by a person', () => {
	const paths = structuredClone(people) as Record<string, Record<string, object>>;
	paths['/people/{personId}']!['post'] = {summary: 'Greets a person', responses: {200: ok(record())}};
	const row = rowOf(paths, 'POST /people/{personId} malformed-id');
	expect(stepsOf(row)[0]).toBe('setup GET once');
	// A route that is not there would be refused in the same way.
	expect(row.selected).toBe(false);
});

test('what is done to many below a record is done to those that the test has made below its own', () => {
	const notes = {
		'/people/{personId}/notes': {
			parameters: [named('personId')],
			post: {requestBody: json(record({}, ['name'])), responses: {201: ok(record())}},
		},
		'/people/{personId}/notes/{noteId}': {
			parameters: [named('personId'), named('noteId')],
			get: {responses: {200: ok(record())}},
			delete: {responses: {204: {description: ''}}},
		},
		'/people/{personId}/notes/bulk-delete': {
			parameters: [named('personId')],
			post: {
				requestBody: json({type: 'object', required: ['ids'], properties: {ids: {type: 'array', items: text}}}),
				responses: {200: ok(record())},
			},
		},
	};
	const rows = rowsOf({...people, ...notes}).filter(({path}) => path === '/people/{personId}/notes/bulk-delete');
	const action = rows.find(({template}) => template === 'action');
	expect(action?.recipe.consumes).toEqual([]);
	expect(codeOf(action!)).toContain('json={"ids": [note["id"]]}');
});
