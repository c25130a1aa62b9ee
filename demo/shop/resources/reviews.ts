import * as z from 'zod';
import {id, paged, pageOf, pageQuery} from '../fields.ts';
import {operation} from '../operation.ts';
import {comment, rating, review} from '../records.ts';

const productParams = z.object({productId: id('prd')});
const params = z.object({reviewId: id('rev')});
const newReview = z.strictObject({userId: id('usr'), rating, comment: comment.default('')}).meta({id: 'NewReview'});

export const reviewOperations = [
	operation({
		method: 'GET',
		path: '/products/{productId}/reviews',
		operationId: 'listReviews',
		summary: 'List the reviews of a product',
		tag: 'reviews',
		params: productParams,
		query: pageQuery,
		success: {status: 200, description: 'One page of reviews', schema: pageOf(review)},
		refusals: [404],
		handle({params: {productId}, query}, {database}) {
			database.get('products', productId);
			const rows = database.list('reviews').filter(row => row.productId === productId);
			return {status: 200, body: paged(rows, query)};
		},
	}),
	operation({
		method: 'POST',
		path: '/products/{productId}/reviews',
		operationId: 'createReview',
		summary: 'Review a product',
		tag: 'reviews',
		params: productParams,
		body: newReview,
		success: {status: 201, description: 'The new review', schema: review},
		refusals: [404, 422],
		handle({params: {productId}, body}, {database}) {
			database.get('products', productId);
			const row = database.insert('reviews', {productId, ...body});
			return {status: 201, body: row, location: `/reviews/${row.id}`};
		},
	}),
	operation({
		method: 'GET',
		path: '/reviews/{reviewId}',
		operationId: 'getReview',
		summary: 'Read a review',
		tag: 'reviews',
		params,
		success: {status: 200, description: 'The review', schema: review},
		refusals: [404],
		handle: ({params: {reviewId}}, {database}) => ({status: 200, body: database.get('reviews', reviewId)}),
	}),
	operation({
		method: 'DELETE',
		path: '/reviews/{reviewId}',
		operationId: 'deleteReview',
		summary: 'Delete a review',
		tag: 'reviews',
		params,
		success: {status: 204, description: 'The review is gone'},
		refusals: [404],
		handle({params: {reviewId}}, {database}) {
			database.remove('reviews', reviewId);
			return {status: 204};
		},
	}),
];
