import {spawnSync} from 'node:child_process';
import {describe, expect, test} from 'vitest';
import {functionName} from '../../../../service/plans/code/names.ts';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import type {Recipe, Step} from '../../../../service/plans/recipe.ts';
import {documentOf, planOf, rowOf, shop} from '../shop-plan.ts';
import {answer, codeOf, json, judged, notes, object, recipeOf, text} from './notes-plan.ts';

test('a test that gets too long loses its last cases and keeps the request that is accepted', () => {
	const part = object({title: text, remark: text, from: text}, ['title', 'remark', 'from']);
	const fields = Object.fromEntries(
		Array.from({length: 6}, (_, place) => [`part${place}`, {type: 'array', items: part, minItems: 1}]),
	);
	const body = object({title: text, ...fields}, ['title', ...Object.keys(fields)]);
	const {steps} = recipeOf({body}, 'POST /notes invalid-body');
	expect(steps.map(({role}: Step) => role)).toEqual(['setup', 'act']);
	expect(codeOf({body}, 'POST /notes invalid-body').split('\n').length).toBeLessThanOrEqual(61);
});

describe('the documented answer of a DELETE', () => {
	const deleted = object({id: text, object: text, deleted: {type: 'boolean'}}, ['id', 'object', 'deleted']);

	test('is that it has deleted what was asked for', () => {
		const {asserts} = recipeOf({deleted}, 'DELETE /notes/{noteId} delete').steps.find(({role}) => role === 'act')!;
		expect(asserts.map(({id}) => id)).toEqual(expect.arrayContaining(['shape', 'deleted', 'handle:$.id']));
		expect(codeOf({deleted}, 'DELETE /notes/{noteId} delete')).toMatch(
			/assert \w+(?:\["deleted"\]|\.get\("deleted"\)) is True/,
		);
	});

	test('is not asked for where there may be none', () => {
		const {asserts} = recipeOf({}, 'DELETE /notes/{noteId} delete').steps.find(({role}) => role === 'act')!;
		expect(asserts.map(({id}) => id)).not.toContain('shape');
	});
});

test('a list that says whether there is more ends where it says so', () => {
	const list = object({
		data: {type: 'array', items: object({id: text})},
		last_id: text,
		has_more: {type: 'boolean'},
	});
	const query = [
		{name: 'limit', in: 'query', schema: {type: 'integer'}},
		{name: 'after', in: 'query', schema: text},
	];
	const code = codeOf({list, query}, 'DELETE /notes/{noteId} delete');
	expect(code).toContain('cursor = part.get("has_more") is not False and part.get("last_id")');
	expect(code).not.toContain('setup: {step}');
});

test('an unknown id is a UUID where every id that the document shows is one', () => {
	const shown = (...examples: string[]) => codeOf({named: {...text, examples}}, 'GET /notes/{noteId} unknown-id');
	const one = '8cbb43fe-4cdf-4991-8352-c461779cec02';
	expect(shown(one)).toMatch(/unknown_note_id = f"\{RUN_TAG\}-[\da-f]{4}-4[\da-f]{3}-9[\da-f]{3}-[\da-f]{12}"/);
	expect(shown(one, 'first')).toMatch(/unknown_note_id = f"unknown-\{RUN_TAG\}"/);
});

test('a read before a refusal answers the record that it asks for', () => {
	const [control] = recipeOf({}, 'GET /notes/{noteId} unknown-id').steps;
	expect(control!.asserts.map(({id}) => id)).toEqual(['status', 'handle:$.id']);
	expect(codeOf({}, 'GET /notes/{noteId} unknown-id')).toMatch(/setup: asked for/);
});

test('a text that an example refers to stays as it is, so that the example holds', () => {
	const part = object({name: {...text, example: 'Jira'}, kind: text}, ['name', 'kind']);
	const edges = {type: 'object', example: {Jira: {main: [{node: 'Jira'}]}}};
	const whole = {title: text, nodes: {type: 'array', items: part}, edges};
	const body = object(whole, Object.keys(whole));
	expect(codeOf({body}, 'POST /notes create')).toContain('"name": "Jira"');
	// Nothing refers to it: it is one of its own.
	const {edges: _, ...alone} = whole;
	expect(codeOf({body: object(alone, Object.keys(alone))}, 'POST /notes create')).not.toContain('"name": "Jira"');
});

test('what the accepted body and the cases share stands above a test once', () => {
	const long = {...text, example: 'a sentence that is long enough to be written down once and for all cases of it'};
	const body = object({title: text, remark: long, closing: long}, ['title', 'remark', 'closing']);
	const code = codeOf({body}, 'POST /notes invalid-body');
	expect(code.split(long.example).length - 1).toBe(2);
	expect(code).toContain('body = {**VALID, "title"');
});

