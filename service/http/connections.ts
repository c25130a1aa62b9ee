import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';

/** What is under way on a connection: nothing yet, a request with its answer, or the wait for a next one. */
type Exchange = 'fresh' | 'idle' | {request: IncomingMessage; response: ServerResponse};

/** A connection that was told why it ends is destroyed after this time, read or not. */
const farewellMs = 1000;

/**
 * Keeps room for those who ask: at most `limit` connections are open at once. One more takes the place of another, in
 * this order, the oldest first: one that has not sent its request; one whose answer nobody reads; one that waits for a next
 * request; any. So a crowd of clients that send slowly, never read or never leave makes nobody wait but itself.
 */
export function guardConnections(server: Server, limit: number): void {
	// In the order in which they last came or got an answer.
	const open = new Map<Socket, Exchange>();
	server.on('connection', socket => {
		if (open.size >= limit) evict(open);
		open.set(socket, 'fresh');
		socket.once('close', () => open.delete(socket));
	});
	server.on('request', (request, response) => {
		const {socket} = request;
		if (!open.has(socket)) return;
		open.set(socket, {request, response});
		response.once('close', () => {
			if (socket.destroyed) return;
			open.delete(socket);
			open.set(socket, 'idle');
		});
	});
}

function evict(open: Map<Socket, Exchange>): void {
	const candidates = [...open];
	const chosen =
		candidates.find(([, exchange]) => isUnfinished(exchange)) ??
		candidates.find(([socket]) => socket.writableLength > 0) ??
		candidates.find(([, exchange]) => exchange === 'idle') ??
		candidates[0];
	if (!chosen) return;
	const [socket] = chosen;
	// Now, not when its end is noticed: more may come in the same moment.
	open.delete(socket);
	socket.destroy();
}

const isUnfinished = (exchange: Exchange) =>
	exchange === 'fresh' || (exchange !== 'idle' && !exchange.request.complete);

/** Sends the last words of a connection and ends it in bounded time, whether the other side reads or closes, or not. */
export function endConnection(socket: Socket, lastWords: string): void {
	if (!socket.writable) {
		socket.destroy();
		return;
	}
	socket.end(lastWords);
	const timer = setTimeout(() => socket.destroy(), farewellMs).unref();
	socket.once('close', () => clearTimeout(timer));
}
