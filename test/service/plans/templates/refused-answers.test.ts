import {describe, expect, test} from 'vitest';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import type {Assert} from '../../../../service/plans/recipe.ts';
import {planOf} from '../shop-plan.ts';
import {codeOf, judged, notes, object, recipeOf, text} from './notes-plan.ts';

describe('a secret that was sent', () => {
	const parts = {
		// Deep enough for a row of its own.
		problem: object({message: text, about: object({of: object({what: text})})}),
		body: object({title: text, password: {type: 'string', format: 'password'}}, ['title', 'password']),
	};
	const code = codeOf(parts, 'POST /notes error-shape');
	const sent = /"password": "([^"]+)"/.exec(code)![1]!;

	test('is no leak by its name, and one by its value', () => {
		expect(judged(code, 422, '{"message": "no", "password": "is too short"}')).toBe('passed');
		expect(judged(code, 422, `{"message": "${sent} is too short"}`)).toContain('repeats the password');
	});

	test('is a token, too, and nothing of the input that an answer repeats beside it', () => {
		const body = object({title: text, apiToken: text, access_token: text, nextPageToken: text}, [
			'title',
			'access_token',
		]);
		const made = codeOf({...parts, body}, 'POST /notes error-shape');
		const values = Object.fromEntries(
			[...made.matchAll(/"(\w+)": f?"([^"]+)"/g)].map(([, name, value]) => [name, value]),
		);
		const echo = (name: string) => judged(made, 422, JSON.stringify({message: 'no', input: {[name]: values[name]}}));
		expect(values['access_token']).toBeTruthy();
		expect(echo('access_token')).toContain('repeats the access_token');
		for (const name of Object.keys(values).filter(one => one !== 'access_token')) expect(echo(name)).toBe('passed');
	});

	test('is looked for in every case of a table', () => {
		const cases = codeOf(parts, 'POST /notes invalid-body');
		expect(cases).toContain(`if "${sent}" in response.text:`);
	});
});

describe('the documented body of a refusal', () => {
	const said = (problem: object, body: string) =>
		judged(codeOf({problem}, 'GET /notes/{noteId} unknown-id'), 404, body);

	const more = object({at: text});

	test.each([
		[object({message: text, more}), '{"message": "no"}', '{}'],
		[object({error: object({code: {type: 'integer'}, message: text})}), '{"error": {"message": "no"}}', '{}'],
		[
			object({error: object({code: {type: 'integer'}, message: text})}),
			'{"error": {"message": "no"}}',
			'{"error": {}}',
		],
		[object({error: object({message: text})}), '{"error": {"message": "no"}}', '{"errors": [{"message": "no"}]}'],
		[object({trace: text, detail: text, more}), '{"detail": "no"}', '{"trace": "no"}'],
		[object({status: text, kind: text, more}), '{}', '{"kind": 5}'],
		[object({errors: {type: 'array', items: text}}), '{"errors": ["no"]}', '{"errors": []}'],
		[
			object({errors: object({body: {type: 'array', items: text}}, ['body'])}, ['errors']),
			'{"errors": {"body": ["no"]}}',
			'{"errors": {"body": []}}',
		],
		[
			object({errors: {type: 'array', minItems: 1, items: text}, kind: text}, ['errors']),
			'{"errors": ["no"]}',
			'{"errors": []}',
		],
	])('of %j is %s and not %s', (problem, good, bad) => {
		expect(said(problem, good)).toBe('passed');
		expect(said(problem, bad)).not.toBe('passed');
	});

	test('is that of every refusal which the document describes, with its media type', () => {
		const error = object({code: text, message: text, field: text}, ['code', 'message']);
		const problem = object({error}, ['error']);
		const refused = [
			[codeOf({problem}, 'GET /notes/{noteId} unknown-id'), 404],
			[codeOf({problem}, 'DELETE /notes/{noteId} delete-twice'), 404],
			[codeOf({problem}, 'POST /notes invalid-body'), 422],
		] as const;
		for (const [code] of refused) {
			expect(code).toContain('.startswith("application/json")');
			expect(code).toMatch(/error = (?:problem|answer)\["error"\]\n +for \w+ in \("code", "message"\):/);
		}
		const [unknown, , invalid] = refused;
		for (const [code, status] of [unknown!, invalid!]) {
			expect(judged(code, status, '{"error": {"code": "a", "message": "b"}}')).toBe('passed');
			expect(judged(code, status, '{"error": {"code": "a"}}')).toContain('error.message is None, not str');
		}
	});

	test('is compared once where two levels say all of it', () => {
		const {rows} = planOf(notes({problem: object({message: text})}));
		const own = rows.filter(
			({recipe}) => recipe.endpoint?.path === '/notes/{noteId}' && recipe.endpoint.method === 'GET',
		);
		const templates = own.map(({recipe}) => recipe.template);
		expect(templates).toContain('unknown-id');
		expect(templates).not.toContain('error-shape');
	});

	test('may be an empty list where it says more', () => {
		const problem = object({errors: {type: 'array', items: text}, kind: text}, ['errors', 'kind']);
		expect(said(problem, '{"errors": [], "kind": "a"}')).toBe('passed');
	});
});

describe('a table of cases whose answers have another form', () => {
	/** The refusals of bodies, of which a first run has seen what they look like. */
	function learned(schema: object): string {
		const recipe = recipeOf({}, 'POST /notes invalid-body');
		const assert = {
			id: 'learned-shape',
			message: '',
			check: {type: 'shape', pointer: '$', schema, closed: false},
			strength: 'learned',
			state: 'active',
			provenance: {from: 'observed', where: 'run_1, seen twice', runId: 'run_1', since: 'learned'},
		} as unknown as Assert;
		const steps = recipe.steps.map(step =>
			step.cases.length === 0 ? step : {...step, asserts: [...step.asserts, assert]},
		);
		return renderTest({...recipe, steps});
	}
	const bounded = {type: 'number', minimum: 1};
	const ofError = (more: object) => object({error: object({code: text, ...more}, ['code'])}, ['error']);

	test.each([
		[ofError({}), '{"message": "no"}', 'error is None, not dict'],
		[ofError({}), '{"error": ["no"]}', "error is ['no'], not dict"],
		[ofError({field: text}), '{"error": {"code": "a", "field": 5}}', 'error.field is 5'],
		[object({count: {type: 'integer', minimum: 1}}, ['count']), '{"count": "a"}', "count is 'a', not int"],
		[object({price: bounded, weight: bounded}, ['price', 'weight']), '{"price": "a", "weight": 2}', "price is 'a'"],
		[object({price: bounded, weight: bounded}), '{"price": "a", "weight": 2}', "price is 'a'"],
		[object({at: {type: 'string', format: 'date-time'}, n: text}, ['at', 'n']), '{"n": "a"}', 'at is None, not str'],
		[object({notes: {type: 'array', items: object({id: text}, ['id'])}}, ['notes']), '{"notes": {}}', 'not list'],
	])('says so of every case and ends in words: %j of %s', (schema, body, said) => {
		const code = learned(schema);
		expect(code).toContain('failures.append(');
		const told = judged(code, 422, body);
		expect(told).toContain(said);
		expect(told).not.toContain('Error');
	});
});
