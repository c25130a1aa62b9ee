import {setTimeout as sleep} from 'node:timers/promises';
import {residentMb, row, treeCpu} from './measure.mjs';

/** What the service costs when nobody asks it for anything. */
export async function measureIdle(sandbox, {seconds = 20} = {}) {
	await sleep(2000);
	const before = treeCpu(sandbox.service.pid);
	await sleep(seconds * 1000);
	const share = ((treeCpu(sandbox.service.pid) - before) / seconds) * 100;
	return [
		row('idle service, share of a core', share, '%', 0.5, `over ${seconds} s, Python included`),
		row('idle service, resident memory', residentMb(sandbox.service.pid), 'MB', 200),
	];
}
