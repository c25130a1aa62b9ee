import type {BatchId, RunId} from '../../contract/ids.ts';
import type {BatchChanged} from '../store/batches/batch-tables.ts';

/** "The service joins changes that fall within 100 ms into one version." */
const joinedMs = 100;

type Waiter = {since: number; wake(): void};

type Entry = {
	/** Newest version that readers were told of; null before the first change. */
	published: number | null;
	latest: number;
	/** When readers were told last, by a clock that nobody sets; null before. */
	toldAt: number | null;
	/** Runs while a change is held back to be joined with the next ones. */
	timer: NodeJS.Timeout | null;
	/** Runs while nobody waits and nothing is held back: a reader who has just been told asks again at once. */
	leaving: NodeJS.Timeout | null;
	waiters: Set<Waiter>;
};

/**
 * Where readers wait for changes of batches and ends of runs, without asking the store again and again: what this process
 * changes itself, and what it hears of others.
 */
export class ChangeBoard {
	readonly #batches = new Map<string, Entry>();
	readonly #runs = new Map<string, Set<() => void>>();
	readonly #onEnded: (runIds: readonly RunId[]) => void;
	readonly #onDone: (batchId: BatchId) => void;
	readonly #onSweep: (batchId: BatchId) => void;
	#closed = false;

	/**
	 * @param onEnded told of every run that this process has brought to its end
	 * @param onDone told of every batch that has ended with its cleanup
	 * @param onSweep told of every batch whose sweep has something to do
	 */
	constructor(
		onEnded: (runIds: readonly RunId[]) => void = () => {},
		onDone: (batchId: BatchId) => void = () => {},
		onSweep: (batchId: BatchId) => void = () => {},
	) {
		this.#onEnded = onEnded;
		this.#onDone = onDone;
		this.#onSweep = onSweep;
	}

	/** Tells of what transactions have changed. The end of a batch or a run is told at once. */
	publish(changes: readonly BatchChanged[]): void {
		for (const {batchId, version, done, ended, sweep} of changes) {
			if (ended.length > 0) this.#onEnded(ended);
			if (done) this.#onDone(batchId);
			if (sweep) this.#onSweep(batchId);
			this.#tell({batchId, version, done, ended});
		}
	}

	/** Wakes those who wait for what another process has changed; `ended` null: too many runs to name. */
	hear(change: Pick<BatchChanged, 'batchId' | 'version' | 'done'> & {ended: readonly string[] | null}): void {
		// Nobody who waits here needs an entry.
		if (this.#batches.has(change.batchId) || this.#runs.size > 0) this.#tell(change);
	}

	/** Everybody looks again: changes of other processes may have been missed. */
	wakeAll(): void {
		for (const wakes of [...this.#runs.values()]) for (const wake of [...wakes]) wake();
		for (const entry of [...this.#batches.values()]) for (const waiter of [...entry.waiters]) waiter.wake();
	}

	#tell({
		batchId,
		version,
		done,
		ended,
	}: Pick<BatchChanged, 'batchId' | 'version' | 'done'> & {ended: readonly string[] | null}): void {
		for (const runId of ended ?? [...this.#runs.keys()]) for (const wake of [...(this.#runs.get(runId) ?? [])]) wake();
		const entry = this.#entryOf(batchId);
		stay(entry);
		entry.published ??= version - 1;
		entry.latest = Math.max(entry.latest, version);
		if (done || this.#closed) this.#end(batchId, entry);
		else entry.timer ??= setTimeout(() => this.#flush(batchId, entry), joinedMs);
	}

	/** Calls `wake` once a version above `since` is published (Infinity: once the batch has ended), until released. */
	onVersion(batchId: BatchId, since: number, wake: () => void): () => void {
		const entry = this.#entryOf(batchId);
		const waiter = {since, wake};
		stay(entry);
		entry.waiters.add(waiter);
		if (this.#closed) wake();
		return () => {
			entry.waiters.delete(waiter);
			this.#drop(batchId, entry);
		};
	}

	/**
	 * True while the newest changes of a batch are held back and a reader who knows `since` has to wait for them. The store may know
	 * of some before this process has heard of them: they are held back as well from a reader who has just been told.
	 *
	 * @param version the newest one in the store
	 */
	isHeldBack(batchId: BatchId, since: number, version: number): boolean {
		const entry = this.#batches.get(batchId);
		if (entry === undefined || (entry.published ?? 0) > since) return false;
		const leftMs = entry.toldAt === null ? 0 : entry.toldAt + joinedMs - performance.now();
		if (entry.timer === null && (leftMs <= 0 || this.#closed)) return false;
		entry.latest = Math.max(entry.latest, version);
		entry.timer ??= setTimeout(() => this.#flush(batchId, entry), leftMs);
		return true;
	}

	/** Calls `wake` when a run has ended, until released. */
	onRunEnd(runId: RunId, wake: () => void): () => void {
		const waiters = this.#runs.get(runId) ?? new Set();
		this.#runs.set(runId, waiters);
		waiters.add(wake);
		if (this.#closed) wake();
		return () => {
			waiters.delete(wake);
			if (waiters.size === 0 && this.#runs.get(runId) === waiters) this.#runs.delete(runId);
		};
	}

	/** Lets everybody go: nothing will be told any more. */
	close(): void {
		this.#closed = true;
		for (const [batchId, entry] of [...this.#batches]) this.#end(batchId, entry);
		for (const waiters of [...this.#runs.values()]) for (const wake of [...waiters]) wake();
	}

	#entryOf(batchId: BatchId): Entry {
		const known = this.#batches.get(batchId);
		if (known) return known;
		const entry: Entry = {published: null, latest: 0, toldAt: null, timer: null, leaving: null, waiters: new Set()};
		this.#batches.set(batchId, entry);
		return entry;
	}

	#flush(batchId: BatchId, entry: Entry): void {
		entry.timer = null;
		entry.published = entry.latest;
		entry.toldAt = performance.now();
		for (const waiter of [...entry.waiters]) if (entry.latest > waiter.since) waiter.wake();
		this.#drop(batchId, entry);
	}

	#end(batchId: BatchId, entry: Entry): void {
		if (entry.timer) clearTimeout(entry.timer);
		stay(entry);
		this.#batches.delete(batchId);
		for (const waiter of [...entry.waiters]) waiter.wake();
	}

	/**
	 * Forgets a batch that nobody waits for, a little later: what is heard between two questions of one reader is joined
	 * as well, else each change of a large batch would be read by itself.
	 */
	#drop(batchId: BatchId, entry: Entry): void {
		if (entry.waiters.size > 0 || entry.timer !== null || this.#batches.get(batchId) !== entry) return;
		entry.leaving ??= setTimeout(() => this.#batches.delete(batchId), joinedMs);
	}
}

function stay(entry: Entry): void {
	if (entry.leaving) clearTimeout(entry.leaving);
	entry.leaving = null;
}
