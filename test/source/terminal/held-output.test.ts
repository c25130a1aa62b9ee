import {describe, expect, it} from 'vitest';
import {holdOutput} from '../../../source/terminal/held-output.ts';

describe('held output', () => {
	it('comes out afterwards, in its order', () => {
		const written: string[] = [];
		const stream = {write: (text: string) => written.push(text)};
		const release = holdOutput(stream);
		stream.write('one');
		stream.write('two');
		expect(written).toEqual([]);
		release();
		stream.write('three');
		expect(written).toEqual(['one', 'two', 'three']);
	});
});
