import fc from '../../helpers/properties.ts';
import {describe, expect, it} from 'vitest';
import {cleanLine, cleanLines} from '../../../source/terminal/clean-text.ts';
import {cpuTimer} from '../../helpers/cpu-time.ts';

describe('foreign text on one line', () => {
	it.each([
		['plain words stay', 'creates an order', 'creates an order'],
		['colours', '\u001B[31mred\u001B[0m', 'red'],
		['cursor moves and clears', 'a\u001B[2J\u001B[1;1Hb', 'ab'],
		['a window title', 'a\u001B]0;evil\u0007b', 'ab'],
		['a clipboard write ended by ST', 'a\u001B]52;c;ZXZpbA==\u001B\\b', 'ab'],
		['a device control string', 'a\u001BPq#0;2\u001B\\b', 'ab'],
		['an unfinished sequence', 'a\u001B]52;c;ZXZp', 'a52;c;ZXZp'],
		['8-bit control sequences', 'a\u009B31mb\u009D0;x\u009Cc', 'abc'],
		['bell, backspace, carriage return', 'a\u0007b\bc\rd', 'abc d'],
		['tabs and line breaks become blanks', 'a\tb\r\nc\nd', 'a b c d'],
		['the writing direction', 'user\u202Egpj.exe', 'usergpj.exe'],
		['isolates and marks', '\u2066a\u2069\u200Eb\u061C', 'ab'],
		['zero-width spaces and byte order marks', 'a\u200B\uFEFFb', 'ab'],
		['invisible tags', 'a\u{E0041}b', 'ab'],
		['half a character', 'a\uD800b', 'a\uFFFDb'],
		['joined emoji fall into their parts', '👩\u200D💻', '👩💻'],
		['skin tones and variation selectors go', '👍🏽 ❤\uFE0F', '👍 ❤'],
		['CJK, accents and combining characters stay', '注文 é e\u0301', '注文 é e\u0301'],
	])('%s', (_what, foreign, clean) => {
		expect(cleanLine(foreign)).toBe(clean);
	});

	it('never holds a character that moves the cursor, whatever comes in', () => {
		const pieces = fc.constantFrom(
			'\u001B',
			'[',
			']',
			'0',
			';',
			'm',
			'H',
			'\u0007',
			'\u009B',
			'\\',
			'a',
			'\n',
			'\u202E',
			'P',
		);
		fc.assert(
			fc.property(fc.array(fc.oneof(pieces, fc.string({unit: 'binary'}))), parts => {
				expect(cleanLine(parts.join(''))).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/);
			}),
		);
	});

	it('is clean already after it was cleaned once', () => {
		fc.assert(
			fc.property(fc.string({unit: 'binary'}), text => {
				const once = cleanLine(text);
				expect(cleanLine(once)).toBe(once);
			}),
		);
	});
});

describe('foreign text on several lines', () => {
	it('breaks at every kind of line end', () => {
		expect(cleanLines('a\nb\r\nc\rd\u2028e')).toEqual(['a', 'b', 'c', 'd', 'e']);
	});

	it('moves tabs to multiples of four', () => {
		expect(cleanLines('\tif x:\n12\t3')).toEqual(['    if x:', '12  3']);
	});

	it('loses its escape sequences', () => {
		expect(cleanLines('\u001B[1mbold\u001B[0m\nplain\u001B[2K')).toEqual(['bold', 'plain']);
	});

	it('of two megabytes is clean at once', () => {
		const line = '\u001B[31merror\u001B[0m expected 201, received 500 \u0007';
		const tookMs = cpuTimer();
		expect(cleanLines(`${line}\n`.repeat(50_000))).toHaveLength(50_001);
		expect(tookMs()).toBeLessThan(5000);
	});
});
