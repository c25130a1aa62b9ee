import {expect, test} from 'vitest';
import {codeWarnings} from '../../../../source/test-code/code-warnings.ts';
import {renderMarked, renderTest} from '../../../../service/plans/code/render-test.ts';
import {createGate} from '../../../../service/plans/gate/gate.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {createBackendBench} from '../../../helpers/backend-bench.ts';
import {documentOf, planOf} from '../shop-plan.ts';
import {pythonProblems} from './python-check.ts';
import {recipe, shape, status, step} from './recipes.ts';

const bench = createBackendBench();
let next = 0;
const gate = createGate({
	runner: {run: job => bench.runner.run(job)},
	newId: () => `gate-${next++}`,
	warningsOf: codeWarnings,
});

const text = {type: 'string'};
const wide = {
	type: 'object',
	properties: {
		id: {...text, readOnly: true},
		title: text,
		...Object.fromEntries(Array.from({length: 22}, (_, place) => [`setting${place}`, text])),
		labels: {type: 'array', items: text},
		look: {type: 'object', properties: {colour: text, size: {type: 'integer'}}},
		updatedAt: {...text, format: 'date-time'},
	},
};
const json = (schema: object) => ({'application/json': {schema}});
const answered = (status: string) => ({[status]: {description: '', content: json({properties: {data: wide}})}});
const listed = {
	'200': {
		description: '',
		content: json({properties: {data: {type: 'array', items: wide}, total: {type: 'integer'}}}),
	},
};
const article = {type: 'object', required: ['title', 'body'], properties: {title: text, body: text, tag: text}};
const wrapped = {type: 'object', required: ['article'], properties: {article}};
const refused = {'422': {description: ''}};
const paging = ['limit', 'offset'].map(name => ({name, in: 'query', schema: {type: 'integer'}}));

/** A record of many fields in an envelope, and one that is wrapped in what is sent. */
const document = documentOf({
	'/desks': {
		get: {parameters: paging, responses: listed},
		post: {requestBody: {content: json(wide)}, responses: {...answered('201'), ...refused}},
	},
	'/desks/{deskId}': {
		get: {responses: answered('200')},
		patch: {requestBody: {content: json(wide)}, responses: {...answered('200'), ...refused}},
		delete: {responses: {'204': {description: ''}}},
	},
	'/notes': {
		get: {parameters: paging, responses: listed},
		post: {
			requestBody: {content: {'multipart/form-data': {schema: {type: 'object', properties: {title: text}}}}},
			responses: answered('201'),
		},
	},
	'/notes/{noteId}': {get: {responses: answered('200')}, delete: {responses: {'204': {description: ''}}}},
	'/articles': {
		post: {
			requestBody: {content: json(wrapped)},
			responses: {'201': {description: '', content: json(wrapped)}, ...refused},
		},
	},
	'/articles/{title}': {
		get: {responses: {'200': {description: '', content: json(wrapped)}}},
		put: {
			requestBody: {content: json(wrapped)},
			responses: {'200': {description: '', content: json(wrapped)}, ...refused},
		},
		delete: {responses: {'204': {description: ''}}},
	},
});

const rows = planOf(document).rows.map(({key, recipe}) => ({key, recipe: {...recipe, id: 'rcp_1'} as Recipe}));
const texts = new Map(rows.map(({key, recipe}) => [key, renderTest(recipe)]));
const textOf = (key: string) => texts.get(key) ?? [...texts.keys()].join('\n');

test('tests of wide records are no longer than a person reads, and have nothing unused', () => {
	const long = [...texts].flatMap(([key, code]) => (code.trimEnd().split('\n').length > 60 ? [key] : []));
	expect(long).toEqual([]);
	expect(pythonProblems(Object.fromEntries(texts))).toEqual([]);
});

test('tests of wide records pass the gate: what they share is still sent', async () => {
	const available = new Set(rows.flatMap(({recipe}) => recipe.produces));
	const subjects = rows.map(({key, recipe}) => ({
		id: key,
		name: key,
		source: textOf(key),
		recipe,
		available,
		secrets: [],
	}));
	expect((await gate(subjects)).filter(({rejection}) => rejection !== null)).toEqual([]);
});

