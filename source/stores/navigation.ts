import {createStore, type StoreApi} from 'zustand/vanilla';
import {initialView, type ListView} from './list-view.ts';
import {placeKey, type Place, type Start, type ScreenShape} from './screen.ts';

/** How a place was left: coming back shows it as it was. */
export type PlaceView = {
	list: ListView;
	/** Text that rows must contain. */
	filter: string;
	/** Name of the status filter, null = all rows. */
	only: string | null;
	/** Name of the order, null = the order of the service. */
	sort: string | null;
	/** Ids of folded groups. */
	folded: readonly string[];
	/** The cursor goes where the run is. */
	isFollowing: boolean;
	/** Id of the row from which jumps inside the list began: `back` leads there first. Null once the cursor was moved. */
	cameFrom: string | null;
	/** Name of the tab or mode, null = the first one. */
	tab: string | null;
};

type Focus = 'list' | 'detail';

type NavigationState = {
	/** The way back: where one came from, the shown place at the end; never empty. */
	stack: readonly Place[];
	/** What the shown place belongs to, outermost first, itself at the end: each is deeper than the one before. */
	lineage: readonly Place[];
	views: Readonly<Record<string, PlaceView>>;
	focus: Focus;
	/** Orders of lists by screen: one that was chosen holds for every place of the screen. */
	orders: Readonly<Record<string, string | null>>;
	/** The focused pane has the whole screen. */
	isZoomed: boolean;
	/** Lines the detail pane is scrolled by. */
	detailScroll: number;
};

const initialPlaceView: PlaceView = {
	list: initialView,
	filter: '',
	only: null,
	sort: null,
	folded: [],
	isFollowing: true,
	cameFrom: null,
	tab: null,
};

export const currentPlace = ({stack}: NavigationState): Place => stack[stack.length - 1] ?? {screen: 'projects'};
export function currentView(state: NavigationState): PlaceView {
	const place = currentPlace(state);
	const view = state.views[placeKey(place)] ?? initialPlaceView;
	const sort = state.orders[place.screen] ?? null;
	return view.sort === sort ? view : {...view, sort};
}

/** Orders that were chosen before, by screen, and where a new one is kept. */
export type Orders = {
	known: Readonly<Record<string, string | null>>;
	keep(orders: Readonly<Record<string, string | null>>): void;
};

/** The project that the shown place belongs to. */
export const currentProjectId = ({lineage}: Pick<NavigationState, 'lineage'>): string | null =>
	lineage.findLast(({projectId}) => projectId)?.projectId ?? null;

/** The batch that the shown place belongs to. */
export const currentBatchId = ({lineage}: Pick<NavigationState, 'lineage'>): string | null =>
	lineage.findLast(({batchId}) => batchId)?.batchId ?? null;

/** A view with the cursor on a row, and nothing hidden: for jumping to an item of another place. */
export const cursorOn = (id: string): Partial<PlaceView> => ({
	list: {...initialView, id},
	filter: '',
	only: null,
	folded: [],
	isFollowing: false,
});

export type Navigation = {
	store: StoreApi<NavigationState>;
	/**
	 * Goes to a place; `back` returns to the one that is left. From the outermost screen another way begins.
	 * @param view how it shall look where that differs from how it was left, e.g. `cursorOn(id)`
	 */
	open(place: Place, view?: Partial<PlaceView>): void;
	/** Goes to a place beside the shown one, such as the next failure: `back` leads where it led from there. */
	turn(place: Place, view?: Partial<PlaceView>): void;
	/** To where one came from; false at the outermost place. */
	back(): boolean;
	/** Changes how the shown place looks. */
	update(change: Partial<PlaceView>): void;
	setFocus(focus: Focus, isZoomed?: boolean): void;
	scrollDetail(lines: number): void;
};

