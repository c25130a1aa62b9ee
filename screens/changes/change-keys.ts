import {bind, type DashboardBinding} from '../bind.ts';

/** Keys of a conversation, for the layer of a screen. */
export const changeKeys = (layer: string): readonly DashboardBinding[] => [
	bind(layer, 'accept', ['a'], 'accept what is ticked of it', 'accept', 'write:tests'),
	bind(layer, 'tick', ['space'], 'tick or untick the part', 'tick', 'write:tests'),
	bind(layer, 'discard', ['x'], 'put it away: nothing is changed', 'put away', 'write:tests'),
	bind(layer, 'undo', ['u'], 'take it back (asks)', 'take back', 'write:tests'),
	bind(layer, 'say', ['i'], 'say what should be different', 'say more', 'write:tests'),
	bind(layer, 'only', ['o'], 'show only changes of a status', 'only'),
	bind(layer, 'fold', ['z'], 'show or hide its parts'),
	bind(layer, 'page', ['p'], 'read the diff in $PAGER'),
];
