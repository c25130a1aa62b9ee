import type {HelpSection} from '../components/help.tsx';
import type {Place} from '../source/stores/navigation.ts';
import type {DashboardBinding, Layer} from './bindings.ts';

const names: Partial<Record<Layer, string>> = {
	projects: 'Projects',
	tests: 'Tests',
	run: 'Run',
	list: 'List',
	detail: 'Detail pane',
	global: 'Everywhere',
};

/** All keys of a place, by what they belong to. */
export function helpSections(bindings: readonly DashboardBinding[], screen: Place['screen']): HelpSection[] {
	const layers: Layer[] = screen === 'projects' ? ['projects', 'list', 'global'] : [screen, 'list', 'detail', 'global'];
	return layers.map(layer => ({
		title: names[layer] ?? layer,
		bindings: bindings.filter(binding => binding.layer === layer || (layer === 'global' && binding.layer === 'always')),
	}));
}
