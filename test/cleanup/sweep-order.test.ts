import {describe, expect, it} from 'vitest';
import {deletesToStart, type OpenDelete} from '../../service/cleanup/sweep-order.ts';
import type {Rule} from '../../service/cleanup/matching-rule.ts';

const open = (resourceId: string, family: string, parents: string[] = [], isLast = false): OpenDelete => ({
	resourceId,
	family,
	source_path: family,
	parents,
	isLast,
});
const rule = (fields: Partial<Rule>): Rule => ({
	kind: 'serial',
	method: null,
	path: null,
	filter: null,
	sequence: null,
	...fields,
});
const started = (all: OpenDelete[], running: string[] = [], rules: Rule[] = []) =>
	deletesToStart(all, new Set(running), rules).map(({resourceId}) => resourceId);

describe('DELETEs that may be sent', () => {
	const chain = [open('item', '/items', ['cart']), open('cart', '/carts', ['user']), open('user', '/users')];

	it('are those of records without children', () => {
		expect(started(chain)).toEqual(['item']);
		expect(started(chain.slice(1))).toEqual(['cart']);
	});

	it('wait for a child whose DELETE is under way', () => {
		expect(started(chain, ['item'])).toEqual([]);
	});

	it('are at most four of one family, whatever the others do', () => {
		const users = ['a', 'b', 'c', 'd', 'e', 'f'].map(id => open(id, '/users'));
		expect(started([...users, open('x', '/carts')])).toEqual(['a', 'b', 'c', 'd', 'x']);
		expect(started(users, ['a', 'b', 'c'])).toEqual(['d']);
	});

	it('come one by one with a serial rule, for all or for one family', () => {
		const some = [open('a', '/users'), open('b', '/users'), open('x', '/carts')];
		expect(started(some, [], [rule({})])).toEqual(['a']);
		expect(started(some, ['a'], [rule({})])).toEqual([]);
		expect(started(some, [], [rule({path: '/users'})])).toEqual(['a', 'x']);
	});

	it('follow the families of an ordering rule', () => {
		const sequence = JSON.stringify(['/carts', '/users']);
		const some = [open('a', '/users'), open('x', '/carts')];
		expect(started(some, [], [rule({kind: 'order', sequence})])).toEqual(['x']);
		expect(started(some.slice(0, 1), [], [rule({kind: 'order', sequence})])).toEqual(['a']);
	});

	it('go on when a rule asks for parents before their children', () => {
		const sequence = JSON.stringify(['/users', '/carts']);
		expect(started(chain.slice(1), [], [rule({kind: 'order', sequence})])).toEqual(['cart']);
	});

	it('leave what hands out tokens to the end', () => {
		expect(started([open('session', '/sessions', [], true), open('a', '/users')])).toEqual(['a']);
	});
});
