import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {tokenLifetimeMs} from '../../../demo/shop/sessions.ts';
import {startShop} from '../../../demo/shop/start-shop.ts';
import {type DocumentedShop, openDocumentedShop} from './documented-shop.ts';

describe('the rules of the shop', () => {
	let shop: DocumentedShop;
	let now: number;
	beforeEach(async () => {
		now = Date.parse('2030-05-01T08:00:00Z');
		shop = await openDocumentedShop({clock: () => now});
	});
	afterEach(() => shop.close());

	const create = async (path: string, body?: unknown) => (await shop.obedient('POST', path, body)).body;
	const aUser = (email = 'cy@example.com') => create('/users', {name: 'Cy', email});
	const aProduct = (priceCents = 500) => create('/products', {name: 'Bowl', category: 'kitchen', priceCents});

	it.each([
		['a user with a cart', 'users', 'carts', 'still has 1 cart;'],
		['a user with orders', 'users', 'orders', 'still has 2 orders;'],
		['a product in a cart', 'products', 'cartItems', 'still has 1 cart item;'],
		['a product in orders', 'products', 'orders', 'still has 2 orders;'],
		['a product with a review', 'products', 'reviews', 'still has 1 review;'],
	])('%s cannot be deleted: 409', async (_what, parent, child, words) => {
		const user = await aUser();
		const product = await aProduct();
		const items = [{productId: product.id, quantity: 1}];
		if (child === 'carts' || child === 'cartItems') {
			const cart = await create('/carts', {userId: user.id});
			if (child === 'cartItems') await create(`/carts/${cart.id}/items`, items[0]);
		}
		if (child === 'orders') {
			await create('/orders', {userId: user.id, items});
			await create('/orders', {userId: user.id, items});
		}
		if (child === 'reviews') await create(`/products/${product.id}/reviews`, {userId: user.id, rating: 3});

		const path = parent === 'users' ? `/users/${user.id}` : `/products/${product.id}`;
		const {status, body} = await shop.obedient('DELETE', path);
		expect({status, code: body.error.code}).toEqual({status: 409, code: 'still_referenced'});
		expect(body.error.message).toContain(words);
		expect((await shop.obedient('GET', path)).status).toBe(200);
	});

	it('a cart takes its items with it, unless it was ordered', async () => {
		const user = await aUser();
		const product = await aProduct();
		const cart = await create('/carts', {userId: user.id});
		await create(`/carts/${cart.id}/items`, {productId: product.id, quantity: 1});
		const order = await create(`/carts/${cart.id}/checkout`);
		expect((await shop.obedient('DELETE', `/carts/${cart.id}`)).status).toBe(409);

		await shop.obedient('DELETE', `/orders/${order.id}`);
		expect((await shop.obedient('DELETE', `/carts/${cart.id}`)).status).toBe(204);
		expect((await shop.obedient('DELETE', `/products/${product.id}`)).status).toBe(204);
	});

	it.each([
		['a cart of an unknown user', '/carts', {userId: 'usr_99'}, 422, 'userId'],
		[
			'an order of an unknown user',
			'/orders',
			{userId: 'usr_99', items: [{productId: 'prd_1', quantity: 1}]},
			422,
			'userId',
		],
		[
			'an order of an unknown product',
			'/orders',
			{
				userId: 'usr_1',
				items: [
					{productId: 'prd_1', quantity: 1},
					{productId: 'prd_99', quantity: 1},
				],
			},
			422,
			'items[1].productId',
		],
		['a review by an unknown user', '/products/prd_1/reviews', {userId: 'usr_99', rating: 1}, 422, 'userId'],
		['a review of an unknown product', '/products/prd_99/reviews', {userId: 'usr_1', rating: 1}, 404, undefined],
		['an item for an unknown cart', '/carts/crt_99/items', {productId: 'prd_1', quantity: 1}, 404, undefined],
		['a user without a name', '/users', {email: 'x@example.com'}, 400, 'name'],
		['a user whose e-mail is none', '/users', {name: 'X', email: 'nobody'}, 400, 'email'],
		['a field that does not exist', '/users', {name: 'X', email: 'x@example.com', admin: true}, 400, 'admin'],
		[
			'a quantity as text',
			'/orders',
			{userId: 'usr_1', items: [{productId: 'prd_1', quantity: '1'}]},
			400,
			'items[0].quantity',
		],
		['an order of nothing', '/orders', {userId: 'usr_1', items: []}, 400, 'items'],
		['a body that is missing', '/users', undefined, 400, 'body'],
		['an e-mail that is taken', '/users', {name: 'Ada', email: 'ADA@shop.example'}, 409, 'email'],
		['a wrong password', '/auth/login', {email: 'manager@shop.example', password: 'close-sesame'}, 401, undefined],
	])('%s is refused and names its field', async (_what, path, body, status, field) => {
		const answer = await shop.obedient('POST', path, body);
		expect({status: answer.status, field: answer.body.error.field}).toEqual({status, field});
	});

	it('text that is not JSON is a 400, another content type is no crash', async () => {
		const json = {'content-type': 'application/json'};
		expect(await shop.call('POST', '/users', {rawBody: '{"name', headers: json})).toMatchObject({
			status: 400,
			violations: [],
		});
		const xml = await shop.call('POST', '/users', {rawBody: '<user/>', headers: {'content-type': 'application/xml'}});
		expect(xml.status).toBe(415);
		expect(xml.body.error.code).toBe('refused');
	});

	it('a DELETE that calls its empty body JSON works like any other', async () => {
		const user = await aUser();
		const answer = await shop.call('DELETE', `/users/${user.id}`, {headers: {'content-type': 'application/json'}});
		expect(answer.status).toBe(204);
	});

	it('lists are paged, filtered and sorted', async () => {
		for (const priceCents of [300, 100, 200]) await aProduct(priceCents);
		const page = (await shop.obedient('GET', '/products?category=kitchen&maxPriceCents=300&sort=price&pageSize=2'))
			.body;
		expect(page.items.map(({priceCents}: {priceCents: number}) => priceCents)).toEqual([100, 200]);
		expect(page).toMatchObject({page: 1, pageSize: 2, total: 3});
		const next = (
			await shop.obedient('GET', '/products?category=kitchen&maxPriceCents=300&sort=price&pageSize=2&page=2')
		).body;
		expect(next.items).toHaveLength(1);
		const wrong = await shop.obedient('GET', '/products?page=0');
		expect({status: wrong.status, field: wrong.body.error.field}).toEqual({status: 400, field: 'page'});
	});

	it('a cart adds up its items and takes the percentage of its coupon off', async () => {
		const user = await aUser();
		const cart = await create('/carts', {userId: user.id});
		await create(`/carts/${cart.id}/items`, {productId: (await aProduct(999)).id, quantity: 3});
		shop.state.database.insert('coupons', {code: 'HALF', percentOff: 50});
		const view = (await shop.obedient('PUT', `/carts/${cart.id}/coupon`, {code: 'HALF'})).body;
		expect(view).toMatchObject({subtotalCents: 2997, discountCents: 1499, totalCents: 1498});
		expect((await shop.obedient('PUT', `/carts/${cart.id}/coupon`, {code: 'NONE'})).body.error.field).toBe('code');
	});

	it('an empty cart cannot be checked out, a full one only once', async () => {
		const cart = await create('/carts', {userId: (await aUser()).id});
		expect((await shop.obedient('POST', `/carts/${cart.id}/checkout`)).body.error.code).toBe('cart_empty');
		await create(`/carts/${cart.id}/items`, {productId: 'prd_1', quantity: 1});
		expect((await shop.obedient('POST', `/carts/${cart.id}/checkout`)).status).toBe(201);
		expect((await shop.obedient('POST', `/carts/${cart.id}/checkout`)).body.error.code).toBe('already_ordered');
	});

	it('an order only moves forward: pending, paid, shipped', async () => {
		const order = await create('/orders', {userId: 'usr_1', items: [{productId: 'prd_1', quantity: 1}]});
		const move = async (status: string) => (await shop.obedient('PATCH', `/orders/${order.id}`, {status})).status;
		expect(await move('shipped')).toBe(409);
		expect(await move('paid')).toBe(200);
		expect(await move('pending')).toBe(409);
		expect(await move('shipped')).toBe(200);
		expect(await move('cancelled')).toBe(409);
	});

	it('a token is refused once its hour is over', async () => {
		now += tokenLifetimeMs - 1;
		expect((await shop.obedient('GET', '/users')).status).toBe(200);
		now += 1;
		expect((await shop.obedient('GET', '/users')).status).toBe(401);
	});

	it('an item of another cart is not found', async () => {
		const user = await aUser();
		const [one, other] = [await create('/carts', {userId: user.id}), await create('/carts', {userId: user.id})];
		const item = await create(`/carts/${one.id}/items`, {productId: 'prd_1', quantity: 1});
		expect((await shop.obedient('GET', `/carts/${other.id}/items/${item.id}`)).status).toBe(404);
		expect((await shop.obedient('DELETE', `/carts/${other.id}/items/${item.id}`)).status).toBe(404);
	});
});

