import {alone, type Others, whenOwned} from '../domain/ownership.ts';
import type {ArtifactPlace} from '../domain/artifacts.ts';
import {forgetUnnamed} from './artifacts/forget-unnamed.ts';
import {lookRegularly} from './look-regularly.ts';
import type {Database} from '../store/database.ts';
import {forgetOldAudit} from '../store/accounts/audit.ts';
import {forgetOldBatch} from '../store/batches/forget-batches.ts';
import {forgetOldPictures} from '../store/runs/forget-pictures.ts';

const dayMs = 86_400_000;
/** "Runs, batches and their calls are kept 365 days, and always the last 10 batches of a project." */
const kept = {days: 365, batches: 10};
/** "Pictures of passed runs: the last 10 runs of a test; failed ones 90 days, and always the last one." */
const pictures = {passedRuns: 10, failedDays: 90};
/** Batches forgotten by one look: a service that was off for years catches up over some days. */
const batchesAtOnce = 1000;
/** Entries of the audit log outlive what they speak of: a year and the month in which it is looked through. */
const auditDays = 400;

type Parts = {
	database: Database;
	/** Epoch milliseconds. */
	now(): number;
	/** Other processes of the database; absent: none. */
	others?: Others | undefined;
	/** Where pictures and pages are kept outside the database; null: nowhere. */
	place: ArtifactPlace | null;
	log: {info(fields: object, message: string): void; error(fields: object, message: string): void};
};

/** Forgets what is old now and every day. Answers how to stop it, which waits for a look that is under way. */
export function keepHistoryBounded(parts: Parts): () => Promise<void> {
	const stop = new AbortController();
	const end = lookRegularly(dayMs, async () => {
		try {
			await whenOwned(parts.others?.ownership ?? alone, 'history', async lost => {
				const count = await forgetOldHistory(parts, AbortSignal.any([stop.signal, lost]));
				if (count > 0) parts.log.info({batches: count}, 'forgot old batches');
				const {database, place, now, log} = parts;
				if (!place) return;
				const removed = await forgetUnnamed({place, database, now}, AbortSignal.any([stop.signal, lost]));
				if (removed > 0) log.info({removed, place: place.name}, 'removed pictures and pages that no run shows');
			});
		} catch (error) {
			parts.log.error({err: error}, 'old batches stay');
		}
	});
	return () => {
		stop.abort();
		return end();
	};
}

/** Forgets batches that are too old; answers how many. */
export async function forgetOldHistory(
	{database, now}: Pick<Parts, 'database' | 'now'>,
	stop: AbortSignal,
): Promise<number> {
	const before = now() - kept.days * dayMs;
	let count = 0;
	while (count < batchesAtOnce && !stop.aborted && (await forgetOldBatch(database, before, kept.batches))) count++;
	const failedBefore = now() - pictures.failedDays * dayMs;
	while (!stop.aborted && (await forgetOldPictures(database, failedBefore, pictures.passedRuns)) > 0);
	const auditBefore = now() - auditDays * dayMs;
	while (!stop.aborted && (await forgetOldAudit(database, auditBefore)) > 0);
	return count;
}
