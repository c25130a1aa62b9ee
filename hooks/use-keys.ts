import {useInput} from 'ink';
import {useCallback, useMemo} from 'react';
import {type KeyFlags, type Stroke, StrokeReader} from '../source/terminal/strokes.ts';

/**
 * The only place that listens to the keyboard. One listener with a stable callback, because Ink subscribes again and
 * leaves raw mode whenever the callback changes.
 */
export function useKeys(onStroke: (stroke: Stroke) => void): void {
	const reader = useMemo(() => new StrokeReader(), []);
	const read = useCallback(
		(input: string, key: KeyFlags) => {
			for (const stroke of reader.read(input, key)) onStroke(stroke);
		},
		[reader, onStroke],
	);
	useInput(read);
}
