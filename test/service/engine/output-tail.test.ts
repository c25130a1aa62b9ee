import {describe, expect, it} from 'vitest';
import {keptOutputBytes, OutputTail} from '../../../service/engine/output-tail.ts';

describe('the output of a running test', () => {
	it('is everything while it is short', () => {
		const tail = new OutputTail();
		tail.add('one\n');
		tail.add('two\n');
		expect(String(tail)).toBe('one\ntwo\n');
	});

	it('is the last 51,200 bytes when it is long, and does not grow in memory', () => {
		const tail = new OutputTail();
		for (let i = 0; i < 50_000; i++) tail.add(`line ${i}\n`);
		const text = String(tail);
		expect(Buffer.byteLength(text)).toBe(keptOutputBytes);
		expect(text.endsWith('line 49999\n')).toBe(true);
	});

	it.each(['é', '€', '😀'])('is never cut inside %s', character => {
		for (const shift of ['', 'x', 'xx', 'xxx']) {
			const tail = new OutputTail();
			tail.add(character.repeat(60_000) + shift);
			const text = String(tail);
			expect(Buffer.byteLength(text)).toBeLessThanOrEqual(keptOutputBytes);
			expect(Buffer.byteLength(text)).toBeGreaterThan(keptOutputBytes - 4);
			expect(text.replace(/x*$/, '').replaceAll(character, '')).toBe('');
		}
	});
});
