import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {type DocumentedShop, openDocumentedShop} from './documented-shop.ts';

describe('the shop and its document', () => {
	let shop: DocumentedShop;
	beforeEach(async () => {
		shop = await openDocumentedShop();
	});
	afterEach(() => shop.close());

	const operationIds = () =>
		Object.values(shop.document.paths).flatMap(path => Object.values(path).map(({operationId}) => operationId));

	it('every operation answers as the document says, creating a coupon excepted', async () => {
		const {obedient} = shop;
		await obedient('GET', '/health');
		const user = (await obedient('POST', '/users', {name: 'Bo', email: 'bo@example.com'})).body;
		await obedient('GET', '/users?email=bo@example.com');
		await obedient('GET', `/users/${user.id}`);
		await obedient('PATCH', `/users/${user.id}`, {name: 'Bo Lind'});
		const product = (await obedient('POST', '/products', {name: 'Kite', category: 'toys', priceCents: 700})).body;
		await obedient('GET', '/products');
		await obedient('GET', `/products/${product.id}`);
		await obedient('PATCH', `/products/${product.id}`, {priceCents: 800});
		const review = (await obedient('POST', `/products/${product.id}/reviews`, {userId: user.id, rating: 4})).body;
		await obedient('GET', `/products/${product.id}/reviews`);
		await obedient('GET', `/reviews/${review.id}`);
		const cart = (await obedient('POST', '/carts', {userId: user.id})).body;
		await obedient('GET', `/carts?userId=${user.id}`);
		const first = (await obedient('POST', `/carts/${cart.id}/items`, {productId: product.id, quantity: 2})).body;
		await obedient('POST', `/carts/${cart.id}/items`, {productId: product.id, quantity: 1});
		await obedient('GET', `/carts/${cart.id}/items`);
		await obedient('GET', `/carts/${cart.id}/items/${first.id}`);
		await obedient('DELETE', `/carts/${cart.id}/items/${first.id}`);
		const coupon = shop.state.database.insert('coupons', {code: 'WINTER', percentOff: 10});
		await obedient('GET', '/coupons?code=WINTER');
		await obedient('GET', `/coupons/${coupon.id}`);
		await obedient('PUT', `/carts/${cart.id}/coupon`, {code: 'WINTER'});
		await obedient('GET', `/carts/${cart.id}`);
		const order = (await obedient('POST', `/carts/${cart.id}/checkout`)).body;
		await obedient('GET', `/orders?userId=${user.id}&status=pending`);
		await obedient('GET', `/orders/${order.id}`);
		await obedient('PATCH', `/orders/${order.id}`, {status: 'paid'});
		const items = [{productId: product.id, quantity: 1}];
		const direct = (await obedient('POST', '/orders', {userId: user.id, items})).body;
		const subscription = (await obedient('POST', '/newsletter-subscriptions', {email: 'bo@example.com'})).body;
		await obedient('GET', '/newsletter-subscriptions');
		await obedient('GET', `/newsletter-subscriptions/${subscription.id}`);
		await obedient('GET', '/reports/sales');
		for (const path of [
			`/orders/${direct.id}`,
			`/orders/${order.id}`,
			`/carts/${cart.id}`,
			`/reviews/${review.id}`,
			`/coupons/${coupon.id}`,
			`/products/${product.id}`,
			`/users/${user.id}`,
		]) {
			expect((await obedient('DELETE', path)).status, path).toBe(204);
			expect((await obedient('GET', path)).status, path).toBe(404);
		}
		expect(operationIds().filter(id => !shop.visited.has(id))).toEqual(['createCoupon']);
	});

	it('the one deliberate bug: a new coupon answers its percentage as a fraction, against the document', async () => {
		const answer = await shop.call('POST', '/coupons', {body: {code: 'SPRING-15', percentOff: 15}});
		expect(answer).toMatchObject({
			status: 201,
			location: '/coupons/cpn_1',
			body: {code: 'SPRING-15', percentOff: 0.15},
		});
		expect(answer.violations).not.toEqual([]);
		expect(answer.violations.every(violation => violation.startsWith('percentOff:'))).toBe(true);
	});

	it('newsletter subscriptions are the only collection with a creation and no deletion', () => {
		const creations = Object.entries(shop.document.paths)
			.filter(([, path]) => path['post']?.responses['201'])
			.map(([path]) => path)
			.filter(path => !path.endsWith('/checkout'));
		const deletions = Object.entries(shop.document.paths)
			.filter(([, path]) => path['delete'])
			.map(([path]) => path.split('/').at(-2));
		expect(creations.filter(path => !deletions.includes(path.split('/').at(-1)))).toEqual([
			'/newsletter-subscriptions',
		]);
	});

	it('the document is OpenAPI 3.1, public, and lets only health and login pass without a token', async () => {
		expect(shop.document.openapi).toBe('3.1.0');
		const open: string[] = [];
		for (const [template, path] of Object.entries(shop.document.paths)) {
			for (const method of Object.keys(path)) {
				const {status, violations} = await shop.call(method.toUpperCase(), template.replace(/\{\w+\}/g, 'x'), {
					token: null,
				});
				expect(violations, `${method} ${template}`).toEqual([]);
				if (status !== 401) open.push(`${method} ${template}`);
			}
		}
		expect(open).toEqual(['get /health', 'post /auth/login']);
	});
});
