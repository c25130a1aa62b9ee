import type {ChangeWire} from './ownership.ts';

/**
 * Readers who wait for what this process, or one beside it, changes in something that is known by a key (a project, a generation), without
 * asking the store again and again.
 */
export class ChangeWaiters {
	readonly #looks = new Map<string, Set<() => void>>();
	readonly #tell: (key: string) => void;

	/** @param others processes in which people wait as well */
	constructor(others?: {wire: ChangeWire; topic: string}) {
		this.#tell = key => others?.wire.tell(others.topic, key);
		others?.wire.listen(others.topic, key => (key === null ? this.wakeAll() : this.#wakeHere(key)));
	}

	/** Everyone who waits for this key looks again. */
	wake(key: string): void {
		this.#wakeHere(key);
		this.#tell(key);
	}

	#wakeHere(key: string): void {
		for (const look of [...(this.#looks.get(key) ?? [])]) look();
	}

	/** Everyone looks again: the process is stopping. */
	wakeAll(): void {
		for (const key of [...this.#looks.keys()]) this.#wakeHere(key);
	}

	/**
	 * Returns as soon as `isOver` says so, after `waitMs`, or with `signal`. A look that fails ends the wait, too: who
	 * reads next meets the same fault.
	 *
	 * @param isOver asked at once and after each change
	 */
	async wait(key: string, isOver: () => Promise<boolean>, waitMs: number, signal: AbortSignal): Promise<void> {
		if (signal.aborted) return;
		const own = this.#looks.get(key) ?? new Set();
		this.#looks.set(key, own);
		let release = () => {};
		const over = new Promise<void>(resolve => {
			release = resolve;
		});
		const look = () => {
			isOver().then(is => {
				if (is) release();
			}, release);
		};
		const timer = setTimeout(release, waitMs);
		own.add(look);
		signal.addEventListener('abort', release, {once: true});
		look();
		try {
			await over;
		} finally {
			clearTimeout(timer);
			signal.removeEventListener('abort', release);
			own.delete(look);
			if (own.size === 0 && this.#looks.get(key) === own) this.#looks.delete(key);
		}
	}
}
