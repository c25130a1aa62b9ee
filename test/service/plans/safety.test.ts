import {describe, expect, test} from 'vitest';
import {analyseApi} from '../../../service/plans/kinds/analyse-api.ts';
import {planRows} from '../../../service/plans/plan-rows.ts';
import {documentOf} from './shop-plan.ts';

const json = (schema: object) => ({content: {'application/json': {schema}}});
const ok = (schema: object) => ({200: {description: '', ...json(schema)}});
const made = (schema: object) => ({201: {description: '', ...json(schema)}});
const accepted = {202: {description: ''}};
const done = {204: {description: ''}};
const project = {type: 'object', properties: {id: {type: 'string'}, name: {type: 'string'}}};
const names = {type: 'object', required: ['names'], properties: {names: {type: 'array', items: {type: 'string'}}}};
const flag = {type: 'object', required: ['enabled'], properties: {enabled: {type: 'boolean'}}};

/** Templates of the rows that an operation gets. */
function templatesOf(paths: object, key: string): string[] {
	const document = documentOf(paths);
	const api = analyseApi(document);
	const settings = {planId: 'pln_1', seed: 'seed', environment: new Set<string>(), hasCredential: true};
	const {rows} = planRows({...settings, api, endpoints: document.endpoints});
	return rows.flatMap(({method, path, template}) => (`${method} ${path}` === key ? [template] : []));
}

const people = {
	'/people': {
		get: {responses: ok({type: 'array', items: project})},
		post: {requestBody: json(project), responses: made(project)},
	},
	'/people/{personId}': {get: {responses: ok(project)}, delete: {responses: done}},
};

describe('what may harm what no test has made gets no row', () => {
	test.each<[string, string, object]>([
		[
			'what a GET of the same path shows',
			'POST /upkeep',
			{'/upkeep': {get: {responses: ok(flag)}, post: {requestBody: json(flag), responses: done}}},
		],
		[
			'a setting by a word of its path',
			'POST /ui-config/cors',
			{'/ui-config/cors': {post: {requestBody: json(names), responses: done}}},
		],
		[
			'a setting by its own name',
			'POST /banner',
			{'/banner': {post: {operationId: 'toggleBanner', requestBody: json(flag), responses: ok(flag)}}},
		],
		[
			'the caller’s own password',
			'POST /people/change-password',
			{...people, '/people/change-password': {post: {requestBody: json(names), responses: ok(project)}}},
		],
		[
			'many records at once',
			'POST /people/inactive/delete',
			{...people, '/people/inactive/delete': {post: {requestBody: json(names), responses: ok(project)}}},
		],
		[
			'what lies below a record of somebody else',
			'POST /projects/{projectId}/archive',
			{
				'/projects': {get: {responses: ok({type: 'array', items: project})}},
				'/projects/{projectId}/archive': {post: {requestBody: json(names), responses: accepted}},
			},
		],
	])('%s', (_, key, paths) => {
		expect(templatesOf(paths, key)).toEqual([]);
	});

	test('but its own record may be put away, and told another password', () => {
		const paths = {
			...people,
			'/people/{personId}/archive': {post: {responses: ok(project)}},
			'/people/{personId}/change-password': {post: {requestBody: json(names), responses: ok(project)}},
		};
		expect(templatesOf(paths, 'POST /people/{personId}/archive')).toContain('action');
		expect(templatesOf(paths, 'POST /people/{personId}/change-password')).toContain('action');
	});

	test('but what it does to its own record is tried, whatever verb or word its path has', () => {
		const order = {...project, required: ['orderId'], properties: {...project.properties, orderId: {type: 'string'}}};
		const orders = {
			'/orders': {post: {requestBody: json(project), responses: made(project)}},
			'/orders/{orderId}': {get: {responses: ok(project)}, delete: {responses: done}},
		};
		const paths = {
			...people,
			...orders,
			'/people/{personId}/restore': {post: {responses: ok(project)}},
			'/people/{personId}/preferences': {put: {requestBody: json(names), responses: ok(project)}},
			'/orders/{orderId}/payment': {post: {requestBody: json(names), responses: ok(project)}},
			'/refunds': {post: {requestBody: json(order), responses: made(order)}},
			'/refunds/{refundId}': {get: {responses: ok(order)}},
			'/payment-links': {post: {requestBody: json(project), responses: made(project)}},
			'/payment-links/{linkId}': {get: {responses: ok(project)}},
			'/email-templates': {post: {requestBody: json(project), responses: made(project)}},
			'/email-templates/{templateId}': {get: {responses: ok(project)}},
		};
		expect(templatesOf(paths, 'POST /people/{personId}/restore')).toContain('action');
		expect(templatesOf(paths, 'PUT /people/{personId}/preferences')).toContain('action');
		expect(templatesOf(paths, 'POST /orders/{orderId}/payment')).toContain('action');
		for (const creator of ['/refunds', '/payment-links', '/email-templates'])
			expect(templatesOf(paths, `POST ${creator}`)).toContain('create');
	});

	test('but not what sends letters, pays out or moves the money of nobody’s record', () => {
		const paths = {
			...people,
			'/people/{personId}/invitations': {post: {requestBody: json(project), responses: made(project)}},
			'/people/{personId}/payouts': {post: {requestBody: json(project), responses: made(project)}},
			'/payments': {post: {requestBody: json(project), responses: made(project)}},
			'/payments/{paymentId}': {get: {responses: ok(project)}},
			'/payments/{paymentId}/capture': {post: {responses: ok(project)}},
			'/restore': {post: {requestBody: json(names), responses: accepted}},
		};
		for (const key of [
			'POST /people/{personId}/invitations',
			'POST /people/{personId}/payouts',
			'POST /payments',
			'POST /restore',
		])
			expect([key, templatesOf(paths, key)]).toEqual([key, []]);
		expect(templatesOf(paths, 'POST /payments/{paymentId}/capture')).not.toContain('action');
	});

	test('a setting of the whole service, which is read all the same', () => {
		const setting = {type: 'object', properties: {key: {type: 'string'}, value: {type: 'string'}}};
		const key = {name: 'key', in: 'path', required: true, schema: {type: 'string'}};
		const paths = {
			'/settings': {get: {responses: ok({type: 'array', items: setting})}},
			'/settings/{key}': {
				parameters: [key],
				get: {responses: ok(setting)},
				put: {requestBody: json(setting), responses: ok(setting)},
			},
		};
		expect(templatesOf(paths, 'GET /settings/{key}')).toContain('read');
		expect(templatesOf(paths, 'PUT /settings/{key}')).toEqual([]);
	});

	test('but not what is done to a record that only a list gives, named beside the path', () => {
		const invoice = {type: 'object', properties: {invoiceId: {type: 'integer'}, note: {type: 'string'}}};
		const named = {parameters: [{name: 'invoiceId', in: 'query', required: true, schema: {type: 'integer'}}]};
		const naming = {...invoice, required: ['invoiceId']};
		const paths = {
			'/invoices': {get: {responses: ok({type: 'array', items: invoice})}},
			'/invoices/void': {post: {...named, responses: ok(invoice)}},
			'/invoices/add-line': {post: {requestBody: json(naming), responses: ok(invoice)}},
			'/invoices/estimate': {post: {requestBody: json(naming), responses: ok(invoice)}},
			'/reminders': {
				get: {responses: ok({type: 'array', items: project})},
				post: {requestBody: json(naming), responses: made(project)},
			},
			'/reminders/{reminderId}': {get: {responses: ok(project)}, delete: {responses: done}},
		};
		for (const key of ['POST /invoices/void', 'POST /invoices/add-line'])
			expect([key, templatesOf(paths, key)]).toEqual([key, []]);
		// What is only asked about, and what a new record refers to.
		expect(templatesOf(paths, 'POST /invoices/estimate')).toContain('call');
		expect(templatesOf(paths, 'POST /reminders')).toContain('create');
	});

	test('and a record that is called a configuration is one', () => {
		const paths = {
			'/configurations': {
				get: {responses: ok({type: 'array', items: project})},
				post: {requestBody: json(project), responses: ok(project)},
			},
			'/configurations/{id}': {get: {responses: ok(project)}, delete: {responses: done}},
		};
		expect(templatesOf(paths, 'POST /configurations')).toContain('create');
	});
});

