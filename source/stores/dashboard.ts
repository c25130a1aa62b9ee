import type {Batch} from '../../contract/batch.ts';
import {type Batches, createBatches} from './batch.ts';
import {isActive} from '../view-model/batch-progress.ts';
import {selectBatchRows} from './batch-rows.ts';
import {createLive, type Live} from './live.ts';
import {createNavigation, currentPlace, type Navigation, type Orders} from './navigation.ts';
import {placeKey} from './place.ts';
import {createOutputTail, type OutputTail} from './output-tail.ts';
import {createProjects, type Projects, selectProjects} from './projects.ts';
import {type PlaceState, type ScreenCore, screenTable, type ScreenTable} from './screen.ts';
import {createSession, type Session} from './session.ts';
import type {Start} from './start-place.ts';
import type {StoreContext} from './store-context.ts';
import {createStoreShelf, type StoreKey} from './store-key.ts';
import {createTestDetails, type TestDetails} from './test-detail.ts';
import {createTestSearch, selectTests} from './test-rows.ts';
import {createTests, type Tests} from './tests.ts';
import {createUi, type Ui} from './ui.ts';

/** Everything the dashboard knows and can do, without a terminal and without React. */
export type Dashboard = {
	context: StoreContext;
	session: Session;
	navigation: Navigation;
	projects: Projects;
	tests: Tests;
	details: TestDetails;
	batches: Batches;
	output: OutputTail;
	ui: Ui;
	live: Live;
	screens: ScreenTable;
	/** The store of a screen, created when it is asked for first. */
	storeOf<Store>(key: StoreKey<Store>): Store;
	/** Rows as they are listed. Kept here, so that screens and key actions mean the same rows. */
	rows: {
		projects: ReturnType<typeof selectProjects>;
		tests: ReturnType<typeof selectTests>;
		batch: ReturnType<typeof selectBatchRows>;
	};
};

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
	const search = createTestSearch();
	const tests = createTests(context, session, search);
	const projects = createProjects(context, session);
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
		projects,
		tests,
		details: createTestDetails(context, session),
		batches,
		output: createOutputTail(context, session),
		ui,
		live: createLive(context, () => dashboard),
		screens,
		storeOf: createStoreShelf(() => dashboard),
		rows: {projects: selectProjects(), tests: selectTests(search), batch: selectBatchRows()},
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