test('a number of which a database has a largest one is asked for beyond it', () => {
	const cases = (named: object) => codeOf({named}, 'GET /notes/{noteId} malformed-id');
	expect(cases({type: 'integer'})).toContain('("99999999999999999999", "a number that is too large")');
	expect(cases(text)).not.toContain('too large');
});

test('what a refusal shows of its code stands in the message, wherever it stands in the answer', () => {
	const code = codeOf({}, 'GET /notes/{noteId} unknown-id');
	const trace = `${'x'.repeat(400)} Traceback (most recent call last)`;
	expect(judged(code, 404, trace)).toContain("shows ['Traceback (most']");
	// No part of a secret's value.
	expect(judged(code, 404, '{"token": "hidden-word"}')).not.toContain('"h');
});

test('a long address is two texts of a line each, and one to Python', () => {
	const note = object({id: text, title: text}, ['id']);
	const path = `/notes/{noteId}/${'a-long-part-of-an-address/'.repeat(3)}remarks`;
	const named = {name: 'noteId', in: 'path', required: true, schema: text};
	const remark = {name: 'remarkId', in: 'path', required: true, schema: text};
	const sent = {requestBody: {required: true, content: json(object({title: text}, ['title']))}};
	const code = renderTest({
		...rowOf(
			planOf(
				documentOf({
					'/notes': {post: {...sent, responses: {201: answer(note)}}},
					'/notes/{noteId}': {parameters: [named], delete: {responses: {204: {description: 'gone'}}}},
					[path]: {parameters: [named], post: {...sent, responses: {201: answer(note)}}},
					[`${path}/{remarkId}`]: {
						parameters: [named, remark],
						get: {responses: {200: answer(note)}},
						delete: {responses: {204: {description: 'gone'}}},
					},
				}),
			),
			`DELETE ${path}/{remarkId} delete`,
		).recipe,
		id: 'rcp_1',
	} as Recipe);
	expect(code.split('\n').filter(line => line.length > 118)).toEqual([]);
	expect(code).toMatch(/path = \(\n\s+f"\/notes\/\{note_id\}\/a-long-part[^\n]*"\n\s+f?"\/[^\n]*"\n\s+\)/);
	expect(spawnSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], {input: code}).status).toBe(0);
});

