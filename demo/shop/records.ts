import * as z from 'zod';
import {cents, email, id, name, quantity, timestamp} from './fields.ts';

// What the shop keeps: the schema of each kind of record, and the type that follows from it.

export const user = z.object({id: id('usr'), name, email, createdAt: timestamp}).meta({id: 'User'});

export type User = z.infer<typeof user>;

export const category = z.enum(['books', 'garden', 'kitchen', 'toys']);

export const priceCents = cents.min(1).meta({description: 'price in cents', example: 1290});

export const product = z
	.object({id: id('prd'), name, category, priceCents, createdAt: timestamp})
	.meta({id: 'Product'});

export type Product = z.infer<typeof product>;

export const rating = z.int().min(1).max(5);

export const comment = z.string().trim().max(1000);

export const review = z
	.object({id: id('rev'), productId: id('prd'), userId: id('usr'), rating, comment, createdAt: timestamp})
	.meta({id: 'Review'});

export type Review = z.infer<typeof review>;

export const couponCode = z
	.string()
	.regex(/^[A-Z0-9-]{4,32}$/)
	.meta({example: 'SPRING-15'});

export const percentOff = z.int().min(1).max(100).meta({description: 'percent of the subtotal', example: 15});

export const coupon = z
	.object({id: id('cpn'), code: couponCode, percentOff, createdAt: timestamp})
	.meta({id: 'Coupon'});

export type Coupon = z.infer<typeof coupon>;

export const cartItem = z
	.object({id: id('itm'), cartId: id('crt'), productId: id('prd'), quantity, createdAt: timestamp})
	.meta({id: 'CartItem'});

export type CartItem = z.infer<typeof cartItem>;

export const cartRow = z.object({
	id: id('crt'),
	userId: id('usr'),
	couponCode: couponCode.nullable(),
	createdAt: timestamp,
});

export type CartRow = z.infer<typeof cartRow>;

export const status = z.enum(['pending', 'paid', 'shipped', 'cancelled']);

const orderItem = z.object({productId: id('prd'), quantity, unitPriceCents: cents}).meta({id: 'OrderItem'});

export const order = z
	.object({
		id: id('ord'),
		userId: id('usr'),
		cartId: id('crt').nullable(),
		status,
		items: z.array(orderItem).min(1),
		discountCents: cents,
		totalCents: cents,
		createdAt: timestamp,
	})
	.meta({id: 'Order'});

export type Order = z.infer<typeof order>;

export const newsletterSubscription = z
	.object({id: id('sub'), email, createdAt: timestamp})
	.meta({id: 'NewsletterSubscription'});

export type NewsletterSubscription = z.infer<typeof newsletterSubscription>;
