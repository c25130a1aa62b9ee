import {hostname} from 'node:os';
import process from 'node:process';
import {setTimeout as delay} from 'node:timers/promises';
import {Client} from 'pg';
import {connectMs} from './examine-postgres.ts';
import {postgresAddress} from './postgres-address.ts';
import {RefusedDatabaseError} from './refused-database.ts';

/** Any number; a service that works on a database holds it as long as it lives. */
const serviceLock = 7_340_032;
/** A server learns of a process that was killed a little later than whoever starts it again. */
const patience = {tries: 15, pauseMs: 200};
const retryMs = 1000;

/**
 * Takes a database for this service alone, over all processes and machines; answers how to let go of it. Throws
 * `RefusedDatabaseError` where another service has it, and the error of the server where it cannot be asked.
 *
 * @param onLost called once when another service has taken it, which can happen only while the server was away
 */
export async function holdPostgres(url: string, onLost: () => void): Promise<() => Promise<void>> {
	const released = new AbortController();
	let held = await take(url, patience.tries);
	watch();

	function watch(): void {
		held.once('end', () => void regain());
	}

	async function regain(): Promise<void> {
		while (!released.signal.aborted) {
			try {
				held = await take(url, 1);
				if (released.signal.aborted) return void (await held.end());
				watch();
				return;
			} catch (error) {
				if (error instanceof RefusedDatabaseError) return onLost();
			}
			await delay(retryMs, undefined, {signal: released.signal}).catch(() => undefined);
		}
	}

	return async () => {
		released.abort();
		await held.end().catch(() => undefined);
	};
}

async function take(url: string, tries: number): Promise<Client> {
	const client = new Client({
		connectionString: postgresAddress(url),
		connectionTimeoutMillis: connectMs,
		keepAlive: true,
		application_name: `svc, process ${process.pid} on ${hostname()}`,
	});
	// Told by `end`, and by the question that is under way.
	client.on('error', () => undefined);
	try {
		await client.connect();
		for (let left = tries; ; left--) {
			const {rows} = await client.query<{taken: boolean}>('select pg_try_advisory_lock($1) as taken', [serviceLock]);
			if (rows[0]?.taken) return client;
			if (left <= 1) throw new RefusedDatabaseError({reason: 'in_use', holder: await holderOf(client)});
			await delay(patience.pauseMs);
		}
	} catch (error) {
		await client.end().catch(() => undefined);
		throw error;
	}
}

/** Who has it, as `process 7 on host`; null where this user may not see it. */
async function holderOf(client: Client): Promise<string | null> {
	const {rows} = await client.query<{name: string | null}>(
		`select application_name as name from pg_locks join pg_stat_activity using (pid)
			where locktype = 'advisory' and granted and classid = 0 and objid = $1
				and pg_locks.database = (select oid from pg_database where datname = current_database())`,
		[serviceLock],
	);
	return /^svc, (process \d+ on [\w.-]+)$/.exec(rows[0]?.name ?? '')?.[1] ?? null;
}
