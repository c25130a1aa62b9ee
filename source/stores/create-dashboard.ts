import type {Batch} from '../../contract/batch.ts';
import {createBatches} from './batch.ts';
import {isActive} from '../view-model/batch-progress.ts';
import {createLive} from './live.ts';
import {createNavigation, currentPlace, type Orders} from './navigation.ts';
import {placeKey, type Start, type PlaceState} from './screen.ts';
import {createSession} from './session.ts';
import type {StoreContext} from './store-context.ts';
import {createStoreShelf, type Dashboard, type ScreenCore, type ScreenTable} from './dashboard.ts';
import {createTests} from './tests.ts';
import {createUi} from './ui.ts';

export function screenTable(all: readonly ScreenCore[]): ScreenTable {
	const byName = new Map(all.map(screen => [screen.name, screen]));
	return {
		all,
		of({screen: name}) {
			const screen = byName.get(name);
			if (!screen) throw new Error(`There is no screen "${name}".`);
			return screen;
		},
	};
}

type Options = {
	profile: string;
	endpoint: string;
	size: {columns: number; rows: number};
	/** Where it begins. */
	start: Start;
	/** Orders of lists that were chosen before, by screen, and where a new one is kept. */
	orders?: Orders;
	screens: readonly ScreenCore[];
	/** A batch that was followed is done, its cleanup included. */
	onBatchEnd(batch: Batch): void;
};

export function createDashboard(context: StoreContext, options: Options): Dashboard {
	const screens = screenTable(options.screens);
	const session = createSession(context, options);
	const navigation = createNavigation(options.start, screens, options.orders);
	const ui = createUi(context, options.size);
	let shown = placeKey(currentPlace(navigation.store.getState()));
	navigation.store.subscribe(state => {
		const place = placeKey(currentPlace(state));
		if (place !== shown) ui.clearToast();
		shown = place;
	});
	const tests = createTests(context, session);
	const batches = createBatches(context, session, {
		onChange: tests.applyMembers,
		onEnd(batch) {
			options.onBatchEnd(batch);
			void session.loadAccount();
			if (tests.store.getState().projectId === batch.projectId)
				// What the list says stays right without it; the next visit reads it again.
				tests.load(context.ended).catch(() => undefined);
		},
	});
	const dashboard: Dashboard = {
		context,
		session,
		navigation,
		tests,
		batches,
		ui,
		live: createLive(context, () => dashboard),
		screens,
		storeOf: createStoreShelf(() => dashboard),
	};
	return dashboard;
}

/** The run that a person could wait for after leaving: one that is under way in the batch shown last. */
export function runInFlight({batches}: Dashboard): string | null {
	const {batch} = batches.store.getState();
	if (!batch || !isActive(batch)) return null;
	const open = (word: string) => batch.members.find(({status}) => status === word)?.runId;
	return open('running') ?? open('queued') ?? null;
}

/** Whether the shown place has something to show, and why not when it failed. */
export function placeState(dashboard: Dashboard): PlaceState {
	const place = currentPlace(dashboard.navigation.store.getState());
	return dashboard.screens.of(place).state(dashboard, place);
}
