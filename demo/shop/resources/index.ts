import * as z from 'zod';
import {operation} from '../operation.ts';
import {authOperations} from './auth.ts';
import {cartItemOperations} from './cart-items.ts';
import {cartOperations} from './carts.ts';
import {couponOperations} from './coupons.ts';
import {newsletterSubscriptionOperations} from './newsletter-subscriptions.ts';
import {orderOperations} from './orders.ts';
import {productOperations} from './products.ts';
import {reportOperations} from './reports.ts';
import {reviewOperations} from './reviews.ts';
import {userOperations} from './users.ts';

const healthOperations = [
	operation({
		method: 'GET',
		path: '/health',
		operationId: 'getHealth',
		summary: 'Whether the shop is open',
		tag: 'health',
		isPublic: true,
		success: {status: 200, description: 'The shop answers', schema: z.object({status: z.literal('ok')})},
		handle: () => ({status: 200, body: {status: 'ok'}}),
	}),
];

/** Everything the shop can do, in the order of its document. */
export const operations = [
	...healthOperations,
	...authOperations,
	...userOperations,
	...productOperations,
	...reviewOperations,
	...cartOperations,
	...cartItemOperations,
	...couponOperations,
	...orderOperations,
	...newsletterSubscriptionOperations,
	...reportOperations,
];
