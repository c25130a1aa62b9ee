import {keyLabel, bindingId} from '../../source/terminal/key-table.ts';
import type {PaletteItem} from '../../components/palette.tsx';
import {currentPlace} from '../../source/stores/navigation.ts';
import {fuzzyFilter} from '../../source/view-model/fuzzy-match.ts';
import type {DashboardBinding} from '../bind.ts';
import type {Actions} from '../action.ts';
import type {Stage} from '../screen-view.ts';
import {permittedBindings} from './permitted.ts';
import {screenLayers} from './bindings.ts';
import {withoutHidden} from './help-sections.ts';

/** Actions that only make sense as a key. */
const keyOnly = /^(?:list|detail)\.(?:up|down|halfUp|halfDown|first|last)$|^always\.|^global\.palette$/;

/** Every action of the place and every screen, best match first. */
export function paletteEntries(stage: Stage, actions: Actions, query: string): PaletteItem[] {
	const {navigation} = stage.dashboard;
	const bindings = permittedBindings(stage);
	const state = navigation.store.getState();
	const active = screenLayers(currentPlace(state).screen, state.focus);
	const own = bindings.filter(({layer}) => layer === currentPlace(state).screen);
	const entries = bindings
		.filter(binding => active.includes(binding.layer) && !keyOnly.test(bindingId(binding)))
		// A screen that cannot be opened here says why when it is chosen.
		.filter(binding => isScreen(binding) || (actions[bindingId(binding)]?.isAvailable?.() ?? true))
		.map(binding => ({
			id: bindingId(binding),
			label: binding.help,
			hint: isScreen(binding) ? binding.help.replace(/^screen: /, '') : (binding.hint ?? ''),
			keys: withoutHidden(binding, own).keys.slice(0, 2).map(keyLabel).join(' '),
		}));
	const found = fuzzyFilter(entries, query, ({id, label, hint}) => `${label} ${hint} ${id.replace('.', ' ')}`);
	const wanted = query.trim().toLowerCase();
	return found
		.map((entry, index) => ({entry, index, rank: wanted === '' ? 0 : rankOf(entry, wanted)}))
		.sort((a, b) => b.rank - a.rank || a.index - b.index)
		.map(({entry: {hint: _, ...item}}) => item);
}

const isScreen = ({layer, help}: DashboardBinding): boolean => layer === 'global' && help.startsWith('screen: ');

/** How well the word of the footer, else the name of the action, fits what is typed: people type what they read there. */
function rankOf({id, hint}: {id: string; hint: string}, wanted: string): number {
	if (hint === wanted) return 4;
	if (hint.startsWith(wanted)) return 3;
	if (hint.split(' ').some(word => word.startsWith(wanted))) return 2;
	return id.split('.').at(-1) === wanted ? 1 : 0;
}
