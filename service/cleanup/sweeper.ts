import {setTimeout as delay} from 'node:timers/promises';
import type {BatchId, ProjectId} from '../../contract/ids.ts';
import type {BatchChanged} from '../store/batches/batch-tables.ts';
import type {SweepFacts} from '../store/cleanup/read-sweep.ts';
import type {SearchedBatch} from '../store/cleanup/sweep-store.ts';
import {whenOwned} from '../domain/ownership.ts';
import {isStoreUnavailable} from '../domain/service-error.ts';
import {noteSightings} from './note-sightings.ts';
import {BatchSweeping, type SweepTools} from './batch-sweeping.ts';
import {RecordReader} from './read-back.ts';
import {readMembers} from './read-members.ts';
import {Renewals} from './renewals.ts';
import {resourcesOfBatch} from './resources-of-batch.ts';
import {type Settlements, settleUnknown} from './settle-unknown.ts';
import {createSweepGet} from './sweep-get.ts';
import {spokenApis} from './spoken-api.ts';
import type {SweeperParts} from './sweeper-parts.ts';

/** A sweep has its own deadline: what is open then stays as it is, and the batch ends. */
const deadlineMs = 10 * 60_000;
/** Pause before the store is asked again after it failed. */
const storeRetryMs = 1000;

/**
 * Finds what batches have created and deletes it. The store says where each batch stands; everything here may be
 * forgotten at any moment and is taken up again by `resume`.
 */
export class Sweeper {
	readonly #parts: SweeperParts;
	readonly #sweeps = new Map<string, Promise<void>>();
	readonly #again = new Set<string>();
	/** Batches whose sweep waits for the store. */
	readonly #heldUp = new Set<string>();
	readonly #stop = new AbortController();

	constructor(parts: SweeperParts) {
		this.#parts = parts;
	}

	/** The sweep of a batch has something to do. */
	begin(batchId: BatchId): void {
		if (this.#stop.signal.aborted) return;
		if (this.#sweeps.has(batchId)) {
			this.#again.add(batchId);
			return;
		}
		const sweep = this.#owned(batchId).finally(() => {
			this.#sweeps.delete(batchId);
			this.#heldUp.delete(batchId);
			if (this.#again.delete(batchId)) this.begin(batchId);
		});
		this.#sweeps.set(batchId, sweep);
	}

	/** Whether a sweep waits because the store takes nothing at the moment. */
	get isHeldUp(): boolean {
		return this.#heldUp.size > 0;
	}

	/** Goes on with the sweeps that an earlier process has left. */
	async resume(): Promise<void> {
		for (const batchId of await this.#parts.store.listSweeps()) this.begin(batchId);
	}

	/** Stops what is under way and resolves when nothing is sent any more; it is taken up again by the next process. */
	async stop(): Promise<void> {
		this.#stop.abort();
		await Promise.all(this.#sweeps.values());
	}

	/** Where another process has it, that one sweeps: it looks again when it is through. */
	async #owned(batchId: BatchId): Promise<void> {
		const {store, log, ownership} = this.#parts;
		if (!ownership) return this.#work(batchId, this.#stop.signal);
		try {
			const state = await store.sweepState(batchId);
			if (state !== 'search' && state !== 'due' && state !== 'retry') return;
			await whenOwned(ownership, `sweep ${batchId}`, lost =>
				this.#work(batchId, AbortSignal.any([this.#stop.signal, lost])),
			);
		} catch (error) {
			log.error({err: error, batchId}, 'a cleanup could not be begun');
		}
	}

	async #work(batchId: BatchId, signal: AbortSignal): Promise<void> {
		const {store, log} = this.#parts;
		while (!signal.aborted) {
			try {
				const state = await store.sweepState(batchId);
				if (state === 'search') await this.#search(batchId);
				else if (state === 'due' || state === 'retry') await this.#sweep(batchId, signal);
				else return;
				this.#heldUp.delete(batchId);
			} catch (error) {
				if (signal.aborted) return;
				if (isStoreUnavailable(error)) this.#heldUp.add(batchId);
				else this.#heldUp.delete(batchId);
				log.error({err: error, batchId}, 'a cleanup was interrupted; trying again');
				await delay(storeRetryMs, undefined, {signal}).catch(() => undefined);
			}
		}
	}

