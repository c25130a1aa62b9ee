/**
 * A service without HTTP, to be killed: takes work from the store at argv[2] until the process dies. Every test makes
 * argv[4] records of the API at argv[3].
 */
import Agent from 'undici/lib/dispatcher/agent.js';
import {createSender} from '../../../service/cleanup/send-request.ts';
import {Sweeper} from '../../../service/cleanup/sweeper.ts';
import {createEngine} from '../../../service/engine/create-engine.ts';
import type {RecordedCall} from '../../../service/runners/runner.ts';
import {openDatabase} from '../../../service/store/open-database.ts';
import {createIds} from '../../../service/store/ids.ts';
import {createRunStore} from '../../../service/store/runs/run-store.ts';
import {createSweepStore} from '../../../service/store/cleanup/sweep-store.ts';
import {scriptedRunner} from '../../helpers/scripted-runner.ts';
import {testProtection} from '../../helpers/protection.ts';

const [path = '', target = '', count = '0'] = process.argv.slice(2);

const creation = (number: number): RecordedCall => ({
	seq: number,
	method: 'POST',
	url: `${target}/users`,
	query: null,
	requestHeaders: {},
	requestBody: null,
	requestEncoding: null,
	requestBytes: null,
	status: 201,
	responseHeaders: {},
	responseBody: JSON.stringify({id: `user-${number}`}),
	responseEncoding: 'utf8',
	responseBytes: 20,
	truncated: false,
	latencyMs: 1,
	error: null,
	startedAt: Date.now() + number,
});

const runner = scriptedRunner();
runner.script('makes users', {calls: Array.from({length: Number(count)}, (_, number) => creation(number + 1))});
const database = await openDatabase(path);
const newId = createIds(Date.now);
const none = async () => ({headers: {}, secrets: [], missing: null});
const engine = createEngine({
	store: createRunStore(database, newId, Date.now, testProtection()),
	runner,
	now: Date.now,
	workerId: `pid-${process.pid}`,
	workers: 1,
	concurrency: 1,
	log: {warn: console.error, error: console.error},
	sweep: host =>
		new Sweeper({
			...host,
			store: createSweepStore(database, newId, Date.now, testProtection()),
			auth: {credentialsOf: none, renew: async () => null},
			send: createSender({dispatcher: new Agent(), checkTarget: async () => {}, elapsedMs: () => performance.now()}),
			now: Date.now,
			chance: Math.random,
			log: console,
		}),
});
await engine.start();
console.log('taking work');
setInterval(() => {}, 1000);
