import {Client, type ClientConfig} from 'pg';
import {databaseAddresses} from '../../../contract/service-process.ts';
import {postgresAddress} from './postgres-address.ts';
import {RefusedDatabaseError} from './refused-database.ts';

/** How long a server may take to let somebody in. */
export const connectMs = 10_000;

export type ClientClass = new (config?: ClientConfig) => Client;

const known = new Map<string, ClientClass>();

/**
 * Makes clients of the database of a URL. Where it names several servers, one that does not answer or takes no changes is left for the
 * next one, by all connections of the process: after a failover they find the server that has been promoted.
 */
export function clientOf(url: string): ClientClass {
	const addresses = databaseAddresses(postgresAddress(url));
	if (addresses.length === 1) return Client;
	const made = known.get(url) ?? ofSeveral(addresses);
	known.set(url, made);
	return made;
}

/** A client that is connected, with the first of the servers of a URL that lets it in and takes changes. */
export async function connectClient(url: string, config: ClientConfig): Promise<Client> {
	for (let left = databaseAddresses(url).length; ; left--) {
		const client = new (clientOf(url))(config);
		// Told by the question that is under way, and by `end`.
		client.on('error', () => undefined);
		try {
			await client.connect();
			return client;
		} catch (error) {
			void client.end().catch(() => undefined);
			if (left === 1) throw error;
		}
	}
}

function ofSeveral(addresses: readonly string[]): ClientClass {
	let chosen = 0;
	return class extends Client {
		readonly #own = chosen;

		constructor(config: ClientConfig = {}) {
			super({...config, connectionString: addresses[chosen]!});
		}

		override connect(): Promise<Client>;
		override connect(done: ((error: Error) => void) | ((error: null, client: Client) => void)): void;
		override connect(
			done?: ((error: Error) => void) | ((error: null, client: Client) => void),
		): Promise<Client> | undefined {
			const found = this.#find();
			if (done === undefined) return found;
			found.then(() => (done as (error: null, client: Client) => void)(null, this), done as (error: Error) => void);
			return undefined;
		}

		async #find(): Promise<Client> {
			try {
				await super.connect();
				if (!(await isClosed(this))) return this;
				await this.end().catch(() => undefined);
				throw new RefusedDatabaseError({reason: 'read_only'});
			} catch (error) {
				if (chosen === this.#own) chosen = (chosen + 1) % addresses.length;
				throw error;
			}
		}
	};
}

/** Whether the server is a replica, or the database is closed for writing. */
export async function isClosed(client: Client): Promise<boolean> {
	const {rows} = await client.query<{is_closed: boolean}>(
		"select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_closed",
	);
	return rows[0]!.is_closed;
}
