import {expect, test} from 'vitest';
import {analyseApi} from '../../../service/plans/kinds/analyse-api.ts';
import {edgeFigures} from './edge-figures.ts';
import {documentOf} from './shop-plan.ts';
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
	['nor several texts', numbered({authors: texts}), 'POST /books', 'body:$.authors[*]', 'nobody'],
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
		'/orders': {post: {...sends({userId: text, dealerId: text}), ...makes}},
	};
	const {edges} = analyseApi(documentOf(paths));
	const truth = {
		document: 'own',
		edges: [
			{consumer: 'GET /users/{id}', place: 'path:id', producers: ['POST /users']},
			{consumer: 'DELETE /users/{id}', place: 'path:id', producers: ['POST /others']},
			{consumer: 'POST /orders', place: 'body:$.dealerId', producers: ['POST /users']},
		],
		undecided: ['POST /orders body:$.userId'],
	};
	expect(edgeFigures('own', edges, truth)).toEqual({
		name: 'own',
		truth: 3,
		found: 2,
		right: 1,
		wrong: ['DELETE /users/{id} path:id ← POST /users'],
		missing: ['DELETE /users/{id} path:id ← POST /others', 'POST /orders body:$.dealerId ← POST /users'],
	});
});

test('a key of two fields and the list of a kind are those of the records themselves', () => {
	const {kinds} = analyseApi(
		documentOf({
			'/tags': {post: {...sends({type: text, value: text}, ['type', 'value']), ...ok(tag, '201')}, get: ok(tags)},
			'/tags/{type}': {get: ok(tags)},
			'/tags/{type}/{value}': {get: ok(tag), delete: gets},
			'/archive/features': {get: list},
			'/archive/features/{featureName}': {get: gets},
			'/projects/{projectId}/features': {post: makes, get: list},
			'/projects/{projectId}/features/{featureName}': {get: gets, delete: gets},
		}),
	);
	const [key] = kinds.filter(({creator}) => creator?.path === '/tags');
	expect([key?.noun, key?.handle, key?.reader?.path, key?.listHandle]).toEqual([
		'tag',
		{from: 'body', pointer: '$.tag.value', schema: text},
		'/tags/{type}/{value}',
		'value',
	]);
	const [feature] = kinds.filter(({creator}) => creator?.path.endsWith('/features'));
	expect([feature?.list?.path, feature?.deleter?.path]).toEqual([
		'/projects/{projectId}/features',
		'/projects/{projectId}/features/{featureName}',
	]);
});

test('what relates two records makes neither, and taking it away again deletes neither', () => {
	const named = (...names: string[]) => ({
		parameters: names.map(name => ({name, in: 'path', required: true, schema: text})),
	});
	const own = (name: string, id: string) => ({
		[`/${name}`]: {post: {...sends({name: text}, ['name']), ...makes}, get: list},
		[`/${name}/{${id}}`]: {...named(id), get: gets, delete: gets},
	});
	const {kinds} = analyseApi(
		documentOf({
			...own('tasks', 'taskId'),
			...own('labels', 'labelId'),
			'/tasks/{taskId}/labels/{labelId}': {...named('taskId', 'labelId'), put: gets, delete: gets},
		}),
	);
	const deleted = kinds.filter(({creator}) => creator !== null).map(({deleter}) => deleter?.key);
	expect(deleted.sort()).toEqual(['DELETE /labels/{labelId}', 'DELETE /tasks/{taskId}']);
});
