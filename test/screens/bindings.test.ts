import {describe, expect, it} from 'vitest';
import {createActions} from '../../screens/actions/index.ts';
import type {Stage} from '../../screens/actions/action.ts';
import {bindings, layerStacks, layers, screenLayers} from '../../screens/bindings.ts';
import {createDashboard} from '../../source/stores/dashboard.ts';
import {glyphSets} from '../../source/terminal/glyphs.ts';
import {bindingId, findKeyConflict, matchStroke} from '../../source/terminal/key-table.ts';
import type {TerminalEffects} from '../../source/terminal/terminal-effects.ts';
import {createTestStores} from '../helpers/store-context.ts';
import {WireWorld} from '../helpers/wire-world.ts';

function createStage(): Stage {
	const {context} = createTestStores(new WireWorld());
	const dashboard = createDashboard(context, {
		profile: 'default',
		endpoint: 'local',
		size: {columns: 100, rows: 30},
		start: {places: [{screen: 'projects'}], testId: null},
		onBatchEnd: () => undefined,
	});
	const terminal: TerminalEffects = {
		copy: () => ({to: 'clipboard'}),
		edit: () => Promise.resolve({kind: 'unchanged'}),
		page: () => Promise.resolve({code: 0}),
		browse: () => undefined,
		redraw: () => undefined,
		suspend: () => undefined,
		quit: () => undefined,
	};
	return {dashboard, terminal, glyphs: glyphSets.unicode, bindings};
}

/** What the keys of the specification mean on a screen. */
const meaning = (key: string, screen: 'projects' | 'tests' | 'run', focus: 'list' | 'detail' = 'list') => {
	const active = screenLayers(screen, focus);
	let pending = '';
	for (const stroke of key.split(' ')) {
		const match = matchStroke(bindings, stroke, active, pending);
		if (match.kind === 'action') return bindingId(match.binding);
		pending = match.kind === 'pending' ? match.pending : '';
	}
	return undefined;
};

describe('the table of keys', () => {
	it('gives every key one meaning wherever it can be pressed', () => {
		expect(findKeyConflict(bindings, layerStacks)).toBeUndefined();
	});

	it('has an action for every binding, and a binding for every action', () => {
		const actions = Object.keys(createActions(createStage())).sort();
		expect(actions).toEqual([...new Set(bindings.map(bindingId))].sort());
	});

	it('belongs to layers that exist, and says what each key does', () => {
		for (const {layer, keys, help} of bindings) {
			expect(layers).toContain(layer);
			expect(keys.length).toBeGreaterThan(0);
			expect(help).not.toBe('');
		}
	});

	it('names each action once', () => {
		expect(new Set(bindings.map(bindingId)).size).toBe(bindings.length);
	});

	it.each([
		['j', 'list.down'],
		['down', 'list.down'],
		['k', 'list.up'],
		['up', 'list.up'],
		['h', 'global.back'],
		['left', 'global.back'],
		['l', 'list.open'],
		['right', 'list.open'],
		['enter', 'list.open'],
		['g g', 'list.first'],
		['G', 'list.last'],
		['ctrl+d', 'list.halfDown'],
		['ctrl+u', 'list.halfUp'],
		['escape', 'global.back'],
		['tab', 'global.nextPane'],
		['/', 'list.filter'],
		[':', 'global.palette'],
		['ctrl+k', 'global.palette'],
		['?', 'global.help'],
		['1', 'global.projects'],
		['2', 'global.tests'],
		['3', 'global.run'],
		['y', 'list.copy'],
		['f', 'global.zoom'],
		['q', 'global.quit'],
		['ctrl+c', 'always.leave'],
	])('means on every screen by %s: %s', (key, action) => {
		for (const screen of ['projects', 'tests', 'run'] as const) expect(meaning(key, screen), screen).toBe(action);
	});

	it.each([
		['space', 'tests', 'tests.mark'],
		['r', 'tests', 'tests.run'],
		['e', 'tests', 'tests.edit'],
		['p', 'tests', 'tests.page'],
		['r', 'run', 'run.again'],
		['c', 'run', 'run.cancel'],
		['o', 'projects', 'projects.browse'],
	] as const)('means by %s on %s: %s', (key, screen, action) => {
		expect(meaning(key, screen)).toBe(action);
	});

	it('scrolls by the same keys in the detail pane', () => {
		expect(meaning('j', 'tests', 'detail')).toBe('detail.down');
		expect(meaning('e', 'tests', 'detail')).toBe('tests.edit');
	});

	it('puts nothing destructive on one key: what deletes or cancels asks', () => {
		const destructive = bindings.filter(({help}) => /delete|cancel/.test(help));
		expect(destructive.length).toBeGreaterThan(0);
		for (const {help} of destructive) expect(help).toContain('(asks)');
	});
});
