import type {StripItem} from '../components/screen-strip.tsx';
import type {Dashboard} from '../source/stores/dashboard.ts';
import {currentPlace} from '../source/stores/navigation.ts';
import type {DashboardBinding} from './bind.ts';
import {canGoTo} from './go-to.ts';
import {screens} from './registry.ts';
import {openRepairs} from './steps/go-to-repair.ts';

const isDigit = (key: string): boolean => /^\d$/.test(key);

/** The screens with a digit of their own that can be opened here, and the shown one. */
export function stripItems(dashboard: Dashboard, bindings: readonly DashboardBinding[]): StripItem[] {
	const shown = currentPlace(dashboard.navigation.store.getState()).screen;
	const keyOf = (name: string): string =>
		bindings.find(({layer, action}) => layer === 'global' && action === name)?.keys[0] ?? '';
	const repairs = openRepairs(dashboard);
	const opened = screens
		.filter(screen => {
			if (screen.name === shown) return true;
			// One failure is opened from its row.
			if (!screen.keys.some(isDigit) || screen.name === 'failure') return false;
			return screen.canGoTo ? screen.canGoTo(dashboard) : canGoTo(dashboard, screen);
		})
		.map(({name, title, short, attention}) => ({
			key: keyOf(name),
			title,
			...(short === undefined ? {} : {short}),
			attention: (attention?.(dashboard) ?? []).filter(({count}) => count > 0),
			isCurrent: name === shown,
		}));
	// No screen of their own: the key leads to the step of the next one.
	return repairs === 0
		? opened
		: [
				...opened,
				{key: keyOf('repair'), title: 'Repairs', attention: [{kind: 'waiting', count: repairs}], isCurrent: false},
			];
}
