import {createHash} from 'node:crypto';
import {createServer, type IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';

/** What the desk can get wrong; each is what one template of a row looks for. */
export type Fault =
	| 'full-bodies-only'
	| 'sort-ignored'
	| 'bulk-first-only'
	| 'key-ignored'
	| 'always-sent-again'
	| 'stale-accepted'
	| 'second-put-differs'
	| 'never-done'
	| 'fails-in-the-end'
	| 'bytes-changed'
	| 'size-wrong'
	| 'name-lost'
	| 'search-finds-all'
	| 'search-finds-none'
	| 'error-of-another-shape'
	| 'anybody-reads'
	| 'anybody-changes'
	| 'readers-write'
	| 'deleted-with-notes'
	| 'dangling-accepted'
	| 'second-delete-breaks'
	| 'any-parent'
	| 'readers-collide'
	| 'privileges-taken'
	| 'ids-taken'
	| 'bounds-ignored'
	| 'anonymous-pass'
	| 'no-request-id'
	| 'shows-password'
	| 'kept-after-delete'
	| 'second-accepted';

type Row = {id: number; owner: string; [field: string]: unknown};
type Answer = {status: number; body?: unknown; bytes?: Buffer; headers?: Record<string, string>};
type Request = {
	method: string;
	path: string[];
	query: URLSearchParams;
	headers: IncomingMessage['headers'];
	raw: Buffer;
	body: Record<string, unknown>;
	caller: string;
};

const refusal = (status: number, message: string): Answer => ({status, body: {error: {code: `e${status}`, message}}});
const tagOf = (row: Row) => `"${createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 12)}"`;

/** Credentials of the desk: its owner's, another user's of equal rights, one that only reads. */
export const tokens = {owner: 'owner-token-1', other: 'other-token-1', reader: 'reader-token-1'};

/** A small application with most that an API can have: bulk, keys, ETags, files, jobs, parents. Healthy without a fault. */
export class Desk {
	fault: Fault | null = null;
	readonly #tables = new Map<string, Row[]>();
	readonly #keys = new Map<string, Answer>();
	readonly #polls = new Map<number, number>();
	#next = 1;
	#reading = 0;
	readonly #meeting: Array<() => void> = [];

	reset(fault: Fault | null): void {
		this.fault = fault;
		this.#tables.clear();
		this.#keys.clear();
		this.#polls.clear();
		this.#reading = 0;
	}

	/** Rows of a table: what was left. */
	count(table: string): number {
		return this.#rows(table).length;
	}

	#rows(table: string): Row[] {
		const rows = this.#tables.get(table) ?? [];
		this.#tables.set(table, rows);
		return rows;
	}

	async answer(request: Request): Promise<Answer> {
		const {path, method, caller} = request;
		if (caller === '' && this.fault !== 'anonymous-pass') return refusal(401, 'who are you?');
		if (caller === 'reader' && method !== 'GET' && this.fault !== 'readers-write')
			return refusal(403, 'you may only read');
		const [table = '', id, below, childId] = path;
		if (!['people', 'jobs', 'pictures'].includes(table)) return refusal(404, 'no such route');
		if (id === undefined) return table === 'people' ? this.#people(request) : this.#others(table, request);
		const row = this.#rows(table).find(one => String(one.id) === id);
		const isForeign = row !== undefined && row.owner !== caller && caller !== 'reader';
		const mayPass =
			(method === 'GET' && this.fault === 'anybody-reads') || (method !== 'GET' && this.fault === 'anybody-changes');
		if (!row && method === 'DELETE' && this.fault === 'second-delete-breaks') return refusal(500, 'it is gone');
		if (!row || (isForeign && !mayPass))
			return this.fault === 'error-of-another-shape' ? {status: 404, body: {message: 'none'}} : refusal(404, 'none');
		if (below === 'notes') return this.#notes(row, childId, request);
		if (below === 'content') return {status: 200, bytes: row['bytes'] as Buffer};
		return this.#one(table, row, request);
	}

	async #people(request: Request): Promise<Answer> {
		const {method, query, body, headers} = request;
		const rows = this.#rows('people');
		if (method === 'GET') return this.#list(rows, query);
		if (method === 'POST') {
			const key = headers['idempotency-key'];
			const known = typeof key === 'string' ? this.#keys.get(key) : undefined;
			if (known && this.fault !== 'key-ignored') return known;
			const made = this.#create(request);
			if (typeof key === 'string' && made.status === 201) this.#keys.set(key, made);
			return made;
		}
		const keys = (body['keys'] as number[] | undefined) ?? [];
		const meant = this.fault === 'bulk-first-only' ? keys.slice(0, 1) : keys;
		if (method === 'DELETE') {
			for (const one of meant) this.#remove('people', one);
			return {status: 204};
		}
		for (const row of rows) if (meant.includes(row.id)) Object.assign(row, body['data']);
		return {status: 200, body: {changed: meant.length}};
	}

	async #list(rows: Row[], query: URLSearchParams): Promise<Answer> {
		if (this.fault === 'readers-collide') {
			// The first reader is held until a second one comes, so that they do meet.
			this.#reading++;
			if (this.#reading === 1) await new Promise<void>(resolve => this.#meeting.push(resolve));
			for (const release of this.#meeting.splice(0)) release();
			return refusal(503, 'one reader at a time');
		}
		const word = query.get('q');
		const hits =
			word === null || this.fault === 'search-finds-all'
				? rows
				: rows.filter(({name}) => this.fault !== 'search-finds-none' && String(name).includes(word));
		const sort = query.get('sort');
		const field = sort?.replace(/^-/, '') ?? 'id';
		const fold = (row: Row) => (typeof row[field] === 'string' ? row[field].toLowerCase() : (row[field] as number));
		const sorted =
			sort === null || this.fault === 'sort-ignored'
				? hits
				: [...hits].sort((a, b) => (fold(a) < fold(b) ? -1 : 1) * (sort.startsWith('-') ? -1 : 1));
		return {status: 200, body: {items: sorted.map(shown)}};
	}

	#create({body, caller}: Request): Answer {
		const refused = this.#refused(body, true);
		if (refused) return refused;
		const {name, email, nick, rank} = body;
		if (this.fault === 'full-bodies-only' && nick === undefined) return refusal(400, 'nick is required');
		const rows = this.#rows('people');
		if (rows.some(one => one['email'] === email) && this.fault !== 'second-accepted')
			return refusal(409, 'this email is taken');
		const row: Row = {id: this.#next++, owner: caller, name, email, nick: nick ?? null, rank: rank ?? 1};
		if (this.fault === 'privileges-taken' && body['isAdmin'] === true) row['isAdmin'] = true;
		if (this.fault === 'ids-taken' && typeof body['id'] === 'number') row.id = body['id'];
		rows.push(row);
		return {status: 201, body: shown(row)};
	}

	#refused({name, email, nick, pictureId, rank}: Record<string, unknown>, isWhole: boolean): Answer | null {
		const isText = (value: unknown) => typeof value === 'string';
		const isRank = rank === undefined || (Number.isInteger(rank) && (rank as number) >= 1 && (rank as number) <= 9);
		const isWrong =
			(isWhole && (!isText(name) || name === '' || !isText(email) || !String(email).includes('@'))) ||
			(name !== undefined && !isText(name)) ||
			(nick !== undefined && !isText(nick)) ||
			!isRank;
		if (this.fault === 'bounds-ignored') return null;
		if (isWrong || (pictureId !== undefined && !Number.isInteger(pictureId)))
			return this.fault === 'error-of-another-shape'
				? {status: 400, body: {message: 'bad'}}
				: refusal(400, 'see the document');
		if (pictureId === undefined || this.fault === 'dangling-accepted') return null;
		return this.#rows('pictures').some(({id}) => id === pictureId) ? null : refusal(422, 'no such picture');
	}

	#one(table: string, row: Row, {method, body, headers}: Request): Answer {
		if (method === 'GET') {
			if (table === 'jobs') return {status: 200, body: this.#progress(row)};
			const tag = tagOf(row);
			if (headers['if-none-match'] === tag && this.fault !== 'always-sent-again') return {status: 304};
			const password = this.fault === 'shows-password' ? {password: 'letmein99'} : {};
			return {status: 200, body: {...shown(row), ...password}, headers: {ETag: tag}};
		}
		if (method === 'DELETE') {
			if (this.#rows(`notes of ${row.id}`).length > 0 && this.fault !== 'deleted-with-notes')
				return refusal(409, 'there are notes');
			if (this.fault !== 'kept-after-delete') this.#remove(table, row.id);
			return {status: 204};
		}
		const wanted = headers['if-match'];
		if (wanted !== undefined && wanted !== tagOf(row) && this.fault !== 'stale-accepted')
			return refusal(412, 'out of date');
		const refused = this.#refused(body, method === 'PUT');
		if (refused) return refused;
		if (method === 'PUT' && this.fault === 'second-put-differs' && row['name'] === body['name'])
			return {status: 200, body: {...shown(row), nick: 'again'}};
		for (const field of ['name', 'email', 'nick', 'rank']) if (field in body) row[field] = body[field];
		return {status: 200, body: shown(row)};
	}

	#progress(row: Row): object {
		const polls = (this.#polls.get(row.id) ?? 0) + 1;
		this.#polls.set(row.id, polls);
		const end = this.fault === 'fails-in-the-end' ? 'failed' : 'done';
		return {...shown(row), status: polls < 2 || this.fault === 'never-done' ? 'running' : end};
	}

	#notes(person: Row, childId: string | undefined, {method, body, caller}: Request): Answer {
		const rows = this.#rows(`notes of ${person.id}`);
		if (childId === undefined) {
			if (method === 'GET') return {status: 200, body: {items: rows.map(shown)}};
			if (typeof body['text'] !== 'string') return refusal(400, 'text is required');
			const row: Row = {id: this.#next++, owner: caller, text: body['text']};
			rows.push(row);
			return {status: 201, body: shown(row)};
		}
		const owners = this.fault === 'any-parent' ? this.#rows('people').map(({id}) => id) : [person.id];
		const table = owners
			.map(id => `notes of ${id}`)
			.find(name => this.#rows(name).some(one => String(one.id) === childId));
		const row = table && this.#rows(table).find(one => String(one.id) === childId);
		if (!table || !row) return refusal(404, 'none');
		if (method === 'DELETE') {
			this.#remove(table, row.id);
			return {status: 204};
		}
		if (method === 'PATCH') Object.assign(row, {text: body['text'] ?? row['text']});
		return {status: 200, body: shown(row)};
	}

	#others(table: string, {method, raw, headers, caller}: Request): Answer {
		if (method !== 'POST') return refusal(405, 'no');
		const row: Row = {id: this.#next++, owner: caller};
		this.#rows(table).push(row);
		if (table === 'jobs') return {status: 202, body: {...shown(row), status: 'queued'}};
		const sent = fileIn(raw, headers['content-type'] ?? '');
		if (sent === null) return refusal(400, 'send a file');
		row['bytes'] = this.fault === 'bytes-changed' ? Buffer.concat([sent, Buffer.from('!')]) : sent;
		row['size'] = this.fault === 'size-wrong' ? 0 : sent.length;
		const [, name = ''] = /filename="([^"]*)"/.exec(raw.toString('latin1')) ?? [];
		row['fileName'] = this.fault === 'name-lost' ? 'upload' : name;
		return {status: 201, body: shown(row)};
	}

	#remove(table: string, id: number): void {
		const rows = this.#rows(table);
		const place = rows.findIndex(one => one.id === id);
		if (place >= 0) rows.splice(place, 1);
	}
}

