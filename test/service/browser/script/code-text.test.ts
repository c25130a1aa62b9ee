import {expect, it} from 'vitest';
import {textHash} from '../../../../service/browser/script/code-text.ts';

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
