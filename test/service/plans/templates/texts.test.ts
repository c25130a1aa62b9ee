import {expect, it} from 'vitest';
import {documentOf, planOf} from '../shop-plan.ts';

const text = {type: 'string'};
const object = (properties: object) => ({type: 'object', required: Object.keys(properties), properties});
const content = (schema: object) => ({content: {'application/json': {schema}}});
const slug = [{name: 'slug', in: 'path', required: true, schema: text}];

/** Articles whose slug the API makes of their title. */
const articles = (fields: object) => {
	const article = {description: 'it', ...content(object({slug: text, ...fields}))};
	const requestBody = {required: true, ...content(object(fields))};
	return documentOf({
		'/articles': {post: {requestBody, responses: {201: article}}},
		'/articles/{slug}': {
			get: {parameters: slug, responses: {200: article}},
			put: {parameters: slug, requestBody, responses: {200: article}},
			delete: {parameters: slug, responses: {204: {description: 'gone'}}},
		},
	});
};
const rows = (fields: object) =>
	planOf(articles(fields)).rows.flatMap(({key, description}) =>
		/texts/.test(key) ? [`${key.split(' ').at(0)}: ${/as (\w+) letters/.exec(description ?? '')?.[1]}`] : [],
	);

it('unusual text goes into a field that no name is made of, also where one stands in front', () => {
	expect(rows({title: text, summary: text})).toEqual(['POST: summary', 'PUT: summary']);
});

it('a change sends none where a name would follow it', () => {
	expect(rows({title: text})).toEqual(['POST: title']);
});

it('a title names what is sent: a change of one field of which nothing else is compared is no more than that', () => {
	const titles = (answer: object) => {
		const id = [{name: 'id', in: 'path', required: true, schema: {type: 'integer'}}];
		const fields = object({name: text});
		const one = {description: 'it', ...content(answer)};
		const document = documentOf({
			'/parts': {post: {requestBody: {required: true, ...content(fields)}, responses: {201: one}}},
			'/parts/{id}': {
				get: {parameters: id, responses: {200: one}},
				patch: {
					parameters: id,
					requestBody: {required: true, ...content({...fields, required: []})},
					responses: {200: one},
				},
				delete: {parameters: id, responses: {204: {description: 'gone'}}},
			},
		});
		return planOf(document).rows;
	};
	const part = object({id: {type: 'integer'}, name: text});
	const rowsOfPart = titles(part);
	const twice = rowsOfPart.find(({template}) => template === 'delete-twice')!;
	// A DELETE that takes every record with it is told.
	expect(twice.recipe.steps.at(-1)).toMatchObject({id: 'read_other', role: 'verify'});
	const change = rowsOfPart.find(({template}) => template === 'update')!;
	const comparesRest = change.recipe.steps.some(({asserts}) => asserts.some(({check}) => check.type === 'sameAs'));
	expect(change.title.endsWith(' and nothing else')).toBe(comparesRest);
	expect(change.description).not.toContain('everything at once');
});

it.each([
	[10, 10, 'refuses invalid articles'],
	[20, 2, 'refuses invalid articles'],
])('of a row of %i fields that has room for %i cases the title speaks of no other', (count, room, title) => {
	const many = Object.fromEntries(
		Array.from({length: count}, (_, place) => [`fieldNumber${place}`, {...text, minLength: 1, maxLength: 60}]),
	);
	const row = planOf(articles({title: text, ...many})).rows.find(
		({key}) => key === 'PUT /articles/{slug} invalid-body',
	)!;
	expect(row.recipe.steps.flatMap(({cases}) => cases)).toHaveLength(room);
	expect([row.title, row.recipe.title]).toEqual([title, title]);
});
