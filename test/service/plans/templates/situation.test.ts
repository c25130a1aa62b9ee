import type {PlanOperation} from '../../../../service/plans/model/operation.ts';
import {showsState} from '../../../../service/plans/templates/current-state.ts';
import {expect, test} from 'vitest';
import {isVolatile} from '../../../../service/plans/templates/asserts.ts';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import type {MadePlan} from '../../../../service/plans/plan-rows.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {documentOf, planOf, rowOf, shop} from '../shop-plan.ts';

const plan = planOf(shop());
const recipeOf = (key: string, of: MadePlan = plan) => ({...rowOf(of, key).recipe, id: 'rcp_1'}) as Recipe;
const codeOf = (key: string, of?: MadePlan) => renderTest(recipeOf(key, of));
const json = (schema: object) => ({'application/json': {schema}});
const answer = (schema: object) => ({description: 'it', content: json(schema)});
const text = {type: 'string'};

/** Notes below `/notes`, with what a document may say of a new one. */
const notes = (body: object, more: object = {}) => {
	const note = {type: 'object', required: ['id'], properties: {id: {type: 'integer'}, title: text, state: text}};
	const id = {name: 'noteId', in: 'path', required: true, schema: {type: 'integer'}};
	return planOf(
		documentOf({
			'/notes': {
				get: {responses: {200: answer({type: 'array', items: note})}},
				post: {requestBody: {required: true, content: json(body)}, responses: {201: answer(note)}},
			},
			'/notes/{noteId}': {parameters: [id], delete: {responses: {204: {description: 'gone'}}}},
			...more,
		}),
	);
};

test('what is deleted twice is deleted by the test, not by its set-up, and is read between where it can be', () => {
	const steps = recipeOf('DELETE /users/{userId} delete-twice').steps;
	expect(steps.map(({role, call}) => `${role} ${call.operation.method}`)).toEqual([
		'setup POST',
		'setup GET',
		'act DELETE',
		'verify GET',
		'act DELETE',
	]);
});

test('what was deleted is refused as the document says, and in a usual way where it is silent', () => {
	expect(codeOf('DELETE /users/{userId} delete')).toMatch(/gone\.status_code == 404|"GET", path, 404/);
	expect(codeOf('DELETE /users/{userId} delete')).not.toContain('403');
});

test('a record of only what is required comes back with the default of what was left out, and its Location', () => {
	const code = codeOf('POST /products/{productId}/reviews create-minimal');
	expect(code).toContain('review.get("comment") == ""');
	expect(code).toContain('headers.get("Location", "")');
	expect(code).toContain('review.get("rating") == 5');
});

test('a change is compared with the whole record before it, and what was answered with what is read', () => {
	const code = codeOf('PATCH /orders/{orderId} update');
	expect(code).toContain('assert order.get("status") != "paid", f"setup: ');
	expect(code).toContain('expected = {**order, "status": "paid"}');
	expect(code).toContain('assert stored == changed');
});

test.each([
	['discountCents', false],
	['accountName', false],
	['countryCode', false],
	['lastName', false],
	['viewCount', true],
	['updated_at', true],
	['lastSeen', true],
	['accessToken', true],
])('%s changes by itself: %s', (name, expected) => {
	expect(isVolatile(name)).toBe(expected);
});

test('a record that nobody can ask for singly is looked for in the list', () => {
	const [made, listed] = recipeOf('POST /notes create', notes({type: 'object', properties: {title: text}})).steps;
	expect([made!.role, listed!.role]).toEqual(['act', 'verify']);
	expect(listed!.asserts.map(({check}) => check.type)).toContain('contains');
});

test('a record that only has to be there is made of what is required and its name, and never of what has no type', () => {
	const body = {
		type: 'object',
		required: ['state'],
		properties: {title: text, state: text, place: text, tag: {}, ownerId: {type: 'integer'}},
	};
	const [made] = recipeOf('DELETE /notes/{noteId} delete', notes(body)).steps;
	const sent = made!.call.body;
	expect(sent && 'value' in sent && sent.value.is === 'object' ? Object.keys(sent.value.fields) : sent).toEqual([
		'title',
		'state',
	]);
	const open = {type: 'object', properties: {title: text, place: text, tag: {}}};
	const [whole] = recipeOf('DELETE /notes/{noteId} delete', notes(open)).steps;
	const all = whole!.call.body;
	expect(all && 'value' in all && all.value.is === 'object' ? Object.keys(all.value.fields) : all).toEqual([
		'title',
		'place',
	]);
});

