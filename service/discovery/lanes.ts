/** What keeps a work waiting. */
export type LaneOptions = {
	/** Ends the wait: the place is free for those behind it, and the work is never begun. */
	signal?: AbortSignal;
	/** How much of `room` the work takes; more than there is: it runs alone. */
	size?: number;
};

export type Lanes = <T>(work: () => Promise<T>, options?: LaneOptions) => Promise<T>;

type Waiting = {size: number; begin(): void};

/**
 * Runs at most `width` works at a time, and no more than fit into `room` together; the others wait in the order in which
 * they came. Rejects with the reason of the signal of a work that was not begun.
 */
export function createLanes(width: number, room = Number.POSITIVE_INFINITY): Lanes {
	let [running, taken] = [0, 0];
	const waiting: Waiting[] = [];

	function beginNext(): void {
		for (let next = waiting[0]; next && running < width; next = waiting[0]) {
			if (running > 0 && taken + next.size > room) return;
			waiting.shift();
			running++;
			taken += next.size;
			next.begin();
		}
	}

	const turn = (size: number, signal: AbortSignal | undefined) =>
		new Promise<void>((resolve, reject) => {
			const place: Waiting = {
				size,
				begin() {
					signal?.removeEventListener('abort', leave);
					resolve();
				},
			};
			function leave() {
				waiting.splice(waiting.indexOf(place), 1);
				reject(signal?.reason);
				beginNext();
			}
			signal?.addEventListener('abort', leave, {once: true});
			waiting.push(place);
			beginNext();
		});

	return async (work, {signal, size = 0} = {}) => {
		signal?.throwIfAborted();
		await turn(size, signal);
		try {
			return await work();
		} finally {
			running--;
			taken -= size;
			beginNext();
		}
	};
}
