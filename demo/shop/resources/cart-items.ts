import * as z from 'zod';
import type {Database} from '../database.ts';
import {id, quantity} from '../fields.ts';
import {operation} from '../operation.ts';
import {ShopError} from '../shop-error.ts';
import {cartItem, type CartItem} from '../records.ts';

const cartParams = z.object({cartId: id('crt')});
const itemParams = cartParams.extend({itemId: id('itm')});

/** The item, when it lies in this cart; an item of another cart is as unknown as one that does not exist. */
function itemOf(database: Database, cartId: string, itemId: string): CartItem {
	database.get('carts', cartId);
	const item = database.get('cartItems', itemId);
	if (item.cartId === cartId) return item;
	throw new ShopError({
		status: 404,
		code: 'not_found',
		message: `There is no cart item "${itemId}" in the cart "${cartId}".`,
	});
}

export const cartItemOperations = [
	operation({
		method: 'GET',
		path: '/carts/{cartId}/items',
		operationId: 'listCartItems',
		summary: 'List the items of a cart',
		tag: 'carts',
		params: cartParams,
		success: {status: 200, description: 'All items of the cart', schema: z.array(cartItem)},
		refusals: [404],
		handle({params: {cartId}}, {database}) {
			database.get('carts', cartId);
			return {status: 200, body: database.list('cartItems').filter(item => item.cartId === cartId)};
		},
	}),
	operation({
		method: 'POST',
		path: '/carts/{cartId}/items',
		operationId: 'addCartItem',
		summary: 'Put a product into a cart',
		tag: 'carts',
		params: cartParams,
		body: z.strictObject({productId: id('prd'), quantity}).meta({id: 'NewCartItem'}),
		success: {status: 201, description: 'The new item', schema: cartItem},
		refusals: [404, 422],
		handle({params: {cartId}, body}, {database}) {
			database.get('carts', cartId);
			const item = database.insert('cartItems', {cartId, ...body});
			return {status: 201, body: item, location: `/carts/${cartId}/items/${item.id}`};
		},
	}),
	operation({
		method: 'GET',
		path: '/carts/{cartId}/items/{itemId}',
		operationId: 'getCartItem',
		summary: 'Read one item of a cart',
		tag: 'carts',
		params: itemParams,
		success: {status: 200, description: 'The item', schema: cartItem},
		refusals: [404],
		handle: ({params: {cartId, itemId}}, {database}) => ({status: 200, body: itemOf(database, cartId, itemId)}),
	}),
	operation({
		method: 'DELETE',
		path: '/carts/{cartId}/items/{itemId}',
		operationId: 'removeCartItem',
		summary: 'Take an item out of a cart',
		tag: 'carts',
		params: itemParams,
		success: {status: 204, description: 'The item is gone'},
		refusals: [404],
		handle({params: {cartId, itemId}}, {database}) {
			database.remove('cartItems', itemOf(database, cartId, itemId).id);
			return {status: 204};
		},
	}),
];
