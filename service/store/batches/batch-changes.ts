import type {BatchId} from '../../../contract/ids.ts';
import type {StoreTransaction} from '../database.ts';
import {BatchChange, type OpenedBatch} from './batch-change.ts';
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

	/** Rows of batches that are not open yet. */
	readonly #read: Map<string, OpenedBatch>;

	/** @param read batches as this transaction has found them, when it has changed nothing yet */
	constructor(transaction: StoreTransaction, now: number, read: readonly OpenedBatch[] = []) {
		this.#transaction = transaction;
		this.#now = now;
		this.#read = new Map(read.map(batch => [batch.id, batch]));
	}

	async of(batchId: BatchId): Promise<BatchChange> {
		const known = this.#open.get(batchId) ?? (await this.#begin(batchId));
		this.#open.set(batchId, known);
		return known;
	}

	#begin(batchId: BatchId): BatchChange | Promise<BatchChange> {
		const row = this.#read.get(batchId);
		// Once only: when it has been saved it is another one.
		this.#read.delete(batchId);
		return row
			? BatchChange.of(this.#transaction, row, this.#now)
			: BatchChange.open(this.#transaction, batchId, this.#now);
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
