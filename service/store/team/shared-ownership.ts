import type {Owned, Ownership} from '../../domain/ownership.ts';
import type {Database} from '../database.ts';
import {keepLeases, releaseLease, takeLease} from './leases.ts';

/** "Heartbeat 10 s, lease 30 s." */
export const leaseMs = 30_000;

type Parts = {
	database: Database;
	/** Names this process. */
	owner: string;
	/** Epoch milliseconds. */
	now(): number;
	log: {error(fields: object, message: string): void};
};

type Held = {lost: AbortController; until: number};

/** What this process does for all of them. `keep` is to be called more often than a lease lasts, `giveUpLate` each second. */
export class SharedOwnership implements Ownership {
	readonly #parts: Parts;
	readonly #held = new Map<string, Held>();

	constructor(parts: Parts) {
		this.#parts = parts;
	}

	async take(key: string): Promise<Owned | null> {
		const {database, owner, now} = this.#parts;
		// One piece of work at a time, also within this process.
		if (this.#held.has(key)) return null;
		const held: Held = {lost: new AbortController(), until: performance.now() + leaseMs};
		this.#held.set(key, held);
		const isTaken = await takeLease(database, {key, owner}, leaseMs, now()).catch((error: unknown) => {
			this.#held.delete(key);
			throw error;
		});
		if (!isTaken) {
			this.#held.delete(key);
			return null;
		}
		return {
			lost: held.lost.signal,
			release: async () => {
				if (this.#held.get(key) === held) this.#held.delete(key);
				await releaseLease(database, {key, owner}).catch((error: unknown) =>
					this.#parts.log.error({err: error, key}, 'a lease ends by itself'),
				);
			},
		};
	}

	/** Keeps what is held, and gives up what others have taken. */
	async keep(): Promise<void> {
		const {database, owner, now} = this.#parts;
		if (this.#held.size === 0) return;
		const before = [...this.#held];
		const until = performance.now() + leaseMs;
		const kept = new Set(await keepLeases(database, owner, leaseMs, now()));
		for (const [key, held] of before)
			if (kept.has(key)) held.until = until;
			else this.#lose(key, held);
	}

	/** Gives up what could not be kept in time. Asks nobody, as `keep` may wait for a database that is out of reach. */
	giveUpLate(): void {
		for (const [key, held] of [...this.#held]) if (held.until <= performance.now()) this.#lose(key, held);
	}

	#lose(key: string, held: Held): void {
		if (this.#held.get(key) !== held) return;
		this.#held.delete(key);
		held.lost.abort();
	}
}
