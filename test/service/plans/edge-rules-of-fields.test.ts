import {expect, test} from 'vitest';
import {
	record,
	column,
	ok,
	list,
	gets,
	makes,
	sends,
	text,
	texts,
	asked,
	peopled,
	numbered,
	producerOf,
} from './edge-documents.ts';

test.each<[string, object, string, string, string]>([
	[
		'a whole number that is called like a kind is the id of one',
		numbered({author: {type: 'integer'}}),
		'POST /books',
		'body:$.author',
		'POST /authors',
	],
	[
		'so is one with the part that the record plays in front',
		numbered({lead_author: {type: 'integer'}}),
		'POST /books',
		'body:$.lead_author',
		'POST /authors',
	],
	[
		'how many there may be is none',
		numbered({max_author: {type: 'integer'}, number_of_authors: {type: 'integer'}}),
		'POST /books',
		'body:$.max_author',
		'nobody',
	],
	[
		'nor is how many there are',
		numbered({co_authors: {type: 'integer'}}),
		'POST /books',
		'body:$.co_authors',
		'nobody',
	],
	[
		'who plays a part in a record is one of the people of the API',
		{...numbered({}), ...peopled, '/books': {post: {...sends({ownerId: text}, ['ownerId']), ...makes}}},
		'POST /books',
		'body:$.ownerId',
		'POST /users',
	],
	[
		'one word for a kind and the part that it plays',
		{...numbered({}), '/books': {post: {...sends({coauthor_id: {type: 'integer'}}, ['coauthor_id']), ...makes}}},
		'POST /books',
		'body:$.coauthor_id',
		'POST /authors',
	],
	[
		'a measure of a record is none, whatever else is called so',
		numbered({level: {type: 'integer'}}),
		'POST /books',
		'body:$.level',
		'nobody',
	],
	[
		'nor is a number with a bound of its own',
		numbered({author: {type: 'integer', maximum: 5}}),
		'POST /books',
		'body:$.author',
		'nobody',
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
		'a role that is described as the id of a kind',
		{
			'/users': {post: makes},
			'/users/{id}': {get: gets},
			'/tasks': {post: {...sends({assigneeId: {...text, description: 'ID of the user who does it.'}}), ...makes}},
		},
		'POST /tasks',
		'body:$.assigneeId',
		'POST /users',
	],
	[
		'an id in the second form of an entry',
		{
			'/images': {post: makes},
			'/images/{id}': {get: gets},
			'/posts': {
				post: {
					...sends({
						blocks: {
							anyOf: [
								{
									type: 'array',
									items: {
										oneOf: [
											{type: 'object', properties: {text}},
											{type: 'object', properties: {imageId: text}},
										],
									},
								},
								{type: 'null'},
							],
						},
					}),
					...makes,
				},
			},
		},
		'POST /posts',
		'body:$.blocks[*].imageId',
		'POST /images',
	],
	[
		'a list of records or of what names them',
		{
			'/tags': {post: makes},
			'/tags/{id}': {get: gets},
			'/posts': {
				post: {...sends({labels: {type: 'array', items: {oneOf: [text, {...record, title: 'Tag'}]}}}), ...makes},
			},
		},
		'POST /posts',
		'body:$.labels[*]',
		'POST /tags',
	],
	[
		'an object of options beside an id is no record',
		{
			'/files': {post: makes},
			'/files/{id}': {get: gets},
			'/jobs': {
				post: {
					...sends({box: {oneOf: [text, {type: 'object', properties: {size: text, file_ids: texts}}]}}),
					...makes,
				},
			},
		},
		'POST /jobs',
		'body:$.box.file_ids[*]',
		'POST /files',
	],
	[
		'the id of an entry that is described as one of another part of the API is its own',
		{
			'/threads': {post: makes},
			'/threads/{threadId}/messages': {post: makes, get: list},
			'/answers': {
				post: {
					...sends({
						input: {
							type: 'array',
							items: {type: 'object', properties: {id: {...text, description: 'The ID of the message.'}, body: text}},
						},
					}),
					...makes,
				},
			},
		},
		'POST /answers',
		'body:$.input[*].id',
		'nobody',
	],
	[
		'URIs of a sort that the path speaks of',
		{
			'/top': {get: ok({type: 'array', items: {type: 'object', title: 'Song', properties: {uri: text, name: text}}})},
			'/mixes': {post: ok({type: 'object', title: 'Mix', properties: {id: text, uri: text}}, '201')},
			'/mixes/{id}': {get: ok({type: 'object', title: 'Mix', properties: {id: text, uri: text}})},
			'/mixes/{id}/songs': {post: {...sends({uris: texts}), ...gets}},
		},
		'POST /mixes/{id}/songs',
		'body:$.uris[*]',
		'GET /top',
	],
	[
		'the address of a caller is no record',
		{
			'/top': {get: ok({type: 'array', items: {type: 'object', title: 'Song', properties: {uri: text, name: text}}})},
			'/mixes/{id}': {get: ok({type: 'object', title: 'Mix', properties: {id: text, uri: text}})},
			'/hooks': {post: {...sends({uri: {...text, format: 'uri'}, callback_uri: text}), ...makes}},
		},
		'POST /hooks',
		'body:$.callback_uri',
		'nobody',
	],
	[
		'what making the parent has handed out',
		{
			'/lists': {post: ok({type: 'object', title: 'List', properties: {id: text, snapshot_id: text}}, '201')},
			'/lists/{id}': {get: gets},
			'/lists/{id}/entries': {put: {...sends({snapshot_id: text}), ...gets}},
		},
		'PUT /lists/{id}/entries',
		'body:$.snapshot_id',
		'POST /lists',
	],
	[
		'an id of its own that another way of making the record shows',
		{
			'/users': {post: {...sends({external_id: text, name: text}), ...makes}},
			'/users/invite': {post: ok({type: 'object', properties: {id: text, external_id: text}}, '201')},
			'/users/{id}': {patch: {...sends({external_id: text}), ...gets}},
		},
		'PATCH /users/{id}',
		'body:$.external_id',
		'nobody',
	],
	[
		'the name of a record that lies in another one, which the request names, too',
		{
			'/tables': {post: ok({type: 'object', properties: {table: text, note: text}}, '201')},
			'/tables/{table}': {get: gets},
			'/columns/{table}': {post: ok(column, '201'), get: ok({type: 'array', items: column})},
			'/columns/{table}/{id}': {get: ok(column)},
			'/views': {post: {...sends({table: text, sort_column: text}), ...makes}},
		},
		'POST /views',
		'body:$.sort_column',
		'POST /columns/{table}',
	],
	[
		'an entry of any of several collections',
		{
			'/items/authors': {post: makes},
			'/items/authors/{id}': {get: gets},
			'/items/books': {post: makes},
			'/items/books/{id}': {get: gets},
			'/comments': {post: {...sends({collection: text, item: text}), ...makes}},
		},
		'POST /comments',
		'body:$.item',
		'POST /items/authors',
	],
	[
		'a filter that is described by what names a user',
		{
			'/users': {post: ok({type: 'object', properties: {username: text, bio: text}}, '201')},
			'/users/{username}': {get: gets},
			'/articles': {
				get: {parameters: [{name: 'author', in: 'query', schema: text, description: 'By author (username)'}], ...list},
			},
		},
		'GET /articles',
		'query:author',
		'POST /users',
	],
	[
		'what reading a record of one’s own shows is taken from who makes it',
		{
			'/runs': {post: ok({type: 'object', properties: {id: text, calls: {type: 'array', items: record}}}, '201')},
			'/runs/{runId}': {
				get: ok({
					type: 'object',
					properties: {id: text, calls: {type: 'array', items: {...record, title: 'Tool Call'}}},
				}),
			},
			'/results': {post: {...sends({toolCallId: text}), ...makes}},
		},
		'POST /results',
		'body:$.toolCallId',
		'POST /runs',
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
		'a text called as a record whose ids are texts is that id',
		{
			'/customers': {post: makes},
			'/customers/{id}': {get: gets},
			'/invoices': {post: {...sends({customer: text, days: {type: 'integer'}}), ...makes}},
		},
		'POST /invoices',
		'body:$.customer',
		'POST /customers',
	],
	[
		'a text called as a record that is known by its slug is that slug',
		{
			'/class-types': {
				post: {
					...sends({slug: text, title: text}),
					...ok({type: 'object', properties: {slug: text, title: text}}, '201'),
				},
			},
			'/class-types/{slug}': {get: gets},
			'/sessions': {post: {...sends({class_type: {...text, minLength: 1}}), ...makes}},
		},
		'POST /sessions',
		'body:$.class_type',
		'POST /class-types',
	],
	[
		'a text with a length is what people write',
		{
			'/customers': {post: makes},
			'/customers/{id}': {get: gets},
			'/invoices': {post: {...sends({customer: {...text, maxLength: 80}}), ...makes}},
		},
		'POST /invoices',
		'body:$.customer',
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
