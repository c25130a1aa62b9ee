import {lookup} from 'node:dns/promises';
import {Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse} from 'node:http';
import {type AddressInfo, connect, isIP, type LookupFunction, type Socket} from 'node:net';
import {networkInterfaces} from 'node:os';
import type {TargetPolicy} from '../../contract/service-process.ts';
import {embeddedIpv4, isPrivateHost, mayConnectTo} from '../domain/target-address.ts';
import {type UpstreamProxy, upstreamFor} from './upstream-proxy.ts';

/** Why a connection was not made: the rule refused it, or it failed. */
export type Refusal = {host: string; port: number; rule: 'private_address' | 'own_service'};
export type ConnectFailure = {host: string; port: number; code: string};

export type FilterProxyOptions = {
	policy: TargetPolicy;
	/** Ports of this machine that nobody may reach through it, under either policy. */
	refusedPorts: readonly number[];
	/** Where the machine's own proxy is named: `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`. */
	env: Readonly<Record<string, string | undefined>>;
	/**
	 * For the code of tests: it listens on this socket file, says why a connection was not made (status 403 or 502, and the
	 * code of the failure in `svc-reason`), and what a name stands for (`GET /addresses/<name>`: `{address, family}[]`).
	 * Absent: for pages, on a loopback port.
	 */
	path?: string;
};

type Address = {address: string; family: number};

/** Kept of each kind; a page in a loop must not fill the memory. */
const keptNotes = 100;
const connectTimeoutMs = 15_000;

/**
 * The only way of a browser context to the network: it resolves a name itself, applies the target rule
 * to the address and connects to that very address, so that redirects, sub-resources, scripts and names that resolve to
 * private addresses are all covered. One per run, on a loopback port of its own, so that what was refused is known by
 * run. It has no password: Chromium would ask Playwright for it, which then stops every request of the page to answer.
 */
export class FilterProxy {
	readonly refusals: Refusal[] = [];
	readonly failures: ConnectFailure[] = [];
	readonly #options: FilterProxyOptions;
	readonly #server: Server;
	readonly #sockets = new Set<Socket>();
	readonly #agent = new Agent({keepAlive: true, maxFreeSockets: 16});

	private constructor(options: FilterProxyOptions) {
		this.#options = options;
		this.#server = createServer((incoming, answer) => void this.#forward(incoming, answer));
		this.#server.on('connect', (incoming, socket: Socket, head) => void this.#tunnel(incoming, socket, head));
		this.#server.on('connection', socket => this.#keep(socket));
		this.#server.on('clientError', (_, socket) => socket.destroy());
	}

	static async open(options: FilterProxyOptions): Promise<FilterProxy> {
		const proxy = new FilterProxy(options);
		await new Promise<void>((resolve, reject) => {
			proxy.#server.once('error', reject);
			if (options.path === undefined) proxy.#server.listen(0, '127.0.0.1', resolve);
			else proxy.#server.listen(options.path, resolve);
		});
		return proxy;
	}

	/** `http://127.0.0.1:<port>`. */
	get address(): string {
		return `http://127.0.0.1:${this.#port}`;
	}

