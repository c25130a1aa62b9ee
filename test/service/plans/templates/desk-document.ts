const json = (schema: object) => ({'application/json': {schema}});
const answer = (schema: object | null, headers?: object) => ({
	description: 'it',
	...(schema ? {content: json(schema)} : {}),
	...(headers ? {headers} : {}),
});
const ref = (name: string) => ({$ref: `#/components/schemas/${name}`});
const problem = (description: string) => ({description, content: json(ref('Problem'))});
const id = (name: string) => ({name, in: 'path', required: true, schema: {type: 'integer'}});
const body = (schema: object) => ({required: true, content: json(schema)});
const page = (entry: object) => ({
	type: 'object',
	required: ['items'],
	properties: {items: {type: 'array', items: entry}},
});
const gone = answer(null);
const text = {type: 'string'};

/** What the desk says of itself. */
export const deskDocument = {
	openapi: '3.1.0',
	info: {title: 'Desk', version: '1'},
	security: [{bearer: []}],
	paths: {
		'/people': {
			get: {
				parameters: [
					{name: 'q', in: 'query', schema: text},
					{name: 'sort', in: 'query', schema: {type: 'string', enum: ['name', '-name', 'rank']}},
				],
				responses: {200: answer(page(ref('Person')))},
			},
			post: {
				summary: 'Add a person',
				parameters: [{name: 'Idempotency-Key', in: 'header', schema: text}],
				requestBody: body(ref('NewPerson')),
				responses: {
					201: answer(ref('Person')),
					400: problem('bad'),
					409: problem('taken'),
					422: problem('unknown picture'),
				},
			},
			patch: {
				requestBody: body({
					type: 'object',
					required: ['keys', 'data'],
					properties: {
						keys: {type: 'array', items: {type: 'integer'}},
						data: {type: 'object', properties: {rank: {type: 'integer', minimum: 1, maximum: 9}}},
					},
				}),
				responses: {200: answer({type: 'object', required: ['changed'], properties: {changed: {type: 'integer'}}})},
			},
			delete: {
				requestBody: body({
					type: 'object',
					required: ['keys'],
					properties: {keys: {type: 'array', items: {type: 'integer'}}},
				}),
				responses: {204: gone},
			},
		},
		'/people/{personId}': {
			parameters: [id('personId')],
			get: {responses: {200: answer(ref('Person'), {ETag: {schema: text}}), 304: gone, 404: problem('none')}},
			put: {requestBody: body(ref('NewPerson')), responses: {200: answer(ref('Person')), 404: problem('none')}},
			patch: {
				requestBody: body({type: 'object', properties: {name: text, nick: text}}),
				responses: {200: answer(ref('Person')), 404: problem('none'), 412: problem('out of date')},
			},
			delete: {
				summary: 'Remove a person who has no notes',
				responses: {204: gone, 404: problem('none'), 409: problem('there are notes')},
			},
		},
		'/people/{personId}/notes': {
			parameters: [id('personId')],
			get: {responses: {200: answer(page(ref('Note')))}},
			post: {
				requestBody: body({type: 'object', required: ['text'], properties: {text}}),
				responses: {201: answer(ref('Note')), 400: problem('bad')},
			},
		},
		'/people/{personId}/notes/{noteId}': {
			parameters: [id('personId'), id('noteId')],
			get: {responses: {200: answer(ref('Note')), 404: problem('none')}},
			patch: {
				requestBody: body({type: 'object', properties: {text}}),
				responses: {200: answer(ref('Note')), 404: problem('none')},
			},
			delete: {responses: {204: gone, 404: problem('none')}},
		},
		'/jobs': {post: {summary: 'Start a job', responses: {202: answer(ref('Job'))}}},
		'/jobs/{jobId}': {
			parameters: [id('jobId')],
			get: {responses: {200: answer(ref('Job')), 404: problem('none')}},
			delete: {responses: {204: gone, 404: problem('none')}},
		},
		'/pictures': {
			post: {
				requestBody: {
					required: true,
					content: {
						'multipart/form-data': {
							schema: {
								type: 'object',
								required: ['picture'],
								properties: {picture: {type: 'string', format: 'binary'}},
							},
						},
					},
				},
				responses: {201: answer(ref('Picture')), 400: problem('bad')},
			},
		},
		'/pictures/{pictureId}': {
			parameters: [id('pictureId')],
			get: {responses: {200: answer(ref('Picture')), 404: problem('none')}},
			delete: {responses: {204: gone, 404: problem('none')}},
		},
		'/pictures/{pictureId}/content': {
			parameters: [id('pictureId')],
			get: {
				responses: {200: {description: 'the bytes', content: {'application/octet-stream': {}}}, 404: problem('none')},
			},
		},
	},
	components: {
		securitySchemes: {bearer: {type: 'http', scheme: 'bearer'}},
		schemas: {
			Problem: {
				type: 'object',
				required: ['error'],
				properties: {error: {type: 'object', required: ['code', 'message'], properties: {code: text, message: text}}},
			},
			NewPerson: {
				type: 'object',
				required: ['name', 'email'],
				properties: {
					name: {type: 'string', minLength: 1},
					email: {type: 'string', format: 'email'},
					nick: text,
					pictureId: {type: 'integer'},
					rank: {type: 'integer', minimum: 1, maximum: 9},
				},
			},
			Person: {
				type: 'object',
				required: ['id', 'name', 'email', 'rank'],
				properties: {
					id: {type: 'integer'},
					name: text,
					email: {type: 'string', format: 'email'},
					nick: {type: ['string', 'null']},
					rank: {type: 'integer'},
				},
			},
			Note: {type: 'object', required: ['id', 'text'], properties: {id: {type: 'integer'}, text}},
			Job: {type: 'object', required: ['id', 'status'], properties: {id: {type: 'integer'}, status: text}},
			Picture: {
				type: 'object',
				required: ['id'],
				properties: {id: {type: 'integer'}, size: {type: 'integer'}, fileName: text},
			},
		},
	},
};
