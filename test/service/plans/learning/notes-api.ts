import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';

type Note = {id: string; title: string; color: string | null; pinned: boolean; deletedAt?: string};

/** Ways in which the API is not what its document says; a test turns them on and off. */
export type Manners = {
	/** Status of a DELETE that has deleted; 200 is documented. */
	deleted: number;
	/** What refuses an unknown note; 404 is documented. */
	unknown: number;
	/** A refusal of an unknown note says nothing. */
	refusesInSilence: boolean;
	/** `color` is a string in the document. */
	color: string | null;
	/** A title that is no text is refused, as documented. */
	refusesTitles: boolean;
	/** `pinned` that is no boolean is taken for false, which the document does not say. */
	takesAnyPinned: boolean;
	/** What refuses bad input; 400 is documented. */
	refused: number;
	/** What refuses a title of null, with a body of its own; null: it is refused like other bad input. */
	refusedNull: number | null;
	/** Status of a creation; 201 is documented. */
	created: number;
	/** A field that the document does not know. */
	extra: boolean;
	/** What it makes of a title. */
	keepsTitle(title: string): string;
	/** A note has the id that its caller sends. */
	takesIds: boolean;
	/** What refuses a title with markup, of which the document says nothing; null: it is taken like any other. */
	refusesMarkup: number | null;
	/** `pinned` is taken and never shown again. */
	forgetsPinned: boolean;
	/** A deleted note can still be read and listed, with the time of its DELETE; `shown`: its DELETE answers it so, too; `lies`: without it, as if nothing had been. */
	softDelete: boolean | 'shown' | 'lies';
	/** `pinned` is required, which the document does not say. */
	needsPinned: boolean;
	/** Whether a caller has to show `noteKey`; `open`: he has to in the document alone. */
	guard: 'none' | 'kept' | 'open';
	/** An answer shows what no schema has. */
	leaks: boolean;
	/** Entries of `/tags`. */
	tags: object[];
};

export const documented: Manners = {
	deleted: 200,
	unknown: 404,
	refusesInSilence: false,
	color: 'blue',
	refusesTitles: true,
	takesAnyPinned: false,
	refused: 400,
	refusedNull: null,
	created: 201,
	extra: false,
	keepsTitle: title => title,
	takesIds: false,
	refusesMarkup: null,
	forgetsPinned: false,
	softDelete: false,
	needsPinned: false,
	guard: 'none',
	leaks: false,
	tags: [],
};

/** What a guarded API of notes lets in. */
export const noteKey = 'key-of-the-notes';

