import {setTimeout as delay} from 'node:timers/promises';
import type {ArtifactPlace} from '../../domain/artifacts.ts';
import type {Database} from '../../store/database.ts';
import {unnamedAddresses} from '../../store/runs/run-steps.ts';

/** What is written stands there before its row is stored, and rows come back from a store that was out of reach for hours. */
const youngMs = 86_400_000;
/** A run that has just found an address in the store names it within it. */
const settleMs = 60_000;

type Parts = {place: ArtifactPlace; database: Database; now(): number; settleMs?: number};

/**
 * Removes what no row names any more: pictures of runs that were forgotten, and those of verdicts that were never stored.
 * Answers how many.
 */
export async function forgetUnnamed(
	{place, database, now, settleMs: waitMs = settleMs}: Parts,
	stop: AbortSignal,
): Promise<number> {
	let count = 0;
	for await (const addresses of place.list(now() - youngMs)) {
		const unnamed = await unnamedAddresses(database, addresses);
		if (unnamed.length === 0) continue;
		await delay(waitMs, undefined, {signal: stop}).catch(() => {});
		if (stop.aborted) return count;
		for (const address of await unnamedAddresses(database, unnamed)) {
			await place.remove(address);
			count++;
		}
	}
	return count;
}
