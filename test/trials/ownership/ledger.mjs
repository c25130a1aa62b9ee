/** Words of the generator: what a test creates carries one of them, in its path or its body. */
const markPattern = /(?:amber|birch|coral|delta|ember)-\d+/;

const keyOf = (collection, key) => `${collection} ${key}`;

/**
 * Every record that the application of the trial has ever held, and who made, changed and removed it. The one truth that
 * the answers of the service are compared with.
 */
export class Ledger {
	#live = new Map();
	#all = [];
	#next = 100;
	/** Number of the batch that is under way; 0: records are seeded. */
	batch = 0;
	/** What the sweep did to records that its batch did not make. */
	touched = [];

	/** A number that no record has yet. */
	nextNumber() {
		return ++this.#next;
	}

	/**
	 * @param request null: a record that was there before, or that a colleague makes meanwhile
	 * @param handles further texts by which the record may be called, beside its key and the texts of its value
	 */
	make({collection, key, value = {}, parent = null, request = null, shape = null, handles = []}) {
		const record = {
			collection,
			key: String(key),
			value,
			parent,
			shape,
			isCanary: request === null,
			isArchived: false,
			batch: this.batch,
			serial: this.#all.length,
			mark: request && (markPattern.exec(`${request.path} ${request.raw}`)?.[0] ?? null),
			made: request && {method: request.method, path: request.path},
			handles: new Set([String(key), ...handles.map(String), ...Object.values(value).map(String)]),
			removedBy: null,
		};
		this.#live.set(keyOf(collection, key), record);
		this.#all.push(record);
		return record;
	}

	find(collection, key) {
		return this.#live.get(keyOf(collection, key)) ?? null;
	}

	list(collection) {
		return [...this.#live.values()].filter(record => record.collection === collection);
	}

	childrenOf(record) {
		return [...this.#live.values()].filter(({parent}) => parent === record);
	}

	/** Takes a record out, with everything below it. */
	remove(record, request) {
		for (const child of this.childrenOf(record)) this.remove(child, request);
		this.#note(record, request);
		record.removedBy = request.isSweep ? 'sweep' : 'test';
		this.#live.delete(keyOf(record.collection, record.key));
	}

	archive(record, request) {
		this.#note(record, request);
		record.isArchived = true;
	}

	/** Records that tests of a batch have made. */
	madeIn(batch) {
		return this.#all.filter(record => !record.isCanary && record.batch === batch);
	}

	get canaries() {
		return this.#all.filter(({isCanary}) => isCanary);
	}

	/** The sweep may only do something to what its own batch has made. */
	#note(record, request) {
		if (!request.isSweep || (!record.isCanary && record.batch === request.batch)) return;
		const whose = record.isCanary ? 'canary' : `of batch ${record.batch}`;
		this.touched.push({shape: record.shape, whose, what: `${request.method} ${request.path}`});
	}
}
