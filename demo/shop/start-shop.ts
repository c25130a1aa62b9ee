import {randomBytes} from 'node:crypto';
import {Database} from './database.ts';
import type {Shop} from './operation.ts';
import {operations} from './resources/index.ts';
import {createServer} from './server.ts';
import {Sessions} from './sessions.ts';

/** A few records, so that lists, filters and the sales report show something in a shop that was just opened. */
function seed(database: Database): void {
	const ada = database.insert('users', {name: 'Ada Marsh', email: 'ada@shop.example'});
	const teapot = database.insert('products', {name: 'Teapot', category: 'kitchen', priceCents: 2490});
	database.insert('products', {name: 'Garden shears', category: 'garden', priceCents: 1850});
	database.insert('products', {name: 'Wooden train', category: 'toys', priceCents: 3200});
	database.insert('orders', {
		userId: ada.id,
		cartId: null,
		status: 'paid',
		items: [{productId: teapot.id, quantity: 2, unitPriceCents: teapot.priceCents}],
		discountCents: 0,
		totalCents: 2 * teapot.priceCents,
	});
}

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
