import * as z from 'zod';
import {id, name, paged, pageOf, pageQuery} from '../fields.ts';
import {operation} from '../operation.ts';
import {category, priceCents, product} from '../records.ts';

const params = z.object({productId: id('prd')});
const newProduct = z.strictObject({name, category, priceCents}).meta({id: 'NewProduct'});
const productChanges = z
	.strictObject({name: name.optional(), category: category.optional(), priceCents: priceCents.optional()})
	.meta({id: 'ProductChanges'});

const productFilter = pageQuery.extend({
	category: category.optional(),
	maxPriceCents: z.coerce.number().int().min(0).optional(),
	sort: z.enum(['created', 'price']).default('created'),
});

export const productOperations = [
	operation({
		method: 'GET',
		path: '/products',
		operationId: 'listProducts',
		summary: 'List products',
		tag: 'products',
		query: productFilter,
		success: {status: 200, description: 'One page of products', schema: pageOf(product)},
		handle({query}, {database}) {
			const rows = database
				.list('products')
				.filter(row => query.category === undefined || row.category === query.category)
				.filter(row => query.maxPriceCents === undefined || row.priceCents <= query.maxPriceCents);
			if (query.sort === 'price') rows.sort((left, right) => left.priceCents - right.priceCents);
			return {status: 200, body: paged(rows, query)};
		},
	}),
	operation({
		method: 'POST',
		path: '/products',
		operationId: 'createProduct',
		summary: 'Create a product',
		tag: 'products',
		body: newProduct,
		success: {status: 201, description: 'The new product', schema: product},
		handle({body}, {database}) {
			const row = database.insert('products', body);
			return {status: 201, body: row, location: `/products/${row.id}`};
		},
	}),
	operation({
		method: 'GET',
		path: '/products/{productId}',
		operationId: 'getProduct',
		summary: 'Read a product',
		tag: 'products',
		params,
		success: {status: 200, description: 'The product', schema: product},
		refusals: [404],
		handle: ({params: {productId}}, {database}) => ({status: 200, body: database.get('products', productId)}),
	}),
	operation({
		method: 'PATCH',
		path: '/products/{productId}',
		operationId: 'updateProduct',
		summary: 'Change a product',
		tag: 'products',
		params,
		body: productChanges,
		success: {status: 200, description: 'The changed product', schema: product},
		refusals: [404],
		handle: ({params: {productId}, body}, {database}) => ({
			status: 200,
			body: database.update('products', productId, body),
		}),
	}),
	operation({
		method: 'DELETE',
		path: '/products/{productId}',
		operationId: 'deleteProduct',
		summary: 'Delete a product that nobody has in a cart, an order or a review',
		tag: 'products',
		params,
		success: {status: 204, description: 'The product is gone'},
		refusals: [404, 409],
		handle({params: {productId}}, {database}) {
			database.remove('products', productId);
			return {status: 204};
		},
	}),
];
