import {describe, expect, it} from 'vitest';
import {type OpenDelete, SweepOrder} from '../../../service/cleanup/sweep-order.ts';
import type {Rule} from '../../../service/cleanup/matching-rule.ts';

const open = (resourceId: string, family: string, parents: string[] = [], isLast = false): OpenDelete => ({
	projectId: 'prj_1',
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
const orderOf = (all: OpenDelete[], rules: Rule[] = [], parallel = 4) => {
	const order = new SweepOrder(all, rules, () => ({parallel}));
	return {
		start: () => order.start().map(({resourceId}) => resourceId),
		end: (resourceId: string) => order.end(resourceId),
		postpone(resourceId: string) {
			order.postpone(resourceId);
			order.end(resourceId);
		},
		isDone: () => order.isDone,
	};
};
const started = (all: OpenDelete[], rules: Rule[] = []) => orderOf(all, rules).start();

describe('DELETEs that may be sent', () => {
	const chain = [open('item', '/items', ['cart']), open('cart', '/carts', ['user']), open('user', '/users')];

	it('are those of records without children', () => {
		expect(started(chain)).toEqual(['item']);
		expect(started(chain.slice(1))).toEqual(['cart']);
	});

	it('wait for a child whose DELETE is under way', () => {
		const order = orderOf(chain);
		expect([order.start(), order.start()]).toEqual([['item'], []]);
		order.end('item');
		expect(order.start()).toEqual(['cart']);
	});

	it('are at most four of one family, whatever the others do', () => {
		const users = ['a', 'b', 'c', 'd', 'e', 'f'].map(id => open(id, '/users'));
		expect(started([...users, open('x', '/carts')])).toEqual(['a', 'b', 'c', 'd', 'x']);
		const order = orderOf(users);
		expect([order.start(), order.start()]).toEqual([['a', 'b', 'c', 'd'], []]);
		order.end('b');
		expect(order.start()).toEqual(['e']);
	});

	it('are no more of a project than tests of it may execute at once', () => {
		const all = ['/a', '/b', '/c', '/d'].flatMap(family => [1, 2, 3].map(n => open(`${family}${n}`, family)));
		const order = new SweepOrder(all, [], () => ({parallel: 2, ofProject: 2}));
		expect(order.start()).toHaveLength(2);
		expect(new SweepOrder(all, [], () => ({parallel: 2})).start()).toHaveLength(8);
	});

	it('are as many of a family as the project allows, and one by one when it allows one', () => {
		const users = ['a', 'b', 'c'].map(id => open(id, '/users'));
		const all = [...users, open('x', '/carts')];
		expect(orderOf(all, [], 2).start()).toEqual(['a', 'b', 'x']);
		const serial = orderOf(all, [], 1);
		expect([serial.start(), serial.start()]).toEqual([['a'], []]);
		serial.end('a');
		expect(serial.start()).toEqual(['b']);
	});

	it('are not those of records above one that will be sent again', () => {
		const order = orderOf([...chain, open('other', '/carts')]);
		expect(order.start()).toEqual(['item', 'other']);
		order.postpone('item');
		expect(order.start()).toEqual([]);
		order.end('other');
		expect(order.isDone()).toBe(true);
	});

	it('are sixteen together, and each comes once', () => {
		const all = Array.from({length: 40}, (_, n) => open(`r${n}`, `/family-${n % 8}`));
		const order = orderOf(all);
		const seen: string[] = [];
		let under: string[] = [];
		let most = 0;
		while (!order.isDone()) {
			under.push(...order.start());
			most = Math.max(most, under.length);
			seen.push(under[0]!);
			order.end(under[0]!);
			under = under.slice(1);
		}
		expect(most).toBe(16);
		expect(seen.sort()).toEqual(all.map(({resourceId}) => resourceId).sort());
	});

	it('come one by one with a serial rule, for all or for one family', () => {
		const some = [open('a', '/users'), open('b', '/users'), open('x', '/carts')];
		const order = orderOf(some, [rule({})]);
		expect([order.start(), order.start()]).toEqual([['a'], []]);
		order.end('a');
		expect(order.start()).toEqual(['b']);
		expect(started(some, [rule({path: '/users'})])).toEqual(['a', 'x']);
	});

	it('follow the families of an ordering rule', () => {
		const sequence = JSON.stringify(['/carts', '/users']);
		const some = [open('a', '/users'), open('x', '/carts')];
		expect(started(some, [rule({kind: 'order', sequence})])).toEqual(['x']);
		expect(started(some.slice(0, 1), [rule({kind: 'order', sequence})])).toEqual(['a']);
	});

	it('go on when a rule asks for parents before their children', () => {
		const sequence = JSON.stringify(['/users', '/carts']);
		expect(started(chain.slice(1), [rule({kind: 'order', sequence})])).toEqual(['cart']);
	});

	it('leave what hands out tokens to the end', () => {
		expect(started([open('session', '/sessions', [], true), open('a', '/users')])).toEqual(['a']);
	});
});
