import * as z from 'zod';
import type {Database} from '../database.ts';
import {email, id, name, paged, pageOf, pageQuery} from '../fields.ts';
import {operation} from '../operation.ts';
import {ShopError} from '../shop-error.ts';
import {user} from '../records.ts';

const params = z.object({userId: id('usr')});
const newUser = z.strictObject({name, email}).meta({id: 'NewUser'});
const userChanges = z.strictObject({name: name.optional(), email: email.optional()}).meta({id: 'UserChanges'});

function ensureFreeEmail(database: Database, wanted: string, ownId?: string): void {
	const isTaken = database
		.list('users')
		.some(other => other.id !== ownId && other.email.toLowerCase() === wanted.toLowerCase());
	if (isTaken) {
		throw new ShopError({
			status: 409,
			code: 'email_taken',
			message: `Another user has the e-mail "${wanted}".`,
			field: 'email',
		});
	}
}

export const userOperations = [
	operation({
		method: 'GET',
		path: '/users',
		operationId: 'listUsers',
		summary: 'List users',
		tag: 'users',
		query: pageQuery.extend({email: z.string().optional()}),
		success: {status: 200, description: 'One page of users', schema: pageOf(user)},
		handle({query}, {database}) {
			const rows = database.list('users').filter(row => query.email === undefined || row.email === query.email);
			return {status: 200, body: paged(rows, query)};
		},
	}),
	operation({
		method: 'POST',
		path: '/users',
		operationId: 'createUser',
		summary: 'Create a user',
		tag: 'users',
		body: newUser,
		success: {status: 201, description: 'The new user', schema: user},
		refusals: [409],
		handle({body}, {database}) {
			ensureFreeEmail(database, body.email);
			const row = database.insert('users', body);
			return {status: 201, body: row, location: `/users/${row.id}`};
		},
	}),
	operation({
		method: 'GET',
		path: '/users/{userId}',
		operationId: 'getUser',
		summary: 'Read a user',
		tag: 'users',
		params,
		success: {status: 200, description: 'The user', schema: user},
		refusals: [404],
		handle: ({params: {userId}}, {database}) => ({status: 200, body: database.get('users', userId)}),
	}),
	operation({
		method: 'PATCH',
		path: '/users/{userId}',
		operationId: 'updateUser',
		summary: 'Change the name or the e-mail of a user',
		tag: 'users',
		params,
		body: userChanges,
		success: {status: 200, description: 'The changed user', schema: user},
		refusals: [404, 409],
		handle({params: {userId}, body}, {database}) {
			database.get('users', userId);
			if (body.email !== undefined) ensureFreeEmail(database, body.email, userId);
			return {status: 200, body: database.update('users', userId, body)};
		},
	}),
	operation({
		method: 'DELETE',
		path: '/users/{userId}',
		operationId: 'deleteUser',
		summary: 'Delete a user who has no carts, orders or reviews',
		tag: 'users',
		params,
		success: {status: 204, description: 'The user is gone'},
		refusals: [404, 409],
		handle({params: {userId}}, {database}) {
			database.remove('users', userId);
			return {status: 204};
		},
	}),
];