test('an action without a body is done to an own record before it is tried on an unknown one', () => {
	const id = {name: 'noteId', in: 'path', required: true, schema: {type: 'integer'}};
	const plan = notes(
		{type: 'object', properties: {title: text}},
		{'/notes/{noteId}/favorite': {parameters: [id], post: {responses: {200: {description: 'done'}}}}},
	);
	expect(
		recipeOf('POST /notes/{noteId}/favorite unknown-id', plan).steps.map(
			({role, call}) => `${role} ${call.operation.method} ${call.operation.path}`,
		),
	).toEqual(['setup POST /notes', 'setup POST /notes/{noteId}/favorite', 'act POST /notes/{noteId}/favorite']);
});

test('a wrong credential is asked of the runner, which knows the form of the right one', () => {
	expect(codeOf('DELETE /users/{userId} auth-required')).toContain(
		'WRONG_HEADERS = wrong_credential(__AUTH_HEADERS__)',
	);
});

test('a record that has to be listed is looked for until it is found, and a list without an end blocks the test', () => {
	const code = codeOf('GET /newsletter-subscriptions list');
	expect(code).toMatch(/if .+ in listed or not fresh:\n\s+break\n\s+else:\n\s+raise AssertionError/);
	expect(code).toContain('"setup: the list goes on beyond 20 pages"');
	// A server may give shorter pages than it was asked for.
	expect(code).not.toMatch(/len\(\w+\) < /);
});

test('a list that the test cannot fill blocks its shape while it is empty', () => {
	const entry = {type: 'object', required: ['name'], properties: {name: text}};
	const open = planOf(documentOf({'/alerts/groups': {get: {responses: {200: answer({type: 'array', items: entry})}}}}));
	expect(codeOf('GET /alerts/groups shape', open)).toContain(
		'assert all_groups, "setup: expected at least one entry, got none"',
	);
});

test('a moment is one to its end, and all moments of a record are said in one loop', () => {
	const moment = {type: 'string', format: 'date-time'};
	const note = {type: 'object', required: ['at', 'until'], properties: {at: moment, until: moment}};
	const code = codeOf(
		'GET /latest singleton',
		planOf(documentOf({'/latest': {get: {responses: {200: answer(note)}}}})),
	);
	expect(code).toContain('for field in ("at", "until"):');
	const [, pattern = ''] = /STAMP = re\.compile\(r"(.+)"\)/.exec(code) ?? [];
	const stamp = new RegExp(`^(?:${pattern})$`);
	for (const right of ['2026-02-03T04:05:06Z', '2026-02-03 04:05:06.789+02:00']) expect(right).toMatch(stamp);
	for (const wrong of ['2026-99-99T99:99:99Z', '2026-02-03T04:05:06Z nonsense', '2026-02-03T04:05:06', '2026-02-03'])
		expect(wrong).not.toMatch(stamp);
});

test('the record of an envelope is read once and has its own name', () => {
	const inner = {type: 'object', required: ['id'], properties: {id: {type: 'integer'}, author: text}};
	const whole = {type: 'object', required: ['note'], properties: {note: inner}};
	const code = codeOf(
		'GET /latest singleton',
		planOf(documentOf({'/latest': {get: {responses: {200: answer(whole)}}}})),
	);
	expect(code.match(/\["note"\]/g)).toHaveLength(1);
});

