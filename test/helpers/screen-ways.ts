import {screens} from '../../screens/registry.ts';
import type {ScreenDefinition} from '../../screens/screen-definition.ts';

/** How a screen is opened on the world that answers everything: a word of `svc ui`, its id, and keys pressed there. */
export type ScreenWay = {word: string; id: string | null; keys: string};

/** Screens that are opened from another one only. */
const from: Record<string, ScreenWay> = {
	refine: {word: 'tests', id: 'prj_1', keys: 'ix\r\r'},
	failure: {word: 'run', id: 'run_003', keys: ''},
	steps: {word: 'run', id: 'run_003', keys: 'gb'},
	compare: {word: 'history', id: 'prj_1', keys: 'c'},
	'compare-runs': {word: 'history', id: 'tst_003', keys: 'c'},
};

/** The id that a word takes. */
export const idFor = (word: string, scope: ScreenDefinition['scope']): string | null =>
	word === 'test' ? 'tst_003' : {service: null, project: 'prj_1', batch: 'bat_1'}[scope];

/** The way to a screen; says so where nobody has told one. */
export function wayTo({name, starts, scope}: ScreenDefinition): ScreenWay {
	const [word] = Object.keys(starts);
	const way = from[name] ?? (word === undefined ? undefined : {word, id: idFor(word, scope), keys: ''});
	if (!way)
		throw new Error(`No word of svc ui opens "${name}": tell in test/helpers/screen-ways.ts how one gets there.`);
	return way;
}

/** Every screen with its way, for tests that hold for all of them. */
export const screenWays = screens.map(screen => ({name: screen.name, screen, ...wayTo(screen)}));
