import {describe, expect, it, vi} from 'vitest';
import {createStore} from 'zustand/vanilla';
import {createActions} from '../../../screens/keys/create-actions.ts';
import {openAddress} from '../../../screens/actions/hand-over.ts';
import type {Stage} from '../../../screens/screen-view.ts';
import {bindings, layerStacks, layers, screenLayers} from '../../../screens/keys/bindings.ts';
import {footerBindings} from '../../../screens/keys/footer-bindings.ts';
import {helpSections} from '../../../screens/keys/help-sections.ts';
import {paletteEntries} from '../../../screens/keys/palette-entries.ts';
import {loadViews, screens} from '../../../screens/registry.ts';
import {screenWords} from '../../../source/commands/ui.ts';
import {createDashboard} from '../../../source/stores/create-dashboard.ts';
import type {Place} from '../../../source/stores/screen.ts';
import {glyphSets} from '../../../source/terminal/glyphs.ts';
import {bindingId, findKeyConflict, matchStroke} from '../../../source/terminal/key-table.ts';
import {remapKeys} from '../../../source/terminal/remap-keys.ts';
import type {TerminalEffects} from '../../../source/terminal/terminal-effects.ts';
import {createTestStores} from '../../helpers/store-context.ts';
import {WireWorld} from '../../helpers/wire-world.ts';

async function createStage(place: Place = {screen: 'projects'}): Promise<Stage> {
	const {context} = createTestStores(new WireWorld());
	const dashboard = createDashboard(context, {
		profile: 'default',
		endpoint: 'local',
		size: {columns: 100, rows: 30},
		start: {places: [place], rowId: null},
		screens,
		onBatchEnd: () => undefined,
	});
	const terminal: TerminalEffects = {
		copy: () => Promise.resolve({way: 'copied', file: null}),
		edit: () => Promise.resolve({kind: 'unchanged'}),
		page: () => Promise.resolve({code: 0}),
		browse: async () => true,
		redraw: () => undefined,
		suspend: () => undefined,
		quit: () => undefined,
	};
	const views = await loadViews();
	return {dashboard, terminal, glyphs: glyphSets.unicode, bindings, views: createStore(() => views)};
}

/** What the keys of the specification mean on a screen. */
const meaning = (key: string, screen: string, focus: 'list' | 'detail' = 'list') => {
	const active = screenLayers(screen, focus);
	let pending = '';
	for (const stroke of key.split(' ')) {
		const match = matchStroke(bindings, stroke, active, pending);
		if (match.kind === 'action') return bindingId(match.binding);
		pending = match.kind === 'pending' ? match.pending : '';
	}
	return undefined;
};

it('a list that is empty by itself has no keys at its foot that only narrow or order it', async () => {
	const stage = await createStage({screen: 'findings', id: 'p1'});
	const hints = () => footerBindings(stage, createActions(stage)).bindings.map(bindingId);
	expect(hints()).not.toContain('list.filter');
	expect(hints()).not.toContain('findings.only');
	stage.dashboard.navigation.update({filter: 'nothing is called so'});
	expect(hints()).toContain('list.filter');
	expect(hints()).toContain('findings.only');
});

describe('the screens', () => {
	it('are opened by the words that svc ui takes', () => {
		expect(screens.flatMap(({starts}) => Object.keys(starts)).sort()).toEqual([...screenWords].sort());
	});

	it('have one name each, and keys of their own', () => {
		expect(new Set(screens.map(({name}) => name)).size).toBe(screens.length);
		for (const {name, bindings: own} of screens) for (const {layer} of own) expect(layer).toBe(name);
	});
});

