import {spawnSync} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

export const quantile = (values, q) => {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
};
export const median = values => quantile(values, 0.5);
export const round = (value, digits = 2) => Number(value.toFixed(digits));

/** Times commands in turn; see time_commands.py. */
export function timeCommands(commands, {rounds = 15, warmup = 2} = {}) {
	const {stdout, stderr, status} = spawnSync('python3', [fileURLToPath(new URL('time_commands.py', import.meta.url))], {
		input: JSON.stringify({rounds, warmup, commands}),
		encoding: 'utf8',
		maxBuffer: 1e8,
	});
	if (status !== 0) throw new Error(stderr);
	return JSON.parse(stdout);
}

const ticksPerSecond = 100;

/** CPU seconds of one process and of the children it has waited for, from /proc; 0 when it is gone. */
export function cpuOf(pid) {
	try {
		const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
		return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
	} catch {
		return 0;
	}
}

/** The process and all that descend from it now. */
export function treeOf(pid) {
	const children = new Map();
	for (const name of readdirSync('/proc')) {
		if (!/^\d+$/.test(name)) continue;
		try {
			const parent = Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1].split(' ')[1]);
			children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
		} catch {}
	}
	const all = [];
	for (const queue = [pid]; queue.length > 0; ) {
		const next = queue.shift();
		all.push(next);
		queue.push(...(children.get(next) ?? []));
	}
	return all;
}

/** CPU seconds of a whole tree; processes that ended count through the parent that waited for them. */
export const treeCpu = pid => treeOf(pid).reduce((sum, each) => sum + cpuOf(each), 0);

/** Resident memory in MB. */
export const residentMb = pid => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

/** One row of the table: what was measured, its value, the bar, whether it holds. */
export const row = (what, value, unit, bar, detail = '') => ({
	what,
	value: round(value, value < 10 ? 2 : 1),
	unit,
	bar,
	ok: bar === null ? null : value <= bar,
	detail,
});
