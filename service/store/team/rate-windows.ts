import {sql} from 'kysely';
import type {Database} from '../database.ts';

/** Entries hold their time and how many events they stand for in one number; no window lets more through than this. */
const most = 1000;

/** What is left of a window: some events, or the milliseconds until there is one. */
export type Taken = {taken: number} | {waitMs: number};

/**
 * Takes up to `wanted` events of a window of `windowMs` milliseconds that all processes of a database share; in one
 * statement, so that processes that take at once take no more than `limit` together. PostgreSQL only: a file has one process.
 *
 * @param now epoch milliseconds
 */
export async function takeFromWindow(
	database: Database,
	{key, wanted, limit, windowMs}: {key: string; wanted: number; limit: number; windowMs: number},
	now: number,
): Promise<Taken> {
	const horizon = now - windowMs;
	const recent = sql`(select e from unnest(string_to_array(w.entries, ',')::bigint[]) e where e / ${most} > ${horizon}::bigint)`;
	const used = sql`(select coalesce(sum(e % ${most}), 0) from ${recent} r(e))`;
	const first = Math.min(wanted, limit, most - 1);
	const {rows} = await sql<{entries: string}>`
		insert into rate_windows as w (key, entries, until)
		values (${key}, ${String(now * most + first)}, ${now + windowMs}::bigint)
		on conflict (key) do update set
			entries = array_to_string(
				array(select e from ${recent} r(e)) || (${now * most}::bigint + least(${first}::bigint, ${limit}::bigint - ${used})),
				','
			),
			until = excluded.until
		where ${used} < ${limit}::bigint
		returning entries`.execute(database);
	const [row] = rows;
	if (row) return {taken: Number(row.entries.split(',').at(-1)) % most};
	const full = await database.selectFrom('rate_windows').select('entries').where('key', '=', key).executeTakeFirst();
	const times = (full?.entries ?? '').split(',').map(entry => Math.floor(Number(entry) / most));
	const oldest = Math.min(...times.filter(at => at > horizon));
	return {waitMs: Number.isFinite(oldest) ? Math.max(1, oldest + windowMs - now) : 1};
}

/** Forgets the windows in which nothing happens any more. */
export async function forgetWindows(database: Database, now: number): Promise<void> {
	await database.deleteFrom('rate_windows').where('until', '<', now).execute();
}
