import {expect, it} from 'vitest';
import {quoted, textCode, textHash, valueCode} from '../../../../service/browser/script/code-text.ts';

it('is another one when the type, the text or a hint changes, and not for the order of keys', () => {
	const step = {type: 'action', description: 'Click Save', target: 'Save'} as const;
	expect(textHash({target: 'Save', description: 'Click Save', type: 'action'})).toBe(textHash(step));
	const others = [
		{...step, type: 'assertion' as const},
		{...step, description: 'Click save'},
		{...step, target: 'Store'},
		{...step, value: 'x'},
	];
	expect(new Set([step, ...others].map(textHash)).size).toBe(5);
});

it('writes control characters of a page as escapes, so that a printed file moves nothing in a terminal', () => {
	const code = quoted('a\u001B]52;c;x\u0007 \u009B2J \u202Eb');
	expect(code).toBe("'a\\u001b]52;c;x\\u0007 \\u009b2J \\u202eb'");
	expect(textCode('VAR_A \u009B', new Set())).toBe(['`$', '{process.env.VAR_A!} \\u009b`'].join(''));
});

it('asks the environment for what a run has hidden, and says so', () => {
	expect(valueCode({text: '•••', isQuoted: true}, new Set())).toBe(
		'process.env.TEST_PASSWORD! /* hidden here: the value that the step spells */',
	);
	expect(valueCode({text: 'open sesame', isQuoted: true}, new Set())).toBe("'open sesame'");
});
