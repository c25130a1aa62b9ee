import {describe, expect, it} from 'vitest';
import {type Binding, findKeyConflict, matchStroke} from '../../../source/terminal/key-table.ts';

type Layer = 'inner' | 'outer' | 'other';
const bind = (layer: Layer, action: string, ...keys: string[]): Binding<Layer> => ({layer, action, keys, help: action});
const table = [
	bind('inner', 'first', 'g g', 'home'),
	bind('inner', 'go', 'x'),
	bind('outer', 'quit', 'q'),
	bind('other', 'unseen', 'q', 'x'),
];

function press(strokes: string[], layers: readonly Layer[]): string[] {
	let pending = '';
	const actions: string[] = [];
	for (const stroke of strokes) {
		const match = matchStroke(table, stroke, layers, pending);
		pending = match.kind === 'pending' ? match.pending : '';
		if (match.kind === 'action') actions.push(match.binding.action);
	}
	return actions;
}

describe('the key table', () => {
	it.each<[string, string[], Layer[], string[]]>([
		['a key of the innermost layer', ['x'], ['inner', 'outer'], ['go']],
		['a key of an outer layer', ['q'], ['inner', 'outer'], ['quit']],
		['a key of a layer that is not active', ['x'], ['outer'], []],
		['a chord', ['g', 'g'], ['inner'], ['first']],
		['a chord twice', ['g', 'g', 'g', 'g'], ['inner'], ['first', 'first']],
		['a chord that is not completed does not swallow the next key', ['g', 'q'], ['inner', 'outer'], ['quit']],
		['half a chord alone', ['g'], ['inner'], []],
		['another key with the same meaning', ['home'], ['inner'], ['first']],
	])('%s', (_what, strokes, layers, actions) => {
		expect(press(strokes, layers)).toEqual(actions);
	});

	it('has no conflict between layers that are never active together', () => {
		expect(findKeyConflict(table, [['inner', 'outer'], ['other']])).toBeUndefined();
	});

	it('tells two actions that want the same key', () => {
		const conflict = findKeyConflict(table, [['outer', 'other']]);
		expect([conflict?.key, conflict?.first.action, conflict?.second.action]).toEqual(['q', 'quit', 'unseen']);
	});

	it('tells a key that is the start of a chord', () => {
		const conflict = findKeyConflict([...table, bind('outer', 'gone', 'g')], [['inner', 'outer']]);
		expect(conflict?.second.action).toBe('gone');
	});
});
