import {describe, expect, it} from 'vitest';
import {type TextField, textEdits, textField, textOf, typeText} from '../../../source/view-model/text-field.ts';

/** Types characters and presses named keys (in angle brackets). */
function use(keys: string, start = ''): {text: string; caret: number} {
	let field: TextField = textField(start);
	for (const key of keys.match(/<[^>]+>|[^<]/gu) ?? []) {
		const edit = textEdits[key.slice(1, -1)];
		field = edit ? edit(field) : typeText(field, key);
	}
	return {text: textOf(field), caret: field.caret};
}

describe('a text that is typed', () => {
	it.each([
		['abc', 'abc', 3],
		['abc<backspace>', 'ab', 2],
		['<backspace>', '', 0],
		['abc<left><left>x', 'axbc', 2],
		['abc<home>x<end>y', 'xabcy', 5],
		['abc<left><backspace>', 'ac', 1],
		['one two<ctrl+w>', 'one ', 4],
		['one two<left><left><ctrl+u>', 'wo', 0],
		['abc<ctrl+a><right>x<ctrl+e>y', 'axbcy', 5],
		['注文<backspace>', '注', 1],
		['e\u0301<backspace>', '', 0],
	])('%s', (keys, text, caret) => {
		expect(use(keys)).toEqual({text, caret});
	});

	it('begins with its caret at the end', () => {
		expect(use('!', 'shop')).toEqual({text: 'shop!', caret: 5});
	});
});
