import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import {ServiceError} from '../domain/service-error.ts';
import {isLoopbackAddress} from './peer.ts';

/** What is under way on a connection: nothing yet, a request with its answer, or the wait for a next one. */
type Exchange = 'fresh' | 'idle' | {request: IncomingMessage; response: ServerResponse};

/** A connection that was told why it ends is destroyed after this time, read or not. */
const farewellMs = 1000;

/** Places that clients of other machines do not get: whoever runs the service can ask how it is, and stop it. */
export const reserveOf = (limit: number): number => Math.min(8, Math.floor(limit / 4));

/** One connection, as far as it counts for who has to leave. */
export type Held = {isLocal: boolean; state: 'unfinished' | 'unread' | 'idle' | 'busy'};

/**
 * Which of the open connections leaves when one more comes, all in the order in which they last came or got an answer; null:
 * none has to. Of clients of other machines one takes the place of another when they have all but the reserve.
 */
export function whoLeaves<One extends Held>(open: readonly One[], isLocal: boolean, limit: number): One | null {
	const remote = open.filter(one => !one.isLocal);
	const crowd = !isLocal && remote.length >= limit - reserveOf(limit) ? remote : open.length >= limit ? open : [];
	const first = (state: Held['state']) => crowd.find(one => one.state === state);
	return first('unfinished') ?? first('unread') ?? first('idle') ?? crowd[0] ?? null;
}

/**
 * Keeps room for those who ask: at most `limit` connections are open at once. One more takes the place of another, in
 * this order, the oldest first: one that has not sent its request; one whose answer nobody reads; one that waits for a next
 * request; any. So a crowd of clients that send slowly, never read or never leave makes nobody wait but itself. A
 * connection that is silent for the time-out of the server ends, unless it waits for an answer.
 */
export function guardConnections(server: Server, limit: number): void {
	// In the order in which they last came or got an answer.
	const open = new Map<Socket, Exchange>();
	server.on('connection', socket => {
		const isLocal = isLoopbackAddress(socket.remoteAddress);
		const mayBeFull = open.size >= limit - reserveOf(limit);
		const leaving = mayBeFull ? whoLeaves([...open].map(heldOf), isLocal, limit) : null;
		if (leaving) {
			// Now, not when its end is noticed: more may come in the same moment.
			open.delete(leaving.socket);
			leaving.socket.destroy();
		}
		open.set(socket, 'fresh');
		socket.once('close', () => open.delete(socket));
	});
	// Silence is a client's fault only where it has something to send or to read: an answer may take its time.
	server.on('timeout', socket => {
		const exchange = open.get(socket);
		if (exchange && heldOf([socket, exchange]).state === 'busy') socket.setTimeout(socket.timeout ?? 0);
		else socket.destroy();
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

const heldOf = ([socket, exchange]: [Socket, Exchange]): Held & {socket: Socket} => ({
	socket,
	isLocal: isLoopbackAddress(socket.remoteAddress),
	state: isUnfinished(exchange)
		? 'unfinished'
		: socket.writableLength > 0
			? 'unread'
			: exchange === 'idle'
				? 'idle'
				: 'busy',
});

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

/** Aborts when the caller has hung up, or has its answer: nobody waits for the work any more. */
export function callerGone(response: ServerResponse): AbortSignal {
	const controller = new AbortController();
	const abort = () =>
		controller.abort(new ServiceError('CONFLICT', 'The caller has hung up.', {details: {reason: 'caller_gone'}}));
	if (response.destroyed) abort();
	else response.once('close', abort);
	return controller.signal;
}
