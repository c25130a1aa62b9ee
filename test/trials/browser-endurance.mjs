// `node test/trials/browser-endurance.mjs [--plans 500] [--parallel 4] [--busy 0]`: runs a healthy plan of five steps again and
// again in one browser host, beside so many processes that do nothing but compute, and says how many did not pass and how
// the memory of the host went. A slow trial, not part of the tests. Exits with 1 when a plan did not pass, or when the host's
// memory of the last fifth is more than a tenth above that of the second.
import {spawn} from 'node:child_process';
import {readFileSync} from 'node:fs';
import process from 'node:process';
import {parseArgs} from 'node:util';
import {inParallel, jobOf, openPlans} from '../../bench/browser/plans.mjs';
import {median, residentMb, treeOf} from '../../bench/measure.mjs';
import {healthyPlan, startSite} from './browser/site.mjs';
import {tableOf} from './killed-service.mjs';

const text = value => ({type: 'string', default: value});
const {values} = parseArgs({options: {plans: text('500'), parallel: text('4'), busy: text('0')}});
const [count, parallel, busy] = [values.plans, values.parallel, values.busy].map(Number);

const isHost = pid => {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('browser-host');
	} catch {
		return false;
	}
};
const hostMb = () => {
	const host = treeOf(process.pid).find(isHost);
	return host === undefined ? null : residentMb(host);
};

const load = Array.from({length: busy}, () => spawn(process.execPath, ['-e', 'for (;;);'], {stdio: 'ignore'}));
const site = await startSite();
const plans = await openPlans({parallel});
const ends = [];
const wrong = [];
try {
	const run = async number => {
		const {status, error, startedAt, finishedAt} = await plans.runner.run(
			jobOf(site.url, healthyPlan, {executionId: `endurance-${number}#1`}),
		).result;
		if (status !== 'passed') wrong.push(`plan ${number}: ${status}: ${error}`);
		ends.push({ms: finishedAt - startedAt, hostMb: hostMb()});
		if (ends.length % Math.ceil(count / 10) === 0) process.stderr.write(`${ends.length} plans\n`);
	};
	await inParallel(
		parallel,
		Array.from({length: count}, (_, place) => () => run(place + 1)),
	);
} finally {
	for (const child of load) child.kill('SIGKILL');
	await plans.close();
	await site.close();
}

const fifth = Math.ceil(count / 5);
const rows = Array.from({length: 5}, (_, place) => {
	const part = ends.slice(place * fifth, (place + 1) * fifth);
	const memory = part.flatMap(({hostMb: megabytes}) => megabytes ?? []);
	return {
		plans: `${place * fifth + 1}–${place * fifth + part.length}`,
		ms: Math.round(median(part.map(({ms}) => ms))),
		hostMb: Math.round(median(memory)),
		worstMb: Math.round(Math.max(...memory)),
	};
});
const growth = rows[4].hostMb / rows[1].hostMb;
process.stdout.write(tableOf(rows));
for (const line of wrong) process.stdout.write(`${line}\n`);
process.stdout.write(
	`${count} plans, ${wrong.length} did not pass, memory of the host in the last fifth ${growth.toFixed(2)} × that in the second\n`,
);
process.exitCode = wrong.length > 0 || growth > 1.1 ? 1 : 0;
