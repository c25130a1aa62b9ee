import {timingSafeEqual} from 'node:crypto';
import * as z from 'zod';
import {operation} from '../operation.ts';
import {tokenLifetimeMs} from '../sessions.ts';
import {ShopError} from '../shop-error.ts';

/** The one account that the shop is born with. It guards nothing but sample data on the loopback interface. */
export const manager = {email: 'manager@shop.example', password: 'open-sesame'} as const;

const loginBody = z.strictObject({
	email: z.email().meta({example: manager.email}),
	password: z.string().min(1).meta({example: manager.password}),
});

const session = z
	.object({
		token: z.string().min(1),
		tokenType: z.literal('Bearer'),
		expiresInSeconds: z.int().min(1),
	})
	.meta({id: 'Session'});

function isEqual(given: string, expected: string): boolean {
	const [left, right] = [Buffer.from(given), Buffer.from(expected)];
	return left.length === right.length && timingSafeEqual(left, right);
}

export const authOperations = [
	operation({
		method: 'POST',
		path: '/auth/login',
		operationId: 'login',
		summary: 'Exchange e-mail and password for a bearer token',
		tag: 'auth',
		isPublic: true,
		body: loginBody,
		success: {status: 200, description: 'The token for all other calls', schema: session},
		refusals: [401],
		handle({body}, {sessions}) {
			if (body.email !== manager.email || !isEqual(body.password, manager.password)) {
				throw new ShopError({status: 401, code: 'bad_credentials', message: 'E-mail or password is wrong.'});
			}
			return {
				status: 200,
				body: {token: sessions.open(), tokenType: 'Bearer', expiresInSeconds: tokenLifetimeMs / 1000},
			};
		},
	}),
];
