import {useCallback, useRef, useSyncExternalStore} from 'react';
import {shallow} from 'zustand/shallow';
import type {Source} from '../source/stores/screen.ts';

/** How to hear of every change of several stores. Screens make the array anew at every call: other stores alone are a new way. */
export function useSubscribe(sources: readonly Source[]): (listener: () => void) => () => void {
	const stores = useRef(sources);
	if (!shallow(stores.current, sources)) stores.current = sources;
	const subscribed = stores.current;
	return useCallback(
		(listener: () => void) => {
			const stops = subscribed.map(source => source.subscribe(listener));
			return () => {
				for (const stop of stops) stop();
			};
		},
		[subscribed],
	);
}

/** Draws the component again whenever one of the stores changes: for parts that show much of them. */
export function useChanges(sources: readonly Source[]): void {
	const count = useRef(0);
	const subscribe = useSubscribe(sources);
	const subscribeCounting = useCallback(
		(listener: () => void) =>
			subscribe(() => {
				count.current += 1;
				listener();
			}),
		[subscribe],
	);
	useSyncExternalStore(subscribeCounting, () => count.current);
}
