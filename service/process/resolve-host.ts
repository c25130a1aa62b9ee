import {lookup} from 'node:dns/promises';
import type {Resolve} from '../auth/target-policy.ts';

const patienceMs = 5000;

/** Addresses of a host name as the system resolves it. Rejects for an unknown name and after five seconds. */
export const resolveHost: Resolve = async host => {
	let timer: NodeJS.Timeout | undefined;
	const timeout = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error(`${host} was not resolved in time`)), patienceMs);
	});
	try {
		return await Promise.race([lookup(host, {all: true}), timeout]);
	} finally {
		clearTimeout(timer);
	}
};
