import {hostname} from 'node:os';
import process from 'node:process';
import {setTimeout as delay} from 'node:timers/promises';
import type {Client} from 'pg';
import {newsChannels} from './postgres-storage.ts';
import {connectClient, connectMs} from './postgres-client.ts';
import {heardNews, type NewsChannel, type NewsKind} from '../team/news.ts';
import {RefusedDatabaseError} from './refused-database.ts';
import {connectionOf, drop, goodbyeMs, prepareSession} from './watched-client.ts';

/** Any number; every process that works on a database holds it as long as it lives. */
const serviceLock = 7_340_032;

/** `shared`: one of the processes of a service; `alone`: nothing else may work on the database meanwhile. */
export type HoldMode = 'shared' | 'alone';

const lockOf: Record<HoldMode, string> = {
	shared: 'pg_try_advisory_lock_shared',
	alone: 'pg_try_advisory_lock',
};

export type PostgresHold = NewsChannel & {release(): Promise<void>};
/** A server learns of a process that was killed a little later than whoever starts it again. */
const patience = {tries: 15, pauseMs: 200};
const retryMs = 1000;
/** A connection on which nobody says anything is asked whether it is still one. */
const askEveryMs = 10_000;

/**
 * Takes part in a database, or takes it alone, over all processes and machines; what its processes tell each other is heard on the
 * same connection. Throws `RefusedDatabaseError` where somebody else has it, and the error of the server where it cannot be asked.
 *
 * @param onLost called once when somebody has taken it alone, which can happen only while the server was away
 */
export async function holdPostgres(url: string, mode: HoldMode, onLost: () => void): Promise<PostgresHold> {
	const released = new AbortController();
	let tell: (text: string | null) => void = () => {};
	let listening: NewsKind | null = null;
	let held = await take(url, mode, patience.tries);
	watch();

	function watch(): void {
		const client = held;
		const timer = setInterval(() => void client.query('select 1').catch(() => drop(client)), askEveryMs);
		client.on('notification', ({payload}) => tell(payload ?? null));
		client.once('end', () => {
			clearInterval(timer);
			void regain();
		});
	}

	async function regain(): Promise<void> {
		while (!released.signal.aborted) {
			try {
				held = await take(url, mode, 1);
				if (listening)
					await held.query(`listen ${newsChannels[listening]}`).catch((error: unknown) => {
						drop(held);
						throw error;
					});
				if (released.signal.aborted) return void (await held.end());
				watch();
				tell(null);
				return;
			} catch (error) {
				// Of several servers this one may be a replica: the next one is tried.
				if (error instanceof RefusedDatabaseError && error.refusal.reason === 'in_use') return onLost();
			}
			await delay(retryMs, undefined, {signal: released.signal}).catch(() => undefined);
		}
	}

	return {
		async listen(own, kind, hear) {
			tell = text => {
				const news = text === null ? null : heardNews(own, text);
				if (text === null || news) hear(news);
			};
			listening = kind;
			// On a connection that is lost meanwhile `regain` does it.
			await held.query(`listen ${newsChannels[kind]}`).catch(() => drop(held));
		},
		async release() {
			released.abort();
			const slow = setTimeout(() => drop(held), goodbyeMs);
			await held.end().catch(() => undefined);
			clearTimeout(slow);
		},
	};
}

async function take(url: string, mode: HoldMode, tries: number): Promise<Client> {
	const client = await connectClient(url, {
		...connectionOf(url),
		query_timeout: connectMs,
		application_name: `svc, process ${process.pid} on ${hostname()}`,
	});
	try {
		await prepareSession(client);
		for (let left = tries; ; left--) {
			const {rows} = await client.query<{taken: boolean}>(`select ${lockOf[mode]}($1) as taken`, [serviceLock]);
			if (rows[0]?.taken) break;
			if (left <= 1) throw new RefusedDatabaseError({reason: 'in_use', holder: await holderOf(client)});
			await delay(patience.pauseMs);
		}
		return client;
	} catch (error) {
		drop(client);
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
