// Requests that are wrong in one way each, over every route of the service's own document. A seed makes the same again.
import {literals, texts, sampleOf} from './values.mjs';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE'];
const contentTypes = [
	'text/plain',
	'application/xml',
	'application/json; charset=utf-16',
	'application/json;;;',
	'multipart/form-data; boundary=',
	'application/x-www-form-urlencoded',
	'',
	'a/b/c',
];
const headers = [
	{'idempotency-key': 'x'.repeat(5000)},
	{'idempotency-key': ''},
	{'if-match': '"'.repeat(300)},
	{'if-match': '*'},
	{range: 'bytes=9-1,-,x'},
	{range: `bytes=${'0-1,'.repeat(400)}`},
	{expect: '200-maybe'},
	{accept: '\u00ff'.repeat(200)},
	{'accept-encoding': 'gzip;q=9, *;q=-1, ,,,'},
	{'content-encoding': 'gzip'},
	{'user-agent': 'svc-cli/999999999999.x'},
	{'user-agent': ''},
	{'x-svc-cli-version': '-1.0'},
	{'x-forwarded-for': '\u00e9'.repeat(100)},
	{'x-request-id': 'a b'},
	{cookie: 'a=b; '.repeat(500)},
	{origin: 'null'},
	{host: ''},
	{host: '[::'},
	{host: 'a'.repeat(3000)},
	{'x-api-key': 'y'.repeat(4000)},
	{'x-svc-owner-token': 'x'},
	{upgrade: 'h2c', connection: 'upgrade'},
];
/** Messages that are hardly HTTP any more. `P` is the path, `K` the lines of the key. */
const raw = [
	'\r\n\r\n',
	'GET\r\n\r\n',
	'GET P\r\n\r\n',
	'get P HTTP/1.1\r\nhost: localhost\r\n\r\n',
	'GET P HTTP/1.1\r\n\r\n',
	'GET P HTTP/3.0\r\nhost: localhost\r\n\r\n',
	'GET P HTTP/1.1\r\nhost: localhost\r\nhost: y\r\nK\r\n',
	'GET P HTTP/1.1\r\nhost: localhost\r\nbad header\r\n\r\n',
	'GET P HTTP/1.1\r\nhost: localhost\r\n folded: y\r\n\r\n',
	'POST P HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n',
	'POST P HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99999999999999999999\r\n\r\n',
	'POST P HTTP/1.1\r\nhost: localhost\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabcd',
	'POST P HTTP/1.1\r\nhost: localhost\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
	'POST P HTTP/1.1\r\nhost: localhost\r\nK' +
		'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
	'POST P HTTP/1.1\r\nhost: localhost\r\nK' +
		'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff1\r\n{',
	'POST P HTTP/1.1\r\nhost: localhost\r\nK' + 'content-type: application/json\r\ntransfer-encoding: gzip\r\n\r\n{}',
	'POST P HTTP/1.1\r\nhost: localhost\r\nK' +
		'content-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}{}{}',
	'GET http://elsewhere.example/P HTTP/1.1\r\nhost: localhost\r\nK\r\n',
	'CONNECT elsewhere.example:443 HTTP/1.1\r\nhost: elsewhere.example:443\r\n\r\n',
	'GET * HTTP/1.1\r\nhost: localhost\r\n\r\n',
	'\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
	'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
];

/** Every operation of the document as its parts. */
export const operationsOf = document =>
	Object.entries(document.paths).flatMap(([path, item]) =>
		Object.entries(item)
			.filter(([, operation]) => operation.responses)
			.map(([method, operation]) => ({
				method: method.toUpperCase(),
				path,
				params: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
				query: (operation.parameters ?? []).filter(one => one.in === 'query').map(one => one.name),
				body: operation.requestBody?.content?.['application/json']?.schema,
			})),
	);

/**
 * One request after the other, for ever.
 *
 * @param document `/openapi.json`
 * @param random 0 ≤ n < 1
 * @param ids of things that are there, by the name of the parameter
 */
export function* malformedRequests(document, random, ids = {}) {
	const operations = operationsOf(document);
	const pick = list => list[Math.floor(random() * list.length)];
	const idOf = name => encodeURIComponent(ids[name] ?? 'x');
	const cursor = () =>
		Buffer.from(pick([JSON.stringify(['c1', 'x', 1, 'y']), ...literals, ...texts]))
			.toString('base64url')
			.slice(0, 9000);
	const inQuery = text =>
		encodeURIComponent(text.toWellFormed?.() ?? text.replace(/\p{Surrogate}/gu, '?')).slice(0, 9000);

	for (;;) {
		const operation = pick(operations);
		const withKey = random() < 0.75;
		// Nothing that the others need is deleted.
		const isDeletion = operation.method === 'DELETE';
		const path = operation.path.replace(/\{(\w+)\}(?=(\/?))/g, (_, name, goesOn) =>
			isDeletion && goesOn === '' ? 'x' : idOf(name),
		);
		const good = operation.body === undefined ? undefined : JSON.stringify(sampleOf(operation.body));
		const request = {withKey, method: operation.method, path, headers: {}, body: good};
		switch (
			pick(['method', 'type', 'header', 'id', 'query', 'field', 'field', 'field', 'body', 'bytes', 'length', 'raw'])
		) {
			case 'method':
				yield {...request, method: pick(methods)};
				break;
			case 'type':
				yield {...request, body: good ?? '{}', headers: {'content-type': pick(contentTypes)}};
				break;
			case 'header':
				yield {...request, headers: pick(headers)};
				break;
			case 'id': {
				const text = inQuery(pick(texts)).slice(0, random() < 0.5 ? 900 : 9000);
				const name = pick(operation.params);
				yield {...request, path: name ? path.replace(idOf(name), text) : `${path}/${text}`};
				break;
			}
			case 'query': {
				const name = pick([...operation.query, 'cursor', 'pageSize', 'since', '__proto__']);
				const text = name === 'cursor' ? cursor() : inQuery(pick([...texts, ...literals]));
				yield {
					...request,
					path: `${path}?${name}=${text}${random() < 0.2 ? `&${name}=${text}&${name}[]=1` : ''}`.slice(0, 12_000),
				};
				break;
			}
			case 'field': {
				if (good === undefined) break;
				const value = JSON.parse(good);
				const names = Object.keys(value);
				const name = names.length > 0 && random() < 0.95 ? pick(names) : 'unknown';
				const bad = random() < 0.6 ? pick(literals) : JSON.stringify(pick(texts));
				if (random() < 0.15) delete value[name];
				else value[name] = '@bad@';
				yield {...request, body: JSON.stringify(value).replace('"@bad@"', () => bad)};
				break;
			}
			case 'body':
				yield {...request, body: pick([...literals, '{', '', '{"a":1,}', "{'a':1}", '\ufeff{}', '{}{}'])};
				break;
			case 'bytes': {
				const bytes = Buffer.from(good ?? '{"a":"b"}');
				for (let n = 0; n < 4; n++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
				yield {...request, body: bytes};
				break;
			}
			case 'length':
				yield {...request, body: good ?? '{}', headers: {'content-length': String(pick([0, 1, 5]))}};
				break;
			case 'raw':
				yield {withKey, raw: pick(raw).replaceAll('P', path)};
				break;
		}
	}
}