/** A small API of notes with records of its own, and a document that may be wrong about it. */
export async function startNotes(manners: Partial<Manners> = {}) {
	const as: Manners = {...documented, ...manners};
	const notes = new Map<string, Note>([['n-0', {id: 'n-0', title: 'There before', color: as.color, pinned: false}]]);
	let latest = 0;
	const shown = ({pinned, ...note}: Note) => ({
		...note,
		...(as.forgetsPinned ? {} : {pinned}),
		color: as.color,
		...(as.extra ? {words: note.title.length + (pinned ? 1 : 0)} : {}),
		...(as.leaks ? {passwordHash: '$2b$10$abcdefghijklmnopqrstuv'} : {}),
	});

	function answer(request: IncomingMessage, body: unknown, response: ServerResponse): unknown {
		const say = (status: number, value?: unknown): unknown => {
			response.writeHead(status, value === undefined ? {} : {'content-type': 'application/json'});
			return response.end(value === undefined ? undefined : JSON.stringify(value));
		};
		if (as.guard === 'kept' && request.headers.authorization !== `Bearer ${noteKey}`)
			return say(401, {error: 'who are you'});
		const {pathname} = new URL(request.url ?? '/', 'http://notes');
		const id = decodeURIComponent(pathname.split('/')[2] ?? '');
		const given = (body ?? {}) as Partial<Note>;
		const isJson = request.headers['content-type']?.startsWith('application/json') ?? false;
		const isRefused =
			as.refusesTitles &&
			(('title' in given && typeof given.title !== 'string') ||
				(!as.takesAnyPinned && 'pinned' in given && typeof given.pinned !== 'boolean') ||
				(request.method !== 'GET' && request.method !== 'DELETE' && !isJson));
		if (pathname === '/ping') {
			response.writeHead(200, {'content-type': 'text/html'});
			return response.end('pong');
		}
		if (pathname === '/tags') return say(200, as.tags);
		if (!pathname.startsWith('/notes')) return say(404, {error: 'no such route'});
		if (id === '') {
			if (request.method === 'GET') return say(200, [...notes.values()].map(shown));
			if (as.refusedNull !== null && given.title === null) return say(as.refusedNull, ['no such title']);
			if (body === undefined || isRefused || (as.refusesTitles && !('title' in given)))
				return say(as.refused, {error: 'title is missing or no text'});
			if (as.refusesMarkup !== null && String(given.title).includes('<'))
				return say(as.refusesMarkup, {error: 'no markup'});
			if (as.needsPinned && !('pinned' in given)) return say(as.refused, {error: 'pinned is required'});
			const note: Note = {
				id: as.takesIds && typeof given.id === 'string' ? given.id : `n-${++latest}`,
				title: as.keepsTitle(String(given.title)),
				color: null,
				pinned: given.pinned === true,
			};
			notes.set(note.id, note);
			return say(as.created, shown(note));
		}
		const note = notes.get(id);
		if (!note) return as.refusesInSilence ? say(as.unknown) : say(as.unknown, {error: 'no such note'});
		if (request.method === 'GET') return say(200, shown(note));
		if (request.method === 'DELETE') {
			if (as.softDelete === false) notes.delete(id);
			else if (as.softDelete !== 'lies') note.deletedAt = new Date(0).toISOString();
			if (as.softDelete === 'shown') return say(as.deleted, note);
			return as.deleted === 204 ? say(204) : say(as.deleted, {});
		}
		if (body === undefined || isRefused) return say(as.refused, {error: 'title is no text'});
		if (given.title !== undefined) note.title = as.keepsTitle(given.title);
		if (given.pinned !== undefined) note.pinned = given.pinned === true;
		return say(200, shown(note));
	}

	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const text = Buffer.concat(parts).toString();
			try {
				answer(request, text === '' ? {} : JSON.parse(text), response);
			} catch {
				answer(request, undefined, response);
			}
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, as, notes};
}

const note = {
	type: 'object',
	required: ['id', 'title', 'color', 'pinned'],
	properties: {
		id: {type: 'string', readOnly: true},
		title: {type: 'string'},
		color: {type: 'string', readOnly: true},
		pinned: {type: 'boolean'},
	},
};
const input = {
	type: 'object',
	required: ['title'],
	properties: {title: {type: 'string'}, pinned: {type: 'boolean'}},
};
const json = (schema: object) => ({content: {'application/json': {schema}}});
const id = {name: 'noteId', in: 'path', required: true, schema: {type: 'string'}};
const error = {type: 'object', required: ['error'], properties: {error: {type: 'string'}}};
const refused = {description: 'Refused', ...json(error)};

export const notesDocument = {
	openapi: '3.0.3',
	info: {title: 'Notes', version: '1'},
	paths: {
		'/notes': {
			get: {responses: {200: {description: 'Notes', ...json({type: 'array', items: note})}}},
			post: {
				requestBody: {required: true, ...json(input)},
				responses: {201: {description: 'Made', ...json(note)}, 400: refused},
			},
		},
		'/notes/{noteId}': {
			parameters: [id],
			get: {responses: {200: {description: 'A note', ...json(note)}, 404: refused}},
			patch: {
				requestBody: {required: true, ...json(input)},
				responses: {200: {description: 'Changed', ...json(note)}, 400: refused, 404: refused},
			},
			delete: {responses: {200: {description: 'Gone'}, 404: refused}},
		},
	},
};

/** The same API with a document that says nothing of its answers but that there are some. */
export const silentDocument = {
	...notesDocument,
	paths: {
		'/notes': {
			get: {responses: {200: {description: 'Notes', ...json({type: 'array', items: {type: 'object'}})}}},
			post: {
				requestBody: {required: true, ...json(input)},
				responses: {default: {description: 'A note', ...json({type: 'object', properties: {id: {type: 'string'}}})}},
			},
		},
		'/notes/{noteId}': {
			parameters: [id],
			get: {responses: {default: {description: 'A note', ...json({type: 'object'})}}},
			delete: {responses: {default: {description: 'Gone'}}},
		},
	},
};

/** The same API with a document that asks for a credential. */
export const guardedDocument = {
	...notesDocument,
	components: {securitySchemes: {key: {type: 'http', scheme: 'bearer'}}},
	security: [{key: []}],
};
