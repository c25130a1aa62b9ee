import {decodeTime} from 'ulid';
import type {Database} from './database.ts';

/** What every use of a service adds to: the newest of these ids is as new as anything stored. */
const grown = ['audit', 'batches', 'runs', 'tests', 'projects', 'schedule_runs', 'ledger'] as const;

/** Epoch milliseconds of the newest id that is stored; null: nothing is. */
export async function latestIdTime(database: Database): Promise<number | null> {
	let latest: number | null = null;
	for (const table of grown) {
		const newest = await database
			.selectFrom(table)
			.select(({fn}) => fn.max('id').as('id'))
			.executeTakeFirst();
		const time = timeOf(newest?.id ?? null);
		if (time !== null) latest = Math.max(latest ?? 0, time);
	}
	return latest;
}

/** Null: it is no id of this service. */
function timeOf(id: string | null): number | null {
	if (id === null) return null;
	try {
		return decodeTime(id.slice(id.lastIndexOf('_') + 1).toUpperCase());
	} catch {
		return null;
	}
}
