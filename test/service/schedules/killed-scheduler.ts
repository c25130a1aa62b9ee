/**
 * A service without HTTP, to be killed around the fire of a schedule. Its clock shows argv[3] until it is ready, however
 * long that takes, and then passes as fast as real time. argv[4]: `stop-before` or `stop-after` the batch of a fire is
 * stored, where it then hangs; else `run`. It says on stdout what it has reached.
 */
import {createEngine} from '../../../service/engine/create-engine.ts';
import {systemClock} from '../../../service/schedules/ticker.ts';
import {createScheduling, type Scheduling} from '../../../service/schedules/create-scheduling.ts';
import type {StartBatch} from '../../../service/schedules/fire.ts';
import {openDatabase} from '../../../service/store/open-database.ts';
import {createIds} from '../../../service/store/ids.ts';
import {createRunStore} from '../../../service/store/runs/run-store.ts';
import {scriptedRunner} from '../../helpers/scripted-runner.ts';
import {testProtection} from '../../helpers/protection.ts';

const [path = '', startAt = '0', mode = 'run'] = process.argv.slice(2);
let readyAt: number | null = null;
const now = () => Number(startAt) + (readyAt === null ? 0 : Math.floor(performance.now() - readyAt));
const say = (word: string) => process.stdout.write(`${word}\n`);
const forever = new Promise<never>(() => {});

const database = await openDatabase(path);
const newId = createIds(now);
const log = {info() {}, warn: console.error, error: console.error};
const engine = createEngine({
	store: createRunStore(database, newId, now, testProtection()),
	runner: scriptedRunner(now),
	now,
	workerId: `worker-${process.pid}`,
	workers: 1,
	concurrency: 4,
	log,
	onBatchDone: batchId => scheduling.batchDone(batchId),
});
const startBatch: StartBatch = async (accountId, request) => {
	if (mode === 'stop-before') {
		say('claimed');
		await forever;
	}
	const batch = await engine.runSchedule(accountId, request);
	if (mode === 'stop-after') {
		say('stored');
		await forever;
	}
	return batch;
};
const scheduling: Scheduling = createScheduling({
	database,
	newId,
	startBatch,
	checkTarget: async () => {},
	failures: {
		async ofRun() {
			throw new Error('nothing fails here');
		},
	},
	mailer: null,
	clock: systemClock(now),
	log,
});
await engine.start();
await scheduling.start();
readyAt = performance.now();
say('ready');
// What the other process has executed nobody tells this one: it looks by itself, as a service does when it beats. Keeps it alive as well:
// the alarms of a service do not.
setInterval(() => scheduling.lookAgain(), 200);
