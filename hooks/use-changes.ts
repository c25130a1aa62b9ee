import {useCallback, useRef, useSyncExternalStore} from 'react';
import {shallow} from 'zustand/shallow';
import type {Source} from '../source/stores/screen.ts';

/** Draws the component again whenever one of the stores changes: for parts that show much of them. */
export function useChanges(sources: readonly Source[]): void {
	const count = useRef(0);
	const stores = useRef(sources);
	// Screens make the array anew at every call; a new subscription is needed for other stores only.
	if (!shallow(stores.current, sources)) stores.current = sources;
	const subscribed = stores.current;
	const subscribe = useCallback(
		(listener: () => void) => {
			const stops = subscribed.map(source =>
				source.subscribe(() => {
					count.current += 1;
					listener();
				}),
			);
			return () => {
				for (const stop of stops) stop();
			};
		},
		[subscribed],
	);
	useSyncExternalStore(subscribe, () => count.current);
}
