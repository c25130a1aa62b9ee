import {expect, it} from 'vitest';
import {RecentlyUsed} from '../../../service/domain/recently-used.ts';

it('keeps what was used last, and makes the rest again', () => {
	const kept = new RecentlyUsed<string, string>(2);
	const made: string[] = [];
	const get = (key: string) =>
		kept.get(key, () => {
			made.push(key);
			return key.toUpperCase();
		});
	expect(['a', 'b', 'a', 'c', 'a', 'b'].map(get)).toEqual(['A', 'B', 'A', 'C', 'A', 'B']);
	expect(made).toEqual(['a', 'b', 'c', 'b']);
	kept.clear();
	get('a');
	expect(made).toEqual(['a', 'b', 'c', 'b', 'a']);
});

it('keeps nothing where making fails, and a value that is undefined', () => {
	const kept = new RecentlyUsed<string, undefined>(1);
	const fail = (): undefined => {
		throw new Error('broken');
	};
	expect(() => kept.get('a', fail)).toThrow('broken');
	kept.get('a', () => undefined);
	expect(kept.get('a', fail)).toBeUndefined();
});
