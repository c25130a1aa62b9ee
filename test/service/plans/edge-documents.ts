import {analyseApi} from '../../../service/plans/kinds/analyse-api.ts';
import {documentOf} from './shop-plan.ts';

export const record = {type: 'object', properties: {id: {type: 'string'}, name: {type: 'string'}}};
export const column = {
	type: 'object',
	properties: {id: {type: 'string'}, table: {type: 'string'}, column: {type: 'string'}},
};
export const ok = (schema: object, status = '200') => ({
	responses: {[status]: {description: '', content: {'application/json': {schema}}}},
});
export const tag = {
	type: 'object',
	properties: {
		version: {type: 'integer'},
		tag: {type: 'object', properties: {type: {type: 'string'}, value: {type: 'string'}}},
	},
};
export const tags = {type: 'array', items: tag.properties.tag};
export const list = ok({type: 'array', items: record});
export const gets = ok(record);
export const makes = ok(record, '201');
export const sends = (properties: object, required: string[] = []) => ({
	requestBody: {content: {'application/json': {schema: {type: 'object', required, properties}}}},
});
export const text = {type: 'string'};
export const texts = {type: 'array', items: text};
export const asked = (name: string) => ({parameters: [{name, in: 'query', required: true, schema: text}]});

export const peopled = {
	'/users': {post: {...sends({name: text}, ['name']), ...makes}, get: list},
	'/users/{userId}': {
		parameters: [{name: 'userId', in: 'path', required: true, schema: text}],
		get: gets,
		delete: gets,
	},
};

/** Authors and levels that are named by a number, and books with fields of their own. */
export function numbered(fields: object) {
	const own = {type: 'object', properties: {id: {type: 'integer'}, name: text}};
	const path = {parameters: [{name: 'id', in: 'path', required: true, schema: {type: 'integer'}}]};
	const kindOf = (name: string) => ({
		[`/${name}`]: {post: {...sends({name: text}, ['name']), ...ok(own, '201')}, get: ok({type: 'array', items: own})},
		[`/${name}/{id}`]: {...path, get: ok(own), delete: gets},
	});
	const names = Object.keys(fields);
	return {...kindOf('authors'), ...kindOf('levels'), '/books': {post: {...sends(fields, names), ...makes}}};
}

export const producerOf = (paths: object, key: string, place: string) =>
	analyseApi(documentOf(paths)).edges.find(edge => edge.consumer.key === key && edge.place === place)?.producer
		?.operation.key ?? 'nobody';