describe('opening and closing the shop', () => {
	it('the sales report takes more than a second', async () => {
		const shop = await openDocumentedShop({reportDelayMs: undefined});
		try {
			const started = performance.now();
			const {body} = await shop.obedient('GET', '/reports/sales');
			expect(performance.now() - started).toBeGreaterThan(1000);
			expect(body).toEqual({orders: 1, revenueCents: 4980, averageCents: 4980});
		} finally {
			await shop.close();
		}
	});

	it('closes while a report is being made, and opens again on the same port with fresh data', async () => {
		const first = await openDocumentedShop({reportDelayMs: 60_000});
		const report = fetch(`${first.url}/reports/sales`, {headers: {authorization: `Bearer ${first.token}`}}).then(
			() => 'answered',
			() => 'cut off',
		);
		await first.obedient('POST', '/users', {name: 'Di', email: 'di@example.com'});
		await first.close();
		expect(await report).toBe('cut off');

		const second = await openDocumentedShop({port: Number(new URL(first.url).port)});
		try {
			expect(second.url).toBe(first.url);
			expect((await second.obedient('GET', '/users')).body.total).toBe(1);
			expect((await second.call('GET', '/users', {token: first.token})).status).toBe(401);
			await expect(startShop({port: Number(new URL(first.url).port)})).rejects.toThrow(/EADDRINUSE/);
		} finally {
			await second.close();
		}
	});
});
