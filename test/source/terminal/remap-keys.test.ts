import {describe, expect, it} from 'vitest';
import {isApiError} from '../../../source/errors/api-error.ts';
import type {Binding} from '../../../source/terminal/key-table.ts';
import {remapKeys} from '../../../source/terminal/remap-keys.ts';

type Layer = 'list' | 'global';
const bindings: Binding<Layer>[] = [
	{layer: 'list', action: 'down', keys: ['j', 'down'], help: 'next row'},
	{layer: 'global', action: 'quit', keys: ['q'], help: 'quit'},
];
const remap = (content: unknown) =>
	remapKeys(bindings, {
		file: 'keys.json',
		content: typeof content === 'string' ? content : JSON.stringify(content),
		stacks: [['list', 'global']],
	});

function refusal(content: unknown) {
	try {
		remap(content);
	} catch (error) {
		if (isApiError(error)) return error;
		throw error;
	}
	throw new Error('It was accepted.');
}

describe('keys of the user', () => {
	it('replace the default ones; all others stay', () => {
		const keys = remap({'global.quit': 'Q', 'list.down': ['ctrl+n', 'g j']}).map(binding => binding.keys);
		expect(keys).toEqual([['ctrl+n', 'g j'], ['Q']]);
	});

	it('may leave an action without a key', () => {
		expect(remap({'global.quit': []})[1]?.keys).toEqual([]);
	});

	it('that conflict are refused with both names', () => {
		const error = refusal({'global.quit': 'j'});
		expect(error.exitCode).toBe(5);
		expect(error.message).toContain('"list.down"');
		expect(error.message).toContain('"global.quit"');
		expect(error.message).toContain('"j"');
	});

	it.each([
		['an unknown action', {'list.fly': 'f'}, 'no action "list.fly"'],
		['a key that does not exist', {'global.quit': 'meta+super'}, '"meta+super"'],
		['an empty key', {'global.quit': ''}, 'is not a key'],
		['not JSON', '{', 'not JSON'],
		['another shape', ['q'], 'must map'],
		['a number for a key', {'global.quit': 1}, 'must map'],
	])('%s is refused by name', (_what, content, words) => {
		const error = refusal(content);
		expect(error.message).toContain(words);
		expect(error.nextAction).toContain('keys.json');
	});
});
