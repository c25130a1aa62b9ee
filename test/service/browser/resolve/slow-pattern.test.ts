import {expect, it} from 'vitest';
import {compare, SlowPattern} from '../../../../service/browser/resolve/compare.ts';

const pattern = (text: string) => ({text, isQuoted: true});

it('a pattern that does not come to an end neither matches nor fails to match', () => {
	const text = `${'a'.repeat(50)}!`;
	expect(() => compare(text, 'matches', pattern('(a+)+$'))).toThrow(SlowPattern);
	expect(() => compare(text, 'matches', pattern('(a+)+$'))).toThrow('write it without repetitions in repetitions');
	expect(compare(text, 'matches', pattern('/^a{50}!$/'))).toBe(true);
	expect(compare(text, 'matches', pattern('b'))).toBe(false);
	expect(compare(text, 'matches', pattern('('))).toBe(false);
});