describe('records that are there already', () => {
	const version = {type: 'integer'};
	const listed = (name: string) =>
		ok({type: 'object', required: ['version', name], properties: {version, [name]: {type: 'array', items: project}}});
	const paths = {
		'/projects': {get: {responses: listed('projects')}},
		'/projects/{projectId}/delete': {
			post: {operationId: 'deleteFeatures', requestBody: json(names), responses: ok(project)},
		},
		'/projects/{projectId}/features': {
			post: {requestBody: json(project), responses: ok(project)},
			get: {responses: listed('features')},
		},
		'/projects/{projectId}/features/{name}': {get: {responses: ok(project)}, delete: {responses: accepted}},
		'/environments': {get: {responses: listed('environments')}},
		'/environments/{name}/off': {post: {responses: done}},
		'/projects/{projectId}/environments': {
			post: {
				requestBody: json({type: 'object', required: ['environment'], properties: {environment: {type: 'string'}}}),
				responses: {200: {description: ''}},
			},
		},
		'/projects/{projectId}/features/{name}/environments/{environment}/off': {post: {responses: ok(project)}},
	};
	const edge = (key: string, place: string) => {
		const producer = analyseApi(documentOf(paths)).edges.find(
			one => one.consumer.key === key && one.place === place,
		)?.producer;
		return producer && `${producer.borrowed ? 'borrowed ' : ''}${producer.operation.key} ${producer.pointer}`;
	};

	test('are borrowed from a list that stands beside a version', () => {
		expect(edge('POST /projects/{projectId}/features', 'path:projectId')).toBe('borrowed GET /projects list:id');
		expect(templatesOf(paths, 'POST /projects/{projectId}/features')).toContain('create');
	});

	test('are not made by who puts one of them somewhere', () => {
		expect(edge('POST /environments/{name}/off', 'path:name')).toMatch(/^borrowed GET \/environments /);
		expect(templatesOf(paths, 'POST /environments/{name}/off')).not.toContain('action');
	});

	test('are not read by who lists those of a sort', () => {
		const tag = {type: 'object', properties: {type: {type: 'string'}, value: {type: 'string'}}};
		const document = documentOf({
			'/tags': {
				get: {responses: ok({type: 'array', items: tag})},
				post: {requestBody: json(tag), responses: made(tag)},
			},
			'/tags/{type}': {get: {responses: listed('tags')}},
			'/tags/{type}/{value}': {delete: {responses: done}},
		});
		expect(analyseApi(document).kinds.find(({creator}) => creator?.key === 'POST /tags')?.reader).toBeNull();
	});

	test('may stand behind the own record that a call acts on', () => {
		expect(templatesOf(paths, 'POST /projects/{projectId}/features/{name}/environments/{environment}/off')).toContain(
			'action',
		);
	});
});
