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
