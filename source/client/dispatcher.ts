import type {Socket, TcpSocketConnectOpts} from 'node:net';
import type {Dispatcher} from 'undici';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import {ApiError} from '../errors/api-error.ts';
import {isLoopbackHost} from '../process/loopback.ts';

type Env = Record<string, string | undefined>;

/** Connections to one origin. */
export type Connections = {
	dispatcher: Dispatcher /** Ends every connection, also one that is still being made. */;
	close(): Promise<void>;
};

/**
 * Opens the way to an origin: directly, or through the proxy that `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` (both
 * cases) name, "never for loopback". undici's own limits are off: one limit of ours covers connect, headers and body.
 *
 * @param lookup replaces the name look-up of the connection
 */
export async function openConnections(origin: string, env: Env, lookup?: Lookup): Promise<Connections> {
	const proxy = proxyFor(new URL(origin), env);
	const connecting = new Set<Socket>();
	const options = {headersTimeout: 0, bodyTimeout: 0, connect: trackedConnector(connecting, lookup)};
	const dispatcher = proxy === null ? new Agent(options) : await proxyAgent(options, proxy);
	return {
		dispatcher,
		async close() {
			// undici forgets a socket that is still connecting; left alone it would keep the process alive.
			for (const socket of connecting) socket.destroy();
			await dispatcher.destroy();
		},
	};
}

/** `dns.lookup` as sockets call it. */
export type Lookup = NonNullable<TcpSocketConnectOpts['lookup']>;

type ProxySettings = {httpProxy: string; httpsProxy: string; noProxy: string};

/** The proxy variables when they concern this URL, else null. */
export function proxyFor(url: URL, env: Env): ProxySettings | null {
	if (isLoopbackHost(url.hostname)) return null;
	const read = (name: string) => (env[name.toLowerCase()]?.trim() || env[name]?.trim()) ?? '';
	const settings = {httpProxy: read('HTTP_PROXY'), httpsProxy: read('HTTPS_PROXY'), noProxy: read('NO_PROXY')};
	return settings.httpProxy || settings.httpsProxy ? settings : null;
}

/** Which proxy a URL is asked through, for people: its variable and its address without a password; null: none. */
export function proxyName(origin: string, env: Env): string | null {
	const url = new URL(origin);
	const settings = proxyFor(url, env);
	if (settings === null || isDirect(url, settings.noProxy)) return null;
	const isSecure = url.protocol === 'https:' && settings.httpsProxy !== '';
	const value = isSecure ? settings.httpsProxy : settings.httpProxy;
	return URL.canParse(value)
		? `${new URL(value).protocol}//${new URL(value).host} of ${isSecure ? 'HTTPS_PROXY' : 'HTTP_PROXY'}`
		: null;
}

/** Whether `NO_PROXY` names a host, as the proxy agent reads it: `*`, a name, `.suffix` or `*.suffix`, with or without a port. */
const isDirect = ({hostname, port, protocol}: URL, noProxy: string): boolean =>
	noProxy
		.split(/[,\s]+/)
		.filter(Boolean)
		.some(entry => {
			const [, name = entry, only] = /^(.+):(\d+)$/.exec(entry) ?? [];
			if (name === '*') return true;
			if (only !== undefined && only !== (port || (protocol === 'https:' ? '443' : '80'))) return false;
			return /^[.*]/.test(name)
				? hostname.endsWith(name.replace(/^\*/, '').toLowerCase())
				: hostname === name.toLowerCase();
		});

async function proxyAgent(
	options: {headersTimeout: number; bodyTimeout: number; connect: Connector},
	proxy: ProxySettings,
): Promise<Dispatcher> {
	// The whole of undici: its proxies need what only the index adds. Who has a proxy pays the start-up time.
	const {EnvHttpProxyAgent} = await import('undici');
	try {
		return new EnvHttpProxyAgent({...options, ...proxy});
	} catch {
		// The cause would repeat the value, which may hold a password.
		throw new ApiError('VALIDATION_ERROR', 'Invalid request.', {
			nextAction: 'Environment variable `HTTPS_PROXY` or `HTTP_PROXY` is invalid: must be the URL of a proxy.',
			details: {field: 'HTTPS_PROXY', reason: 'must be the URL of a proxy'},
		});
	}
}

type Connector = ReturnType<typeof buildConnector>;

function trackedConnector(connecting: Set<Socket>, lookup: Lookup | undefined): Connector {
	const connect = buildConnector({timeout: 0, ...(lookup ? {lookup} : {})});
	return (options, callback) => {
		// The type says void; undici's connector returns the socket, which is all there is to end an attempt by.
		const socket = connect(options, (...result) => {
			connecting.delete(socket);
			callback(...result);
		}) as unknown as Socket;
		connecting.add(socket);
	};
}
