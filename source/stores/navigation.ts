import {createStore, type StoreApi} from 'zustand/vanilla';
import {initialView, type ListView} from './list-view.ts';
import type {Start} from './start-place.ts';

/** What fills the screen. */
export type Place =
	| {screen: 'projects'}
	| {screen: 'tests'; projectId: string}
	| {screen: 'run'; batchId: string; projectId: string | null};

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
};

export const placeKey = (place: Place): string =>
	place.screen === 'projects' ? 'projects' : `${place.screen} ${'batchId' in place ? place.batchId : place.projectId}`;

export const currentPlace = ({stack}: NavigationState): Place => stack[stack.length - 1] ?? {screen: 'projects'};
export const currentView = (state: NavigationState): PlaceView =>
	state.views[placeKey(currentPlace(state))] ?? initialPlaceView;

/** The project that the shown place belongs to. */
export function currentProjectId({stack}: NavigationState): string | null {
	for (const place of [...stack].reverse()) if ('projectId' in place && place.projectId) return place.projectId;
	return null;
}

export type Navigation = {
	store: StoreApi<NavigationState>;
	/** Goes to a place: back to it where the stack has its screen already, else one level deeper. */
	open(place: Place): void;
	/** One level back; false at the outermost place. */
	back(): boolean;
	/** Changes how the shown place looks. */
	update(change: Partial<PlaceView>): void;
	setFocus(focus: Focus, isZoomed?: boolean): void;
	scrollDetail(lines: number): void;
};

const depth = {projects: 0, tests: 1, run: 2};
const unfocused = {focus: 'list', isZoomed: false, detailScroll: 0} as const;

/** A test that was asked for is under the cursor, and its details have the screen. */
function initialViews(stack: readonly Place[], testId: string | null): Omit<NavigationState, 'stack'> {
	const place = stack[stack.length - 1];
	if (testId === null || !place) return {views: {}, ...unfocused};
	const list = {...initialView, id: testId};
	return {views: {[placeKey(place)]: {...initialPlaceView, list}}, focus: 'detail', isZoomed: true, detailScroll: 0};
}

export function createNavigation({places: stack, testId}: Start): Navigation {
	const store = createStore<NavigationState>()(() => ({stack, ...initialViews(stack, testId)}));
	return {
		store,
		open(place) {
			store.setState(state => ({
				stack: [...state.stack.filter(({screen}) => depth[screen] < depth[place.screen]), place],
				...unfocused,
			}));
		},
		back() {
			const {stack: places} = store.getState();
			if (places.length <= 1) return false;
			store.setState({stack: places.slice(0, -1), ...unfocused});
			return true;
		},
		update(change) {
			store.setState(state => ({
				views: {...state.views, [placeKey(currentPlace(state))]: {...currentView(state), ...change}},
				...(change.list ? {detailScroll: 0} : {}),
			}));
		},
		setFocus: (focus, isZoomed) =>
			store.setState(state => ({focus, isZoomed: isZoomed ?? (focus === 'detail' && state.isZoomed)})),
		scrollDetail: detailScroll => store.setState({detailScroll: Math.max(0, detailScroll)}),
	};
}
