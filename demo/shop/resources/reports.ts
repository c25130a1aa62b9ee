import {setTimeout as delay} from 'node:timers/promises';
import * as z from 'zod';
import {cents} from '../fields.ts';
import {operation} from '../operation.ts';

const salesReport = z
	.object({orders: z.int().min(0), revenueCents: cents, averageCents: cents})
	.meta({id: 'SalesReport'});

export const reportOperations = [
	operation({
		method: 'GET',
		path: '/reports/sales',
		operationId: 'getSalesReport',
		summary: 'Sum up all orders that were not cancelled; takes more than a second',
		tag: 'reports',
		success: {status: 200, description: 'The sums of this moment', schema: salesReport},
		async handle(_input, {database, reportDelayMs}) {
			await delay(reportDelayMs);
			const orders = database.list('orders').filter(({status}) => status !== 'cancelled');
			const revenueCents = orders.reduce((sum, {totalCents}) => sum + totalCents, 0);
			const averageCents = orders.length === 0 ? 0 : Math.round(revenueCents / orders.length);
			return {status: 200, body: {orders: orders.length, revenueCents, averageCents}};
		},
	}),
];
