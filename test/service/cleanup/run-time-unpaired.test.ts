import {describe} from 'vitest';
import {type Case, finds, made, origin} from './pairs-of-lines.ts';

const cases: Case[] = [
	// What makes nothing that the DELETE could take away, or where it is that of another family.
	[
		'a member is no new user',
		['/users/{userId}'],
		[['POST /teams/t1/users', {answer: {id: 'u7', name: 'Ada'}, sent: {user_id: 'u7'}}]],
		[],
	],
	[
		'a word of another resource',
		['/chat/completions/{id}'],
		[['POST /completions', {answer: {id: 'c1', text: 'x'}}]],
		[],
	],
	[
		'an action on a record',
		['/orders/{id}'],
		[['POST /orders/5/cancel', {answer: {id: 5, state: 'cancelled', self: '/orders/5'}}]],
		[],
	],
	[
		'a part of a record is no record',
		['/orders/{id}'],
		[['POST /orders/5/refunds', made({id: 'rf1', orderId: 5})]],
		[],
	],
	['a whole list', ['/labels'], [['POST /labels', made({ok: true})]], []],
	[
		'an address of somebody else',
		['/users/{id}', '/posts/{id}'],
		[['POST /posts', made({id: 3, author: '/users/9', authorUrl: `${origin}/users/9`})]],
		['/posts/3'],
	],
	[
		'a Location elsewhere',
		['/users/{id}'],
		[['POST /invitations', {status: 201, headers: {Location: 'http://other.test/users/5'}}]],
		[],
	],
	[
		'a Location that names the parent',
		['/carts/{id}'],
		[['POST /carts/c1/checkout', {status: 201, headers: {Location: '/carts/c1'}, answer: {ok: true}}]],
		[],
	],
	['a number that is no key', ['/prices/{price}'], [['POST /prices', made({amount: 5, currency: 'EUR'})]], []],
];

describe('no DELETE is found at run time', () => finds(cases));