	get #port(): number {
		const address = this.#server.address() as AddressInfo | string;
		return typeof address === 'string' ? 0 : address.port;
	}

	get #isForTests(): boolean {
		return this.#options.path !== undefined;
	}

	close(): void {
		this.#server.close();
		this.#agent.destroy();
		for (const socket of this.#sockets) socket.destroy();
	}

	async #forward(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
		if (this.#isForTests && incoming.url?.startsWith(namesPath)) return this.#tellAddresses(incoming.url, answer);
		// What cannot be answered is cut off: an answer of ours would look like one of the site.
		const cut = (why?: Reason): void => {
			if (why && this.#isForTests && !answer.headersSent)
				answer.writeHead(why.status, {'svc-reason': why.code}).end(why.text);
			else incoming.socket.destroy();
		};
		if (!URL.canParse(incoming.url ?? '')) return cut();
		const url = new URL(incoming.url!);
		if (url.protocol !== 'http:') return cut();
		const [host, port] = [bareHost(url.hostname), Number(url.port || 80)];
		const addresses = await this.#allowed(host, port);
		if (!Array.isArray(addresses)) return cut(addresses);
		const upstream = upstreamFor(url, this.#options.env);
		const headers = withoutHops(incoming.headers);
		if (upstream?.authorization) headers['proxy-authorization'] = upstream.authorization;
		const outgoing = request({
			host: upstream?.host ?? host,
			port: upstream?.port ?? port,
			method: incoming.method ?? 'GET',
			path: upstream ? url.href : `${url.pathname}${url.search}`,
			headers,
			setHost: false,
			agent: this.#agent,
			...(upstream ? {} : {lookup: fixedLookup(addresses), autoSelectFamily: true}),
		});
		outgoing.on('response', response => {
			answer.writeHead(response.statusCode ?? 502, response.statusMessage, withoutHops(response.headers, true));
			response.pipe(answer);
			response.on('error', () => cut());
		});
		outgoing.on('upgrade', (_, socket) => socket.destroy());
		outgoing.on('error', error => {
			this.#failed(host, port, error);
			cut(failed(error));
		});
		answer.on('close', () => outgoing.destroy());
		incoming.pipe(outgoing);
	}

	async #tunnel(incoming: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
		socket.on('error', () => socket.destroy());
		const target = `http://${incoming.url}`;
		if (!URL.canParse(target)) {
			socket.destroy();
			return;
		}
		const {hostname, port: portText} = new URL(target);
		const [host, port] = [bareHost(hostname), Number(portText || 80)];
		const addresses = await this.#allowed(host, port);
		if (!Array.isArray(addresses)) return void socket.end(headOf(this.#isForTests ? addresses : refused));
		const upstream = upstreamFor(new URL(`https://${incoming.url}`), this.#options.env);
		const outgoing = upstream
			? connect({host: upstream.host, port: upstream.port})
			: connect({host, port, lookup: fixedLookup(addresses), autoSelectFamily: true});
		this.#keep(outgoing);
		outgoing.setTimeout(connectTimeoutMs, () => outgoing.destroy(codeError('ETIMEDOUT')));
		const established = () => {
			outgoing.setTimeout(0);
			socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
			if (head.length > 0) outgoing.write(head);
			outgoing.pipe(socket).pipe(outgoing);
		};
		outgoing.once('connect', () =>
			upstream ? askUpstream(outgoing, incoming.url!, upstream, established) : established(),
		);
		outgoing.once('error', error => {
			this.#failed(host, port, error);
			if (socket.writable && socket.bytesWritten === 0) socket.end(headOf(failed(error)));
			else socket.destroy();
		});
		outgoing.once('close', () => socket.destroy());
		socket.once('close', () => outgoing.destroy());
	}

	/** Where a connection to `host` may go; a reason when nowhere, which is noted. */
	async #allowed(host: string, port: number): Promise<Address[] | Reason> {
		const addresses = await this.#resolve(host);
		if (addresses === null) {
			// Behind a proxy of the machine there may be no names; what a name can tell by itself still counts.
			const hasUpstream = upstreamFor(new URL(`http://${host}:${port}`), this.#options.env) !== null;
			if (hasUpstream && (this.#options.policy === 'private' || !isPrivateHost(host))) return [];
			const error = codeError('ENOTFOUND');
			this.#failed(host, port, error);
			return failed(error);
		}
		const allowed = addresses.filter(({address}) => mayConnectTo(this.#options.policy, address));
		if (allowed.length === 0) return this.#refuse({host, port, rule: 'private_address'});
		const isOwnPort = port === this.#port || this.#options.refusedPorts.includes(port);
		if (isOwnPort && allowed.some(({address}) => isOfThisMachine(address)))
			return this.#refuse({host, port, rule: 'own_service'});
		return allowed;
	}

	async #tellAddresses(path: string, answer: ServerResponse): Promise<void> {
		const addresses = (await this.#resolve(bareHost(decodeURIComponent(path.slice(namesPath.length))))) ?? [];
		answer.writeHead(200, {'content-type': 'application/json'}).end(JSON.stringify(addresses));
	}

	async #resolve(host: string): Promise<Address[] | null> {
		const family = isIP(host);
		if (family !== 0) return [{address: host, family}];
		try {
			return await lookup(host, {all: true});
		} catch {
			return null;
		}
	}

	#refuse(refusal: Refusal): Reason {
		if (this.refusals.length < keptNotes) this.refusals.push(refusal);
		return refused;
	}

	#failed(host: string, port: number, error: Error & {code?: string}): void {
		if (this.failures.length < keptNotes) this.failures.push({host, port, code: error.code ?? error.message});
	}

	#keep(socket: Socket): void {
		this.#sockets.add(socket);
		socket.once('close', () => this.#sockets.delete(socket));
	}
}

const namesPath = '/addresses/';

/** What a client is told of a connection that was not made. */
type Reason = {status: number; code: string; text: string};
const refused: Reason = {status: 403, code: 'EACCES', text: 'This service tests no private addresses.\n'};
const failed = (error: Error & {code?: string}): Reason => ({
	status: 502,
	code: (error.code ?? 'ECONNRESET').replace(/[^A-Z_]/g, ''),
	text: 'The connection failed.\n',
});
const headOf = ({status, code}: Reason): string =>
	`HTTP/1.1 ${status} ${status === 403 ? 'Forbidden' : 'Bad Gateway'}\r\nsvc-reason: ${code}\r\nconnection: close\r\n\r\n`;

const bareHost = (host: string) => host.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, '');
const codeError = (code: string) => Object.assign(new Error(code), {code});

const loopback = /^(?:127\.|0\.|::1$|::$)/;

/** Also as an IPv6 address that stands for one of IPv4. */
function isOfThisMachine(written: string): boolean {
	const address = embeddedIpv4(written) ?? written;
	const own = Object.values(networkInterfaces()).flatMap(list => list?.map(one => one.address) ?? []);
	return loopback.test(address) || own.includes(address);
}

/** Connects to the addresses that were checked and to no others, whatever the name resolves to by now. */
const fixedLookup =
	(addresses: Address[]): LookupFunction =>
	(_host, options, done) => {
		const [first] = addresses;
		if (options.all) done(null, addresses);
		else done(null, first!.address, first!.family);
	};

/** What belongs to one connection and is not passed on (RFC 9110, 7.6.1). */
const hops = new Set([
	'connection',
	'proxy-connection',
	'keep-alive',
	'te',
	'trailer',
	'upgrade',
	'proxy-authorization',
]);

function withoutHops(headers: IncomingMessage['headers'], isAnswer = false): Record<string, string | string[]> {
	const named = new Set(
		(headers.connection ?? '')
			.split(',')
			.map(name => name.trim().toLowerCase())
			.filter(Boolean),
	);
	const kept: Record<string, string | string[]> = {};
	for (const [name, value] of Object.entries(headers)) {
		if (value === undefined || hops.has(name) || named.has(name)) continue;
		// Node frames the body of an answer itself.
		if (isAnswer && name === 'transfer-encoding') continue;
		kept[name] = value;
	}
	return kept;
}

/** Asks the machine's proxy for a tunnel and goes on when it has one. */
function askUpstream(socket: Socket, target: string, upstream: UpstreamProxy, established: () => void): void {
	const authorization = upstream.authorization ? `Proxy-Authorization: ${upstream.authorization}\r\n` : '';
	socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${authorization}\r\n`);
	let answered = '';
	const read = (chunk: Buffer) => {
		answered += chunk.toString('latin1');
		const end = answered.indexOf('\r\n\r\n');
		if (end < 0 && answered.length < 16_384) return;
		socket.off('data', read);
		if (!/^HTTP\/1\.[01] 2/.test(answered)) return void socket.destroy(codeError('ECONNREFUSED'));
		socket.pause();
		const rest = Buffer.from(answered.slice(end + 4), 'latin1');
		if (rest.length > 0) socket.unshift(rest);
		established();
	};
	socket.on('data', read);
}
