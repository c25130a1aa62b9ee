import type {BatchId} from '../../../contract/ids.ts';
import type {StoreTransaction} from '../database.ts';
import {BatchChange} from './batch-change.ts';
import type {BatchChanged} from './batch-tables.ts';

/**
 * The batches that one transaction changes. Each is opened once and saved once: the end of a test and the start of the
 * next one are one new version of their batch, which others hear of once.
 */
export class BatchChanges {
	readonly #transaction: StoreTransaction;
	readonly #now: number;
	readonly #open = new Map<string, BatchChange>();
	readonly #saved: BatchChanged[] = [];

	constructor(transaction: StoreTransaction, now: number) {
		this.#transaction = transaction;
		this.#now = now;
	}

	async of(batchId: BatchId): Promise<BatchChange> {
		const known = this.#open.get(batchId) ?? (await BatchChange.open(this.#transaction, batchId, this.#now));
		this.#open.set(batchId, known);
		return known;
	}

	/** Writes what was to be written when they are saved: somebody is about to read it. */
	async writeNow(): Promise<void> {
		for (const change of this.#open.values()) await change.writeNow();
	}

	/** Of batches that have ended: what they have left counts for others that end with them. */
	async saveEnded(): Promise<void> {
		for (const change of [...this.#open.values()]) if (change.phase === 'done') await this.#save(change);
	}

	/** What has changed, each batch once. */
	async save(): Promise<BatchChanged[]> {
		for (const change of [...this.#open.values()]) await this.#save(change);
		return this.#saved;
	}

	async #save(change: BatchChange): Promise<void> {
		this.#open.delete(change.batch.id);
		this.#saved.push(await change.save());
	}
}
