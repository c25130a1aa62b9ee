import {describe, expect, it} from 'vitest';
import {createLanes, type LaneOptions} from '../../../service/discovery/lanes.ts';

/** Works by name: which have begun, and a way to end each. */
function works(width: number, room?: number) {
	const lanes = createLanes(width, room);
	const begun: string[] = [];
	const ends = new Map<string, () => void>();
	return {
		begun,
		add: (name: string, options?: LaneOptions) =>
			lanes(async () => {
				begun.push(name);
				await new Promise<void>(resolve => ends.set(name, resolve));
			}, options),
		async end(name: string, work: Promise<void>) {
			ends.get(name)?.();
			await work;
		},
	};
}

const turnOfTheLoop = () => new Promise(resolve => setImmediate(resolve));

describe('works that take turns', () => {
	it('run as many at a time as there are lanes, in the order in which they came', async () => {
		const {begun, add, end} = works(2);
		const [a, b] = [add('a'), add('b')];
		void add('c');
		void add('d');
		await turnOfTheLoop();
		expect(begun).toEqual(['a', 'b']);
		await end('b', b);
		await turnOfTheLoop();
		expect(begun).toEqual(['a', 'b', 'c']);
		await end('a', a);
		await turnOfTheLoop();
		expect(begun).toEqual(['a', 'b', 'c', 'd']);
	});

	it('take no more room than there is, and one that is larger than all of it runs alone', async () => {
		const {begun, add, end} = works(2, 5);
		const a = add('a', {size: 3});
		const b = add('b', {size: 9});
		void add('c', {size: 1});
		await turnOfTheLoop();
		expect(begun).toEqual(['a']);
		await end('a', a);
		await turnOfTheLoop();
		expect(begun).toEqual(['a', 'b']);
		await end('b', b);
		await turnOfTheLoop();
		expect(begun).toEqual(['a', 'b', 'c']);
	});

	it('that are given up while they wait are never begun, and keep nobody waiting', async () => {
		const {begun, add, end} = works(1, 5);
		const a = add('a', {size: 1});
		const leaving = new AbortController();
		const b = add('b', {signal: leaving.signal, size: 5});
		const c = add('c', {size: 1});
		leaving.abort(new Error('nobody waits'));
		await expect(b).rejects.toThrow('nobody waits');
		await end('a', a);
		await turnOfTheLoop();
		expect(begun).toEqual(['a', 'c']);
		await end('c', c);
		await expect(add('d', {signal: leaving.signal})).rejects.toThrow('nobody waits');
	});

	it('that fail make room', async () => {
		const lanes = createLanes(1);
		await expect(lanes(async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
		expect(await lanes(async () => 'next')).toBe('next');
	});
});
