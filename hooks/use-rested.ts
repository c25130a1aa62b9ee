import {useEffect, useState} from 'react';
import {useDashboard} from './use-dashboard.ts';

/** Time a value must stay the same, in ms. */
const restMs = 120;

/**
 * A value after it has stood still for a moment: while the cursor runs through a list, its details stay what they were,
 * so that a held key asks the service for nothing and changes two lines of the screen.
 */
export function useRested<Value>(value: Value): Value {
	const {context} = useDashboard();
	const [rested, setRested] = useState(value);
	useEffect(() => {
		if (Object.is(rested, value)) return;
		if (rested === null) {
			setRested(value);
			return;
		}
		const moved = new AbortController();
		context.wait(restMs, AbortSignal.any([moved.signal, context.ended])).then(
			() => setRested(value),
			// It moved on.
			() => undefined,
		);
		return () => moved.abort();
	}, [value, rested, context]);
	return rested;
}
