import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {gzipSync} from 'node:zlib';
import {errorCodes} from '../../contract/error.ts';
import {sampleFor} from '../helpers/sample-for.ts';
import {createRandom, type Random, seedOf} from './random.ts';

/** One way to answer badly (or, with `sample`, well). */
export const moods = [
	'sample',
	'dirty',
	'paths',
	'mutated',
	'unfinished',
	'failing',
	'framework',
	'html',
	'html-404',
	'html-500',
	'bare-502',
	'truncated',
	'empty',
	'no-content',
	'not-json',
	'plain-text',
	'redirect',
	'slow',
	'silent',
	'close',
	'half',
	'huge',
	'bomb',
	'bad-gzip',
	'rate-limited',
	'too-old',
	'not-http',
] as const;
export type Mood = (typeof moods)[number];

/** Names that would leave a directory, or be a device, if they became file names. */
export const pathLikeIds = [
	'../../outside',
	'..',
	'.',
	'/etc/svc-fuzz',
	'a/../../../b',
	'..\\..\\outside',
	'C:\\Windows\\system32',
	'nul',
	'CON.txt',
	'a\u0000b',
	'~root',
	'-rf',
	'%2e%2e%2f',
	'x'.repeat(300),
	'',
	' ',
];

/** Text that a terminal would obey. */
export const dirtyTexts = [
	'\u001b[2J\u001b[31mred',
	'\u001b]0;title\u0007',
	'\u009b31m',
	'\r\noverwritten',
	'\u202ereversed\u202c',
	'\u0000',
	'\u007f\b\b\b',
	'日本語 🧪 e\u0301',
	'\ud800 lone',
	'"],"x":["',
	'x'.repeat(5000),
	'a\n\n\nb\tc',
];

export type HostileService = {
	/** The endpoint that answers in a mood; the seed decides what is free in it. */
	endpoint(mood: Mood, seed: number): string;
	/** Keys that arrived at the address redirects point to; stays empty. */
	leakedKeys: string[];
	close(): Promise<void>;
};

/**
 * A real HTTP server that answers in the mood its first path segment names. The same endpoint and request get the same
 * answer every time.
 */
