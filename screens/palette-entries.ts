import {keyLabel} from '../components/key-label.ts';
import type {PaletteItem} from '../components/palette.tsx';
import {currentPlace} from '../source/stores/navigation.ts';
import {fuzzyFilter} from '../source/terminal/fuzzy-match.ts';
import {bindingId} from '../source/terminal/key-table.ts';
import type {Actions, Stage} from './actions/action.ts';
import {screenLayers} from './bindings.ts';
import {withoutHidden} from './help-sections.ts';

/** Actions that only make sense as a key. */
const keyOnly = /^(?:list|detail)\.(?:up|down|halfUp|halfDown|first|last)$|^always\.|^global\.palette$/;

/** Every action of the place and every screen, best match first. */
export function paletteEntries({dashboard, bindings}: Stage, actions: Actions, query: string): PaletteItem[] {
	const {navigation} = dashboard;
	const state = navigation.store.getState();
	const active = screenLayers(currentPlace(state).screen, state.focus);
	const own = bindings.filter(({layer}) => layer === currentPlace(state).screen);
	const entries = bindings
		.filter(binding => active.includes(binding.layer) && !keyOnly.test(bindingId(binding)))
		.filter(binding => actions[bindingId(binding)]?.isAvailable?.() ?? true)
		.map(binding => ({
			id: bindingId(binding),
			label: binding.help,
			keys: withoutHidden(binding, own).keys.slice(0, 2).map(keyLabel).join(' '),
		}));
	return fuzzyFilter(entries, query, ({id, label}) => `${label} ${id.replace('.', ' ')}`);
}
