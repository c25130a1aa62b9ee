import {expect, it} from 'vitest';
import {clean, cleanLine} from '../../../source/output/clean.ts';

it.each([
	['escape sequences', 'a\u001B[31mb', 'a?[31mb'],
	['C1 codes', 'a\u009Bb', 'a?b'],
	['bidirectional overrides and isolates', 'abc\u202Etxt\u2066x\u2069', 'abc?txt?x?'],
	['line breaks of any kind', 'a\r\nb\rc', 'a\nb?c'],
])('%s of foreign text do not reach the terminal', (_, text, cleaned) => {
	expect(clean(text)).toBe(cleaned);
});

it('a cell of a table is one line, and words of any language stay as they are', () => {
	expect(cleanLine('a\nb\tc')).toBe('a b c');
	expect(cleanLine('Überprüfung 注文 👩‍💻')).toBe('Überprüfung 注文 👩‍💻');
});
