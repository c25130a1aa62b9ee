import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';

export type SeenDelete = {path: string; headers: IncomingMessage['headers']};

/** How the target answers a DELETE (or a GET): a status, a status with a body, or `drop`: the connection is lost. */
export type DeleteReply = number | {status: number; body?: unknown} | 'drop' | 'hang';

export type RecordTarget = {
	url: string;
	/** Every request in the order of arrival: `GET /users/1`. */
	seen: string[];
	/** Every DELETE in the order of arrival. */
	deletes: SeenDelete[];
	/** Most DELETEs at once. */
	peak: number;
	/** Replies to DELETEs of a path, one after the other; the last one stays. Else 204, 404 after that. */
	reply(path: string, ...replies: DeleteReply[]): void;
	/** Decides by the request; undefined: as otherwise. */
	decide(rule: (request: IncomingMessage) => DeleteReply | undefined): void;
	/** A GET of that path answers so once a DELETE of it has come; else 404 once the record was deleted, 200 before. */
	reading(path: string, reply: DeleteReply): void;
	/** Decides while a DELETE is under way; undefined: as otherwise. */
	onDelete: (() => Promise<DeleteReply | undefined>) | null;
	/** A record goes without a DELETE of its own. */
	lose(path: string): void;
	/** DELETEs wait until it is called. */
	holdDeletes(): {arrived: Promise<void>; release(): void};
};

/** An API whose records can only be deleted and read, over real connections. */
export async function startRecordTarget(): Promise<RecordTarget> {
	const replies = new Map<string, DeleteReply[]>();
	const reads = new Map<string, DeleteReply>();
	const gone = new Set<string>();
	let decide: (request: IncomingMessage) => DeleteReply | undefined = () => undefined;
	let holding: Promise<void> | null = null;
	let arrive = () => {};
	let active = 0;
	const target = {
		seen: [] as string[],
		deletes: [] as SeenDelete[],
		peak: 0,
		onDelete: null as RecordTarget['onDelete'],
	};

	const server = createServer(async (request, response) => {
		const path = request.url ?? '';
		request.resume();
		target.seen.push(`${request.method} ${path}`);
		if (request.method !== 'DELETE') {
			const id = decodeURIComponent(path.split('/').at(-1) ?? '');
			// A handle that only a suspicious reader makes up.
			const isMadeUp = /no-such|918273645|dead/.test(id);
			const isTried = target.deletes.some(one => one.path === path);
			const shown = isMadeUp || gone.has(path) ? 404 : {status: 200, body: {id}};
			return answer(response, (isTried && reads.get(path)) || shown);
		}
		target.deletes.push({path, headers: request.headers});
		target.peak = Math.max(target.peak, ++active);
		arrive();
		await holding;
		// A turn of the event loop lets DELETEs that come together overlap.
		await new Promise(resolve => setImmediate(resolve));
		const busy = await target.onDelete?.();
		active--;
		const own = replies.get(path);
		const reply =
			busy ?? decide(request) ?? (own && own.length > 1 ? own.shift() : own?.[0]) ?? (gone.has(path) ? 404 : 204);
		const status = typeof reply === 'object' ? reply.status : reply;
		if (typeof status === 'number' && (status < 300 || status === 404)) gone.add(path);
		answer(response, reply);
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(
		() =>
			new Promise<void>(resolve => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	);
	const {port} = server.address() as AddressInfo;
	return Object.assign(target, {
		url: `http://127.0.0.1:${port}`,
		reply: (path: string, ...given: DeleteReply[]) => void replies.set(path, given),
		decide(rule: typeof decide) {
			decide = rule;
		},
		lose: (path: string) => void gone.add(path),
		reading: (path: string, reply: DeleteReply) => void reads.set(path, reply),
		holdDeletes() {
			let release = () => {};
			holding = new Promise(resolve => {
				release = () => {
					holding = null;
					resolve();
				};
			});
			const arrived = new Promise<void>(resolve => {
				arrive = resolve;
			});
			return {arrived, release};
		},
	});
}

function answer(response: ServerResponse, reply: DeleteReply): void {
	if (reply === 'drop') return void response.socket?.destroy();
	if (reply === 'hang') return;
	const {status, body} = typeof reply === 'number' ? {status: reply, body: undefined} : reply;
	response.writeHead(status, body === undefined ? {} : {'content-type': 'application/json'});
	response.end(body === undefined ? undefined : JSON.stringify(body));
}
