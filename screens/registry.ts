import type {Place} from '../source/stores/screen.ts';
import {authScreen} from './auth/index.ts';
import {cleanupScreen} from './cleanup/index.ts';
import {chainsScreen} from './chains/index.ts';
import {dataFlowScreen} from './dataflow/index.ts';
import {changesScreen} from './changes/index.ts';
import {compareScreen} from './compare/index.ts';
import {compareRunsScreen} from './compare-runs/index.ts';
import {doctorScreen} from './doctor/index.ts';
import {environmentsScreen} from './environments/index.ts';
import {failureScreen} from './failure/index.ts';
import {failuresScreen} from './failures/index.ts';
import {findingsScreen} from './findings/index.ts';
import {historyScreen} from './history/index.ts';
import {planScreen} from './plan/index.ts';
import {projectsScreen} from './projects/index.ts';
import {refineScreen} from './refine/index.ts';
import {runScreen} from './run/index.ts';
import {schedulesScreen} from './schedules/index.ts';
import type {ScreenDefinition} from './screen-definition.ts';
import type {ScreenViews} from './screen-view.ts';
import {stepsScreen} from './steps/index.ts';
import {testListsScreen} from './testlists/index.ts';
import {testsScreen} from './tests/index.ts';
import {usageScreen} from './usage/index.ts';
import {variablesScreen} from './variables/index.ts';

/** Every screen, in the order of their keys. */
export const screens: readonly ScreenDefinition[] = [
	projectsScreen,
	testsScreen,
	runScreen,
	failuresScreen,
	failureScreen,
	stepsScreen,
	variablesScreen,
	cleanupScreen,
	dataFlowScreen,
	chainsScreen,
	planScreen,
	findingsScreen,
	changesScreen,
	refineScreen,
	historyScreen,
	compareScreen,
	compareRunsScreen,
	usageScreen,
	doctorScreen,
	authScreen,
	schedulesScreen,
	testListsScreen,
	environmentsScreen,
];

export function screenOf({screen: name}: Pick<Place, 'screen'>): ScreenDefinition {
	const screen = screens.find(other => other.name === name);
	if (!screen) throw new Error(`There is no screen "${name}".`);
	return screen;
}

/** Loads what of some screens needs React; of all when none is named. */
export async function loadViews(names?: readonly string[]): Promise<ScreenViews> {
	const wanted = names === undefined ? screens : screens.filter(({name}) => names.includes(name));
	return new Map(await Promise.all(wanted.map(async ({name, loadView}) => [name, await loadView()] as const)));
}
