/** Recipes that between them use every kind of value, body, check and step. */
import type {Json, Recipe, Value} from '../../../../service/plans/recipe.ts';
import {
	capture,
	check,
	equals,
	fields,
	json,
	literal,
	ofStep,
	recipe,
	same,
	shape,
	status,
	step,
	unique,
	variable,
} from './recipes.ts';

const string = {type: 'string'};
const noSecret = check('secret', {type: 'noSecret', allowed: []});
const noTrace = check('trace', {type: 'noTrace'});
const noServerError = check('5xx', {type: 'noServerError'});
const at = (pointer: string) => ({in: 'body' as const, pointer});
const userBody = json(fields({name: literal('Amber "Q" \\ Meadow'), email: unique('amber.{RUN_TAG}@example.com')}));
const makeUser = step('user', 'POST /users', {
	role: 'setup',
	call: {body: userBody},
	asserts: [status(201), noSecret],
	captures: [capture('user', '$.data.id', {publish: false})],
});

const wide: {[key: string]: Json} = {};
const properties: {[key: string]: Json} = {};
for (let place = 0; place < 70; place++) {
	wide[`field_number_${place}`] = `value ${place}`;
	properties[`field_number_${place}`] = place % 3 === 0 ? {type: ['string', 'null']} : {type: 'string', minLength: 1};
}

const order = {
	type: 'object',
	required: ['id', 'state', 'lines', 'buyer', 'total', 'paidAt', 'anything'],
	properties: {
		id: {type: 'string', pattern: '^ord_[0-9]+$'},
		state: {type: 'string', enum: ['pending', 'paid']},
		total: {type: 'number', minimum: 0, exclusiveMaximum: 1e9},
		paidAt: {type: ['string', 'null'], format: 'date-time'},
		note: {type: 'string', maxLength: 10},
		discount: {type: 'integer', minimum: 1, maximum: 100},
		lines: {
			type: 'array',
			items: {
				type: 'object',
				required: ['sku', 'count'],
				properties: {sku: string, count: {type: 'integer', minimum: 1}},
			},
		},
		tags: {type: 'array', items: string},
		buyer: {type: 'object', required: ['id'], properties: {id: string, 'odd"name\\': string}},
		anything: {},
	},
};

const moment = (format: 'date' | 'date-time' | 'epoch-s' | 'epoch-ms', offsetSeconds: number): Value => ({
	is: 'now',
	offsetSeconds,
	format,
});