	async #search(batchId: BatchId): Promise<void> {
		const {store} = this.#parts;
		const facts = await store.readFacts(batchId);
		if (!facts) return;
		const found = await this.#searched(facts);
		const hasDoubts = found.resources.some(one => one.isDoubtful && mayAskIn(facts, one.projectId));
		this.#tell(await store.saveSearch(facts, withoutDoubts(found), hasDoubts));
	}

	/** What the tests of a batch have made, measured by what answers of earlier batches had shown. */
	async #searched(facts: SweepFacts): Promise<SearchedBatch> {
		const {store} = this.#parts;
		const apiOf = spokenApis(facts);
		for (const projectId of JSON.parse(facts.batch.project_ids) as string[])
			await noteSightings(store, projectId, facts.batch.id, apiOf(projectId));
		return resourcesOfBatch(facts, store.readSeenLives);
	}

	/** The same, with what only reads of the records tell of their DELETEs; nothing is read where nothing may be sent yet. */
	async #completed(facts: SweepFacts, tools: SweepTools): Promise<SearchedBatch> {
		const {reader, get} = tools;
		const mayAsk = (projectId: ProjectId) => mayAskIn(facts, projectId);
		const found = await this.#searched(facts);
		const reads = await readMembers(found.resources, mayAsk, reader, get);
		const settlements = await this.#settled(found.resources, mayAsk, tools);
		return withoutDoubts(await resourcesOfBatch(facts, this.#parts.store.readSeenLives, reads, settlements));
	}

	/** Reads what somebody has started and what only a read can tell how to delete. */
	async #readStarted(facts: SweepFacts, tools: SweepTools): Promise<BatchChanged | null> {
		const {store} = this.#parts;
		const {reader, get} = tools;
		const keys = await store.listUnread(facts.batch.id);
		if (keys.size === 0) return null;
		const {resources} = await this.#searched(facts);
		const wanted = resources.filter(({key}) => keys.has(key));
		const reads = await readMembers(wanted, () => true, reader, get);
		const settlements = await this.#settled(wanted, () => true, tools);
		const read = await resourcesOfBatch(facts, store.readSeenLives, reads, settlements);
		return store.saveStarted(facts, {...read, resources: read.resources.filter(({key}) => keys.has(key))});
	}

	/** What calls have made that were never answered, or by a server that broke: by reading. */
	#settled(
		resources: SearchedBatch['resources'],
		mayAsk: (projectId: ProjectId) => boolean,
		{reader, get, signal}: SweepTools,
	): Promise<Settlements> {
		const wait = (ms: number) => delay(ms, undefined, {signal});
		return settleUnknown(resources, mayAsk, {reader, get, wait, now: this.#parts.now});
	}

	async #sweep(batchId: BatchId, stop: AbortSignal): Promise<void> {
		const {store} = this.#parts;
		const facts = await store.readFacts(batchId);
		if (!facts) return;
		const signal = AbortSignal.any([stop, AbortSignal.timeout(deadlineMs)]);
		const renewals = new Renewals(this.#parts.auth, batchId);
		const apiOf = spokenApis(facts);
		const get = createSweepGet(this.#parts, {batchId, renewals, signal, apiOf});
		const tools = {signal, renewals, get, apiOf, reader: new RecordReader(), tell: this.#tell.bind(this)};
		// Teardown tests have run since the search: what they have deleted or created is known now.
		if (facts.batch.sweep === 'due') this.#tell(await store.planSweep(facts, await this.#completed(facts, tools)));
		if (facts.batch.sweep === 'retry') this.#tell(await this.#readStarted(facts, tools));
		await new BatchSweeping(this.#parts, facts, tools).run();
		if (!stop.aborted) this.#tell(await store.endSweep(facts));
	}

	#tell(changed: BatchChanged | null): void {
		if (!changed) return;
		// Something was stored: it waits no longer, however much it has still to delete.
		this.#heldUp.delete(changed.batchId);
		this.#parts.publish([changed]);
		this.#parts.wake();
	}
}

/** What there is as far as is known: a call over which the server broke has made something only if reading shows it. */
const withoutDoubts = ({resources, ...found}: SearchedBatch): SearchedBatch => ({
	...found,
	resources: resources.filter(({isDoubtful}) => !isDoubtful),
});

/** Whether cleanup may read in a project before anybody has said so. */
const mayAskIn = ({settings}: SweepFacts, projectId: ProjectId): boolean =>
	(settings.get(projectId)?.mode ?? 'auto') === 'auto';
