import {useCallback, useRef, useSyncExternalStore} from 'react';
import {shallow} from 'zustand/shallow';
import type {Source} from '../source/stores/screen.ts';

/**
 * What several stores say together; the component draws again only when one of the values is another one.
 * @param sources stores whose changes may change the values
 * @param read the values now: single values or arrays that stay the same, cheap, as they are asked for at every change
 */
export function useSources<Values extends object>(sources: readonly Source[], read: () => Values): Values {
	const last = useRef<Values | null>(null);
	const stores = useRef(sources);
	// Screens make the array anew at every call; a new subscription is needed for other stores only.
	if (!shallow(stores.current, sources)) stores.current = sources;
	const subscribed = stores.current;
	const subscribe = useCallback(
		(listener: () => void) => {
			const stops = subscribed.map(source => source.subscribe(listener));
			return () => {
				for (const stop of stops) stop();
			};
		},
		[subscribed],
	);
	return useSyncExternalStore(subscribe, () => {
		const values = read();
		if (last.current === null || !shallow(last.current, values)) last.current = values;
		return last.current;
	});
}
