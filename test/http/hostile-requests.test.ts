import {once} from 'node:events';
import {connect} from 'node:net';
import {describe, expect, it} from 'vitest';
import {errorEnvelope} from '../../contract/error.ts';
import {basePath} from '../../contract/route.ts';
import {getMe} from '../../contract/routes/account.ts';
import {createProject, getProject, listProjects} from '../../contract/routes/projects.ts';
import {createTest, listTests} from '../../contract/routes/tests.ts';
import {type HttpUnderTest, readError, startHttp} from './start-http.ts';

const json = {'content-type': 'application/json'};

/** Sends bytes as they are and reads until the other side closes. */
async function sendRaw(http: HttpUnderTest, text: string): Promise<{status: number; head: string; body: string}> {
	const socket = connect(http.port, '127.0.0.1');
	socket.setEncoding('utf8');
	let answer = '';
	socket.on('data', chunk => {
		answer += chunk;
	});
	// The service may close while we still send.
	socket.on('error', () => undefined);
	socket.write(text);
	await once(socket, 'close');
	const [head = '', body = ''] = answer.split('\r\n\r\n');
	return {status: Number(head.split(' ')[1]), head, body};
}

const request = (http: HttpUnderTest, lines: string[], body = '') =>
	`${lines.join('\r\n')}\r\nhost: localhost\r\nx-api-key: ${http.key}\r\nconnection: close\r\n\r\n${body}`;

