import {isIPv6} from 'node:net';
import type {HttpServer} from '../http/server.ts';
import {ServeError} from './serve-error.ts';

const defaultPort = 7420;

/**
 * Starts to listen and answers the address. Port null: 7420, or a free one when that is busy; a port that was asked for
 * is not replaced. Throws `ServeError`.
 */
export async function listen(http: HttpServer, host: string, port: number | null): Promise<string> {
	try {
		return urlOf(host, await http.listen({host, port: port ?? defaultPort}));
	} catch (error) {
		const {code} = error as NodeJS.ErrnoException;
		if (code === 'EADDRINUSE' && port === null) return urlOf(host, await http.listen({host, port: 0}));
		throw refusal(error, code, host, port ?? defaultPort);
	}
}

const urlOf = (host: string, {port}: {port: number}) => `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;

function refusal(error: unknown, code: string | undefined, host: string, port: number): unknown {
	switch (code) {
		case 'EADDRINUSE':
			return new ServeError('CONFLICT', `Port ${port} of ${host} is in use by another process.`, {
				nextAction: 'Name another port with --port, or leave it out to take a free one.',
				details: {reason: 'port_in_use', port},
				cause: error,
			});
		case 'EACCES':
			return new ServeError('VALIDATION_ERROR', `This user may not listen on port ${port}.`, {
				nextAction: 'Name a port above 1023 with --port.',
				details: {field: 'port', reason: 'not_permitted'},
				cause: error,
			});
		case 'EADDRNOTAVAIL':
		case 'ENOTFOUND':
		case 'EAI_AGAIN':
		case 'EINVAL':
			return new ServeError('VALIDATION_ERROR', `${host} is not an address of this machine.`, {
				nextAction: 'Name an address of this machine with --host, such as 127.0.0.1 or 0.0.0.0.',
				details: {field: 'host', reason: 'not_available'},
				cause: error,
			});
		default:
			return error;
	}
}
