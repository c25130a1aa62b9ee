import * as z from 'zod';
import type {Database} from '../database.ts';
import {id, quantity, paged, pageOf, pageQuery} from '../fields.ts';
import {operation} from '../operation.ts';
import {ShopError} from '../shop-error.ts';
import {cartView} from './carts.ts';
import {order, status} from '../records.ts';

type Status = z.infer<typeof status>;

/** Where an order may go from where it is. */
const nextStatuses: Record<Status, readonly Status[]> = {
	pending: ['paid', 'cancelled'],
	paid: ['shipped', 'cancelled'],
	shipped: [],
	cancelled: [],
};

const params = z.object({orderId: id('ord')});
const newOrder = z
	.strictObject({
		userId: id('usr'),
		items: z
			.array(z.strictObject({productId: id('prd'), quantity}))
			.min(1)
			.max(50),
	})
	.meta({id: 'NewOrder'});

/** Today's price of a product; 0 for an unknown one, which the insert then refuses by its foreign key. */
const priceOf = (database: Database, productId: string) =>
	database.list('products').find(({id}) => id === productId)?.priceCents ?? 0;

const priced = (database: Database, items: {productId: string; quantity: number}[]) =>
	items.map(item => ({
		productId: item.productId,
		quantity: item.quantity,
		unitPriceCents: priceOf(database, item.productId),
	}));

export const orderOperations = [
	operation({
		method: 'GET',
		path: '/orders',
		operationId: 'listOrders',
		summary: 'List orders',
		tag: 'orders',
		query: pageQuery.extend({userId: z.string().optional(), status: status.optional()}),
		success: {status: 200, description: 'One page of orders', schema: pageOf(order)},
		handle({query}, {database}) {
			const rows = database
				.list('orders')
				.filter(row => query.userId === undefined || row.userId === query.userId)
				.filter(row => query.status === undefined || row.status === query.status);
			return {status: 200, body: paged(rows, query)};
		},
	}),
	operation({
		method: 'POST',
		path: '/orders',
		operationId: 'createOrder',
		summary: 'Order products without a cart',
		tag: 'orders',
		body: newOrder,
		success: {status: 201, description: 'The new order', schema: order},
		refusals: [422],
		handle({body}, {database}) {
			const items = priced(database, body.items);
			const totalCents = items.reduce((sum, item) => sum + item.unitPriceCents * item.quantity, 0);
			const row = database.insert('orders', {
				userId: body.userId,
				cartId: null,
				status: 'pending',
				items,
				discountCents: 0,
				totalCents,
			});
			return {status: 201, body: row, location: `/orders/${row.id}`};
		},
	}),
	operation({
		method: 'POST',
		path: '/carts/{cartId}/checkout',
		operationId: 'checkOutCart',
		summary: 'Turn a cart into an order',
		tag: 'orders',
		params: z.object({cartId: id('crt')}),
		success: {status: 201, description: 'The new order', schema: order},
		refusals: [404, 409],
		handle({params: {cartId}}, {database}) {
			const cart = cartView(database, database.get('carts', cartId));
			if (cart.items.length === 0) {
				throw new ShopError({status: 409, code: 'cart_empty', message: `The cart "${cartId}" is empty.`});
			}
			const earlier = database.list('orders').find(row => row.cartId === cartId);
			if (earlier !== undefined) {
				throw new ShopError({
					status: 409,
					code: 'already_ordered',
					message: `The cart "${cartId}" became the order "${earlier.id}" already.`,
				});
			}
			const row = database.insert('orders', {
				userId: cart.userId,
				cartId,
				status: 'pending',
				items: priced(database, cart.items),
				discountCents: cart.discountCents,
				totalCents: cart.totalCents,
			});
			return {status: 201, body: row, location: `/orders/${row.id}`};
		},
	}),
	operation({
		method: 'GET',
		path: '/orders/{orderId}',
		operationId: 'getOrder',
		summary: 'Read an order',
		tag: 'orders',
		params,
		success: {status: 200, description: 'The order', schema: order},
		refusals: [404],
		handle: ({params: {orderId}}, {database}) => ({status: 200, body: database.get('orders', orderId)}),
	}),
	operation({
		method: 'PATCH',
		path: '/orders/{orderId}',
		operationId: 'updateOrder',
		summary: 'Pay, ship or cancel an order',
		tag: 'orders',
		params,
		body: z.strictObject({status}).meta({id: 'OrderChanges'}),
		success: {status: 200, description: 'The changed order', schema: order},
		refusals: [404, 409],
		handle({params: {orderId}, body}, {database}) {
			const row = database.get('orders', orderId);
			if (!nextStatuses[row.status].includes(body.status)) {
				throw new ShopError({
					status: 409,
					code: 'wrong_status',
					message: `The order "${orderId}" is ${row.status} and cannot become ${body.status}.`,
					field: 'status',
				});
			}
			return {status: 200, body: database.update('orders', orderId, {status: body.status})};
		},
	}),
	operation({
		method: 'DELETE',
		path: '/orders/{orderId}',
		operationId: 'deleteOrder',
		summary: 'Delete an order',
		tag: 'orders',
		params,
		success: {status: 204, description: 'The order is gone'},
		refusals: [404],
		handle({params: {orderId}}, {database}) {
			database.remove('orders', orderId);
			return {status: 204};
		},
	}),
];
