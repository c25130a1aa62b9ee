type Sleeper = {at: number; wake(): void};

/** Time that stands still until a test moves it. */
export type FakeClock = {
	now(): number;
	wait(milliseconds: number, signal: AbortSignal): Promise<void>;
	/** Moves time on and lets everything that was due happen, in its order. */
	advance(milliseconds: number): Promise<void>;
	/** Waits that are not over. */
	pending(): number;
};

/** Lets promises settle that need no time. */
export const settle = async (): Promise<void> => {
	for (let turn = 0; turn < 5; turn++) await new Promise(resolve => setImmediate(resolve));
};

export function createFakeClock(start = Date.parse('2026-01-31T09:30:00.000Z')): FakeClock {
	let now = start;
	let sleepers: Sleeper[] = [];
	return {
		now: () => now,
		wait: (milliseconds, signal) =>
			new Promise((resolve, reject) => {
				if (signal.aborted) {
					reject(signal.reason);
					return;
				}
				const onAbort = () => {
					sleepers = sleepers.filter(other => other !== sleeper);
					reject(signal.reason);
				};
				const sleeper = {
					at: now + milliseconds,
					wake() {
						signal.removeEventListener('abort', onAbort);
						resolve();
					},
				};
				sleepers.push(sleeper);
				signal.addEventListener('abort', onAbort, {once: true});
			}),
		async advance(milliseconds) {
			const end = now + milliseconds;
			for (;;) {
				await settle();
				const next = sleepers.filter(({at}) => at <= end).sort((a, b) => a.at - b.at)[0];
				if (!next) break;
				now = Math.max(now, next.at);
				sleepers = sleepers.filter(sleeper => sleeper !== next);
				next.wake();
			}
			now = end;
			await settle();
		},
		pending: () => sleepers.length,
	};
}
