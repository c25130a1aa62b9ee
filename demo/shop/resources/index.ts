import {authOperations} from './auth.ts';
import {cartItemOperations} from './cart-items.ts';
import {cartOperations} from './carts.ts';
import {couponOperations} from './coupons.ts';
import {healthOperations} from './health.ts';
import {newsletterSubscriptionOperations} from './newsletter-subscriptions.ts';
import {orderOperations} from './orders.ts';
import {productOperations} from './products.ts';
import {reportOperations} from './reports.ts';
import {reviewOperations} from './reviews.ts';
import {userOperations} from './users.ts';

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
