// A small API to measure against: items with ids, and answers that take a given time. Prints its address.
import {createServer} from 'node:http';
import process from 'node:process';

const items = new Map();
let nextId = 1;
const server = createServer((request, response) => {
	const [, kind, id] = request.url.split('?')[0].split('/');
	const send = (status, value) => {
		response.writeHead(status, {'content-type': 'application/json'});
		response.end(value === undefined ? '' : JSON.stringify(value));
	};
	if (kind === 'slow') return void setTimeout(() => send(200, {sleptMs: Number(id)}), Number(id));
	let body = '';
	request.on('data', part => {
		body += part;
	});
	request.on('end', () => {
		if (kind !== 'items') return send(404, {error: 'no such route'});
		if (request.method === 'POST') {
			const item = {...JSON.parse(body), id: String(nextId++)};
			items.set(item.id, item);
			return send(201, item);
		}
		if (!items.has(id)) return send(404, {error: 'no such item'});
		if (request.method === 'PUT') items.set(id, {...JSON.parse(body), id});
		if (request.method === 'DELETE') {
			items.delete(id);
			return send(204);
		}
		return send(200, items.get(id));
	});
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));
