import {sql} from 'kysely';
import type {Database} from '../store/database.ts';
import {storageOf} from '../store/dialect/storage.ts';

/** Machines of a team whose clocks are closer to each other than this need no word about it. */
const mentionedMs = 2000;

/**
 * The time by which the processes of a database go, in epoch milliseconds, and how far this machine is ahead of it: that of its server, so that leases last as long for
 * everybody although clocks of machines differ. A process that is alone goes by its own.
 */
export async function databaseClock(
	database: Database,
	log: {warn(fields: object, message: string): void},
): Promise<{now: () => number; aheadMs: number}> {
	if (storageOf(database).processId === null) return {now: Date.now, aheadMs: 0};
	const askedAt = performance.now();
	const {rows} = await sql<{now: number}>`select extract(epoch from clock_timestamp()) * 1000 as now`.execute(database);
	const tookMs = performance.now() - askedAt;
	const ahead = Math.round(Date.now() - tookMs / 2 - Number(rows[0]?.now ?? Date.now()));
	if (Math.abs(ahead) >= mentionedMs)
		log.warn({aheadMs: ahead}, 'the clock of this machine differs from that of the database, which counts');
	return {now: () => Date.now() - ahead, aheadMs: ahead};
}
