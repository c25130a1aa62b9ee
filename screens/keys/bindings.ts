import {bind, type DashboardBinding} from '../bind.ts';
import {screens} from '../registry.ts';

/** What lies over a screen and takes its keys. */
const overlayLayers = ['filter', 'palette', 'menu', 'form', 'confirm', 'help'] as const;

/**
 * Sets of keys. `always` works even while a dialog is open; `global`, `list` or `detail` and a screen's own work together;
 * the others belong to what lies over a screen.
 */
export const layers: readonly string[] = [
	'always',
	'global',
	'list',
	'detail',
	...screens.map(({name}) => name),
	...overlayLayers,
];

/** Every key of the dashboard: dispatch, footer, help, palette and tests read this one table. Footers show hints in its order. */
export const bindings: readonly DashboardBinding[] = [
	...screens.flatMap(screen => screen.bindings),

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
	bind('global', 'nextPane', ['tab'], 'next pane or tab'),
	bind('global', 'previousPane', ['shift+tab'], 'previous pane or tab'),
	bind('global', 'zoom', ['f', 'ctrl+f'], 'full screen for the pane'),
	bind('global', 'palette', [':', 'ctrl+k'], 'find a command by its name', 'command'),
	bind('global', 'help', ['?'], 'all keys of this place', 'keys'),
	bind('global', 'quit', ['q'], 'quit; runs go on', 'quit'),
	// A screen without keys is opened from another one; the palette knows it, too.
	...screens.map(({name, keys, title, label = title.toLowerCase()}) => bind('global', name, keys, `screen: ${label}`)),
	bind('global', 'repair', ['g r'], 'decide the next repair that waits'),
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

	// Its own line says what it does at the field that has the keys.
	bind('form', 'next', ['enter'], 'next field; on the last one: send'),
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
export const screenLayers = (screen: string, focus: 'list' | 'detail'): readonly string[] => [
	focus,
	screen,
	'global',
	'always',
];

const panesOf = {list: ['list'], detail: ['detail'], both: ['list', 'detail']} as const;

/** Every set of layers that can be active together: inside one, a key has one meaning. */
export const layerStacks: readonly (readonly string[])[] = [
	...screens.flatMap(({name, shape}) => panesOf[shape.panes].map(focus => screenLayers(name, focus))),
	...overlayLayers.map(layer => [layer, 'always'] as const),
];
