import type {Client, ClientConfig, QueryConfig} from 'pg';
import {postgresAddress} from './postgres-address.ts';
import {clientOf, connectMs} from './postgres-client.ts';

/** An answer that takes longer is asked after. */
const patienceMs = 10_000;
const askEveryMs = 5000;
/** A server that is out of reach does not hear a goodbye. */
export const goodbyeMs = 1000;

/**
 * What a session asks of its server, so that a client that has gone without a word does not keep what it has locked: all
 * writers wait for one lock, so whoever has it and says nothing is let go before leases of others end (milliseconds or seconds,
 * as each setting counts). Those that a server does not know are left out.
 */
const sessionSettings: Record<string, string> = {
	idle_in_transaction_session_timeout: '15s',
	client_connection_check_interval: '5s',
	tcp_keepalives_idle: '5',
	tcp_keepalives_interval: '2',
	tcp_keepalives_count: '3',
	tcp_user_timeout: '10s',
};

const applySettings = `select set_config(wanted.name, wanted.value, false)
	from json_each_text('${JSON.stringify(sessionSettings)}') as wanted(name, value) join pg_settings on pg_settings.name = wanted.name`;

/** Connections of the store are made with this. */
export const connectionOf = (url: string) =>
	({
		connectionString: postgresAddress(url),
		connectionTimeoutMillis: connectMs,
		keepAlive: true,
		keepAliveInitialDelayMillis: 5000,
		application_name: 'svc',
	}) satisfies ClientConfig;

/** Lets the server of a new connection let go of it when this process is gone. */
export const prepareSession = async (client: Pick<Client, 'query'>): Promise<void> =>
	void (await client.query({text: applySettings, query_timeout: connectMs} as QueryConfig));

type Asked = {since: number; client: Client};

/**
 * Ends connections whose server does not work on what it was asked: a network that drops what is sent says nothing to either
 * side, and a question would stay open for as long as TCP sends it again, a quarter of an hour. A server that works for long, such as
 * on an index, is left alone.
 */
export class ConnectionWatch {
	readonly #url: string;
	readonly #open = new Set<Asked>();
	readonly #connected = new Set<Client>();
	#timer: NodeJS.Timeout | null = null;
	#isAsking = false;

	constructor(url: string) {
		this.#url = url;
	}

	/** Knows a connection until it has ended. */
	add(client: Client): void {
		this.#connected.add(client);
		client.once('end', () => this.#connected.delete(client));
	}

	/** Ends what has not ended a little later: a connection that nobody answers would keep the process. */
	dropSoon(): void {
		setTimeout(() => {
			for (const client of this.#connected) drop(client);
		}, goodbyeMs).unref();
	}

	/** Watches while the server is asked something. */
	async during<T>(client: Client, ask: () => Promise<T>): Promise<T> {
		const asked = {since: performance.now(), client};
		this.#open.add(asked);
		this.#timer ??= setInterval(() => void this.#look(), askEveryMs).unref();
		try {
			return await ask();
		} finally {
			this.#open.delete(asked);
		}
	}

	async #look(): Promise<void> {
		if (this.#open.size === 0 && this.#timer) {
			clearInterval(this.#timer);
			this.#timer = null;
		}
		const late = [...this.#open].filter(({since}) => performance.now() - since > patienceMs);
		if (late.length === 0 || this.#isAsking) return;
		this.#isAsking = true;
		const busy = await busySessions(this.#url).catch(() => new Set<number>());
		this.#isAsking = false;
		for (const asked of late) if (this.#open.has(asked) && !busy.has(processOf(asked.client))) drop(asked.client);
	}
}

/** Ends a connection that does not answer; what it was asked fails. */
export function drop(client: Client): void {
	(client as unknown as {connection: {stream: {destroy(): void}}}).connection.stream.destroy();
}

const processOf = (client: Client): number => (client as unknown as {processID: number | null}).processID ?? 0;

/** Process ids of the sessions of this database that are at work. */
async function busySessions(url: string): Promise<Set<number>> {
	const client = new (clientOf(url))({...connectionOf(url), query_timeout: connectMs});
	client.on('error', () => undefined);
	try {
		await client.connect();
		const {rows} = await client.query<{pid: number}>(
			"select pid from pg_stat_activity where datname = current_database() and state = 'active'",
		);
		return new Set(rows.map(({pid}) => pid));
	} finally {
		drop(client);
	}
}
