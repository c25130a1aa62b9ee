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
		'ids that are asked for in a query, after what the path speaks of',
		{
			'/me/albums': {
				get: ok({type: 'array', items: {type: 'object', properties: {album: record}}}),
				put: {parameters: asked('ids').parameters, ...gets},
			},
			'/albums/{id}': {get: gets},
		},
		'PUT /me/albums',
		'query:ids',
		'GET /me/albums',
	],
	[
		'a record that has no path of its own',
		{
			'/player/devices': {get: ok({type: 'object', properties: {devices: {type: 'array', items: record}}})},
			'/player/pause': {put: asked('deviceId')},
		},
		'PUT /player/pause',
		'query:deviceId',
		'GET /player/devices',
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
		'a token is what a login has handed out under that name',
		{
			'/auth/login': {
				post: {
					...sends({email: text, password: text}),
					...ok({type: 'object', properties: {refresh_token: text, expires: text}}),
				},
			},
			'/auth/refresh': {post: {...sends({refresh_token: text}), ...ok({type: 'object', properties: {token: text}})}},
		},
		'POST /auth/refresh',
		'body:$.refresh_token',
		'POST /auth/login',
	],
	[
		'what a POST makes without a path of its own',
		{
			'/uploads': {post: makes},
			'/uploads/{uploadId}/parts': {post: gets},
			'/uploads/{uploadId}/complete': {post: {...sends({part_ids: texts}), ...gets}},
		},
		'POST /uploads/{uploadId}/complete',
		'body:$.part_ids[*]',
		'POST /uploads/{uploadId}/parts',
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
		'where a page begins is no record',
		{
			'/runs': {
				post: makes,
				get: {
					parameters: [
						{name: 'after', in: 'query', description: 'Identifier of the last run of the previous page.', schema: text},
					],
					...list,
				},
			},
			'/runs/{id}': {get: gets},
		},
		'GET /runs',
		'query:after',
		'nobody',
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
	[
		'a field of the record itself is no reference, whatever shows it',
		{
			'/users': {
				post: {...sends({external_id: text, max_tokens: text}), ...makes},
				get: ok({type: 'array', items: {type: 'object', properties: {id: text, external_id: text, max_tokens: text}}}),
			},
		},
		'POST /users',
		'body:$.external_id',
		'nobody',
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

test.each<[string, object, string]>([
	[
		'the number of a record is not its name',
		{type: 'object', properties: {id: {type: 'integer'}, name: text, login: text}},
		'$.login',
	],
	[
		'a number names a record that has nothing else',
		{type: 'object', properties: {id: {type: 'integer'}, size: text}},
		'$.id',
	],
	[
		'the name of the parameter wins',
		{type: 'object', properties: {id: {type: 'integer'}, repo: text, name: text}},
		'$.repo',
	],
])('%s', (_, repo, pointer) => {
	const makesIt = ok(repo, '201');
	const paths = {
		'/repos': {post: makesIt},
		'/repos/{repo}': {
			get: {
				parameters: [{name: 'repo', in: 'path', required: true, description: 'Its name.', schema: text}],
				...makesIt,
			},
		},
	};
	const edge = analyseApi(documentOf(paths)).edges.find(({place}) => place === 'path:repo');
	expect(edge?.producer?.pointer).toBe(pointer);
});

test('a field that asks for an id takes the id of a record that its path names by number', () => {
	const issue = {type: 'object', properties: {id: {type: 'integer'}, number: {type: 'integer'}}};
	const {edges} = analyseApi(
		documentOf({
			'/issues': {post: ok(issue, '201')},
			'/issues/{issue_number}': {get: ok(issue)},
			'/boards': {post: {...sends({issue_id: {type: 'integer'}}), ...makes}},
		}),
	);
	const pointerOf = (place: string) => edges.find(edge => edge.place === place)?.producer?.pointer;
	expect([pointerOf('path:issue_number'), pointerOf('body:$.issue_id')]).toEqual(['$.number', '$.id']);
});

test('what nobody feeds after a circle is broken is asked for', () => {
	const told = (name: string) => ok({type: 'object', properties: {[name]: text, state: text}});
	const {edges} = analyseApi(
		documentOf({
			'/a/{tenantCode}/sync': {post: told('shopCode')},
			'/b/{shopCode}/sync': {post: told('tenantCode')},
		}),
	);
	const open = edges.filter(({producer}) => producer === null);
	expect(open).toHaveLength(1);
	expect(open[0]?.environmentKey).toBe('TENANT_CODE');
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
