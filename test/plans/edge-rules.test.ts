import {expect, test} from 'vitest';
import {analyseApi} from '../../service/plans/kinds/analyse-api.ts';
import {edgeFigures} from './edge-figures.ts';
import {documentOf} from './shop-plan.ts';

const record = {type: 'object', properties: {id: {type: 'string'}, name: {type: 'string'}}};
const ok = (schema: object, status = '200') => ({
	responses: {[status]: {description: '', content: {'application/json': {schema}}}},
});
const list = ok({type: 'array', items: record});
const gets = ok(record);
const makes = ok(record, '201');
const sends = (properties: object, required: string[] = []) => ({
	requestBody: {content: {'application/json': {schema: {type: 'object', required, properties}}}},
});
const text = {type: 'string'};
const texts = {type: 'array', items: text};
const asked = (name: string) => ({parameters: [{name, in: 'query', required: true, schema: text}]});

const producerOf = (paths: object, key: string, place: string) =>
	analyseApi(documentOf(paths)).edges.find(edge => edge.consumer.key === key && edge.place === place)?.producer
		?.operation.key ?? 'nobody';

test.each<[string, object, string, string, string]>([
	[
		'who is added to a group is not made by it',
		{
			'/groups': {post: makes},
			'/groups/{groupId}/users': {post: {...sends({userId: text}, ['userId']), ...gets}},
			'/groups/{groupId}/users/{userId}': {delete: gets},
			'/users': {get: list},
			'/users/{userId}': {get: gets},
		},
		'GET /users/{userId}',
		'path:userId',
		'GET /users',
	],
	[
		'a list that has to be told the ids is no source of them',
		{'/albums': {get: {...asked('ids'), ...list}}, '/albums/{id}': {get: gets}},
		'GET /albums/{id}',
		'path:id',
		'nobody',
	],
	[
		'another list of the word is taken then',
		{
			'/albums': {get: {...asked('ids'), ...list}},
			'/albums/{id}': {get: gets},
			'/new/albums': {get: list},
		},
		'GET /albums/{id}',
		'path:id',
		'GET /new/albums',
	],
	[
		'a record without a path of its own still has what lies below it',
		{'/uploads/{uploadId}/parts': {post: makes}, '/uploads': {post: makes}},
		'POST /uploads/{uploadId}/parts',
		'path:uploadId',
		'POST /uploads',
	],
	[
		'two parts of an API may use one word',
		{
			'/threads': {post: makes, get: list},
			'/threads/{threadId}': {get: gets},
			'/kit/threads': {get: list},
			'/kit/threads/{threadId}': {get: gets},
		},
		'GET /kit/threads/{threadId}',
		'path:threadId',
		'GET /kit/threads',
	],
	[
		'a creator may answer the list of what it has made',
		{
			'/rows': {post: ok({type: 'object', properties: {data: {type: 'array', items: record}}})},
			'/rows/{rowId}': {get: gets},
		},
		'GET /rows/{rowId}',
		'path:rowId',
		'POST /rows',
	],
	[
		'a field that is a record or the value that names one',
		{
			'/folders': {post: makes},
			'/folders/{id}': {get: gets},
			'/files': {post: {...sends({folder: {oneOf: [text, record]}}), ...makes}},
		},
		'POST /files',
		'body:$.folder',
		'POST /folders',
	],
	[
		'a field that is called as what names the record',
		{
			'/collections': {post: ok({type: 'object', properties: {collection: text, note: text}}, '201')},
			'/collections/{collection}': {get: gets},
			'/rules': {post: {...sends({collection: text}), ...makes}},
		},
		'POST /rules',
		'body:$.collection',
		'POST /collections',
	],
	[
		'a change of a whole collection names its records',
		{
			'/folders': {post: makes, patch: {...sends({keys: texts}, ['keys']), ...gets}},
			'/folders/{id}': {get: gets},
		},
		'PATCH /folders',
		'body:$.keys[*]',
		'POST /folders',
	],
	[
		'a description that says whose id it is',
		{
			'/files': {post: makes},
			'/files/{id}': {get: gets},
			'/jobs': {post: {...sends({training: {...text, description: 'The ID of an uploaded file.'}}), ...makes}},
		},
		'POST /jobs',
		'body:$.training',
		'POST /files',
	],
	[
		'the same, of the kind itself',
		{
			'/files': {post: makes},
			'/files/{id}': {get: gets},
			'/jobs': {post: {...sends({training: {...text, description: 'The ID of the file to learn from.'}}), ...makes}},
		},
		'POST /jobs',
		'body:$.training',
		'POST /files',
	],
	[
		'a word for a person is no reference by itself',
		{
			'/users': {post: makes},
			'/users/{id}': {get: gets},
			'/chats': {post: {...sends({user: {...text, description: 'An identifier that you choose.'}}), ...makes}},
		},
		'POST /chats',
		'body:$.user',
		'nobody',
	],
])('%s', (_, paths, consumer, place, producer) => {
	expect(producerOf(paths, consumer, place)).toBe(producer);
});

test('figures count what is used against what the reader names, and leave the undecided out', () => {
	const paths = {
		'/users': {post: makes},
		'/users/{id}': {get: gets, delete: gets},
		'/orders': {post: {...sends({userId: text, buyerId: text}), ...makes}},
	};
	const {edges} = analyseApi(documentOf(paths));
	const truth = {
		document: 'own',
		edges: [
			{consumer: 'GET /users/{id}', place: 'path:id', producers: ['POST /users']},
			{consumer: 'DELETE /users/{id}', place: 'path:id', producers: ['POST /others']},
			{consumer: 'POST /orders', place: 'body:$.buyerId', producers: ['POST /users']},
		],
		undecided: ['POST /orders body:$.userId'],
	};
	expect(edgeFigures('own', edges, truth)).toEqual({
		name: 'own',
		truth: 3,
		found: 2,
		right: 1,
		wrong: ['DELETE /users/{id} path:id ← POST /users'],
		missing: ['DELETE /users/{id} path:id ← POST /others', 'POST /orders body:$.buyerId ← POST /users'],
	});
});
