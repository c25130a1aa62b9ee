import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import type {TargetPolicy} from '../../contract/service-process.ts';
import {FilterProxy} from '../browser/filter-proxy.ts';

/** What the name of a socket file may have, in bytes: 108 with its end on Linux, 104 on other systems. */
const longestPath = 100;

/**
 * Opens the only way to the network that code of tests in a network of its own has: it connects where the policy lets, to
 * the very address that was looked at. The file lies in the temporary folder where the name that was asked for is too long.
 */
export async function openGate(wanted: string, policy: TargetPolicy): Promise<{path: string; close(): void}> {
	const isOwn = Buffer.byteLength(wanted) > longestPath;
	const path = isOwn ? join(mkdtempSync(join(tmpdir(), 'svc-gate-')), 'gate') : wanted;
	// Left by a service that was killed; a second one on the directory has not come this far.
	rmSync(path, {force: true});
	const proxy = await FilterProxy.open({policy, refusedPorts: [], env: {}, path});
	return {
		path,
		close() {
			proxy.close();
			rmSync(isOwn ? dirname(path) : path, {recursive: true, force: true});
		},
	};
}
