import type {HelpSection} from '../components/help.tsx';
import type {DashboardBinding} from './bind.ts';
import type {ScreenDefinition} from './screen-definition.ts';

const names: Record<string, string> = {list: 'List', detail: 'Detail pane', global: 'Everywhere'};

const paneLayers = {list: ['list'], detail: ['detail'], both: ['list', 'detail']};

/** All keys of a place, by what they belong to. */
export function helpSections(
	bindings: readonly DashboardBinding[],
	{name, title, shape}: Pick<ScreenDefinition, 'name' | 'title' | 'shape'>,
): HelpSection[] {
	const layers = [name, ...paneLayers[shape.panes], 'global'];
	return layers.map(layer => ({
		title: layer === name ? title : (names[layer] ?? layer),
		bindings: bindings.filter(binding => binding.layer === layer || (layer === 'global' && binding.layer === 'always')),
	}));
}
