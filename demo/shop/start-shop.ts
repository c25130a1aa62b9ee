import {randomBytes} from 'node:crypto';
import {Database} from './database.ts';
import {operations} from './resources/index.ts';
import {seed} from './seed.ts';
import {createServer} from './server.ts';
import {Sessions} from './sessions.ts';
import type {Shop} from './shop.ts';

export interface ShopOptions {
	/** 0, the default, takes a free port. */
	port?: number;
	/** Epoch milliseconds. */
	clock?: () => number;
	/** Makes the token of a login. */
	newToken?: () => string;
	/** How long the sales report takes, in milliseconds. */
	reportDelayMs?: number;
}

export interface RunningShop {
	/** Without trailing slash. */
	url: string;
	/** The data behind the answers. */
	state: Shop;
	close(): Promise<void>;
}

/** Opens the shop on the loopback interface with its sample data. Rejects when the port is taken. */
export async function startShop({
	port = 0,
	clock = Date.now,
	newToken = () => `shop_${randomBytes(24).toString('hex')}`,
	reportDelayMs = 1200,
}: ShopOptions = {}): Promise<RunningShop> {
	const database = new Database(clock);
	seed(database);
	const state: Shop = {database, sessions: new Sessions(clock, newToken), reportDelayMs};
	const server = createServer(operations, state);
	const url = await server.listen({port, host: '127.0.0.1'});
	return {url, state, close: () => server.close()};
}