test('a secret that the document promises is no leak in a success, and one in a set-up blocks', () => {
	const person = {
		type: 'object',
		required: ['id'],
		properties: {id: {type: 'integer'}, name: text, password: text, token: text},
	};
	const id = {name: 'personId', in: 'path', required: true, schema: {type: 'integer'}};
	const open = planOf(
		documentOf({
			'/people': {post: {requestBody: {required: true, content: json(person)}, responses: {201: answer(person)}}},
			'/people/{personId}': {
				parameters: [id],
				get: {responses: {200: answer(person)}},
				delete: {responses: {204: {description: 'gone'}}},
			},
		}),
	);
	expect(codeOf('GET /people/{personId} read', open)).toContain('leaks(response, "password", "token")');
	const twice = codeOf('DELETE /people/{personId} delete-twice', open);
	expect(twice).toContain('f"{method} {path}: the answer shows');
	expect(twice).toMatch(/call\("setup", "GET", path, 200/);
});

test('a change below an unknown record follows the same one below a record of its own', () => {
	const id = {name: 'noteId', in: 'path', required: true, schema: {type: 'integer'}};
	const note = {type: 'object', required: ['id'], properties: {id: {type: 'integer'}, title: text}};
	const open = planOf(
		documentOf({
			'/notes': {
				post: {
					requestBody: {required: true, content: json({type: 'object', properties: {title: text}})},
					responses: {201: answer(note)},
				},
			},
			'/notes/{noteId}': {
				parameters: [id],
				get: {responses: {200: answer(note)}},
				delete: {responses: {204: {description: 'gone'}}},
			},
			'/notes/{noteId}/labels': {
				parameters: [id],
				put: {
					requestBody: {required: true, content: json({type: 'array', items: text})},
					responses: {200: {description: 'done'}, 404: {description: 'none'}},
				},
			},
		}),
	);
	expect(
		recipeOf('PUT /notes/{noteId}/labels unknown-id', open).steps.map(
			({role, call}) => `${role} ${call.operation.method} ${call.operation.path}`,
		),
	).toEqual(['setup POST /notes', 'setup PUT /notes/{noteId}/labels', 'act PUT /notes/{noteId}/labels']);
});

test('a change that has to say which state of the record it means says any where nothing is known of one', () => {
	const note = {type: 'object', required: ['id', 'title'], properties: {id: {type: 'integer'}, title: text}};
	const body = {type: 'object', required: ['title'], properties: {title: {...text, maxLength: 40}}};
	const match = {name: 'if-match', in: 'header', required: true, schema: text};
	const path = '/notes/{noteId}';
	const {rows} = notes(body, {
		[path]: {
			parameters: [{name: 'noteId', in: 'path', required: true, schema: {type: 'integer'}}],
			get: {responses: {200: answer(note)}},
			patch: {parameters: [match], requestBody: {content: json(body)}, responses: {200: answer(note)}},
			delete: {responses: {204: {description: 'gone'}}},
		},
	});
	const changes = rows.flatMap(({recipe}) => recipe.steps).filter(({call}) => call.operation.method === 'PATCH');
	expect(changes.length).toBeGreaterThan(2);
	for (const {call} of changes) expect(call.headers).toEqual({'if-match': {is: 'literal', value: '*'}});
});

test('a change is refused for the state that it names where the document says so, and of no header of the answers', () => {
	const note = {type: 'object', required: ['id', 'title'], properties: {id: {type: 'integer'}, title: text}};
	const body = {type: 'object', required: ['title'], properties: {title: {...text, maxLength: 40}}};
	const match = {name: 'if-match', in: 'header', required: false, schema: text};
	const {rows} = notes(body, {
		'/notes/{noteId}': {
			parameters: [{name: 'noteId', in: 'path', required: true, schema: {type: 'integer'}}],
			get: {responses: {200: answer(note)}},
			patch: {
				parameters: [match],
				requestBody: {content: json(body)},
				responses: {200: answer(note), 412: {description: 'changed'}, 428: {description: 'If-Match is needed'}},
			},
			delete: {responses: {204: {description: 'gone'}}},
		},
	});
	const stale = rows.find(({template, recipe}) => template === 'etag' && recipe.endpoint.method === 'PATCH');
	expect(stale?.recipe.steps.map(({id}) => id)).toEqual(['create', 'read', 'stale', 'read_again']);
	expect(stale?.recipe.steps[2]?.call.headers).toEqual({'if-match': {is: 'literal', value: '"out-of-date"'}});
	expect(stale?.recipe.steps[1]?.asserts.map(({id}) => id)).not.toContain('etag');
	expect(rows.some(({template, recipe}) => template === 'etag' && recipe.endpoint.method === 'GET')).toBe(false);
});

test('the state of a record is shown as the document says, else as was seen', () => {
	const read = (headers: string[], seen?: string[]) =>
		({
			success: {
				headers: headers.map(name => ({name})),
				...(seen === undefined ? {} : {seen: seen.map(name => ({name}))}),
			},
		}) as unknown as PlanOperation;
	expect(showsState(read(['ETag'], []))).toBe(true);
	expect(showsState(read([], ['etag']))).toBe(true);
	expect(showsState(read([], ['link']))).toBe(false);
	expect(showsState(read([]))).toBe(false);
	expect(showsState({success: null} as unknown as PlanOperation)).toBe(false);
});
