import {createStore, type StoreApi} from 'zustand/vanilla';
import type {Dashboard} from './dashboard.ts';

/** Seconds that the service may hold a request that has no news. */
export const heldSeconds = 25;

export type Loaded<Data> = {
	/** What is shown or being read, e.g. the id of a batch. */
	key: string | null;
	/** The last good data of that key; a failed reading leaves it. */
	data: Data | null;
	/** Why the last reading failed. */
	error: unknown;
};

export type Loader<Data> = {
	store: StoreApi<Loaded<Data>>;
	/** Reads once. Data of another key is dropped first; rejects with what failed, which the state keeps too. */
	load(key: string, signal: AbortSignal): Promise<void>;
	/** Reads and waits for news until there is no more to come or the signal aborts; lost connections are tried again. */
	follow(key: string, signal: AbortSignal): Promise<void>;
	/** Takes over what an action has changed, while its key is still the shown one. */
	put(key: string, change: (data: Data) => Data): void;
};

type Reading<Data> = {
	/**
	 * Asks the service. `known` = the data so far, null at first: a route with a long poll is asked with its version and
	 * `waitSeconds: heldSeconds` then, and answers with what changed.
	 */
	read(key: string, known: Data | null, signal: AbortSignal): Promise<Data>;
	/** No news can come any more; asked after every reading. What is followed anew is read anew first. */
	isOver?(data: Data): boolean;
};

/** A store of one thing that a screen shows: what is read, the last good data, why a reading failed. */
export function createLoader<Data>({session}: Pick<Dashboard, 'session'>, {read, isOver}: Reading<Data>): Loader<Data> {
	const store = createStore<Loaded<Data>>()(() => ({key: null, data: null, error: null}));
	const isShown = (key: string) => store.getState().key === key;

	async function take(key: string, known: Data | null, signal: AbortSignal): Promise<void> {
		try {
			const data = await read(key, known, signal);
			if (isShown(key) && (data !== store.getState().data || store.getState().error !== null))
				store.setState({data, error: null});
		} catch (error) {
			if (!signal.aborted && isShown(key)) store.setState({error});
			throw error;
		}
	}

	function show(key: string): void {
		if (!isShown(key)) store.setState({key, data: null, error: null});
	}

	return {
		store,
		async load(key, signal) {
			show(key);
			await take(key, null, signal);
		},
		async follow(key, signal) {
			show(key);
			for (let failures = 0; !signal.aborted && isShown(key); ) {
				const {data} = store.getState();
				try {
					// After the service was lost everything is read anew, at once: a service that is back is seen to be back.
					await take(key, session.store.getState().connection.kind === 'offline' ? null : data, signal);
					failures = 0;
					const {data: latest} = store.getState();
					if (latest !== null && isOver?.(latest)) return;
				} catch (error) {
					if (signal.aborted || !(await session.backOff(error, failures++, signal))) return;
				}
			}
		},
		put(key, change) {
			const {data} = store.getState();
			if (isShown(key) && data !== null) store.setState({data: change(data)});
		},
	};
}

/** Time that a held request may take in all, in ms. */
export const heldTimeoutMs = (heldSeconds + 10) * 1000;
