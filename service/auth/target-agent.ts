import {lookup as resolve} from 'node:dns';
import type {LookupFunction} from 'node:net';
import type {Dispatcher} from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import type {TargetPolicy} from '../../contract/service-process.ts';
import {mayConnectTo} from '../domain/target-address.ts';

/** Connections kept per host, and how long an idle one stays. */
const connections = 16;
const keepAliveMs = 4000;

/**
 * Connections to the API under test that keep the target rule at the moment of connecting: a name may resolve to another
 * address than when it was checked. Addresses written in a URL are checked before they get here.
 */
export function createTargetAgent(policy: TargetPolicy): Dispatcher {
	const lookup: LookupFunction = (host, options, done) => {
		resolve(host, {...options, all: true}, (error, addresses) => {
			if (error) return done(error, '', 0);
			const allowed = addresses.filter(({address}) => mayConnectTo(policy, address));
			const [first] = allowed;
			if (!first)
				return done(Object.assign(new Error(`${host} is an address that is not tested`), {code: 'EACCES'}), '', 0);
			if (options.all) return done(null, allowed);
			return done(null, first.address, first.family);
		});
	};
	return new Agent({connect: {lookup}, connections, keepAliveTimeout: keepAliveMs, pipelining: 1});
}