/** A test that was asked for is under the cursor, and its details have the screen; the way back leads to its project. */
function initialViews(stack: readonly Place[], rowId: string | null): Pick<NavigationState, 'views'> {
	const place = stack[stack.length - 1];
	const at = (id: string) => ({...initialPlaceView, list: {...initialView, id}});
	const [outermost] = stack;
	const projectId = stack.find(other => other.projectId)?.projectId;
	return {
		views: {
			...(outermost && outermost !== place && projectId ? {[placeKey(outermost)]: at(projectId)} : {}),
			...(rowId === null || !place ? {} : {[placeKey(place)]: at(rowId)}),
		},
	};
}

/** Places that the way back remembers. */
const longestWay = 40;

/** What it needs to know of the screens. */
type Screens = {of(place: Place): {depth: number; shape: ScreenShape}};

export function createNavigation({places: stack, rowId}: Start, screens: Screens, remembered?: Orders): Navigation {
	const depthOf = (place: Place) => screens.of(place).depth;
	/** Of the way here only what the place at its end lies over: another project's run is no part of a list of tests. */
	function lineageOf(places: readonly Place[]): readonly Place[] {
		let above = Number.POSITIVE_INFINITY;
		const inward = [...places].reverse().filter(place => {
			const isAbove = depthOf(place) < above;
			if (isAbove) above = depthOf(place);
			return isAbove;
		});
		return inward.reverse();
	}

	/** The way to a place: a place that it had before is left out, so that it does not go in circles. */
	function wayTo(place: Place, before: readonly Place[]): readonly Place[] {
		const key = placeKey(place);
		const rest = before.filter((other, index) => placeKey(other) !== key || (index === 0 && depthOf(other) === 0));
		const [first, ...others] = rest;
		if (first === undefined || (others.length === 0 && placeKey(first) === key)) return [place];
		return [first, ...others.slice(-longestWay), place];
	}

	/** The list has the keys, where there is one. */
	const unfocused = (places: readonly Place[]) => {
		const place = places[places.length - 1];
		const isDetail = place !== undefined && screens.of(place).shape.panes === 'detail';
		return {focus: isDetail ? ('detail' as const) : ('list' as const), isZoomed: false, detailScroll: 0};
	};
	const store = createStore<NavigationState>()(() => ({
		stack,
		lineage: lineageOf(stack),
		orders: remembered?.known ?? {},
		...initialViews(stack, rowId),
		...unfocused(stack),
		...(rowId === null ? {} : {focus: 'detail' as const, isZoomed: true}),
	}));
	/** @param before the way that the place is at the end of */
	const show = (place: Place, before: (state: NavigationState) => readonly Place[], view?: Partial<PlaceView>) =>
		store.setState(state => {
			const places = wayTo(place, before(state));
			const key = placeKey(place);
			const views = view ? {...state.views, [key]: {...(state.views[key] ?? initialPlaceView), ...view}} : state.views;
			return {stack: places, lineage: lineageOf(places), views, ...unfocused(places)};
		});
	return {
		store,
		open(place, view) {
			const before = (state: NavigationState) =>
				depthOf(currentPlace(state)) === 0 ? [currentPlace(state)] : state.stack;
			show(place, before, view);
		},
		turn: (place, view) => show(place, state => state.stack.slice(0, -1), view),
		back() {
			const {stack: places} = store.getState();
			if (places.length <= 1) return false;
			const stackLeft = places.slice(0, -1);
			store.setState({stack: stackLeft, lineage: lineageOf(stackLeft), ...unfocused(stackLeft)});
			return true;
		},
		update(change) {
			store.setState(state => ({
				views: {...state.views, [placeKey(currentPlace(state))]: {...currentView(state), ...change}},
				...(change.sort === undefined ? {} : {orders: {...state.orders, [currentPlace(state).screen]: change.sort}}),
				...(change.list || change.tab !== undefined ? {detailScroll: 0} : {}),
			}));
			if (change.sort !== undefined) remembered?.keep(store.getState().orders);
		},
		setFocus: (focus, isZoomed) =>
			store.setState(state => ({focus, isZoomed: isZoomed ?? (focus === 'detail' && state.isZoomed)})),
		scrollDetail: detailScroll => store.setState({detailScroll: Math.max(0, detailScroll)}),
	};
}
