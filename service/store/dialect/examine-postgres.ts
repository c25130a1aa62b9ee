import {migrations} from '../migrations/index.ts';
import {postgresAddress} from './postgres-address.ts';
import {connectClient, connectMs, isClosed} from './postgres-client.ts';
import {RefusedDatabaseError} from './refused-database.ts';

/** Where the version that has last changed the tables is written: `meta.key`. */
export const writtenByKey = 'written_by';

/**
 * Looks at a database before anything is changed in it. Throws `RefusedDatabaseError` where it is not ours or not for us,
 * and the error of the server or of the network where it cannot be asked.
 */
export async function examinePostgres(url: string): Promise<void> {
	const client = await connectClient(url, {
		connectionString: postgresAddress(url),
		connectionTimeoutMillis: connectMs,
		application_name: 'svc',
	});
	try {
		if (await isClosed(client)) throw new RefusedDatabaseError({reason: 'read_only'});
		const {rows: states} = await client.query<{has_tables: boolean; has_ours: boolean}>(
			`select exists (select 1 from pg_tables where schemaname = current_schema()) as has_tables,
				to_regclass('kysely_migration') is not null as has_ours`,
		);
		const [state] = states;
		if (!state?.has_tables) return;
		if (!state.has_ours) throw new RefusedDatabaseError({reason: 'foreign'});
		const {rows} = await client.query<{name: string}>('select name from kysely_migration order by name');
		const known = Object.keys(migrations).sort();
		if (rows.every(({name}) => known.includes(name))) return;
		if (!rows.some(({name}) => name === known[0])) throw new RefusedDatabaseError({reason: 'foreign'});
		const {rows: versions} = await client.query<{value: string}>('select value from meta where key = $1', [
			writtenByKey,
		]);
		throw new RefusedDatabaseError({reason: 'newer', version: versions[0]?.value ?? null});
	} finally {
		await client.end().catch(() => undefined);
	}
}
