import {isIP} from 'node:net';
import type {FastifyRequest} from 'fastify';
import {ServiceError} from '../domain/service-error.ts';

/**
 * Refuses a request whose `Host` is somebody else's name, with a key or without. A page of another site can let its own
 * name point to this machine and would then read the answer as its own. Addresses
 * and `localhost` are this machine's; `hosts` are the names a proxy in front of it uses, null: any.
 */
export function assertOwnHost({headers}: FastifyRequest, hosts: readonly string[] | null): void {
	if (hosts === null) return;
	const given = headers.host ?? '';
	const name = hostName(given);
	if (name === 'localhost' || name.endsWith('.localhost') || isIP(name.replace(/^\[|\]$/g, '')) !== 0) return;
	if (hosts.some(host => host.toLowerCase() === name)) return;
	throw new ServiceError('AUTH_FORBIDDEN', 'The request asks for a host that is not this service.', {
		nextAction: 'Ask for http://127.0.0.1, or add the name to `hosts` in the config.json of the service.',
		details: {field: 'host', reason: 'not_this_service'},
	});
}

/** `Example.com:80` → `example.com`; empty for what is no host. */
function hostName(host: string): string {
	const url = `http://${host}`;
	return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '';
}
