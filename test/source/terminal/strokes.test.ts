import {describe, expect, it} from 'vitest';
import {type KeyFlags, type Stroke, StrokeReader} from '../../../source/terminal/strokes.ts';

const names = (strokes: readonly Stroke[]) =>
	strokes.map(stroke => (stroke.kind === 'key' ? stroke.name : stroke.kind));
const read = (input: string, key: KeyFlags = {}) => names(new StrokeReader().read(input, key));

describe('strokes', () => {
	it.each<[string, string, KeyFlags, string[]]>([
		['one letter', 'j', {}, ['j']],
		['three letters that arrive in one read', 'jjj', {}, ['j', 'j', 'j']],
		['a capital letter', 'G', {shift: true}, ['G']],
		['a blank', ' ', {}, ['space']],
		['Enter', '\r', {return: true}, ['enter']],
		['a line break within other characters', 'a\nb', {}, ['a', 'enter', 'b']],
		['an arrow', '', {upArrow: true}, ['up']],
		['Tab and Shift-Tab', '', {tab: true, shift: true}, ['shift+tab']],
		['Backspace, which Ink calls delete', '', {delete: true}, ['backspace']],
		['Ctrl with a letter', 'd', {ctrl: true}, ['ctrl+d']],
		['two Ctrl keys in one read', '\u0004\u0004', {}, ['ctrl+d', 'ctrl+d']],
		['Esc and a letter in one read', 'j', {meta: true}, ['escape', 'j']],
		['a character of several code points', 'e\u0301', {}, ['e\u0301']],
		['focus reports are none', '[I', {}, []],
	])('%s', (_what, input, key, expected) => {
		expect(read(input, key)).toEqual(expected);
	});

	it('tell wheel and click, and nothing of the other mouse reports', () => {
		const reader = new StrokeReader();
		expect(reader.read('[<64;10;5M', {})).toEqual([{kind: 'wheel', direction: -1}]);
		expect(reader.read('[<65;10;5M', {})).toEqual([{kind: 'wheel', direction: 1}]);
		expect(reader.read('[<0;10;5M', {})).toEqual([{kind: 'click', column: 9, row: 4}]);
		expect(reader.read('[<0;10;5m', {})).toEqual([]);
		expect(reader.read('[<35;10;5M', {})).toEqual([]);
	});

	it('of pasted text are its characters; its line breaks do not press Enter', () => {
		const reader = new StrokeReader();
		expect(reader.read('[200~', {})).toEqual([]);
		expect(names(reader.read('one\rtwo', {}))).toEqual(['o', 'n', 'e', 'space', 't', 'w', 'o']);
		expect(names(reader.read('\r', {return: true}))).toEqual(['space']);
		expect(reader.read('[201~', {})).toEqual([]);
		expect(names(reader.read('\r', {return: true}))).toEqual(['enter']);
	});

	it('of pasted text press no key, and Esc is one although the end of the paste is missing', () => {
		const reader = new StrokeReader();
		reader.read('[200~', {});
		const typed = (strokes: readonly Stroke[]) =>
			strokes.map(stroke => stroke.kind === 'key' && stroke.pasted === true);
		expect(names(reader.read('a\tb\u0003\u007F', {}))).toEqual(['a', 'space', 'b']);
		expect(names(reader.read('\t', {tab: true}))).toEqual(['space']);
		expect(typed(reader.read('q', {}))).toEqual([true]);
		expect(names(reader.read('c', {ctrl: true}))).toEqual(['ctrl+c']);
		expect(names(reader.read('', {escape: true}))).toEqual(['escape']);
		expect(typed(reader.read('q', {}))).toEqual([false]);
	});
});