test('only the row about creation sends every field', () => {
	expect(textOf('POST /desks create')).toContain('"setting21": ');
	expect(textOf('DELETE /desks/{deskId} delete')).not.toContain('"setting21": ');
});

test('records that only have to be there are made in a loop, each with a name of its own', () => {
	const code = textOf('GET /desks pages');
	expect(code).toContain('for number in range(1, 4):');
	expect(code).toMatch(/"title": f"[\w ]+\{number\}\{RUN_TAG\}"/);
	expect(code).toContain('"setup: POST /desks answered ');
	expect(textOf('GET /notes pages')).toContain('for number in range(1, 4):');
});

test('a change is compared with the record before it, but for what changes by itself', () => {
	const code = textOf('PATCH /desks/{deskId} update');
	expect(code).toMatch(/expected = \{\*\*without\(desk, "updatedAt"\), "title": title\}/);
	expect(code).toMatch(/expected = \{\*\*without\(\w+, .+\), \*\*(?:without\()?(?:sent|changes)/);
});

test('a single change that stands above the function is laid over the record before it', () => {
	const about = {...text, example: 'A long example of what is written here. '.repeat(4)};
	const fields = {about, size: {type: 'integer'}, colour: {...text, enum: ['red', 'blue']}};
	const desk = {type: 'object', properties: {id: {...text, readOnly: true}, ...fields}};
	const body = {requestBody: {content: json({type: 'object', properties: fields})}};
	const shown = (status: string) => ({responses: {[status]: {description: '', content: json(desk)}}});
	const own = documentOf({
		'/desks': {post: {...body, ...shown('201')}},
		'/desks/{deskId}': {get: shown('200'), patch: {...body, ...shown('200')}, delete: shown('200')},
	});
	const row = planOf(own).rows.find(({key}) => key === 'PATCH /desks/{deskId} update')!;
	const code = renderTest({...row.recipe, id: 'rcp_1'} as Recipe);
	expect(code).toMatch(/expected = \{\*\*\w+, \*\*DESK\}/);
	expect(pythonProblems({[row.key]: code}).filter(problem => !/ has \d+ columns$/.test(problem))).toEqual([]);
});

test('a case about a wrapped record changes one field of it', () => {
	const code = textOf('POST /articles invalid-body');
	expect(code).toContain('field: value}');
	expect(code).toContain('body = {"article": body}');
	expect(code).not.toContain('options');
});

test('a change keeps the name by which its record is known', () => {
	const {recipe} = rows.find(({key}) => key === 'PUT /articles/{title} update')!;
	const titles = recipe.steps.flatMap(({call: {body, operation}}) =>
		body && 'value' in body && body.value.is === 'object' && operation.method !== 'GET'
			? [body.value.fields['article']]
			: [],
	);
	expect(titles).toHaveLength(2);
	const [made, changed] = titles.map(one => (one?.is === 'object' ? one.fields : {}));
	expect(changed!['title']).toEqual({is: 'step', step: 'create', pointer: '$.article.title'});
	expect(changed!['body']).not.toEqual(made!['body']);
});

test('records that may be left out and find no room take none from what a run teaches', () => {
	const part = (fields: number) => ({
		type: 'object',
		properties: Object.fromEntries(
			Array.from({length: fields}, (_, place) => [`f${place}`, {type: 'string', enum: ['a', `b${place}`]}]),
		),
	});
	const of = (fields: number) =>
		renderMarked(
			recipe('read', 'GET /things', {
				steps: [
					step('act', 'GET /things', {
						asserts: [
							status(200),
							shape({type: 'object', required: ['id'], properties: {id: {type: 'string'}, part: part(fields)}}),
						],
					}),
				],
			}),
			{hasExtraHeaders: false},
		);
	expect(of(2).code).toContain('if "part" in ');
	expect(of(40).code).not.toContain('if "part" in ');
	expect([of(2).left, of(40).left]).toEqual([0, 0]);
});

test('text has no bounds, not even where it is the text of a number', () => {
	const fee = {type: 'string', format: 'decimal', minimum: 0};
	const asserts = [status(200), shape({type: 'object', required: ['fee'], properties: {fee}})];
	const code = renderTest(recipe('read', 'GET /rate', {steps: [step('read', 'GET /rate', {asserts})]}));
	expect(code).toContain('.get("fee")) is str');
	expect(code).not.toContain('0 <=');
});
