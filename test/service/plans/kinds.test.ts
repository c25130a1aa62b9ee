import {describe, expect, test} from 'vitest';
import {analyseApi, type ApiInput} from '../../../service/plans/kinds/analyse-api.ts';
import {documentOf, shop} from './shop-plan.ts';

const edgesOf = (input: ApiInput) =>
	analyseApi(input).edges.map(
		({consumer, place, producer, environmentKey}) =>
			`${consumer.key} ${place} ← ${producer ? `${producer.operation.key} ${producer.pointer}` : (environmentKey ?? 'nobody')}`,
	);
const ok = (schema: object) => ({200: {description: '', content: {'application/json': {schema}}}});
const made = (schema: object) => ({201: {description: '', content: {'application/json': {schema}}}});
const record = {type: 'object', properties: {id: {type: 'string'}, name: {type: 'string'}}};
const json = (schema: object) => ({content: {'application/json': {schema}}});

describe('kinds of records', () => {
	test('have what makes, shows, lists, changes and deletes them', () => {
		const kinds = analyseApi(shop()).kinds;
		const told = kinds.map(({name, creator, reader, list, updaters, deleter}) =>
			[name, creator?.key, reader?.path, list?.path, updaters.map(({method}) => method).join(), deleter?.path].join(
				' | ',
			),
		);
		expect(told).toEqual([
			'user | POST /users | /users/{userId} | /users | PATCH | /users/{userId}',
			'product | POST /products | /products/{productId} | /products | PATCH | /products/{productId}',
			'review | POST /products/{productId}/reviews | /reviews/{reviewId} | /products/{productId}/reviews |  | /reviews/{reviewId}',
			'cart | POST /carts | /carts/{cartId} | /carts |  | /carts/{cartId}',
			'item | POST /carts/{cartId}/items | /carts/{cartId}/items/{itemId} | /carts/{cartId}/items |  | /carts/{cartId}/items/{itemId}',
			'coupon | POST /coupons | /coupons/{couponId} | /coupons |  | /coupons/{couponId}',
			'order | POST /orders | /orders/{orderId} | /orders | PATCH | /orders/{orderId}',
			'newsletter_subscription | POST /newsletter-subscriptions | /newsletter-subscriptions/{subscriptionId} | /newsletter-subscriptions |  | ',
		]);
	});

	test('that share a word have their parent in front', () => {
		const document = documentOf({
			'/products/{productId}/reviews': {post: {responses: made(record)}},
			'/products/{productId}/reviews/{reviewId}': {get: {responses: ok(record)}},
			'/films/{filmId}/reviews': {post: {responses: made(record)}},
			'/films/{filmId}/reviews/{reviewId}': {get: {responses: ok(record)}},
		});
		expect(analyseApi(document).kinds.map(({name}) => name)).toEqual(['product_review', 'film_review']);
	});

	test('are found in an envelope, whatever words say how the request went', () => {
		const form = {type: 'object', properties: {title: {type: 'string'}}};
		const envelope = (result: object) =>
			ok({type: 'object', properties: {success: {}, errorCode: {}, resultMessage: {}, returnText: {}, result}});
		const document = documentOf({
			'/invoice/create': {post: {requestBody: json(form), responses: envelope(record)}},
			'/invoice/get': {
				get: {parameters: [{name: 'id', in: 'query', required: true, schema: {}}], responses: envelope(record)},
			},
		});
		expect(edgesOf(document)).toEqual(['GET /invoice/get path:id ← POST /invoice/create $.result.id']);
	});

	test('are not what many are made, changed or deleted by at once', () => {
		const many = {type: 'object', properties: {data: {type: 'array', items: record}}};
		const ids = {type: 'object', required: ['ids'], properties: {ids: {type: 'array', items: {type: 'string'}}}};
		const document = documentOf({
			'/tasks': {post: {requestBody: json(record), responses: made(record)}},
			'/tasks/{taskId}': {get: {responses: ok(record)}, delete: {responses: {204: {description: ''}}}},
			'/tasks/bulk': {post: {requestBody: json(many), responses: made(many)}},
			'/tasks/bulk-delete': {post: {requestBody: json(ids), responses: ok(many)}},
			// Jobs of this API are called batches.
			'/batches': {post: {requestBody: json(record), responses: made(record)}},
			'/batches/{batchId}': {get: {responses: ok(record)}},
		});
		expect(analyseApi(document).kinds.map(({name, creator}) => `${name} ${creator?.key}`)).toEqual([
			'task POST /tasks',
			'batch POST /batches',
		]);
		expect(edgesOf(document)).toContain('POST /tasks/bulk-delete body:$.ids[*] ← POST /tasks $.id');
	});

	test('are what an action accepts, where a read elsewhere shows it', () => {
		const job = {title: 'Job', ...record};
		const document = documentOf({
			'/exports': {post: {responses: {202: made(job)[201]}}},
			'/jobs/{jobId}': {get: {responses: ok(job)}},
		});
		expect(edgesOf(document)).toEqual(['GET /jobs/{jobId} path:jobId ← POST /exports $.id']);
	});

	test('are not what an action answers', () => {
		const names = analyseApi(shop()).kinds.map(({name}) => name);
		expect(names).not.toContain('checkout');
	});

	test('are not what an action answers that says 201 and takes the whole record', () => {
		// Written out, as a discovery stores it: the name of the component is its title.
		const visit = {title: 'Visit', ...record};
		const document = documentOf({
			'/visits/': {post: {requestBody: json(visit), responses: made(visit)}},
			'/visits/{id}/': {get: {responses: ok(visit)}, delete: {responses: {204: {description: ''}}}},
			'/visits/{id}/cancel/': {post: {requestBody: json(visit), responses: made(visit)}},
		});
		expect(analyseApi(document).kinds.map(({name}) => name)).toEqual(['visit']);
	});
});

