import type {CartItem, CartRow, Coupon, NewsletterSubscription, Order, Product, Review, User} from './records.ts';

/** Every table of the shop with the type of its rows. */
export interface Rows {
	users: User;
	products: Product;
	carts: CartRow;
	cartItems: CartItem;
	orders: Order;
	reviews: Review;
	coupons: Coupon;
	newsletterSubscriptions: NewsletterSubscription;
}
export type TableName = keyof Rows;

/** Prefix of the ids of a table and the word for one of its rows in messages. */
export const tables: Record<TableName, {prefix: string; noun: string}> = {
	users: {prefix: 'usr', noun: 'user'},
	products: {prefix: 'prd', noun: 'product'},
	carts: {prefix: 'crt', noun: 'cart'},
	cartItems: {prefix: 'itm', noun: 'cart item'},
	orders: {prefix: 'ord', noun: 'order'},
	reviews: {prefix: 'rev', noun: 'review'},
	coupons: {prefix: 'cpn', noun: 'coupon'},
	newsletterSubscriptions: {prefix: 'sub', noun: 'newsletter subscription'},
};
