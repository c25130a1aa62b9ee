import * as z from 'zod';
import type {Database} from '../database.ts';
import {id, paged, pageOf, pageQuery} from '../fields.ts';
import {operation} from '../operation.ts';
import {ShopError} from '../shop-error.ts';
import {coupon, type Coupon, couponCode, percentOff} from '../records.ts';

const params = z.object({couponId: id('cpn')});

/** The coupon with this code, if there is one. */
export const couponByCode = (database: Database, code: string): Coupon | undefined =>
	database.list('coupons').find(row => row.code === code);

export const couponOperations = [
	operation({
		method: 'GET',
		path: '/coupons',
		operationId: 'listCoupons',
		summary: 'List coupons',
		tag: 'coupons',
		query: pageQuery.extend({code: z.string().optional()}),
		success: {status: 200, description: 'One page of coupons', schema: pageOf(coupon)},
		handle({query}, {database}) {
			const rows = database.list('coupons').filter(row => query.code === undefined || row.code === query.code);
			return {status: 200, body: paged(rows, query)};
		},
	}),
	operation({
		method: 'POST',
		path: '/coupons',
		operationId: 'createCoupon',
		summary: 'Create a coupon',
		tag: 'coupons',
		body: z.strictObject({code: couponCode, percentOff}).meta({id: 'NewCoupon'}),
		success: {status: 201, description: 'The new coupon', schema: coupon},
		refusals: [409],
		handle({body}, {database}) {
			if (couponByCode(database, body.code) !== undefined) {
				throw new ShopError({
					status: 409,
					code: 'code_taken',
					message: `Another coupon has the code "${body.code}".`,
					field: 'code',
				});
			}
			// The one deliberate bug of the shop: 15 percent are kept and answered as 0.15. The demo's tests have to find it.
			const row = database.insert('coupons', {code: body.code, percentOff: body.percentOff / 100});
			return {status: 201, body: row, location: `/coupons/${row.id}`};
		},
	}),
	operation({
		method: 'GET',
		path: '/coupons/{couponId}',
		operationId: 'getCoupon',
		summary: 'Read a coupon',
		tag: 'coupons',
		params,
		success: {status: 200, description: 'The coupon', schema: coupon},
		refusals: [404],
		handle: ({params: {couponId}}, {database}) => ({status: 200, body: database.get('coupons', couponId)}),
	}),
	operation({
		method: 'DELETE',
		path: '/coupons/{couponId}',
		operationId: 'deleteCoupon',
		summary: 'Delete a coupon',
		tag: 'coupons',
		params,
		success: {status: 204, description: 'The coupon is gone'},
		refusals: [404],
		handle({params: {couponId}}, {database}) {
			database.remove('coupons', couponId);
			return {status: 204};
		},
	}),
];
