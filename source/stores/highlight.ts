import {createStore, type StoreApi} from 'zustand/vanilla';
import {storeKey} from './store-key.ts';

/** Rows that stand out because a value flows between them. */
export type HighlightState = {
	/** Ids of the rows, in the order of the list. */
	ids: readonly string[];
	/** Endpoint whose arrows stand out. */
	giver: string | null;
};

const nothing: HighlightState = {ids: [], giver: null};

export type Highlight = {store: StoreApi<HighlightState>; show(state: HighlightState): void; clear(): void};

export const highlightStore = storeKey<Highlight>(() => {
	const store = createStore<HighlightState>()(() => nothing);
	return {store, show: state => store.setState(state), clear: () => store.setState(nothing)};
});