describe('a body', () => {
	it.each([
		'{',
		'{"type":',
		"{'type': 'backend'}",
		'{"a":1}{"b":2}',
		'\u0000',
		'NaN',
		'undefined',
		'<html></html>',
		'{"type":"backend",}',
	])('%j is not JSON', async body => {
		const http = await startHttp();
		const error = await readError(await http.send('POST', '/projects', {headers: json, body}));
		expect(error).toMatchObject({code: 'VALIDATION_ERROR', details: {field: 'body', reason: 'not_json'}});
	});

	it.each([
		['lists', (depth: number) => '['.repeat(depth) + ']'.repeat(depth)],
		['objects', (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
		['both, never closed', (depth: number) => '[{"a":'.repeat(depth)],
	])('of %s that nest without end is refused, in whichever field', async (_, nested) => {
		const http = await startHttp();
		for (const name of ['name', 'targetUrl', 'unknown'])
			for (const depth of [129, 50_000]) {
				const body = `{"type":"backend","${name}":${nested(depth)}}`;
				const error = await readError(await http.send('POST', '/projects', {headers: json, body}));
				expect(error).toMatchObject({code: 'VALIDATION_ERROR', details: {field: 'body', reason: 'too_deep'}});
			}
	});

	it('may hold many brackets in its texts', async () => {
		const http = await startHttp();
		const body = JSON.stringify({
			type: 'backend',
			name: `"\\${'[{'.repeat(40)}`,
			targetUrl: 'http://127.0.0.1:1',
			x: '['.repeat(500),
		});
		expect((await http.send('POST', '/projects', {headers: json, body})).status).toBe(201);
	});

	it('that is not UTF-8 is not read as something else', async () => {
		const http = await startHttp();
		const body = Buffer.from('{"type":"backend","name":"Caf\xe9"}', 'latin1');
		const error = await readError(await http.send('POST', '/projects', {headers: json, body}));
		expect(error).toMatchObject({code: 'VALIDATION_ERROR', details: {field: 'body', reason: 'not_json'}});
		expect((await http.call(listProjects)).body.items).toEqual([]);
	});

	it.each([
		['null', 'type'],
		['true', 'type'],
		['[]', 'type'],
		['"x"', 'type'],
		['', 'required'],
		['   ', 'required'],
	])('%j is not an object', async (body, reason) => {
		const http = await startHttp();
		const error = await readError(await http.send('POST', '/projects', {headers: json, body}));
		expect(error.details).toEqual({field: 'body', reason});
	});

	it.each([
		'text/plain',
		'application/x-www-form-urlencoded',
		'multipart/form-data; boundary=x',
		'application/xml',
		'nonsense',
	])('of type %s is refused', async type => {
		const http = await startHttp();
		const error = await readError(
			await http.send('POST', '/projects', {headers: {'content-type': type}, body: '{"type":"backend","name":"x"}'}),
		);
		expect(error).toMatchObject({
			code: 'VALIDATION_ERROR',
			details: {field: 'content-type', reason: 'invalid', accepted: ['application/json']},
		});
	});

	it('may name a character set', async () => {
		const http = await startHttp();
		const headers = {'content-type': 'application/json; charset=utf-8'};
		const body = '{"type":"backend","name":"x"}';
		expect((await http.send('POST', '/projects', {headers, body})).status).toBe(201);
	});

	it('of 10 MB is refused with its size and the limit', async () => {
		const http = await startHttp();
		const body = `{"type":"backend","name":"${'x'.repeat(10_000_000)}"}`;
		const error = await readError(await http.send('POST', '/projects', {headers: json, body}));
		expect(error).toMatchObject({
			code: 'PAYLOAD_TOO_LARGE',
			details: {field: 'body', sizeBytes: body.length, maxBytes: 1_048_576},
		});
		expect((await http.call(listProjects)).body.items).toEqual([]);
	});

	it('without a declared length is cut off at the limit', async () => {
		const http = await startHttp();
		const chunk = 'x'.repeat(65_536);
		const chunks = Array(40)
			.fill(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)
			.join('');
		const lines = [
			`POST ${basePath}/projects HTTP/1.1`,
			'content-type: application/json',
			'transfer-encoding: chunked',
		];
		const {status, body} = await sendRaw(http, request(http, lines, `${chunks}0\r\n\r\n`));
		expect(status).toBe(413);
		expect(JSON.parse(body).error.details).toMatchObject({field: 'body', maxBytes: 1_048_576});
	});

	it('of 4 MiB is accepted where the route says so', async () => {
		const http = await startHttp();
		const {body} = await http.call(createProject, {body: {type: 'backend', name: 'x'}});
		const answer = await http.fail(createTest, {
			body: {projectId: body.id, type: 'backend', name: 't', code: 'x'.repeat(2_000_000)},
		});
		expect(answer.body.details).toMatchObject({field: 'code', sizeBytes: 2_000_000});
	});

	it('is not read for a caller without a key', async () => {
		const http = await startHttp();
		const lines = [`POST ${basePath}/projects HTTP/1.1`, 'content-type: application/json', 'content-length: 900000'];
		const answer = await sendRaw(http, `${lines.join('\r\n')}\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
		expect(answer.status).toBe(401);
	});

	it('that claims to be compressed is not unpacked', async () => {
		const http = await startHttp();
		const error = await readError(
			await http.send('POST', '/projects', {
				headers: {...json, 'content-encoding': 'gzip'},
				body: Buffer.from([0x1f, 0x8b, 8, 0]),
			}),
		);
		expect(error.details['reason']).toBe('not_json');
	});
});

describe('a path', () => {
	it.each([
		'/nowhere',
		'/Projects',
		'//projects',
		'/tests/batch/run/more',
		'/../../etc/passwd',
		'/%2e%2e/%2e%2e/etc/passwd',
		'/projects/a/b/c',
		`/projects/${'x'.repeat(1100)}`,
	])('%s is no route', async path => {
		const http = await startHttp();
		const response = await fetch(`${http.url}${basePath}${path}`, {headers: {'x-api-key': http.key}});
		const error = await readError(response);
		expect(error).toMatchObject({code: 'NOT_FOUND', details: {resource: 'route'}});
	});

	it.each(['PUT', 'DELETE', 'OPTIONS'])('%s is no method of /projects', async method => {
		const http = await startHttp();
		expect(await readError(await http.send(method, '/projects?pageSize=1'))).toMatchObject({
			code: 'NOT_FOUND',
			message: `This service has no route ${method} ${basePath}/projects.`,
			nextAction: 'This path takes GET, POST.',
			details: {resource: 'route', id: `${method} ${basePath}/projects`, reason: 'not_found'},
		});
	});

	it('what is no path of the service says where its paths are told', async () => {
		const http = await startHttp();
		expect(await readError(await http.send('GET', '/nothing'))).toMatchObject({
			message: `This service has no route GET ${basePath}/nothing.`,
			nextAction: 'See which routes there are: GET /openapi.json',
		});
	});

	it('HEAD is answered as GET is, without a body', async () => {
		const http = await startHttp();
		for (const path of ['/projects', '/me', '/projects/none']) {
			const [head, get] = [await http.send('HEAD', path), await http.send('GET', path)];
			expect(head.status).toBe(get.status);
			expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
			expect(await head.text()).toBe('');
		}
		expect((await fetch(`${http.url}/healthz`, {method: 'HEAD'})).status).toBe(200);
		expect((await fetch(`${http.url}${basePath}/me`, {method: 'HEAD'})).status).toBe(401);
	});

	it.each([
		'',
		'..%2f..%2fetc%2fpasswd',
		'__proto__',
		'constructor',
		"x'%20or%201=1--",
		'%0d%0ax-injected:%201',
		'%00',
		'%F0%9F%9A%80',
		'%25',
		'.',
	])('the id %s is not found', async id => {
		const http = await startHttp();
		const response = await http.send('GET', `/projects/${id}`);
		const error = await readError(response);
		expect(error.code).toBe('NOT_FOUND');
		expect(response.headers.get('x-injected')).toBeNull();
	});

	it('with broken percent encoding is refused', async () => {
		const http = await startHttp();
		const error = await readError(await http.send('GET', '/projects/%ff%zz'));
		expect(error).toMatchObject({code: 'VALIDATION_ERROR', details: {field: 'path', reason: 'invalid'}});
	});
});

describe('a query', () => {
	it.each([
		['?pageSize=5&pageSize=6', 'pageSize', 'out_of_range'],
		['?cursor=a&cursor=b', 'cursor', 'type'],
		['?pageSize[]=5', null, null],
		['?__proto__=1&constructor=2', null, null],
		['?%00=%00&a=%ff', null, null],
	])('%s', async (query, field, reason) => {
		const http = await startHttp();
		const response = await http.send('GET', `/projects${query}`);
		if (field === null) expect(response.status).toBe(200);
		else expect((await readError(response)).details).toMatchObject({field, reason});
	});

	it('cannot reach into the store', async () => {
		const http = await startHttp();
		const {body} = await http.call(createProject, {body: {type: 'backend', name: 'x'}});
		for (const q of ["' or '1'='1", '%', '_', '\\', '%\\'])
			expect((await http.call(listTests, {query: {projectId: body.id, q}})).body.items).toEqual([]);
	});
});

describe('something that is not HTTP', () => {
	it.each([
		['garbage', 'hello there\r\n\r\n'],
		['a TLS greeting', '\u0016\u0003\u0001\u0002\u0000\u0001'],
		['a bad version', 'GET / HTTP/9.9\r\n\r\n'],
		['a header without a name', 'GET / HTTP/1.1\r\n: x\r\n\r\n'],
		['two lengths', 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx'],
		[
			'length and chunks',
			'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\nx',
		],
	])('%s gets an envelope and a closed connection', async (_, text) => {
		const http = await startHttp();
		const {status, head, body} = await sendRaw(http, text);
		expect(status).toBe(400);
		const {error} = errorEnvelope.parse(JSON.parse(body));
		expect(error.code).toBe('VALIDATION_ERROR');
		expect(head.toLowerCase()).toContain(`x-request-id: ${error.requestId}`);
		expect(head.toLowerCase()).toContain('cache-control: no-store');
		await http.call(getMe);
	});

	it('headers beyond 16 KB are too large', async () => {
		const http = await startHttp();
		const {status, body} = await sendRaw(
			http,
			request(http, [`GET ${basePath}/me HTTP/1.1`, `x-large: ${'x'.repeat(60_000)}`]),
		);
		expect(status).toBe(413);
		expect(JSON.parse(body).error).toMatchObject({
			code: 'PAYLOAD_TOO_LARGE',
			details: {field: 'headers', maxBytes: 16_384},
		});
	});

	it('a caller that hangs up in the middle of its body leaves the service working', async () => {
		const http = await startHttp();
		for (let n = 0; n < 20; n++) {
			const socket = connect(http.port, '127.0.0.1');
			await once(socket, 'connect');
			socket.write(`POST ${basePath}/projects HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${http.key}\r\n`);
			socket.write('content-type: application/json\r\ncontent-length: 500\r\n\r\n{"type":');
			socket.resetAndDestroy();
		}
		await http.call(getMe);
		expect(http.log.map(line => JSON.parse(line)).filter(entry => entry.level >= 50)).toEqual([]);
	});
});

describe('answers', () => {
	it('are compressed when they are large and the caller accepts it', async () => {
		const http = await startHttp();
		const instruction = 'slow '.repeat(700);
		for (let n = 0; n < 5; n++) await http.call(createProject, {body: {type: 'backend', name: 'x', instruction}});
		const read = (encoding: string) =>
			sendRaw(http, request(http, [`GET ${basePath}/projects HTTP/1.1`, `accept-encoding: ${encoding}`]));
		expect((await read('gzip')).head).toMatch(/content-encoding: gzip/i);
		expect((await read('identity')).head).not.toMatch(/content-encoding/i);
		expect((await read('br')).head).not.toMatch(/content-encoding/i);
		const response = await fetch(`${http.url}${basePath}/projects`, {
			headers: {'x-api-key': http.key, 'accept-encoding': 'gzip'},
		});
		expect(((await response.json()) as {items: unknown[]}).items).toHaveLength(5);
		const small = await sendRaw(http, request(http, [`GET ${basePath}/me HTTP/1.1`, 'accept-encoding: gzip']));
		expect(small.head).not.toMatch(/content-encoding/i);
	});

	it('never tell the inside of an unexpected failure, which the log does', async () => {
		const http = await startHttp();
		const {body} = await http.call(createProject, {body: {type: 'backend', name: 'x'}});
		await http.database.schema.dropTable('projects').execute();
		const answer = await http.fail(getProject, {params: {projectId: body.id}});
		expect(answer.body.code).toBe('INTERNAL');
		expect(JSON.stringify(answer.body)).not.toMatch(/projects|sqlite|no such table/i);
		const logged = http.log.map(line => JSON.parse(line)).find(entry => entry.level === 50);
		expect(logged.reqId).toBe(answer.body.requestId);
		expect(logged.err.message).toContain('projects');
	});
});