export async function startHostileService(): Promise<HostileService> {
	const leakedKeys: string[] = [];
	const elsewhere = createServer((request, response) => {
		const key = request.headers['x-api-key'];
		if (key !== undefined) leakedKeys.push(`${request.method} ${request.url}`);
		response.writeHead(200, {'content-type': 'application/json'}).end('{}');
	});
	const elsewhereUrl = await listen(elsewhere);
	const bomb = gzipSync(Buffer.alloc(70 * 1024 * 1024, ' '), {level: 9});
	let ownUrl = '';
	const server = createServer((request, response) => {
		let body = '';
		request.setEncoding('utf8').on('data', text => (body += text));
		response.on('error', () => undefined);
		request.once('end', () => {
			const [, mood = '', seed = '0', ...rest] = (request.url ?? '').split('/');
			const path = `/${rest.join('/')}`;
			const random = createRandom(seedOf(`${seed} ${request.method} ${path}`));
			answer({mood: mood as Mood, path, request, body, response, random, ownUrl, elsewhereUrl, bomb});
		});
	});
	ownUrl = await listen(server);
	return {
		endpoint: (mood, seed) => `${ownUrl}/${mood}/${seed}`,
		leakedKeys,
		async close() {
			for (const one of [server, elsewhere]) {
				one.closeAllConnections();
				await new Promise(resolve => one.close(resolve));
			}
		},
	};
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Asked = {
	mood: Mood;
	/** Behind mood and seed, with the query. */
	path: string;
	request: IncomingMessage;
	body: string;
	response: ServerResponse;
	random: Random;
	ownUrl: string;
	elsewhereUrl: string;
	bomb: Buffer;
};

function answer(asked: Asked): void {
	const {mood, response, random, elsewhereUrl, bomb} = asked;
	const json = (value: unknown, status = 200, headers: Record<string, string> = {}) =>
		response.writeHead(status, {'content-type': 'application/json', ...headers}).end(JSON.stringify(value));
	const html = (status: number) =>
		response
			.writeHead(status, {'content-type': 'text/html'})
			.end('<!doctype html><html><head><title>Sign in</title></head><body>Welcome to the hotel network</body></html>');
	const answers: Record<Mood, () => unknown> = {
		sample: () => json(sampleOf(asked)),
		dirty: () => json(altered(sampleOf(asked), random, dirtyTexts, 0.35)),
		paths: () => json(altered(sampleOf(asked), random, pathLikeIds, 0.35)),
		mutated: () => json(mutated(sampleOf(asked), random)),
		unfinished: () => json(unfinished(sampleOf(asked))),
		failing: () =>
			json(envelope(random), random.pick([400, 401, 402, 403, 404, 409, 412, 413, 426, 429, 500, 501, 503])),
		framework: () => json({message: random.pick(dirtyTexts), error: 'Not Found', statusCode: 404}, 404),
		html: () => html(200),
		'html-404': () => html(404),
		'html-500': () => html(500),
		'bare-502': () => html(502),
		truncated: () => {
			const text = JSON.stringify(sampleOf(asked));
			response.writeHead(200, {'content-type': 'application/json'}).end(text.slice(0, Math.ceil(text.length / 2)));
		},
		empty: () => response.writeHead(200, {'content-type': 'application/json'}).end(),
		'no-content': () => response.writeHead(204).end(),
		'not-json': () => response.writeHead(200).end(Buffer.from([0, 1, 2, 255, 254, 27, 91, 50, 74])),
		'plain-text': () => response.writeHead(200, {'content-type': 'text/plain'}).end(JSON.stringify(sampleOf(asked))),
		redirect: () =>
			response.writeHead(random.pick([301, 302, 303, 307, 308]), {location: `${elsewhereUrl}${asked.path}`}).end(),
		slow: () => {
			response.writeHead(200, {'content-type': 'application/json'});
			const drip = setInterval(() => response.write(' '), 20);
			response.on('close', () => clearInterval(drip));
		},
		silent: () => undefined,
		close: () => response.destroy(),
		half: () => {
			response.writeHead(200, {'content-type': 'application/json', 'content-length': '5000'});
			response.write('{"items": [', () => response.destroy());
		},
		huge: () => {
			response.writeHead(200, {'content-type': 'application/json'});
			const piece = Buffer.alloc(1024 * 1024, ' ');
			let left = 70;
			const more = () => {
				while (left-- > 0) if (!response.write(piece)) return void response.once('drain', more);
				response.end();
			};
			more();
		},
		bomb: () => response.writeHead(200, {'content-type': 'application/json', 'content-encoding': 'gzip'}).end(bomb),
		'bad-gzip': () => response.writeHead(200, {'content-encoding': 'gzip'}).end('not gzip'),
		'rate-limited': () =>
			json(envelope(random, 'RATE_LIMITED', {}), 429, {'retry-after': random.pick(['1', '300', 'soon', '-5'])}),
		'too-old': () =>
			json(sampleOf(asked), 200, {
				'x-svc-cli-min-version': random.pick(['99.0.0', 'new', '\u001b[2J'.replace('\u001b', '')]),
			}),
		'not-http': () => response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n'),
	};
	answers[mood]?.();
}

/** What a good service would answer; its addresses lead back here. */
function sampleOf({path, request, body, ownUrl, mood}: Asked): unknown {
	const text = JSON.stringify(sampleFor(request.method ?? '', path, body)?.value ?? {}).replaceAll(
		/https?:\/\/[\w.:-]+/g,
		`${ownUrl}/${mood === 'paths' ? 'half' : 'sample'}/0`,
	);
	return JSON.parse(text);
}

/** Some strings replaced by others. */
function altered(value: unknown, random: Random, texts: readonly string[], share: number): unknown {
	if (typeof value === 'string') return random.chance(share) ? random.pick(texts) : value;
	if (Array.isArray(value)) return value.map(item => altered(item, random, texts, share));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, altered(item, random, texts, share)]));
}

const otherValues = [null, 0, -1, 1e308, '', 'x', [], {}, true, [null], {a: {b: []}}, '9'.repeat(400)];

/** One or two values of another type, missing, or too many. */
function mutated(value: unknown, random: Random): unknown {
	if (random.chance(0.1)) return random.pick(otherValues);
	if (Array.isArray(value)) {
		if (value.length === 0 || random.chance(0.2)) return random.pick(otherValues);
		const index = random.below(value.length);
		return value.map((item, at) => (at === index ? mutated(item, random) : item));
	}
	if (typeof value !== 'object' || value === null) return random.pick(otherValues);
	const entries = Object.entries(value);
	if (entries.length === 0) return random.pick(otherValues);
	const chosen = random.below(entries.length);
	if (random.chance(0.3)) return Object.fromEntries(entries.filter((_, index) => index !== chosen));
	return Object.fromEntries(
		entries.map(([key, item], index) => [key, index === chosen ? mutated(item, random) : item]),
	);
}

/** Runs and batches that never end. */
function unfinished(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(unfinished);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, item]) => {
			if (key === 'status' && ['passed', 'failed', 'blocked', 'cancelled'].includes(String(item)))
				return [key, 'running'];
			if (key === 'phase' || key === 'batchPhase') return [key, 'tests'];
			return [key, unfinished(item)];
		}),
	);
}

function envelope(
	random: Random,
	code: string = random.pick([...Object.keys(errorCodes), 'NEW_CODE', '']),
	details?: object,
): unknown {
	const text = () => random.pick([...dirtyTexts, 'no', 'try again']);
	return {
		error: {
			code,
			message: text(),
			nextAction: text(),
			requestId: random.pick(['req_1', '\u001b[2J', '']),
			details:
				details ??
				random.pick([{}, {reason: 'run_in_flight', currentRunId: text()}, {required: 3, balance: 1}, [], null, 'x']),
		},
	};
}
