import {expect, test} from 'vitest';
import {
	record,
	ok,
	tag,
	tags,
	list,
	gets,
	makes,
	sends,
	text,
	texts,
	asked,
	numbered,
	producerOf,
} from './edge-documents.ts';

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
	['nor a text, which may be its name', numbered({author: text}), 'POST /books', 'body:$.author', 'nobody'],
	[
		'two fields of one record name it together',
		{
			'/tags': {post: {...sends({type: text, value: text}, ['type', 'value']), ...ok(tag, '201')}, get: ok(tags)},
			'/tags/{type}': {get: ok(tags)},
			'/tags/{type}/{value}': {get: ok(tag), delete: gets},
			'/fields/{field}/values': {post: {...sends({value: text}, ['value']), ...makes}},
		},
		'GET /tags/{type}/{value}',
		'path:value',
		'POST /tags',
	],
	[
		'two fields of one record name it together, also where nothing is shown by the first alone',
		{
			'/masters': {post: {...sends({ip: text, host: text}), 201: {description: ''}}, get: ok(tags)},
			'/masters/{ip}/{host}': {delete: gets},
		},
		'DELETE /masters/{ip}/{host}',
		'path:ip',
		'POST /masters',
	],
	[
		'what is shown by project is no record that a project names',
		{
			'/projects': {get: list},
			'/projects/{projectId}': {get: gets},
			'/projects/{projectId}/features': {post: makes, get: list},
			'/projects/{projectId}/features/{featureName}': {get: gets, delete: gets},
			'/archive/features': {get: list},
			'/archive/features/{projectId}': {get: list},
		},
		'GET /archive/features/{projectId}',
		'path:projectId',
		'GET /projects',
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
		'records that are shown inside another list',
		{
			'/me/shows': {get: ok({type: 'array', items: {type: 'object', properties: {addedAt: text, show: record}}})},
			'/shows/{id}': {get: gets},
		},
		'GET /shows/{id}',
		'path:id',
		'GET /me/shows',
	],
	[
		'a parameter that is described as the id of another kind than the path names',
		{
			'/files': {post: makes},
			'/assets/{id}': {
				get: {
					parameters: [{name: 'id', in: 'path', required: true, description: 'The id of the file.', schema: text}],
					...gets,
				},
			},
		},
		'GET /assets/{id}',
		'path:id',
		'POST /files',
	],
	[
		'a list of bare values in front of the parameter',
		{'/providers': {get: ok({type: 'object', properties: {data: texts}})}, '/providers/{provider}/start': {get: gets}},
		'GET /providers/{provider}/start',
		'path:provider',
		'GET /providers',
	],
	[
		'a POST on the path of a parent makes what lies behind it',
		{
			'/collections': {post: makes},
			'/fields/{collection}': {post: makes},
			'/fields/{collection}/{id}': {get: gets},
		},
		'GET /fields/{collection}/{id}',
		'path:id',
		'POST /fields/{collection}',
	],
	[
		'a creator that answers one of several shapes',
		{
			'/threads': {post: makes},
			'/threads/{threadId}/items': {
				post: ok({
					type: 'object',
					properties: {
						data: {type: 'array', items: {oneOf: [record, {type: 'object', properties: {id: text, body: text}}]}},
					},
				}),
			},
			'/threads/{threadId}/items/{itemId}': {get: gets},
		},
		'GET /threads/{threadId}/items/{itemId}',
		'path:itemId',
		'POST /threads/{threadId}/items',
	],
	[
		'who is put on a list by name is not made by it',
		{
			'/issues': {post: makes},
			'/issues/{id}/assignees': {post: {...sends({assignees: texts}), ...gets}},
			'/assignees/{assigneeId}': {get: gets},
		},
		'GET /assignees/{assigneeId}',
		'path:assigneeId',
		'nobody',
	],
])('%s', (_, paths, consumer, place, producer) => {
	expect(producerOf(paths, consumer, place)).toBe(producer);
});
