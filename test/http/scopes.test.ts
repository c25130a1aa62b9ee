import {describe, expect, it} from 'vitest';
import type {Scope} from '../../contract/enums.ts';
import type {Route} from '../../contract/route.ts';
import {routes} from '../../contract/routes/index.ts';
import {startHttp} from './start-http.ts';

/** Sets of scopes that keys are made with, as the documentation of the API groups them. */
const sets: Record<string, Scope[]> = {
	'a reader': ['read:me', 'read:projects', 'read:tests'],
	'a pipeline': ['read:me', 'read:tests', 'run:tests'],
	'an author': ['read:me', 'read:projects', 'read:tests', 'write:tests', 'run:tests'],
	everyone: ['read:me', 'read:projects', 'read:tests', 'write:projects', 'write:tests', 'run:tests'],
};

const all = Object.values(routes as Record<string, Route>).filter(({scope}) => scope !== 'owner');

describe('a scope', () => {
	it('of reading is enough to read, one of running starts and stops runs, and no route wants more than one', () => {
		const unexpected = all.filter(({method, scope, trigger}) => {
			if (scope === 'any') return method !== 'GET';
			if (trigger) return scope !== 'run:tests';
			return method === 'GET' ? !/^(read|admin):/.test(scope) : /^read:/.test(scope);
		});
		expect(unexpected.map(({name, scope}) => [name, scope])).toEqual([]);
	});

	it.each(Object.entries(sets))('set of %s opens every route that asks for one of them', async (_, scopes) => {
		const http = await startHttp();
		const key = await http.newKey({scopes});
		const refused: string[] = [];
		for (const {name, method, path, scope} of all) {
			const headers = {'content-type': 'application/json', 'idempotency-key': name, 'if-match': '*'};
			const init = method === 'GET' ? {headers} : {method, headers, body: '{}'};
			const response = await http.send(method, path.replaceAll(/\{\w+\}/g, 'none'), {key, ...init});
			const {error} = (await response.json()) as {error?: {code?: string; details?: {reason?: string}}};
			const isRefused = error?.code === 'AUTH_FORBIDDEN' && error.details?.reason === 'scope';
			if (isRefused !== (scope !== 'any' && !scopes.some(one => one === scope)))
				refused.push(`${name}: ${response.status}`);
		}
		expect(refused).toEqual([]);
	});
});