const shown = ({owner: _, bytes: __, ...row}: Row) => row;

/** The first file of a multipart body. */
function fileIn(raw: Buffer, contentType: string): Buffer | null {
	const boundary = /boundary=([^;]+)/.exec(contentType)?.[1];
	if (boundary === undefined) return null;
	const start = raw.indexOf('\r\n\r\n');
	const end = raw.indexOf(`\r\n--${boundary}`, start);
	return start < 0 || end < 0 ? null : raw.subarray(start + 4, end);
}

/** Starts a desk on a free port. */
export async function openDesk(): Promise<{desk: Desk; url: string; close(): Promise<void>}> {
	const desk = new Desk();
	const server = createServer(async (incoming, outgoing) => {
		const parts: Buffer[] = [];
		for await (const part of incoming) parts.push(part as Buffer);
		const raw = Buffer.concat(parts);
		const url = new URL(incoming.url ?? '/', 'http://desk');
		let body: Record<string, unknown> = {};
		if (/json/.test(incoming.headers['content-type'] ?? '') && raw.length > 0)
			try {
				body = JSON.parse(raw.toString('utf8'));
			} catch {
				outgoing
					.writeHead(400, {'content-type': 'application/json'})
					.end('{"error":{"code":"e400","message":"no JSON"}}');
				return;
			}
		const token = (incoming.headers.authorization ?? '').replace(/^Bearer /, '');
		const answer = await desk.answer({
			method: incoming.method ?? 'GET',
			path: url.pathname.split('/').filter(Boolean).map(decodeURIComponent),
			query: url.searchParams,
			headers: incoming.headers,
			raw,
			body,
			caller: Object.entries(tokens).find(([, own]) => own === token)?.[0] ?? '',
		});
		const type = answer.bytes ? 'application/octet-stream' : 'application/json';
		if (desk.fault !== 'no-request-id') outgoing.setHeader('X-Request-Id', 'r1');
		outgoing.writeHead(answer.status, {
			...(answer.status === 204 || answer.status === 304 ? {} : {'content-type': type}),
			...answer.headers,
		});
		outgoing.end(answer.bytes ?? (answer.body === undefined ? undefined : JSON.stringify(answer.body)));
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	return {
		desk,
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: () =>
			new Promise(resolve => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
