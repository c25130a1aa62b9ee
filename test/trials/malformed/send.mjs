// Sends what no client sends, and reads what comes back.
import {connect} from 'node:net';

const patienceMs = 10_000;

/** The bytes of a request; its lines may be nonsense, so no library would write them. */
function bytesOf({method, path, headers, body, raw, withKey}, key) {
	const keyLine = withKey ? `x-api-key: ${key}\r\n` : '';
	if (raw !== undefined) return Buffer.from(raw.replaceAll('K', keyLine), 'latin1');
	const content = body === undefined ? Buffer.alloc(0) : Buffer.from(body);
	const lines = {
		host: '127.0.0.1',
		connection: 'close',
		...(withKey ? {'x-api-key': key} : {}),
		...(body === undefined ? {} : {'content-type': 'application/json', 'content-length': content.length}),
		...headers,
	};
	const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
	return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`, 'latin1'), content]);
}

/**
 * The answer to a request: its status and its body; `status` 0: the connection was closed without one, -1: nobody
 * answered in time. A message that the service waits for the rest of is ended by us.
 */
export function send({host, port}, key, request) {
	return new Promise(resolve => {
		const chunks = [];
		const socket = connect({host, port: Number(port)});
		const finish = late => {
			clearTimeout(timer);
			socket.destroy();
			const text = Buffer.concat(chunks).toString('latin1');
			const [head = '', ...rest] = text.split('\r\n\r\n');
			const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
			resolve({status: status === undefined ? (late ? -1 : 0) : Number(status), head, body: rest.join('\r\n\r\n')});
		};
		const timer = setTimeout(() => finish(true), patienceMs);
		socket.on('data', chunk => {
			chunks.push(chunk);
			// A message that keeps the connection open has its answer when a whole one is there.
			if (request.raw !== undefined) socket.end();
		});
		socket.on('error', () => finish(false)).on('close', () => finish(false));
		socket.write(bytesOf(request, key));
		// What is announced and never sent is not waited for.
		if (request.raw !== undefined || request.headers['content-length'] !== undefined)
			setTimeout(() => socket.end(), 50);
	});
}

/**
 * What is wrong with an answer to a malformed request; null: nothing. A refusal has the documented shape, and nothing is
 * the service's own fault.
 */
export function complaint({status, body, head}, request) {
	if (status === -1) return 'nobody answered';
	if (status >= 500 && status !== 501) return `answered ${status}: ${body.slice(0, 300)}`;
	if (status < 400 || request.method === 'HEAD') return null;
	try {
		const {error} = JSON.parse(/transfer-encoding: chunked/i.test(head) ? unchunked(body) : body);
		const isWhole = ['code', 'message', 'requestId'].every(
			name => typeof error[name] === 'string' && error[name] !== '',
		);
		return isWhole && typeof error.details === 'object' ? null : `not the shape of an error: ${body.slice(0, 200)}`;
	} catch {
		return `no JSON: ${body.slice(0, 200)}`;
	}
}

const unchunked = body => body.replace(/(?:^|\r\n)[0-9a-f]+\r\n/g, '');