export const moreRecipes: Recipe[] = [
	recipe('shape', 'GET /orders/{orderId}', {
		title: 'has the documented shape',
		consumes: ['order_id'],
		steps: [
			step('read', 'GET /orders/{orderId}', {
				call: {path: {orderId: variable('order_id')}},
				asserts: [
					status(200),
					check('type', {type: 'contentType', is: 'application/json'}),
					check('fast', {type: 'latency', ms: 500}),
					check('etag', {type: 'header', name: 'ETag', matches: null, namesRecord: false}),
					check('id', {type: 'header', name: 'X-Request-Id', matches: '^[0-9a-f-]{36}$', namesRecord: false}),
					shape(order, true),
					noSecret,
				],
			}),
		],
	}),
	recipe('shape', 'GET /things', {
		title: 'answers a list of things',
		steps: [step('read', 'GET /things', {asserts: [status('2xx'), shape({type: 'array', items: order})]})],
	}),
	recipe('create', 'POST /wide-things', {
		title: 'creates a wide thing with every field it has',
		produces: ['wide_thing_id'],
		steps: [
			step('create', 'POST /wide-things', {
				call: {body: json(literal(wide))},
				asserts: [
					status(200, 201),
					check('shape', {
						type: 'shape',
						pointer: '$.data',
						schema: {type: 'object', required: Object.keys(properties), properties},
						closed: true,
					}),
					...Object.entries(wide).map(([key, value]) => equals(`$.data.${key}`, literal(value))),
				],
				captures: [capture('wide_thing_id', '$.data.id')],
			}),
		],
	}),
	recipe('values', 'POST /events', {
		title: 'takes every kind of value',
		consumes: ['owner_id', 'access_token'],
		produces: ['event_id'],
		steps: [
			makeUser,
			step('create', 'POST /events', {
				waitBeforeMs: 250,
				call: {
					headers: {Authorization: unique('Bearer {access_token}'), 'Idempotency-Key': unique('key-{RUN_TAG}')},
					query: {dryRun: literal(false)},
					body: json(
						fields({
							title: unique('Meadow {RUN_TAG}'),
							start: moment('date-time', 86_400),
							day: moment('date', 0),
							at: moment('epoch-s', -60),
							atMs: moment('epoch-ms', 5),
							until: moment('date-time', 90),
							user: ofStep('user', '$.data.id'),
							owner: variable('owner_id'),
							key: {is: 'env', key: 'REGION'},
							size: {is: 'generated', schema: {type: 'integer', minimum: 3}, bound: 'below'},
							word: {is: 'generated', schema: {type: 'string', maxLength: 300}, bound: 'above'},
							list: {is: 'array', items: [literal(1), literal(null), fields({deep: literal([true, {a: 'ü\n'}])})]},
							'odd "key"': literal(1.5),
						}),
					),
				},
				asserts: [
					status('2xx', 409),
					noServerError,
					noTrace,
					equals('$.title', unique('Meadow {RUN_TAG}')),
					check('start', {type: 'equals', pointer: '$.start', value: moment('date-time', 86_400), as: 'instant'}),
					check('size', {type: 'equals', pointer: '$.size', value: literal(2), as: 'number'}),
					check('list', {type: 'equals', pointer: '$.tags', value: literal(['b', 'a']), as: 'set'}),
					check('nested', equals('$.place', literal({city: 'Lund'})).check, {
						provenance: {from: 'user', where: 'the city must come back', runId: null, since: ''},
					}),
					equals('$["odd \\"key\\""]', literal(1.5)),
				],
				captures: [
					capture('event_id', 'Location', {from: {in: 'header', pointer: 'Location'}}),
					capture('status_seen', 'status', {from: {in: 'status', pointer: 'status'}, publish: false}),
				],
			}),
		],
		teardown: [
			step('remove', 'DELETE /events/{eventId}', {
				call: {path: {eventId: variable('event_id')}},
				asserts: [status(200, 202, 204)],
			}),
		],
	}),
	recipe('invalid-body', 'POST /users', {
		title: 'refuses a user without email, and 3 more',
		phase: 'late',
		steps: [
			step('refuse', 'POST /users', {
				call: {
					body: json(
						fields({
							name: literal('Amber'),
							address: fields({city: literal('Lund'), zip: literal('1')}),
							role: unique('r{RUN_TAG}'),
						}),
					),
				},
				cases: [
					{name: 'name is missing', patch: [{at: at('$.name'), value: 'absent'}]},
					{name: 'name: is null', patch: [{at: at('$.name'), value: literal(null)}]},
					{name: 'the city is a number', patch: [{at: at('$.address.city'), value: literal(7)}]},
					{name: 'the city is missing', patch: [{at: at('$.address.city'), value: 'absent'}]},
					{name: 'unknown field', patch: [{at: at('$.surprise'), value: literal({a: [1]})}]},
				],
				asserts: [
					status('4xx'),
					noServerError,
					noTrace,
					noSecret,
					check('code', {
						type: 'shape',
						pointer: '$.error',
						schema: {type: 'object', required: ['code', 'message'], properties: {code: string, message: string}},
						closed: false,
					}),
				],
			}),
		],
	}),
	recipe('unreadable-body', 'POST /users', {
		title: 'refuses an unreadable body',
		phase: 'late',
		steps: [
			step('refuse', 'POST /users', {
				call: {body: {contentType: 'application/json', raw: '{"name": '}},
				cases: [
					{name: 'half an object', patch: [{at: at('$'), value: literal('{"name": ')}]},
					{
						name: 'as text',
						patch: [
							{at: at('$'), value: literal('{"name": "Ü"}')},
							{at: {in: 'header', pointer: 'Content-Type'}, value: literal('text/plain')},
						],
					},
				],
				asserts: [status(400, 415, 422), noServerError],
			}),
		],
	}),
	recipe('unknown-id', 'GET /users/{userId}/orders/{orderId}', {
		title: 'answers 404 for an unknown order',
		steps: [
			makeUser,
			step('refuse', 'GET /users/{userId}/orders/{orderId}', {
				call: {path: {userId: ofStep('user', '$.data.id'), orderId: literal('ord_0')}},
				cases: [
					{name: 'unknown', patch: [{at: {in: 'path', pointer: 'orderId'}, value: literal('ord_99999999')}]},
					{name: 'encoded traversal', patch: [{at: {in: 'path', pointer: 'orderId'}, value: literal('..%2f..%2fetc')}]},
					{name: 'null byte', patch: [{at: {in: 'path', pointer: 'orderId'}, value: literal('%00')}]},
					{name: 'blank and slash', patch: [{at: {in: 'path', pointer: 'orderId'}, value: literal('a b/c')}]},
				],
				asserts: [status(400, 403, 404, 410), noTrace],
			}),
		],
	}),
	recipe('invalid-query', 'GET /users', {
		title: 'refuses page sizes that are none',
		steps: [
			step('refuse', 'GET /users', {
				call: {query: {sort: literal('name')}},
				cases: [
					{name: 'is a word', patch: [{at: {in: 'query', pointer: 'pageSize'}, value: literal('abc')}]},
					{name: 'is below 1', patch: [{at: {in: 'query', pointer: 'pageSize'}, value: literal(0)}]},
				],
				asserts: [status(400)],
			}),
			step('absent', 'GET /users', {
				call: {query: {tenant: literal('a')}, headers: {'X-Tenant': literal('a')}},
				cases: [
					{name: 'no tenant', patch: [{at: {in: 'query', pointer: 'tenant'}, value: 'absent'}]},
					{name: 'no header', patch: [{at: {in: 'header', pointer: 'X-Tenant'}, value: 'absent'}]},
				],
				asserts: [status('4xx')],
			}),
		],
	}),
	recipe('auth-required', 'GET /users', {
		title: 'refuses callers without a credential',
		steps: [
			step('without', 'GET /users', {call: {auth: 'none'}, asserts: [status(401, 403)]}),
			step('wrong', 'GET /users', {call: {auth: 'wrong'}, asserts: [status(401, 403)]}),
			step('other', 'GET /users', {call: {auth: {set: 'OTHER_USER'}}, asserts: [status(403, 404)]}),
		],
	}),
	recipe('upload', 'POST /files', {
		title: 'stores a picture',
		steps: [
			step('parts', 'POST /files', {
				call: {
					body: {
						parts: [
							{name: 'file', fileName: 'a.png', contentType: 'image/png', value: {is: 'file', generator: 'png'}},
							{name: 'label', fileName: null, contentType: null, value: unique('label {RUN_TAG}')},
						],
					},
				},
				asserts: [status(201)],
			}),
			step('binary', 'PUT /files/{fileId}', {
				role: 'verify',
				call: {
					path: {fileId: ofStep('parts', '$.id')},
					body: {contentType: 'application/pdf', value: {is: 'file', generator: 'pdf'}},
				},
				asserts: [status(204)],
			}),
			step('form', 'POST /forms', {
				role: 'verify',
				call: {body: {contentType: 'application/x-www-form-urlencoded', value: fields({a: literal('1')})}},
				asserts: [status(302)],
			}),
			step('patch', 'PATCH /files/{fileId}', {
				role: 'verify',
				call: {
					path: {fileId: ofStep('parts', '$.id')},
					body: {contentType: 'application/merge-patch+json', value: fields({a: literal(null)})},
				},
				asserts: [status(200)],
			}),
			...(['text', 'csv', 'bytes'] as const).map(generator =>
				step(generator, 'POST /blobs', {
					role: 'verify',
					call: {body: {contentType: 'application/octet-stream', value: {is: 'file', generator}}},
					asserts: [status(201)],
				}),
			),
		],
	}),
	recipe('pages', 'GET /users', {
		title: 'pages through users',
		steps: [
			step('pages', 'GET /users', {
				call: {query: {pageSize: literal(1), page: literal(1)}},
				asserts: [
					status(200),
					check('pages', {type: 'pages', size: 'pageSize', page: 'page', total: '$.total'}),
					shape({type: 'object', properties: {items: {type: 'array'}, total: {type: 'integer'}}}),
				],
			}),
		],
	}),
	recipe('pages', 'GET /events', {
		title: 'pages through events',
		steps: [
			step('pages', 'GET /events', {
				call: {query: {limit: literal(1), cursor: literal('')}},
				asserts: [
					status(200),
					check('pages', {type: 'pages', size: 'limit', page: 'cursor', total: null}),
					shape({type: 'object', properties: {data: {type: 'array'}}}),
				],
			}),
		],
	}),
	recipe('list', 'GET /users', {
		title: 'lists the new user',
		steps: [
			makeUser,
			step('list', 'GET /users', {
				call: {query: {email: unique('amber.{RUN_TAG}@example.com')}},
				asserts: [
					status(200),
					check('in', {
						type: 'contains',
						list: '$.items',
						handle: ofStep('user', '$.data.id'),
						present: true,
						locate: 'walk',
					}),
					check('every', {
						type: 'every',
						list: '$.items',
						field: 'email',
						op: '=',
						value: unique('amber.{RUN_TAG}@example.com'),
					}),
					check('max', {type: 'every', list: '$.items', field: '$.age.years', op: '<=', value: literal(9)}),
					check('order', {type: 'ordered', list: '$.items', by: 'createdAt', descending: true}),
				],
			}),
		],
	}),
	...(['page', 'offset', 'cursor'] as const).map(by =>
		recipe('list', 'GET /users', {
			title: `lists the new user by ${by}`,
			steps: [
				makeUser,
				step('list', 'GET /users', {
					asserts: [
						status(200),
						noSecret,
						check('in', {
							type: 'contains',
							list: '$.data',
							handle: ofStep('user', '$.data.id'),
							present: true,
							locate: 'walk',
							paging: {size: 'limit', page: by, by, first: by === 'page' ? 1 : 0, most: 50},
						} as never),
					],
				}),
				step('unlisted', 'GET /admins', {
					role: 'verify',
					asserts: [
						status(200),
						check('out', {
							type: 'contains',
							list: '$',
							handle: ofStep('user', '$.data.id'),
							present: false,
							locate: 'walk',
						}),
					],
				}),
			],
		}),
	),
	recipe('texts', 'POST /notes', {
		title: 'keeps any text as it is',
		steps: [
			step('texts', 'POST /notes', {
				call: {body: json(fields({text: literal('amber'), title: unique('Note {RUN_TAG}')}))},
				cases: [
					{name: 'many scripts', patch: [{at: at('$.text'), value: literal('Grüße, 你好 🌍')}]},
					{name: '10000 characters', patch: [{at: at('$.text'), value: literal(`${'amber '.repeat(1666)}ambx`)}]},
				],
				asserts: [noServerError, noTrace, noSecret, equals('$.text', literal('amber'))],
			}),
		],
	}),
	recipe('texts', 'PATCH /articles/{articleId}', {
		title: 'keeps any text of a wrapped record as it is',
		steps: [
			step('article', 'POST /articles', {
				role: 'setup',
				asserts: [status(201)],
				captures: [capture('article', '$.article.id', {publish: false})],
			}),
			step('texts', 'PATCH /articles/{articleId}', {
				call: {
					path: {articleId: ofStep('article', '$.article.id')},
					body: json(fields({article: fields({title: unique('Amber {RUN_TAG}'), text: literal('meadow')})})),
				},
				cases: [
					{name: 'many scripts', patch: [{at: at('$.article.title'), value: unique('Grüße {{7*7}} {RUN_TAG}')}]},
					{
						name: '10000 characters',
						patch: [{at: at('$.article.title'), value: unique(`${'amber '.repeat(1665)}a {RUN_TAG}`)}],
					},
				],
				asserts: [noServerError, noTrace, noSecret, equals('$.article.title', unique('Amber {RUN_TAG}'))],
			}),
		],
	}),
	recipe('foreign-fields', 'POST /keys', {
		title: 'does not let callers set isAdmin',
		steps: [
			step('foreign', 'POST /keys', {
				call: {body: json(fields({name: unique('Amber {RUN_TAG}'), isAdmin: literal(true)}))},
				asserts: [
					noServerError,
					check('if-accepted:not-taken:isAdmin', {
						type: 'shape',
						pointer: '$.data',
						schema: {not: {required: ['isAdmin'], properties: {isAdmin: {const: true}}}},
						closed: false,
					}),
				],
			}),
		],
	}),
	recipe('read', 'GET /places/{placeId}', {
		title: 'reads the place that its address names',
		steps: [
			step('place', 'POST /places', {
				role: 'setup',
				asserts: [status(201)],
				captures: [capture('place', 'Location', {from: {in: 'header', pointer: 'Location'}, publish: false})],
			}),
			step('read', 'GET /places/{placeId}', {
				call: {path: {placeId: ofStep('place', 'header:Location')}},
				asserts: [status(200), check('id', {type: 'equals', pointer: '$.id', value: variable('place'), as: 'number'})],
			}),
			step('named', 'PUT /places/{placeId}', {
				call: {path: {placeId: unique('place-{RUN_TAG}')}, body: json(fields({name: unique('p{RUN_TAG}')}))},
				asserts: [status(200)],
				captures: [
					capture('own_place', 'placeId', {from: {in: 'path', pointer: 'placeId'}, publish: false}),
					capture('own_name', 'sent:$.name', {from: {in: 'body', pointer: 'sent:$.name'}, publish: false}),
				],
			}),
			step('by name', 'GET /places/{placeId}', {
				role: 'verify',
				call: {path: {placeId: variable('own_place')}, query: {name: variable('own_name')}},
				asserts: [status(200)],
			}),
		],
	}),
	recipe('async', 'POST /exports', {
		title: 'finishes an export',
		steps: [
			step('start', 'POST /exports', {asserts: [status(202)], captures: [capture('job', '$.id', {publish: false})]}),
			step('poll', 'GET /exports/{exportId}', {
				role: 'poll',
				call: {path: {exportId: variable('job')}},
				repeat: {untilAssert: 'done', everyMs: 500, atMostMs: 30_000},
				asserts: [status(200), check('done', equals('$.state', literal('done')).check)],
			}),
		],
	}),
	recipe('update', 'PATCH /users/{userId}', {
		title: 'changes a name and nothing else',
		steps: [
			makeUser,
			...['name', 'email', 'city'].flatMap(field => [
				step(`change ${field}`, 'PATCH /users/{userId}', {
					call: {
						path: {userId: ofStep('user', '$.data.id')},
						body: json(fields({[field]: unique(`${field}-{RUN_TAG}`)})),
					},
					asserts: [status(200), equals(`$.data.${field}`, unique(`${field}-{RUN_TAG}`)), noSecret],
				}),
				step(`read ${field}`, 'GET /users/{userId}', {
					role: 'verify',
					call: {path: {userId: ofStep('user', '$.data.id')}},
					asserts: [status(200, 203), same(`change ${field}`, ['updatedAt', 'version'])],
				}),
			]),
		],
	}),
];