describe('edges', () => {
	test('feed the shop’s paths, queries and bodies', () => {
		expect(edgesOf(shop())).toEqual(
			expect.arrayContaining([
				'GET /reviews/{reviewId} path:reviewId ← POST /products/{productId}/reviews $.id',
				'GET /carts query:userId ← POST /users $.id',
				'POST /orders body:$.items[*].productId ← POST /products $.id',
				'PUT /carts/{cartId}/coupon body:$.code ← POST /coupons $.code',
			]),
		);
	});

	test('of a header that says whose records they are take the value of the path, and a value that is asked for', () => {
		const header = (name: string, more: object = {}) => ({
			name,
			in: 'header',
			required: true,
			schema: {type: 'string', ...more},
		});
		const org = {name: 'org', in: 'path', required: true, schema: {type: 'string'}};
		const get = (...parameters: object[]) => ({get: {parameters, responses: ok(record)}});
		const document = documentOf({
			'/orgs/{org}/profile': get(org, header('X-Org')),
			'/profile': get(header('X-Tenant-Id'), header('X-Request-Id')),
			'/limits': get(header('X-Workspace', {enum: ['a', 'b']}), header('X-Account', {example: 'a'})),
		});
		expect(edgesOf(document)).toEqual([
			'GET /orgs/{org}/profile path:org ← ORG',
			'GET /orgs/{org}/profile header:X-Org ← ORG',
			'GET /profile header:X-Tenant-Id ← TENANT_ID',
		]);
	});

	test('of root parameters that nobody produces become environment variables', () => {
		const document = documentOf({
			'/repos/{owner}/{repo}': {get: {responses: ok(record)}},
			'/repos/{owner}/{repo}/labels': {post: {responses: made(record)}},
			'/repos/{owner}/{repo}/labels/{labelId}': {get: {responses: ok(record)}},
		});
		expect(edgesOf(document)).toContain('GET /repos/{owner}/{repo} path:owner ← OWNER');
		expect(edgesOf(document)).toContain(
			'GET /repos/{owner}/{repo}/labels/{labelId} path:labelId ← POST /repos/{owner}/{repo}/labels $.id',
		);
	});

	test('borrow an id from a list where nobody makes a record', () => {
		const document = documentOf({
			'/jobs': {get: {responses: ok({type: 'array', items: record})}},
			'/jobs/{jobId}': {get: {responses: ok(record)}},
		});
		const [edge] = analyseApi(document).edges;
		expect(edge).toMatchObject({place: 'path:jobId', producer: {score: 0.5, borrowed: true, pointer: 'list:id'}});
	});

	test('break a circle at its weakest link', () => {
		const body = (field: string) =>
			json({type: 'object', required: ['name'], properties: {name: {type: 'string'}, [field]: {type: 'string'}}});
		const document = documentOf({
			'/teams': {post: {requestBody: body('leaderId'), responses: made(record)}},
			'/teams/{teamId}': {get: {responses: ok(record)}},
			'/leaders': {
				post: {
					requestBody: json({type: 'object', required: ['teamId'], properties: {teamId: {type: 'string'}}}),
					responses: made(record),
				},
			},
			'/leaders/{leaderId}': {get: {responses: ok(record)}},
		});
		const edges = edgesOf(document);
		expect(edges).toContain('POST /leaders body:$.teamId ← POST /teams $.id');
		expect(edges).toContain('POST /teams body:$.leaderId ← nobody');
	});

	test('say that two candidates are near each other, and keep the one that is not taken', () => {
		const document = documentOf({
			'/products/{productId}/notes': {post: {responses: made(record)}},
			'/films/{filmId}/notes': {post: {responses: made(record)}},
			'/notes/{noteId}': {get: {responses: ok(record)}},
		});
		const edge = analyseApi(document).edges.find(({place}) => place === 'path:noteId');
		expect(edge?.ambiguous).toBe(true);
		expect(edge?.producer?.operation.key).toBe('POST /products/{productId}/notes');
		expect(edge?.alternatives.map(({operation}) => operation.key)).toEqual(['POST /films/{filmId}/notes']);
	});

	test('follow the links of a document, a pin and a cut', () => {
		const input = shop();
		const corrections = new Map([
			['GET /orders query:userId', {state: 'cut' as const, value: 'usr_7'}],
			['POST /orders body:$.userId', {state: 'pinned' as const, producer: 'POST /carts', pointer: '$.userId'}],
		]);
		const {edges} = analyseApi({...input, corrections, renames: new Map([['product_id', 'article_id']])});
		const at = (consumer: string, place: string) =>
			edges.find(edge => edge.consumer.key === consumer && edge.place === place);
		expect(at('GET /orders', 'query:userId')).toMatchObject({state: 'cut', producer: null, value: 'usr_7'});
		expect(at('POST /orders', 'body:$.userId')?.variable).toBe('cart_user_id');
		expect(at('POST /orders', 'body:$.userId')).toMatchObject({
			state: 'pinned',
			producer: {score: 1, pointer: '$.userId'},
		});
		expect(at('GET /products/{productId}', 'path:productId')?.variable).toBe('article_id');
	});
});
