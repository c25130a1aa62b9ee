import {Buffer} from 'node:buffer';
import {unchanged} from './faults.mjs';
import {Agent, createServer, request as send} from 'node:http';

/**
 * Stands between the tests and a target. With a fault set, the calls of one operation are answered in a wrong way;
 * without one, or for every other operation, nothing changes.
 *
 * @param credential value of the header `Authorization` that the target accepts, for a check that is missing
 */
export async function startProxy(target, credential = null) {
	const agent = new Agent({keepAlive: true});
	/** `{fault, operation, state}`; null: a clean line. */
	let active = null;
	let changed = 0;

	const forward = request =>
		new Promise((resolve, reject) => {
			const {method, path, headers, body} = request;
			const outgoing = send(
				new URL(path, target),
				{
					method,
					agent,
					headers: {...headers, host: new URL(target).host, 'content-length': String(body.length)},
				},
				incoming => {
					const parts = [];
					incoming.on('data', part => parts.push(part));
					incoming.on('end', () => {
						const {'transfer-encoding': _chunked, connection: _connection, ...kept} = incoming.headers;
						resolve({status: incoming.statusCode, headers: kept, body: Buffer.concat(parts)});
					});
				},
			);
			outgoing.on('error', reject);
			outgoing.end(body);
		});

	const server = createServer(async (incoming, outgoing) => {
		const parts = [];
		for await (const part of incoming) parts.push(part);
		const {connection: _connection, 'transfer-encoding': _chunked, ...headers} = incoming.headers;
		const request = {method: incoming.method, path: incoming.url, headers, body: Buffer.concat(parts)};
		try {
			const answer = await answerTo(request);
			outgoing.writeHead(answer.status, {...answer.headers, 'content-length': String(answer.body.length)});
			outgoing.end(request.method === 'HEAD' ? undefined : answer.body);
		} catch {
			outgoing.destroy();
		}
	});

	async function answerTo(request) {
		if (!active?.operation.fits(request)) return forward(request);
		const {fault, operation, state} = active;
		const answer = await fault.inject({request, forward, state, operation, credential});
		if (answer === null) return forward(request);
		if (!answer[unchanged]) changed++;
		return answer;
	}

	await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${server.address().port}`,
		/** From now on one operation answers wrongly; null: everything as it is. */
		set(fault, operation) {
			active = fault === null ? null : {fault, operation, state: {}};
			changed = 0;
		},
		/** Answers that were changed since `set`. */
		changed: () => changed,
		close() {
			agent.destroy();
			server.closeAllConnections();
			return new Promise(resolve => server.close(resolve));
		},
	};
}

/** An operation of a document as the proxy sees its calls; fixed segments win over parameters. */
export function operationsOf(document) {
	const base = new URL(document.servers?.[0]?.url ?? '/', 'http://x').pathname.replace(/\/$/, '');
	const all = Object.entries(document.paths).flatMap(([path, item]) =>
		Object.entries(item)
			.filter(([method]) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
			.map(([method, operation]) => ({
				method: method.toUpperCase(),
				path,
				operation,
				segments: segmentsOf(path),
				isAction: isAction(path, method, document.paths),
			})),
	);
	const find = ({method, path}) => {
		const given = segmentsOf(decodeURI(path.split('?')[0]).replace(base, ''));
		const fitting = all.filter(
			one =>
				one.method === method &&
				one.segments.length === given.length &&
				one.segments.every((segment, place) => segment.startsWith('{') || segment === given[place]),
		);
		return fitting.sort((a, b) => parameters(a) - parameters(b))[0];
	};
	return all.map(one => ({
		...one,
		name: `${one.method} ${one.path}`,
		fits: request => {
			try {
				return find(request) === one;
			} catch {
				return false;
			}
		},
	}));
}

/** Whether an operation does something to the record of the path in front of it, and answers that record or nothing. */
function isAction(path, method, paths) {
	const parent = paths[path.slice(0, path.lastIndexOf('/'))]?.get;
	if (!['post', 'put', 'delete'].includes(method) || path.endsWith('}') || !parent || paths[path].get) return false;
	const answered = schemaOf(paths[path][method]);
	return answered === undefined || JSON.stringify(answered) === JSON.stringify(schemaOf(parent));
}

function schemaOf({responses = {}}) {
	const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
	return success?.content?.['application/json']?.schema;
}

const segmentsOf = path => path.split('/').filter(Boolean);
const parameters = ({segments}) => segments.filter(segment => segment.startsWith('{')).length;
