import type {HelpSection} from '../../components/help.tsx';
import {takesOver} from '../../source/terminal/key-table.ts';
import type {DashboardBinding} from '../bind.ts';
import type {ScreenDefinition} from '../screen-definition.ts';

const names: Record<string, string> = {list: 'List', detail: 'Detail pane', global: 'Everywhere'};

const paneLayers = {list: ['list'], detail: ['detail'], both: ['list', 'detail']};

/** All keys of a place, by what they belong to. */
export function helpSections(
	bindings: readonly DashboardBinding[],
	{name, title, shape}: Pick<ScreenDefinition, 'name' | 'title' | 'shape'>,
): HelpSection[] {
	const layers = [name, ...paneLayers[shape.panes], 'global'];
	const own = bindings.filter(({layer}) => layer === name);
	return layers.map(layer => ({
		title: layer === name ? title : (names[layer] ?? layer),
		bindings: bindings
			.filter(({layer: own, keys}) => keys.length > 0 && (own === layer || (layer === 'global' && own === 'always')))
			.map(binding => withoutHidden(binding, own)),
	}));
}

/** A binding without the keys that the screen uses for something else. */
export function withoutHidden(binding: DashboardBinding, own: readonly DashboardBinding[]): DashboardBinding {
	const hidden = new Set(own.filter(other => takesOver(other, binding)).flatMap(({keys}) => keys));
	return hidden.size === 0 ? binding : {...binding, keys: binding.keys.filter(key => !hidden.has(key))};
}
