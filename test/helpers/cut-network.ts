import {type AddressInfo, connect, createServer, type Socket} from 'node:net';

/** A network between clients and one server that can be cut. */
export type CuttableNetwork = {
	port: number;
	/** From now on nothing that anybody sends arrives, and nobody is told: neither an end nor a refusal. */
	cut(): void;
	/** Connections made from now on work; those from before stay dead, as behind a firewall that has forgotten them. */
	mend(): void;
	close(): void;
};

/**
 * @param path of the server's socket
 * @param onSent told of what a client sends, before it is passed on
 */
export async function startNetwork(path: string, onSent: (bytes: Buffer) => void = () => {}): Promise<CuttableNetwork> {
	let isCut = false;
	/** Grows with every cut: what was connected before is dead. */
	let cuts = 0;
	const sockets = new Set<Socket>();

	function pass(from: Socket, to: Socket, look: (bytes: Buffer) => void): void {
		const own = cuts;
		const ifAlive = (act: () => void) => {
			if (own === cuts) act();
		};
		sockets.add(from);
		from.on('error', () => undefined);
		from.on('data', bytes => {
			look(bytes);
			ifAlive(() => to.write(bytes));
		});
		from.on('end', () => ifAlive(() => to.end()));
		from.on('close', () => {
			sockets.delete(from);
			ifAlive(() => to.destroy());
		});
	}

	const network = createServer({allowHalfOpen: true}, client => {
		sockets.add(client);
		client.on('error', () => undefined);
		if (isCut) return;
		const server = connect({path, allowHalfOpen: true});
		pass(client, server, onSent);
		pass(server, client, () => {});
	});
	await new Promise<void>(resolve => void network.listen(0, '127.0.0.1', resolve));
	return {
		port: (network.address() as AddressInfo).port,
		cut() {
			isCut = true;
			cuts++;
		},
		mend() {
			isCut = false;
		},
		close() {
			for (const socket of sockets) socket.destroy();
			network.close();
		},
	};
}
