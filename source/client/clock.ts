import {setMaxListeners} from 'node:events';
import process from 'node:process';

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

/** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it is aborted. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Time and chance as the client needs them; comes in from the context so that tests decide both. */
export type Clock = {
	/** Milliseconds since the epoch, for what people and files are told; may jump when the clock of the machine is set. */
	now(): number;
	/** Milliseconds since some moment, for every duration: never jumps. */
	elapsed(): number;
	sleep: Sleep;
	/** 0 ≤ x < 1. */
	random(): number;
};

/** The real `sleep`. */
export const sleep: Sleep = (ms, signal) =>
	new Promise((resolve, reject) => {
		if (signal?.aborted) {
			reject(signal.reason);
			return;
		}
		const timer = setTimeout(() => {
			forget();
			resolve();
		}, ms);
		const forget = onAbort(signal, () => {
			clearTimeout(timer);
			reject(signal?.reason);
		});
	});

/** The clock of a real process. Uptime is as exact as `performance.now()`, which would load node:perf_hooks first. */
export const systemClock: Clock = {now: Date.now, elapsed: () => process.uptime() * 1000, sleep, random: Math.random};
