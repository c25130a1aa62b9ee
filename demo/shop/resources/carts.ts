import * as z from 'zod';
import type {Database} from '../database.ts';
import {cents, id, paged, pageOf, pageQuery} from '../fields.ts';
import {operation} from '../operation.ts';
import {ShopError} from '../shop-error.ts';
import {couponByCode} from './coupons.ts';
import {cartItem, couponCode} from '../records.ts';
import {cartRow, type CartRow} from '../records.ts';

const cart = cartRow
	.extend({items: z.array(cartItem), subtotalCents: cents, discountCents: cents, totalCents: cents})
	.meta({id: 'Cart'});
type Cart = z.infer<typeof cart>;

const params = z.object({cartId: id('crt')});

/** A cart as people see it: with its items and with what it costs today. */
export function cartView(database: Database, row: CartRow): Cart {
	const items = database.list('cartItems').filter(({cartId}) => cartId === row.id);
	const subtotalCents = items.reduce(
		(sum, {productId, quantity}) => sum + database.get('products', productId).priceCents * quantity,
		0,
	);
	const percentOff = row.couponCode === null ? 0 : (couponByCode(database, row.couponCode)?.percentOff ?? 0);
	const discountCents = Math.round((subtotalCents * percentOff) / 100);
	return {...row, items, subtotalCents, discountCents, totalCents: subtotalCents - discountCents};
}

export const cartOperations = [
	operation({
		method: 'GET',
		path: '/carts',
		operationId: 'listCarts',
		summary: 'List carts',
		tag: 'carts',
		query: pageQuery.extend({userId: z.string().optional()}),
		success: {status: 200, description: 'One page of carts', schema: pageOf(cart)},
		handle({query}, {database}) {
			const rows = database.list('carts').filter(row => query.userId === undefined || row.userId === query.userId);
			const {items, ...rest} = paged(rows, query);
			return {status: 200, body: {...rest, items: items.map(row => cartView(database, row))}};
		},
	}),
	operation({
		method: 'POST',
		path: '/carts',
		operationId: 'createCart',
		summary: 'Open a cart for a user',
		tag: 'carts',
		body: z.strictObject({userId: id('usr')}).meta({id: 'NewCart'}),
		success: {status: 201, description: 'The new, empty cart', schema: cart},
		refusals: [422],
		handle({body}, {database}) {
			const row = database.insert('carts', {userId: body.userId, couponCode: null});
			return {status: 201, body: cartView(database, row), location: `/carts/${row.id}`};
		},
	}),
	operation({
		method: 'GET',
		path: '/carts/{cartId}',
		operationId: 'getCart',
		summary: 'Read a cart with its items and totals',
		tag: 'carts',
		params,
		success: {status: 200, description: 'The cart', schema: cart},
		refusals: [404],
		handle: ({params: {cartId}}, {database}) => ({
			status: 200,
			body: cartView(database, database.get('carts', cartId)),
		}),
	}),
	operation({
		method: 'PUT',
		path: '/carts/{cartId}/coupon',
		operationId: 'applyCoupon',
		summary: 'Use a coupon in a cart',
		tag: 'carts',
		params,
		body: z.strictObject({code: couponCode}).meta({id: 'CouponUse'}),
		success: {status: 200, description: 'The cart with its discount', schema: cart},
		refusals: [404, 422],
		handle({params: {cartId}, body: {code}}, {database}) {
			database.get('carts', cartId);
			if (couponByCode(database, code) === undefined) {
				throw new ShopError({
					status: 422,
					code: 'unknown_reference',
					message: `There is no coupon with the code "${code}".`,
					field: 'code',
				});
			}
			return {status: 200, body: cartView(database, database.update('carts', cartId, {couponCode: code}))};
		},
	}),
	operation({
		method: 'DELETE',
		path: '/carts/{cartId}',
		operationId: 'deleteCart',
		summary: 'Delete a cart with its items, unless it was ordered',
		tag: 'carts',
		params,
		success: {status: 204, description: 'The cart is gone'},
		refusals: [404, 409],
		handle({params: {cartId}}, {database}) {
			database.remove('carts', cartId);
			return {status: 204};
		},
	}),
];
