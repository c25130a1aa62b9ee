// What interrupts a batch whose calls are under way.
import {readdirSync, readFileSync} from 'node:fs';
import process from 'node:process';

const read = path => {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return '';
	}
};

/** Python processes of a home: the parent that tests are forked from, and the tests. */
export function pythons(home) {
	const found = {parents: [], tests: []};
	for (const name of readdirSync('/proc')) {
		if (!/^\d+$/.test(name) || !read(`/proc/${name}/cmdline`).includes(`${home}/service/`)) continue;
		const comm = read(`/proc/${name}/comm`).trim();
		if (comm === 'svc-test') found.tests.push(Number(name));
		else if (read(`/proc/${name}/cmdline`).includes('main.py')) found.parents.push(Number(name));
	}
	return found;
}

const kill = pids => {
	for (const pid of pids)
		try {
			process.kill(pid, 'SIGKILL');
		} catch {
			// It has ended meanwhile.
		}
	return pids.length;
};

/** By name: interrupts a batch; answers whether the service has to be started again. */
export const disruptions = {
	async cancel({service, batchId}) {
		await service.call('POST', `/batches/${batchId}/cancel`, {});
		return false;
	},
	// The limit of the tests does it.
	timeout: async () => false,
	async child({home}) {
		kill(pythons(home).tests);
		return false;
	},
	async parent({home}) {
		kill(pythons(home).parents);
		return false;
	},
	async service({service}) {
		await service.kill();
		return true;
	},
	async both({service, home}) {
		kill(pythons(home).parents);
		await service.kill();
		return true;
	},
};
