/**
 * Waits for an event that is announced by a callback, at most `waitMs` and not after `signal`.
 *
 * @param subscribe calls `wake` on the event and returns how to let go
 * @param isOver asked once after subscribing, so that an event in between is not missed; true ends the wait
 */
export async function hold(
	subscribe: (wake: () => void) => () => void,
	isOver: () => Promise<boolean>,
	waitMs: number,
	signal: AbortSignal,
): Promise<void> {
	let wake = () => {};
	const woken = new Promise<void>(resolve => {
		wake = resolve;
	});
	const release = subscribe(wake);
	const timer = setTimeout(wake, waitMs);
	signal.addEventListener('abort', wake, {once: true});
	try {
		if (signal.aborted || (await isOver())) return;
		await woken;
	} finally {
		clearTimeout(timer);
		signal.removeEventListener('abort', wake);
		release();
	}
}
