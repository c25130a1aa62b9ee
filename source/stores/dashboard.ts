import type {Batches} from './batch.ts';
import type {Navigation} from './navigation.ts';
import type {Session} from './session.ts';
import type {StoreContext} from './store-context.ts';
import type {Tests} from './tests.ts';
import type {Ui} from './ui.ts';
import type {FindStart, PlaceState, RowList, ScreenScope, ScreenShape, Source, Place} from './screen.ts';

/** Everything the dashboard knows and can do, without a terminal and without React. */
export type Dashboard = {
	context: StoreContext;
	session: Session;
	navigation: Navigation;
	/** The project at hand, whatever is shown of it. */
	tests: Tests;
	/** The batch at hand: followed, or shown last. */
	batches: Batches;
	ui: Ui;
	live: Live;
	screens: ScreenTable;
	/** The store of a screen, created when it is asked for first. */
	storeOf<Store>(key: StoreKey<Store>): Store;
};

/** Keeps the shown place fresh: one loop per place, ended when another place is shown. */
export type Live = {
	start(): void;
	/** Looks again at once. */
	refresh(): void;
};

/** Names a store that a screen brings along; the dashboard creates it when it is asked for first. */
type StoreKey<Store> = {create(parts: Dashboard): Store};

/** What the stores need to know of a screen; `Here` is the shape of its places. */
export type ScreenCore<Here extends Place = Place> = {
	name: string;
	/**
	 * Opening it leaves every place of the same depth or deeper: 0 projects, 1 tests, 2 history, 3 and 4 comparisons, 5 run and
	 * what is of a project, 6 what is of a batch, 7 viewers, 8 steps, 9 what is of the service.
	 */
	depth: number;
	scope: ScreenScope;
	shape: ScreenShape;
	list(dashboard: Dashboard, here: Here): RowList<unknown>;
	state(dashboard: Dashboard, here: Here): PlaceState;
	/** Stores whose changes may change rows, state, crumbs or what its keys can do. */
	sources(dashboard: Dashboard): readonly Source[];
	/** Reads what is shown and keeps it fresh until the signal aborts. */
	keep(keeper: Keeper, here: Here, signal: AbortSignal): Promise<void>;
	/** Words of `svc ui` that open it. */
	starts: Readonly<Record<string, FindStart>>;
};

/** What keeping a place fresh needs. */
export type Keeper = {
	dashboard: Dashboard;
	/** Tries until it works; false when the error is one that trying again does not help. */
	persist(work: () => Promise<unknown>, signal: AbortSignal): Promise<boolean>;
	/** Does the work now and after every pause (ms); ends with an error that trying again does not help. */
	every(pause: number, work: () => Promise<unknown>, signal: AbortSignal): Promise<void>;
};

/** Every screen of the dashboard. */
export type ScreenTable = {all: readonly ScreenCore[]; of(place: Place): ScreenCore};

/**
 * A store of one screen. Define it beside the store and read it with `dashboard.storeOf(key)`: the dashboard itself does
 * not have to know it, and it costs nothing until its screen is opened.
 */
export const storeKey = <Store>(create: (parts: Dashboard) => Store): StoreKey<Store> => ({create});

/** The stores that were asked for, one of each key. */
export function createStoreShelf(parts: () => Dashboard): <Store>(key: StoreKey<Store>) => Store {
	const shelf = new Map<StoreKey<unknown>, unknown>();
	return <Store>(key: StoreKey<Store>): Store => {
		if (!shelf.has(key)) shelf.set(key, key.create(parts()));
		return shelf.get(key) as Store;
	};
}
