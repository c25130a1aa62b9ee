import {onAbort} from './on-abort.ts';

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

/** The clock of a real process. */
export const systemClock: Clock = {now: Date.now, elapsed: () => performance.now(), sleep, random: Math.random};
