/** Nobody can say of a call that it was slow in less. */
const shortMs = 200;

/** A call to the browser that did not answer in its time; the browser may still be busy with it. */
export class DeadlineError extends Error {
	constructor(what: string, ms: number) {
		super(ms < shortMs ? `there was no time left for ${what}` : `${what} took longer than ${Math.round(ms)} ms`);
	}
}

/**
 * The answer of a call, or `DeadlineError` after `ms`. Every call to Playwright goes through it: some take no time-out
 * and never answer while a script of the page keeps the renderer busy.
 */
export async function within<T>(ms: number, what: string, call: Promise<T>): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	// What fails after the deadline has nobody left to hear it.
	call.catch(() => {});
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new DeadlineError(what, ms)), Math.max(1, ms));
	});
	try {
		return await Promise.race([call, late]);
	} finally {
		clearTimeout(timer);
	}
}

/** A point in time by the steady clock. */
export class Deadline {
	readonly #at: number;
	constructor(ms: number) {
		this.#at = performance.now() + ms;
	}
	/** Milliseconds left, at least 1, so that it can be handed on as a time-out. */
	get left(): number {
		return Math.max(1, this.#at - performance.now());
	}
	get isOver(): boolean {
		return performance.now() >= this.#at;
	}
	/** The earlier of this and `ms` from now. */
	atMost(ms: number): number {
		return Math.min(ms, this.left);
	}
}

/** Time between two looks at something that is waited for. */
export const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

/** Milliseconds after which Playwright gave up, as its message says; null: it speaks of something else. */
export function timeoutIn(message: string): number | null {
	const [, ms] = /Timeout (\d{1,9})[\d.]{0,20}ms exceeded/.exec(message) ?? [];
	return ms === undefined ? null : Number(ms);
}
