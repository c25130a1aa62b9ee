import type {Place} from '../source/stores/navigation.ts';
import type {Binding} from '../source/terminal/key-table.ts';

/**
 * Sets of keys. `always` works even while a dialog is open; `global`, `list` and a screen's own work together; the
 * others belong to what lies over a screen.
 */
export const layers = [
	'always',
	'global',
	'list',
	'detail',
	'projects',
	'tests',
	'run',
	'filter',
	'palette',
	'menu',
	'form',
	'confirm',
	'help',
] as const;
export type Layer = (typeof layers)[number];
export type DashboardBinding = Binding<Layer>;

const bind = (layer: Layer, action: string, keys: string[], help: string, hint?: string): DashboardBinding =>
	hint === undefined ? {layer, action, keys, help} : {layer, action, keys, help, hint};

/** Every key of the dashboard: dispatch, footer, help, palette and tests read this one table. Footers show hints in its order. */
export const bindings: readonly DashboardBinding[] = [
	bind('projects', 'create', ['n'], 'create a project', 'new'),
	bind('projects', 'sort', ['s'], 'choose the order'),
	bind('projects', 'delete', ['D'], 'delete the project (asks)'),
	bind('projects', 'browse', ['o'], 'open the project in the browser'),

	bind('tests', 'run', ['r'], 'run the selected tests', 'run'),
	bind('tests', 'runAll', ['a'], 'run all tests of the project', 'run all'),
	bind('tests', 'mark', ['space'], 'select for the next run', 'select'),
	bind('tests', 'edit', ['e'], 'edit the code in $EDITOR', 'edit'),
	bind('tests', 'only', ['x'], 'show only tests of a status', 'status'),
	bind('tests', 'sort', ['s'], 'choose the order'),
	bind('tests', 'page', ['p'], 'read the code in $PAGER'),
	bind('tests', 'unmark', ['u'], 'unselect all tests'),
	bind('tests', 'delete', ['D'], 'delete the test (asks)'),

	bind('run', 'attention', ['x'], 'show only failed and blocked tests', 'failed only'),
	bind('run', 'cancel', ['c'], 'cancel the run (asks)', 'cancel'),
	bind('run', 'again', ['r'], 'run the same tests again', 'run again'),
	bind('run', 'producer', ['b'], 'jump to the producer it needs', 'producer'),
	bind('run', 'fold', ['space', 'z'], 'fold or unfold the wave', 'fold'),
	bind('run', 'foldAll', ['Z'], 'fold or unfold all waves'),
	bind('run', 'follow', ['F'], 'follow the run, or stop following', 'follow'),
	bind('run', 'page', ['p'], 'read the output in $PAGER'),
	bind('run', 'detach', ['d'], 'leave the run going'),

	bind('list', 'open', ['enter', 'l', 'right'], 'open', 'open'),
	bind('list', 'filter', ['/'], 'filter by words', 'filter'),
	bind('list', 'down', ['j', 'down'], 'next row'),
	bind('list', 'up', ['k', 'up'], 'previous row'),
	bind('list', 'halfDown', ['ctrl+d', 'pagedown'], 'half a page down'),
	bind('list', 'halfUp', ['ctrl+u', 'pageup'], 'half a page up'),
	bind('list', 'first', ['g g', 'home'], 'first row'),
	bind('list', 'last', ['G', 'end'], 'last row'),
	bind('list', 'copy', ['y'], 'copy the id'),

	bind('detail', 'down', ['j', 'down'], 'scroll down', 'scroll'),
	bind('detail', 'up', ['k', 'up'], 'scroll up'),
	bind('detail', 'halfDown', ['ctrl+d', 'pagedown'], 'half a page down'),
	bind('detail', 'halfUp', ['ctrl+u', 'pageup'], 'half a page up'),
	bind('detail', 'first', ['g g', 'home'], 'top'),
	bind('detail', 'last', ['G', 'end'], 'end'),
	bind('detail', 'copy', ['y'], 'copy the text'),

	bind('global', 'back', ['escape', 'h', 'left'], 'back one level'),
	bind('global', 'nextPane', ['tab', 'shift+tab'], 'go to the other pane'),
	bind('global', 'zoom', ['f'], 'full screen for the pane'),
	bind('global', 'palette', [':', 'ctrl+k'], 'find a command by its name', 'command'),
	bind('global', 'help', ['?'], 'all keys of this place', 'keys'),
	bind('global', 'quit', ['q'], 'quit; runs go on', 'quit'),
	bind('global', 'projects', ['1'], 'screen: projects'),
	bind('global', 'tests', ['2'], 'screen: tests'),
	bind('global', 'run', ['3'], 'screen: latest run'),
	bind('global', 'refresh', ['ctrl+r'], 'read again now'),
	bind('global', 'redraw', ['ctrl+l'], 'draw the screen again'),
	bind('global', 'suspend', ['ctrl+z'], 'to the shell; fg returns'),

	bind('always', 'leave', ['ctrl+c'], 'quit at once; runs go on'),

	bind('filter', 'lock', ['enter'], 'keep the filter', 'keep'),
	bind('filter', 'clear', ['escape'], 'clear the filter', 'clear'),
	bind('filter', 'down', ['down'], 'next row'),
	bind('filter', 'up', ['up'], 'previous row'),

	bind('palette', 'choose', ['enter'], 'do it', 'do it'),
	bind('palette', 'down', ['down', 'ctrl+n', 'tab'], 'next'),
	bind('palette', 'up', ['up', 'ctrl+p', 'shift+tab'], 'previous'),
	bind('palette', 'close', ['escape'], 'close', 'close'),

	bind('menu', 'choose', ['enter', 'l', 'right', 'space'], 'choose', 'choose'),
	bind('menu', 'down', ['j', 'down', 'tab'], 'next'),
	bind('menu', 'up', ['k', 'up', 'shift+tab'], 'previous'),
	bind('menu', 'close', ['escape', 'q', 'h', 'left'], 'close', 'close'),

	bind('form', 'next', ['enter'], 'next field; on the last one: send', 'next'),
	bind('form', 'forward', ['tab', 'down'], 'next field'),
	bind('form', 'backward', ['shift+tab', 'up'], 'previous field'),
	bind('form', 'close', ['escape'], 'close without sending', 'close'),

	bind('confirm', 'confirm', ['enter'], 'do it when the word is right', 'confirm'),
	bind('confirm', 'close', ['escape'], 'keep it', 'keep it'),

	bind('help', 'close', ['escape', '?', 'q', 'enter'], 'close', 'close'),
	bind('help', 'down', ['j', 'down', 'ctrl+d', 'pagedown'], 'scroll down', 'scroll'),
	bind('help', 'up', ['k', 'up', 'ctrl+u', 'pageup'], 'scroll up'),
];

/** Layers that are active together on a screen, innermost first. */
export const screenLayers = (screen: Place['screen'], focus: 'list' | 'detail'): readonly Layer[] => [
	focus,
	screen,
	'global',
	'always',
];

/** Every set of layers that can be active together: inside one, a key has one meaning. */
export const layerStacks: readonly (readonly Layer[])[] = [
	...(['projects', 'tests', 'run'] as const).flatMap(screen =>
		(['list', 'detail'] as const).map(focus => screenLayers(screen, focus)),
	),
	...(['filter', 'palette', 'menu', 'form', 'confirm', 'help'] as const).map(layer => [layer, 'always'] as const),
];
