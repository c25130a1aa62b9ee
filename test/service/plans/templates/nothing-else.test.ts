import {expect, test} from 'vitest';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {documentOf, planOf, rowOf} from '../shop-plan.ts';

const text = {type: 'string'};
const whole = {type: 'integer'};
const json = (schema: object) => ({'application/json': {schema}});
const answer = (name: string) => ({description: 'it', content: json({$ref: `#/components/schemas/${name}`})});
const id = {parameters: [{name: 'id', in: 'path', required: true, schema: whole}]};
const gone = {responses: {204: {description: 'gone'}}};
const record = (properties: object) => ({type: 'object', required: ['id'], properties: {id: whole, ...properties}});
const kept = (path: string, name: string, properties: object, required: string[]) => ({
	[path]: {
		post: {
			requestBody: {required: true, content: json({type: 'object', required, properties})},
			responses: {201: answer(name)},
		},
	},
	[`${path}/{id}`]: {...id, get: {responses: {200: answer(name)}}, delete: gone},
});
const card = {title: text, note: text, stage: text, columnId: whole};

/** Cards in columns, on which something is done. */
const planWith = (verb: string, body: object) =>
	planOf(
		documentOf(
			{
				...kept('/columns', 'Column', {name: text}, ['name']),
				...kept('/cards', 'Card', card, ['title', 'columnId']),
				[`/cards/{id}/${verb}`]: {
					...id,
					post: {
						requestBody: {
							required: true,
							content: json({type: 'object', required: Object.keys(body), properties: body}),
						},
						responses: {200: answer('Card')},
					},
				},
			},
			{components: {schemas: {Column: record({name: text}), Card: record(card)}}},
		),
	);
const rowFor = (verb: string, body: object) => rowOf(planWith(verb, body), `POST /cards/{id}/${verb} action`).recipe;
const assertsOf = (verb: string, body: object) =>
	rowFor(verb, body)
		.steps.at(-1)!
		.asserts.map(one => one.id)
		.filter(one => /^(?:kept|stored):/.test(one));

test('a move goes to another record than the one in which its record was made, and is read there', () => {
	const recipe = rowFor('move', {columnId: whole});
	expect(recipe.steps.map(({id, call}) => `${id} ${call.operation.method} ${call.operation.path}`)).toEqual([
		'create POST /cards',
		'target POST /columns',
		'act POST /cards/{id}/move',
		'read GET /cards/{id}',
	]);
	expect(renderTest({...recipe, id: 'rcp_1'} as Recipe)).toMatch(/column_id|columnId.*column\['id'\]|column\["id"\]/);
	expect(assertsOf('move', {columnId: whole})).toContain('stored:$.columnId');
});

test('what names and describes a record stays as it was, but for the state and what the deed itself sends', () => {
	expect(assertsOf('move', {columnId: whole})).toEqual(['kept:$.title', 'kept:$.note', 'stored:$.columnId']);
	expect(assertsOf('close', {note: text})).toEqual(['kept:$.title']);
});

test.each(['rename', 'anonymize', 'update-texts', 'merge'])('nothing is said of texts after %s', verb => {
	expect(assertsOf(verb, {reason: text})).toEqual([]);
});

test('its place among others may shift while refused changes leave it as it is', () => {
	const sent = {title: {...text, minLength: 1, maxLength: 40}, position: whole};
	const {[`/cards`]: cards, ['/cards/{id}']: one} = kept('/cards', 'Card', sent, ['title']);
	const refused = {400: {description: 'no'}, 404: {description: 'none'}};
	const patch = {
		requestBody: {required: true, content: json({type: 'object', properties: {title: sent.title}})},
		responses: {200: answer('Card'), ...refused},
	};
	const plan = planOf(
		documentOf(
			{'/cards': cards, '/cards/{id}': {...one, patch}},
			{components: {schemas: {Card: record({...sent, sortOrder: whole, priority: whole})}}},
		),
	);
	const {steps} = rowOf(plan, 'PATCH /cards/{id} invalid-body').recipe;
	const [check] = steps.flatMap(({asserts}) =>
		asserts.flatMap(one => (one.check.type === 'sameAs' ? [one.check] : [])),
	);
	expect(check?.except).toEqual(expect.arrayContaining(['position', 'sortOrder']));
	expect(check?.except).not.toContain('priority');
});

test('a request that names another record by its id is not held against the id of the record itself', () => {
	const identifier = (type: string) => ({
		type: 'object',
		required: ['type', 'id'],
		properties: {type: {type: 'string', enum: [type]}, id: text},
	});
	const resource = (type: string, more: object) => ({
		type: 'object',
		required: ['type', 'id'],
		properties: {type: {type: 'string', enum: [type]}, id: text, ...more},
	});
	const held = (schema: object) => ({type: 'object', required: ['data'], properties: {data: schema}});
	const author = {type: 'object', required: ['author'], properties: {author: held(identifier('authors'))}};
	const attributes = (name: string) => ({type: 'object', required: [name], properties: {[name]: text}});
	const made = (type: string, schema: object, required: string[], properties: object) => ({
		[`/${type}`]: {
			post: {
				requestBody: {
					required: true,
					content: json(
						held({
							type: 'object',
							required: ['type', ...required],
							properties: {type: {type: 'string', enum: [type]}, ...properties},
						}),
					),
				},
				responses: {201: {description: 'it', content: json(held(schema))}},
			},
		},
		[`/${type}/{id}`]: {
			parameters: [{name: 'id', in: 'path', required: true, schema: text}],
			get: {responses: {200: {description: 'it', content: json(held(schema))}}},
			delete: gone,
		},
	});
	const articles = {attributes: attributes('title'), relationships: author};
	const plan = planOf(
		documentOf({
			...made('authors', resource('authors', {attributes: attributes('name')}), ['attributes'], {
				attributes: attributes('name'),
			}),
			...made('articles', resource('articles', articles), ['attributes', 'relationships'], articles),
			'/articles/{id}/relationships/author': {
				parameters: [{name: 'id', in: 'path', required: true, schema: text}],
				patch: {
					requestBody: {required: true, content: json(held(identifier('authors')))},
					responses: {204: {description: 'done'}},
				},
			},
		}),
	);
	const {steps} = rowOf(plan, 'PATCH /articles/{id}/relationships/author action').recipe;
	expect(JSON.stringify(steps.find(({id}) => id === 'act')?.call.body)).toContain('author');
	expect(steps.at(-1)!.asserts.filter(({id}) => /^stored:/.test(id))).toEqual([]);
});
