import {createStore, type StoreApi} from 'zustand/vanilla';
import {initialView, type ListView} from './list-view.ts';
import {type Place, placeKey} from './place.ts';
import type {ScreenTable} from './screen.ts';
import type {Start} from './start-place.ts';

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
	/** Name of the tab or mode, null = the first one. */
	tab: string | null;
};

export type Focus = 'list' | 'detail';

export type NavigationState = {
	/** Outermost first; never empty. */
	stack: readonly Place[];
	views: Readonly<Record<string, PlaceView>>;
	focus: Focus;
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
	tab: null,
};

export const currentPlace = ({stack}: NavigationState): Place => stack[stack.length - 1] ?? {screen: 'projects'};
export const currentView = (state: NavigationState): PlaceView =>
	state.views[placeKey(currentPlace(state))] ?? initialPlaceView;

/** The project that the shown place belongs to. */
export function currentProjectId({stack}: NavigationState): string | null {
	for (const {projectId} of [...stack].reverse()) if (projectId) return projectId;
	return null;
}

/** The batch that the shown place belongs to. */
export function currentBatchId({stack}: NavigationState): string | null {
	for (const {batchId} of [...stack].reverse()) if (batchId) return batchId;
	return null;
}

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
	 * Goes to a place: back to it where the stack has its screen already, else one level deeper.
	 * @param view how it shall look where that differs from how it was left, e.g. `cursorOn(id)`
	 */
	open(place: Place, view?: Partial<PlaceView>): void;
	/** One level back; false at the outermost place. */
	back(): boolean;
	/** Changes how the shown place looks. */
	update(change: Partial<PlaceView>): void;
	setFocus(focus: Focus, isZoomed?: boolean): void;
	scrollDetail(lines: number): void;
};

/** A test that was asked for is under the cursor, and its details have the screen. */
function initialViews(stack: readonly Place[], testId: string | null): Pick<NavigationState, 'views'> {
	const place = stack[stack.length - 1];
	if (testId === null || !place) return {views: {}};
	const list = {...initialView, id: testId};
	return {views: {[placeKey(place)]: {...initialPlaceView, list}}};
}

export function createNavigation({places: stack, testId}: Start, screens: ScreenTable): Navigation {
	/** The list has the keys, where there is one. */
	const unfocused = (places: readonly Place[]) => {
		const place = places[places.length - 1];
		const isDetail = place !== undefined && screens.of(place).shape.panes === 'detail';
		return {focus: isDetail ? ('detail' as const) : ('list' as const), isZoomed: false, detailScroll: 0};
	};
	const store = createStore<NavigationState>()(() => ({
		stack,
		...initialViews(stack, testId),
		...unfocused(stack),
		...(testId === null ? {} : {focus: 'detail' as const, isZoomed: true}),
	}));
	return {
		store,
		open(place, view) {
			const {depth} = screens.of(place);
			store.setState(state => {
				const places = [...state.stack.filter(other => screens.of(other).depth < depth), place];
				const key = placeKey(place);
				const views = view
					? {...state.views, [key]: {...(state.views[key] ?? initialPlaceView), ...view}}
					: state.views;
				return {stack: places, views, ...unfocused(places)};
			});
		},
		back() {
			const {stack: places} = store.getState();
			if (places.length <= 1) return false;
			const stackLeft = places.slice(0, -1);
			store.setState({stack: stackLeft, ...unfocused(stackLeft)});
			return true;
		},
		update(change) {
			store.setState(state => ({
				views: {...state.views, [placeKey(currentPlace(state))]: {...currentView(state), ...change}},
				...(change.list || change.tab !== undefined ? {detailScroll: 0} : {}),
			}));
		},
		setFocus: (focus, isZoomed) =>
			store.setState(state => ({focus, isZoomed: isZoomed ?? (focus === 'detail' && state.isZoomed)})),
		scrollDetail: detailScroll => store.setState({detailScroll: Math.max(0, detailScroll)}),
	};
}
