import {useRef, useSyncExternalStore} from 'react';
import {shallow} from 'zustand/shallow';
import type {Source} from '../source/stores/screen.ts';
import {useSubscribe} from './use-changes.ts';

/**
 * What several stores say together; the component draws again only when one of the values is another one.
 * @param sources stores whose changes may change the values
 * @param read the values now: single values or arrays that stay the same, cheap, as they are asked for at every change
 */
export function useSources<Values extends object>(sources: readonly Source[], read: () => Values): Values {
	const last = useRef<Values | null>(null);
	const subscribe = useSubscribe(sources);
	return useSyncExternalStore(subscribe, () => {
		const values = read();
		if (last.current === null || !shallow(last.current, values)) last.current = values;
		return last.current;
	});
}
