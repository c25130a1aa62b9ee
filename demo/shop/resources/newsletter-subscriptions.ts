import * as z from 'zod';
import {email, id, paged, pageOf, pageQuery} from '../fields.ts';
import {operation} from '../operation.ts';
import {ShopError} from '../shop-error.ts';
import {newsletterSubscription} from '../records.ts';

/** There is no DELETE on purpose: whoever subscribes in a test leaves a record behind, and a test run should say so. */
export const newsletterSubscriptionOperations = [
	operation({
		method: 'GET',
		path: '/newsletter-subscriptions',
		operationId: 'listNewsletterSubscriptions',
		summary: 'List newsletter subscriptions',
		tag: 'newsletter',
		query: pageQuery,
		success: {status: 200, description: 'One page of subscriptions', schema: pageOf(newsletterSubscription)},
		handle: ({query}, {database}) => ({status: 200, body: paged(database.list('newsletterSubscriptions'), query)}),
	}),
	operation({
		method: 'POST',
		path: '/newsletter-subscriptions',
		operationId: 'createNewsletterSubscription',
		summary: 'Subscribe to the newsletter',
		tag: 'newsletter',
		body: z.strictObject({email}).meta({id: 'NewNewsletterSubscription'}),
		success: {status: 201, description: 'The new subscription', schema: newsletterSubscription},
		refusals: [409],
		handle({body}, {database}) {
			if (database.list('newsletterSubscriptions').some(row => row.email === body.email)) {
				throw new ShopError({
					status: 409,
					code: 'already_subscribed',
					message: `"${body.email}" is subscribed already.`,
					field: 'email',
				});
			}
			const row = database.insert('newsletterSubscriptions', body);
			return {status: 201, body: row, location: `/newsletter-subscriptions/${row.id}`};
		},
	}),
	operation({
		method: 'GET',
		path: '/newsletter-subscriptions/{subscriptionId}',
		operationId: 'getNewsletterSubscription',
		summary: 'Read a newsletter subscription',
		tag: 'newsletter',
		params: z.object({subscriptionId: id('sub')}),
		success: {status: 200, description: 'The subscription', schema: newsletterSubscription},
		refusals: [404],
		handle: ({params: {subscriptionId}}, {database}) => ({
			status: 200,
			body: database.get('newsletterSubscriptions', subscriptionId),
		}),
	}),
];
