import {createServer, type IncomingHttpHeaders} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';

type Ticket = {title: string; urgency?: number; address?: string; labels?: string[]};

function isTicket(sent: unknown): sent is Ticket {
	if (typeof sent !== 'object' || sent === null) return false;
	const {title, urgency = 1, address = '', labels = []} = sent as Record<string, unknown>;
	const isWhole = Number.isInteger(urgency) && (urgency as number) >= 1;
	return typeof title === 'string' && isWhole && typeof address === 'string' && Array.isArray(labels);
}

/** An API of tickets that does not take everything its document allows. */
export async function startTickets(
	refuse: (sent: object) => {status: number; error: unknown} | null,
	canDelete = () => true,
	refuseChange: (sent: object, headers: IncomingHttpHeaders) => ReturnType<typeof refuse> = () => null,
) {
	const tickets = new Map<string, object>();
	let latest = 0;
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const say = (status: number, value: unknown) => {
				response.writeHead(status, {'content-type': 'application/json'});
				response.end(JSON.stringify(value));
			};
			const id = decodeURIComponent(request.url?.split('?')[0]?.split('/')[2] ?? '');
			const known = tickets.get(id);
			if (id !== '' && !known) say(404, {error: 'no such ticket'});
			else if (request.method === 'GET') say(200, known ?? [...tickets.values()]);
			else if (request.method === 'DELETE' && !canDelete()) say(409, {error: 'it is locked'});
			else if (request.method === 'DELETE') say(tickets.delete(id) ? 200 : 404, {});
			else {
				let sent: unknown;
				try {
					sent = JSON.parse(Buffer.concat(parts).toString());
				} catch {}
				const isJson = request.headers['content-type']?.startsWith('application/json');
				if (!isJson || !isTicket(sent)) return say(400, {error: 'title is required, and all is of its type'});
				const refused = known ? refuseChange(sent, request.headers) : refuse(sent);
				if (refused) return say(refused.status, {error: refused.error});
				const {title, urgency, address, labels} = sent;
				const ticket = {...known, id: known ? id : `t-${++latest}`, title, urgency, address, labels};
				tickets.set(ticket.id, ticket);
				say(known ? 200 : 201, ticket);
			}
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, tickets};
}

const ticket = {
	type: 'object',
	required: ['title'],
	properties: {
		id: {type: 'string', readOnly: true},
		title: {type: 'string'},
		urgency: {type: 'integer', minimum: 1},
		address: {type: 'string'},
		labels: {type: 'array', items: {type: 'string'}},
	},
};
const json = (schema: object) => ({content: {'application/json': {schema}}});
const refused = {description: 'Refused', ...json({type: 'object', properties: {error: {type: 'string'}}})};

export const ticketsDocument = {
	openapi: '3.0.3',
	info: {title: 'Tickets', version: '1'},
	paths: {
		'/tickets': {
			get: {responses: {200: {description: 'All', ...json({type: 'array', items: ticket})}}},
			post: {
				requestBody: {required: true, ...json(ticket)},
				responses: {201: {description: 'Made', ...json(ticket)}, 400: refused},
			},
		},
		'/tickets/{ticketId}': {
			parameters: [{name: 'ticketId', in: 'path', required: true, schema: {type: 'string'}}],
			get: {responses: {200: {description: 'One', ...json(ticket)}, 404: refused}},
			delete: {responses: {200: {description: 'Gone'}, 404: refused}},
		},
	},
};

const {'/tickets': all, '/tickets/{ticketId}': one} = ticketsDocument.paths;
/** The same API with a route that changes a ticket, by either method. */
export const changeableTickets = (method: 'put' | 'patch') => ({
	...ticketsDocument,
	paths: {
		'/tickets': all,
		'/tickets/{ticketId}': {
			...one,
			[method]: {
				requestBody: {required: true, ...json(ticket)},
				responses: {200: {description: 'Changed', ...json(ticket)}, 400: refused, 404: refused},
			},
		},
	},
});
