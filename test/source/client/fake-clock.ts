import {setImmediate as nextTurn} from 'node:timers/promises';
import type {Clock} from '../../../source/client/clock.ts';

type Sleeper = {at: number; ms: number; wake(): void};

/**
 * Time that only moves when a test says so. `drive` lets it jump from one sleeper to the next while nothing else is
 * going on, and `slept` lists what was really slept through, in milliseconds.
 */
export class FakeClock implements Clock {
	readonly slept: number[] = [];
	#time = 1000;
	/** What the wall says at moment 0; unlike any moment, so that the two are never mistaken for each other. */
	#wall = Date.parse('2026-01-31T09:29:59.000Z');
	readonly #sleepers = new Set<Sleeper>();
	/** What `random` returns. */
	chance = 0.5;

	now = (): number => this.#wall + this.#time;
	elapsed = (): number => this.#time;
	random = (): number => this.chance;

	sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
		new Promise((resolve, reject) => {
			if (signal?.aborted) {
				reject(signal.reason);
				return;
			}
			const sleeper = {at: this.#time + ms, ms, wake: resolve};
			this.#sleepers.add(sleeper);
			signal?.addEventListener('abort', () => {
				this.#sleepers.delete(sleeper);
				reject(signal.reason);
			});
		});

	/** Somebody sets the clock of the machine; no time passes. */
	jump(ms: number): void {
		this.#wall += ms;
	}

	/** Moves time forward and wakes whoever is due. */
	advance(ms: number): void {
		this.#time += ms;
		for (const sleeper of this.#sleepers) {
			if (sleeper.at > this.#time) continue;
			this.#sleepers.delete(sleeper);
			this.slept.push(sleeper.ms);
			sleeper.wake();
		}
	}

	/** Settles like `work`; as long as it is pending and `isBusy` says no, time jumps to the next sleeper. */
	async drive<T>(work: Promise<T>, isBusy: () => boolean = () => false): Promise<T> {
		let isSettled = false;
		const settled = work.finally(() => {
			isSettled = true;
		});
		settled.catch(() => {});
		while (!isSettled) {
			await nextTurn();
			const next = Math.min(...[...this.#sleepers].map(({at}) => at));
			if (!isSettled && !isBusy() && Number.isFinite(next)) this.advance(Math.max(0, next - this.#time));
		}
		return settled;
	}
}
