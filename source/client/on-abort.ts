import {setMaxListeners} from 'node:events';

/**
 * Calls `listener` when the signal is aborted; the result takes it off again. One signal of a command ends all its
 * calls, so any number of listeners is normal: without the limit lifted Node 20 warns on stderr from the eleventh on.
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
	if (signal === undefined) return () => undefined;
	setMaxListeners(0, signal);
	signal.addEventListener('abort', listener, {once: true});
	return () => signal.removeEventListener('abort', listener);
}
