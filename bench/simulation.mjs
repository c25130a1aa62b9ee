// `node bench/simulation.mjs [--tests 1000000] [--workers 100] [--slots 4] [--seed 1] [--lock-ms 3] [--new]`: what many workers of one database would
// need for so many tests, in virtual time, with the planner and the rules of turns of the product itself
// (test/bench/simulation.test.ts compares it with the store). Against the list schedule of somebody who knows how long each test takes; and
// what breaks first when tests become shorter or workers more. `--lock-ms`: how long the lock of the writers is held for one test; absent:
// measured on a PostgreSQL of this machine, where there is one. `--new`: the tests have never run, so that nobody knows how long they take;
// absent: they took up to a quarter more or less the last time.
import process from 'node:process';
import {parseArgs} from 'node:util';
import {pathToFileURL} from 'node:url';
import {performance} from 'node:perf_hooks';
import {openBundles} from './bundle.mjs';
import {round} from './measure.mjs';

/** What an account may have queued at once: more tests are more accounts. */
const queueLimit = 2000;

const {values} = parseArgs({
	options: {
		tests: {type: 'string', default: '1000000'},
		workers: {type: 'string', default: '100'},
		slots: {type: 'string', default: '4'},
		seed: {type: 'string', default: '1'},
		'lock-ms': {type: 'string'},
		new: {type: 'boolean', default: false},
	},
});
const [tests, workers, slots, seed] = ['tests', 'workers', 'slots', 'seed'].map(name => Number(values[name]));
const say = text => process.stdout.write(`${text}\n`);
const hours = ms => `${round(ms / 3_600_000)} h`;

const bundles = await openBundles();
try {
	const load = async file => import(pathToFileURL(await bundles.bundle(file)).href);
	const {simulateCrew, MemoryShelf, simulatedProject, idealMakespan, measureLock} =
		await load('bench/simulation/index.ts');
	/** Projects of at most as many tests as an account may queue, all of them triggered at once; `shrink`: tests take so much less time. */
	const work = (count, shrink = 1) => {
		const shelf = new MemoryShelf();
		const batches = [];
		for (let first = 0; first < count; first += queueLimit) {
			const project = simulatedProject(batches.length, Math.min(queueLimit, count - first), seed, !values.new);
			for (const test of project) {
				test.takesMs /= shrink;
				if (test.tookMs) test.tookMs /= shrink;
			}
			batches.push(shelf.trigger(project, 0));
		}
		return {shelf, batches};
	};

	const from = performance.now();
	const cpuFrom = process.cpuUsage();
	const {shelf, batches} = work(tests);
	const plannedAt = performance.now();
	const ideal = idealMakespan(batches, workers * slots);
	const ours = await simulateCrew(shelf, {workers, slots});
	if (ours.tests !== tests) throw new Error(`${ours.tests} of ${tests} tests were executed`);
	const ratio = ours.makespanMs / ideal.makespanMs;
	const cpu = process.cpuUsage(cpuFrom);
	say(
		`${tests} tests in ${batches.length} batches, ${workers} workers of ${slots} slots, mean ${round(ideal.workMs / tests / 1000)} s a test`,
	);
	say(
		`makespan ${hours(ours.makespanMs)}, ideal list schedule ${hours(ideal.makespanMs)}: ${ratio.toFixed(4)} × (bar 1.05) ${ratio <= 1.05 ? 'ok' : 'MISS'}`,
	);
	say(
		`simulated in ${round((performance.now() - from) / 1000, 0)} s (planning ${round((plannedAt - from) / 1000, 0)} s, CPU ${round((cpu.user + cpu.system) / 1e6, 0)} s), ${round(process.memoryUsage().rss / 2 ** 20, 0)} MB`,
	);

	const lock =
		values['lock-ms'] === undefined ? await measureLock() : {lockMs: Number(values['lock-ms']), createMs: null};
	if (lock === null) {
		say('what breaks first: unknown, there is no PostgreSQL here; give --lock-ms');
	} else {
		const {lockMs, createMs} = lock;
		say(`the lock of the writers is held for ${round(lockMs)} ms a test (its end and the next start, median)`);
		// A part of the work says as much, and takes less time: what counts is how many ask for the lock at once.
		const part = Math.min(tests, 40_000);
		const meanMs = ideal.workMs / tests;
		const rows = [];
		for (const shrink of [1, 2, 4, 8, 16]) {
			const [free, held] = [work(part, shrink).shelf, work(part, shrink).shelf];
			const without = await simulateCrew(free, {workers, slots});
			const {makespanMs, lockedMs} = await simulateCrew(held, {workers, slots, lockMs});
			rows.push({mean: meanMs / shrink, ratio: makespanMs / without.makespanMs, held: lockedMs / makespanMs});
		}
		for (const {mean, ratio: times, held} of rows)
			say(
				`  mean ${round(mean / 1000)} s a test: ${times.toFixed(2)} × as long as with a lock that costs nothing, held ${round(100 * held, 0)} % of the time`,
			);
		const broken = rows.find(({ratio: times}) => times > 1.05);
		const most = Math.floor(1000 / lockMs);
		say(
			`what breaks first: the lock of the writers. It lets ${most} tests a second through, which is ${Math.floor((most * meanMs) / 1000 / slots)} workers of ${slots} slots with these tests, or ${workers} workers with tests of ${round((workers * slots) / most)} s` +
				(broken ? ` (5 % are lost at ${round(broken.mean / 1000)} s)` : ''),
		);
		if (createMs !== null)
			say(
				`next: a batch of ${queueLimit} tests holds it for ${round(createMs / 1000, 1)} s while it is stored, and nobody starts or ends a test meanwhile`,
			);
	}
	process.exitCode = ratio <= 1.05 ? 0 : 1;
} finally {
	await bundles.close();
}
