import fc from '../../helpers/properties.ts';
import {expect, it} from 'vitest';
import {keptOutputBytes, TestOutput} from '../../../service/runners/test-output.ts';

const collect = (output: TestOutput, pieces: string[]) =>
	pieces.map(piece => output.add(piece, 0)).join('') + output.end();

it('passes text on as it comes when there is nothing to hide', () => {
	const output = new TestOutput([]);
	expect(output.add('one\n', 0)).toBe('one\n');
	expect(output.add('two', 0)).toBe('two');
	expect(output.end()).toBe('');
	expect(output.tail()).toBe('one\ntwo');
});

it('holds back only what may be the beginning of a secret', () => {
	const output = new TestOutput(['secret-1']);
	expect(output.add('is sec', 0)).toBe('is ');
	expect(output.add('ond; secret-', 0)).toBe('second; ');
	expect(output.add('1!', 0)).toBe('•••!');
	expect(output.end()).toBe('');
});

it('hides a secret however its pieces arrive', () => {
	fc.assert(
		fc.property(
			fc.array(fc.constantFrom('a', 'ab', 'aba', 'abab', 'canary', 'can', 'ary', ' ', 'é')),
			fc.constantFrom('ababa', 'canary-', 'canary', 'éé é', 'a b a'),
			(pieces, secret) => {
				const output = new TestOutput([secret]);
				const shown = collect(output, pieces);
				expect(shown).toBe(pieces.join('').replaceAll(secret, '•••'));
				expect(output.tail()).toBe(shown);
			},
		),
	);
});

it('hides the longer of two secrets that begin alike', () => {
	expect(collect(new TestOutput(['token-12345', 'token']), ['tok', 'en-12345 token', '-1'])).toBe('••• •••-1');
});

it('hides very short secrets only where they stand alone', () => {
	expect(collect(new TestOutput(['7']), ['7 of 17', ' is 7'])).toBe('••• of 17 is •••');
	expect(collect(new TestOutput(['42']), ['pin 4', '2', ', 4', '25 and 42', '.'])).toBe('pin •••, 425 and •••.');
});

it('says where output was left out, and shows no rest of a secret there', () => {
	const output = new TestOutput(['canary-token']);
	output.add('start can', 0);
	expect(output.add('-token and more than a dozen characters', 5000)).toBe(
		'\n[… 5000 bytes of output left out …]\nmore than a dozen characters',
	);
	expect(output.end()).toBe('');
});

it('keeps the last 51,200 bytes, beginning with a whole character', () => {
	const output = new TestOutput([]);
	for (let index = 0; index < 60; index++) output.add('€'.repeat(1000), 0);
	const bytes = Buffer.byteLength(output.tail());
	expect(keptOutputBytes - bytes).toBeLessThan(3);
	expect(output.tail()).toMatch(/^€+$/);
});