describe('a test that must not be red on a server that keeps its document', () => {
	const slug = {name: 'slug', in: 'path', required: true, schema: text};
	const article = object({slug: text, title: text, body: text}, ['slug', 'title', 'body']);
	const sent = object({title: text, body: text}, ['title', 'body']);
	const body = {required: true, content: json(sent)};
	const plan = planOf(
		documentOf({
			'/articles': {post: {requestBody: body, responses: {201: answer(article), 422: {description: 'no'}}}},
			'/articles/{slug}': {
				parameters: [slug],
				get: {responses: {200: answer(article)}},
				put: {requestBody: body, responses: {200: answer(article)}},
				delete: {responses: {204: {description: 'gone'}}},
			},
			'/player': {
				get: {
					responses: {
						200: answer(object({progress: {type: 'integer', description: 'In ms. Can be `null`.'}}, ['progress'])),
						204: {description: 'nothing is played'},
					},
				},
			},
			'/companies': {get: {responses: {200: answer({type: 'array', items: object({id: text}, ['id'])})}}},
			'/companies/{companyId}/notes': {
				parameters: [{name: 'companyId', in: 'path', required: true, schema: text}],
				post: {requestBody: body, responses: {201: answer(article)}},
			},
		}),
	);
	const codeIn = (key: string) => renderTest({...rowOf(plan, key).recipe, id: 'rcp_1'} as Recipe);

	test('follows a record whose name is made of what was changed', () => {
		const code = codeIn('PUT /articles/{slug} update');
		expect(code).toMatch(/"GET", f"\/articles\/\{changed\['slug'\]\}"/);
		expect(code).not.toMatch(/slug.*== str/);
	});

	test('changes nothing that a name is made of where it goes on with the old name', () => {
		const {steps} = rowOf(plan, 'PUT /articles/{slug} replace-twice').recipe;
		const titles = steps.flatMap(({call}) =>
			call.body && 'value' in call.body && call.body.value.is === 'object' ? [call.body.value.fields['title']] : [],
		);
		expect(titles).toHaveLength(3);
		for (const title of titles) expect(title).toEqual(titles[0]);
	});

	test('takes an answer without a body, and null where the words of the document allow it', () => {
		const code = codeIn('GET /player singleton');
		expect(code).toContain('assert response.status_code in (200, 204)');
		expect(code).toContain('if response.status_code != 204:');
		expect(code).toContain('type(None)');
	});

	test('lets the API say of unreadable bodies what is usual, and sends what is valid as plain text', () => {
		const code = codeIn('POST /articles unreadable-body');
		expect(code).toContain('in (400, 422)');
		expect(code).toContain('in (400, 415, 422)');
		expect(code).toMatch(/json=\{"title": .*"Content-Type": "text\/plain"/s);
	});

	test('adds nothing to a record that it did not make and could not be rid of', () => {
		expect(plan.rows.filter(({path, method}) => method === 'POST' && path.startsWith('/companies'))).toEqual([]);
	});
});

describe('the words of a document', () => {
	const thing = object({id: text, inner: object({size: {type: 'integer'}}, ['size'])}, ['id']);
	const plan = planOf(
		documentOf({
			'/things': {
				get: {
					summary: 'This function shows the things that you have',
					responses: {200: answer(thing)},
				},
			},
		}),
	);
	const [row] = plan.rows.filter(({path, template}) => path === '/things' && template === 'singleton');
	const code = renderTest({...row!.recipe, id: 'rcp_1'} as Recipe);

	test('are no name of a function, and stand once in its docstring', () => {
		const endpoint = {method: 'POST' as const, path: '/createThing'};
		expect(functionName({title: 'this functions helps you', endpoint, template: 'call'})).toBe(
			'test_call_create_thing',
		);
		expect(code.match(/this function shows/gi)).toHaveLength(1);
	});

	test('tell of what a record holds that may be left out, where there is room', () => {
		expect(code).toContain('if "inner" in all_things:');
		expect(code).toContain('type(all_things["inner"].get("size")) is int');
	});
});

test('a second PUT whose answer shows no record is looked at by reading before and after it', () => {
	const note = object({id: text, title: text}, ['id']);
	const sent = {requestBody: {required: true, content: json(object({title: text}, ['title']))}};
	const document = documentOf({
		'/notes': {post: {...sent, responses: {201: answer(note)}}},
		'/notes/{noteId}': {
			parameters: [{name: 'noteId', in: 'path', required: true, schema: text}],
			get: {responses: {200: answer(note)}},
			put: {...sent, responses: {204: {description: 'replaced'}}},
			delete: {responses: {204: {description: 'gone'}}},
		},
	});
	const {steps} = rowOf(planOf(document), 'PUT /notes/{noteId} replace-twice').recipe;
	expect(steps.slice(-4).map(({id}) => id)).toEqual(['replace', 'read', 'again', 'read_again']);
	expect(steps.at(-1)!.asserts.map(({check, strength}) => [check.type, strength])).toContainEqual([
		'sameAs',
		'decided',
	]);
});

test('a docstring says what is sent and what has to come back, and leaves a table of cases to the test', () => {
	const fields = Object.fromEntries(['title', 'subject', 'summary', 'address'].map(name => [name, text]));
	const parts = {body: object(fields, Object.keys(fields)), problem: object({message: text}, ['message'])};
	const plan = planOf(notes({...parts, summary: 'Write a note down'}));
	const whyOf = (key: string) => rowOf(plan, key).recipe.why;
	expect(whyOf('POST /notes create')).toBe(
		'Sends every field that can be written: title, subject, summary, address. The document promises 201.',
	);
	expect(whyOf('POST /notes invalid-body')).toMatch(
		/^Sends a valid body with one mistake at a time\. The document promises 422\./,
	);
});

test('a docstring says of a value of another test that it is needed where a line reads it, and else what it is there for', () => {
	const plan = planOf(shop());
	const codes = plan.rows.map(({recipe}) => [recipe.consumes, renderTest({...recipe, id: 'rcp_1'} as Recipe)] as const);
	const told = codes.flatMap(([consumes, code]) =>
		consumes.map(name => {
			const [, docstring = '', lines = ''] = /^"""(.*?)"""(.*)$/s.exec(code) ?? [];
			const words = docstring.replace(/\s+/g, ' ');
			return [
				[`variables["${name}"]`, `variables['${name}']`].some(one => lines.includes(one)),
				new RegExp(`Needs [^.]*${name}`).test(words),
				/Runs after the test that makes/.test(words),
			];
		}),
	);
	expect(told.length).toBeGreaterThan(1);
	expect(told.filter(([isRead, isNeeded]) => isRead !== isNeeded)).toEqual([]);
	expect(told.some(([isRead, , follows]) => !isRead && follows)).toBe(true);
});
