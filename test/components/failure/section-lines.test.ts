import {describe, expect, it} from 'vitest';
import {textLines} from '../../../components/failure/section-lines.ts';

const shown = (text: string, width: number) => textLines(text, width).map(line => line.map(span => span.text).join(''));

describe('foreign text in a pane', () => {
	it('is folded under its own indentation', () => {
		expect(shown('{\n    "createdAt": "2026-01-31T09:30:00.000Z"\n}', 36)).toEqual([
			'{',
			'    "createdAt":',
			'      "2026-01-31T09:30:00.000Z"',
			'}',
		]);
	});

	it('has no blank line before a long word that is indented', () => {
		expect(shown(`      "${'x'.repeat(40)}"`, 30)).toEqual([`      "${'x'.repeat(21)}`, `        ${'x'.repeat(19)}"`]);
	});

	it('goes without an indentation that leaves no room, and is no line when it is blank', () => {
		expect(shown(`${' '.repeat(30)}one two`, 20).join('|')).toMatch(/one two$/);
		expect(shown(' \n ', 20)).toEqual([]);
	});
});
