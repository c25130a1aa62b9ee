import {spawnSync} from 'node:child_process';
import {median, row, treeCpu} from './measure.mjs';
import {openSandbox} from './sandbox.mjs';

const testCount = 100;
const code = 'import requests\nassert requests.get(f"{BASE_URL}/slow/0", timeout=10).status_code == 200\n';

const measures = {
	wallMs: 'time of a batch',
	firstMs: 'time to the end of the first test',
	cpuSeconds: 'CPU of a batch',
};

/** One batch of short tests: its wall time, when its first test had ended, and the CPU time of the whole service. */
async function runOnce({sandbox, projectId}) {
	const before = treeCpu(sandbox.service.pid);
	const batch = await sandbox.runAll(projectId);
	const since = Date.parse(batch.createdAt);
	return {
		wallMs: Date.parse(batch.finishedAt) - since,
		firstMs: Math.min(...batch.members.map(({finishedAt}) => Date.parse(finishedAt) - since)),
		cpuSeconds: treeCpu(sandbox.service.pid) - before,
	};
}

/** What it costs to keep test code away from the machine: the same tests without it, in turn with each mode. */
export async function measureConfinement(_, {rounds = 9} = {}) {
	const hasBubblewrap = spawnSync('bwrap', ['--version']).status === 0;
	const modes = ['off', 'auto', ...(hasBubblewrap ? ['strict'] : [])];
	const services = [];
	try {
		for (const mode of modes) {
			const sandbox = await openSandbox(['--sandbox', mode]);
			const service = {mode, sandbox, rounds: []};
			services.push(service);
			const tests = Array.from({length: testCount}, (_, n) => ({name: `short ${n}`, code}));
			service.projectId = (await sandbox.project('confinement', tests)).projectId;
			await runOnce(service);
		}
		// Side by side within a round, so that what else the machine does meets all of them.
		for (let turn = 0; turn < rounds; turn++)
			for (const service of services) service.rounds.push(await runOnce(service));
	} finally {
		for (const {sandbox} of services) await sandbox.close();
	}
	const [off, ...confined] = services;
	return confined.flatMap(({mode, rounds: those}) =>
		Object.entries(measures).map(([key, what]) =>
			row(
				`${what}, sandbox ${mode} against off`,
				median(those.map((one, turn) => one[key] / off.rounds[turn][key])),
				'×',
				mode === 'auto' ? {wallMs: null, firstMs: 1.03, cpuSeconds: 1.1}[key] : null,
				`${testCount} tests, off ${median(off.rounds.map(one => one[key])).toFixed(key === 'cpuSeconds' ? 2 : 0)} ${key === 'cpuSeconds' ? 's' : 'ms'}`,
			),
		),
	);
}
