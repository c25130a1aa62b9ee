import {setImmediate as nextTurn} from 'node:timers/promises';
import type {BatchId, ProjectId} from '../../contract/ids.ts';
import type {SweepStore} from '../store/cleanup/sweep-store.ts';
import {observedCall} from './observed-call.ts';
import {keysGone, keysShown, type RecordKey} from './record-keys.ts';
import type {Life} from './sightings.ts';
import type {SpokenApi} from './spoken-api.ts';
import {pushTo} from '../domain/push-to.ts';

/** Calls read and stored at once: others wait for the store, and the process for the parsing, no longer than that. */
const callsAtOnce = 200;

/**
 * Reads what the calls of other batches of a project have shown, as far as it was not read before. A batch that still
 * runs is read as far as it has come, and again later: reading twice changes nothing.
 *
 * @param batchId the batch that asks
 * @param api that of the project
 */
export async function noteSightings(
	store: Pick<SweepStore, 'listUnseenBatches' | 'readSeenCalls' | 'saveSeenLives' | 'markSeenBatch'>,
	projectId: ProjectId,
	batchId: BatchId,
	api: SpokenApi,
): Promise<void> {
	for (const {id, phase} of await store.listUnseenBatches(projectId, batchId)) {
		for (let after: {started_at: number; id: string} | null = null; ; ) {
			const rows = await store.readSeenCalls(id, projectId, after, callsAtOnce);
			const events = new Map<RecordKey, Array<{at: number; isShown: boolean}>>();
			for (const row of rows) {
				const observed = observedCall({...row, run_id: '', test_id: '', teardown: 0});
				for (const call of observed ? api.asRest(observed) : []) {
					const note = (key: RecordKey, isShown: boolean) => {
						pushTo(events, key, {at: call.answeredAt, isShown});
					};
					for (const key of keysShown(call)) note(key, true);
					for (const key of keysGone(call)) note(key, false);
				}
			}
			if (events.size > 0)
				await store.saveSeenLives(projectId, [...events.keys()], (key, stored) =>
					lifeAfter(stored, events.get(key) ?? []),
				);
			const last = rows.at(-1);
			if (!last || rows.length < callsAtOnce) break;
			after = {started_at: last.started_at, id: last.id};
			await nextTurn();
		}
		if (phase === 'done') await store.markSeenBatch(projectId, id);
	}
}

/**
 * The life of a record after some answers: one that shows it again after it was gone begins a new one. What is told late
 * and cannot be put in order leaves it as shown: the side on which nothing is deleted.
 */
export function lifeAfter(stored: Life | null, events: ReadonlyArray<{at: number; isShown: boolean}>): Life | null {
	let life = stored;
	for (const {at, isShown} of [...events].sort((a, b) => a.at - b.at)) {
		if (!isShown) {
			if (life !== null && at >= life.lastAt) life = {...life, goneAt: Math.max(life.goneAt ?? at, at)};
		} else if (life === null || (life.goneAt !== null && at > life.goneAt)) {
			life = {firstAt: at, lastAt: at, goneAt: null};
		} else {
			life = {...life, firstAt: Math.min(life.firstAt, at), lastAt: Math.max(life.lastAt, at)};
		}
	}
	return life;
}
