/** Runs at most `width` works at a time; the others wait in the order in which they came. */
export function createLanes(width: number): <T>(work: () => Promise<T>) => Promise<T> {
	let free = width;
	const waiting: Array<() => void> = [];
	return async work => {
		if (free > 0) free--;
		else await new Promise<void>(resolve => waiting.push(resolve));
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else free++;
		}
	};
}
