import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';

export type SeenDelete = {path: string; headers: IncomingMessage['headers']};

/** How the target answers a DELETE (or a GET): a status, a status with a body, or `drop`: the connection is lost. */
export type DeleteReply = number | {status: number; body?: unknown} | 'drop' | 'hang';

export type RecordTarget = {
	url: string;
	/** Every DELETE in the order of arrival. */
	deletes: SeenDelete[];
	/** Most DELETEs at once. */
	peak: number;
	/** Replies to DELETEs of a path, one after the other; the last one stays. Else 204, 404 after that. */
	reply(path: string, ...replies: DeleteReply[]): void;
	/** Decides by the request; undefined: as otherwise. */
	decide(rule: (request: IncomingMessage) => DeleteReply | undefined): void;
	/** A GET of that path answers so; else 404 once the record was deleted, 200 before. */
	reading(path: string, reply: DeleteReply): void;
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
	const target = {deletes: [] as SeenDelete[], peak: 0};

	const server = createServer(async (request, response) => {
		const path = request.url ?? '';
		request.resume();
		if (request.method !== 'DELETE') return answer(response, reads.get(path) ?? (gone.has(path) ? 404 : 200));
		target.deletes.push({path, headers: request.headers});
		target.peak = Math.max(target.peak, ++active);
		arrive();
		await holding;
		// A turn of the event loop lets DELETEs that come together overlap.
		await new Promise(resolve => setImmediate(resolve));
		active--;
		const own = replies.get(path);
		const reply = decide(request) ?? (own && own.length > 1 ? own.shift() : own?.[0]) ?? (gone.has(path) ? 404 : 204);
		if (typeof reply === 'number' && reply < 300) gone.add(path);
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