describe('the table of keys', () => {
	it('gives every key one meaning wherever it can be pressed', () => {
		expect(findKeyConflict(bindings, layerStacks)).toBeUndefined();
	});

	it('has an action for every binding, and a binding for every action', async () => {
		const actions = Object.keys(createActions(await createStage())).sort();
		expect(actions).toEqual([...new Set(bindings.map(bindingId))].sort());
	});

	it('belongs to layers that exist, and says what each key does', () => {
		// A screen that is opened from another one is a row without keys, for the palette.
		const isKeyless = (name: string) => screens.some(screen => screen.name === name && screen.keys.length === 0);
		for (const {layer, action, keys, help} of bindings) {
			expect(layers).toContain(layer);
			expect(keys.length > 0).toBe(!(layer === 'global' && isKeyless(action)));
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
		['4', 'global.failures'],
		['5', 'global.failure'],
		['shift+tab', 'global.previousPane'],
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
		['n', 'failures', 'failures.next'],
		['s', 'failures', 'failures.save'],
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

describe('keys of the user', () => {
	const stacksOf = (layer: string) => layerStacks.filter(stack => stack.includes(layer));
	/** Another action that can be used together with this one, and a key of it. */
	const neighbours = bindings.flatMap(binding => {
		const near = new Set(stacksOf(binding.layer).flat());
		const other = bindings.find(
			({layer, keys}) => near.has(layer) && keys.length > 0 && !binding.keys.includes(keys[0] ?? ''),
		);
		return other?.keys[0] === undefined ? [] : [{id: bindingId(binding), key: other.keys[0]}];
	});

	it('that conflict are refused with both names, whatever the layer', () => {
		expect(neighbours.length).toBe(bindings.length);
		for (const {id, key} of neighbours) {
			const refuse = () =>
				remapKeys(bindings, {file: 'keys.json', content: JSON.stringify({[id]: key}), stacks: layerStacks});
			expect(refuse, `${id} on ${key}`).toThrow(/"[\w.-]+" and "[\w.-]+" both want the key/);
			expect(refuse, `${id} on ${key}`).toThrow(`"${id}"`);
		}
	});

	it('reach every action', () => {
		for (const binding of bindings) {
			const id = bindingId(binding);
			const remapped = remapKeys(bindings, {
				file: 'keys.json',
				content: JSON.stringify({[id]: '§'}),
				stacks: layerStacks,
			});
			const stack = stacksOf(binding.layer)[0] ?? [];
			const match = matchStroke(remapped, '§', stack);
			expect(match.kind === 'action' && bindingId(match.binding)).toBe(id);
		}
	});
});

describe.each(screens.map(screen => ({name: screen.name, screen})))('the place "$name"', ({name, screen}) => {
	const own = bindings.filter(({layer}) => [name, 'global', 'always', ...panes(screen.shape.panes)].includes(layer));

	it('has all its keys in the help', () => {
		const told = helpSections(bindings, screen).flatMap(section => section.bindings);
		const withKeys = own.filter(({keys}) => keys.length > 0);
		expect(told.map(bindingId).sort()).toEqual(withKeys.map(bindingId).sort());
	});

	it('has every action and every screen in the palette', async () => {
		const place = {screen: name, projectId: 'prj_1', batchId: 'bat_1'};
		const stage = await createStage(place);
		const offered = paletteEntries(stage, {}, '').map(({id}) => id);
		const focus = panes(screen.shape.panes)[0];
		const missing = own.filter(({layer}) => layer !== 'detail' || focus === 'detail').map(bindingId);
		// Moving the cursor makes sense as a key only.
		const moves = /\.(?:up|down|halfUp|halfDown|first|last)$|^always\.|^global\.palette$/;
		expect(missing.filter(id => !offered.includes(id) && !moves.test(id))).toEqual([]);
		// A comparison is of two picked runs: nothing else leads there.
		for (const {name: other, keys} of screens) if (keys.length > 0) expect(offered).toContain(`global.${other}`);
	});
});

function panes(of: 'both' | 'list' | 'detail'): string[] {
	return of === 'both' ? ['list', 'detail'] : [of];
}

describe('an address that is opened', () => {
	it.each([
		['sent to the browser', true, 'Sent to the browser of this machine: http://127.0.0.1/picture'],
		[
			'copied where no browser can be started',
			false,
			'Copied: no browser could be started for http://127.0.0.1/picture',
		],
	])('is %s, and that is said', async (_, isOpened, said) => {
		const stage = await createStage();
		openAddress({...stage, terminal: {...stage.terminal, browse: async () => isOpened}}, 'http://127.0.0.1/picture');
		await vi.waitFor(() => expect(stage.dashboard.ui.store.getState().toast?.text).toBe(said));
	});
});
