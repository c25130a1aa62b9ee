import {join} from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import * as z from 'zod/mini';
import {type Batch, batch as batchSchema} from '../contract/batch.ts';
import {isTerminal} from '../contract/enums.ts';
import type {BatchId} from '../contract/ids.ts';
import {type DemoContext, createHome, removeHome} from './home.ts';
import {judge} from './expectation.ts';
import {readManifest} from './manifest.ts';
import {startDatabase} from './postgres-process.ts';
import {makeShopProject, readCleanup} from './shop-project.ts';
import {openShop, stopShop} from './shop-process.ts';
import {Svc} from './svc.ts';
import {startTeamProcess, type TeamProcess} from './team-process.ts';

/** What is to be ended, in the opposite order of its beginning. */
type Ends = Array<() => Promise<void> | void>;

/**
 * The tests by hand of the demo, on PostgreSQL: started at one process that answers, watched from another one, executed by two
 * workers of which one is killed in the middle. Resolves with 0 when every test has its one verdict and what is hidden in the
 * shop was found. Everything that it started is ended and removed, whatever happened.
 */
export async function runTeamDemo(context: DemoContext): Promise<number> {
	const ends: Ends = [];
	try {
		const exitCode = await play(context, ends);
		await clearUp(ends);
		context.print('✓ all processes ended, data removed');
		return exitCode;
	} catch (error) {
		await clearUp(ends);
		throw context.signal.aborted ? context.signal.reason : error;
	}
}

async function clearUp(ends: Ends): Promise<void> {
	const failures: unknown[] = [];
	for (let end = ends.pop(); end; end = ends.pop())
		await Promise.resolve(end()).catch((error: unknown) => failures.push(error));
	if (failures.length > 0) throw failures[0];
}

async function play(context: DemoContext, ends: Ends): Promise<number> {
	const {files, env, print, notice, signal, temporaryDirectory} = context;
	const home = await createHome(context, false);
	ends.push(() => removeHome(home));
	const database = await startDatabase(temporaryDirectory, signal);
	ends.push(() => database.stop());
	print(`✓ PostgreSQL ${database.version} on a socket of its own`);

	const keyFile = join(home, 'api-1', 'service', 'secrets.key');
	async function start(name: string, ...args: string[]): Promise<TeamProcess> {
		const given = {cli: files.cli, home: join(home, name), env, databaseUrl: database.url, args, signal};
		const started = await startTeamProcess(given);
		ends.push(() => started.stop());
		return started;
	}
	const answers = ['serve', '--workers', '0'];
	const first = await start('api-1', ...answers);
	const second = await start('api-2', ...answers, '--secrets-key-file', keyFile);
	print(`✓ two processes answer: ${addressIn(first.ready)} and ${addressIn(second.ready)}`);
	const works = ['worker', '--concurrency', '1', '--kinds', 'backend,planner', '--secrets-key-file', keyFile];
	const doomed = await start('workers', ...works);
	const other = await start('workers', ...works);
	print(`✓ two workers execute: processes ${doomed.pid} and ${other.pid}`);

	const at = async (name: string): Promise<Svc> => {
		const svc = new Svc({
			cli: files.cli,
			home: join(home, name),
			env,
			signal,
			notice: line => quiet(line, notice),
			print,
		});
		await svc.json(['setup', '--local', '--no-agent', '--yes'], z.looseObject({}));
		return svc;
	};
	const [starter, watcher] = [await at('api-1'), await at('api-2')];
	const shop = await openShop({entry: files.shop, logFile: join(home, 'shop.log'), outlivesDemo: false, signal});
	ends.push(() => stopShop(shop));
	print(`✓ shop open on ${shop.url}`);
	const manifest = readManifest(files.tests);
	const {projectId} = await makeShopProject(starter, {shopUrl: shop.url, home, tests: files.tests, manifest, print});
	const run = ['test', 'run', '--all', '--project', projectId];
	const {batchId} = await starter.json(run, z.looseObject({batchId: z.string()}));
	print(`✓ run ${batchId} started at the first process; watched from the second one:`);

	const watching = watcher.stream(['batch', 'watch', batchId]);
	const inTheMiddle = await untilHalfway(watcher, batchId);
	await doomed.kill();
	print(`✓ kill -9 of worker ${doomed.pid} with ${openOf(inTheMiddle)} of ${inTheMiddle.members.length} tests open`);
	await watching;
	const batch = await watcher.json(['batch', 'get', batchId], batchSchema);
	const judgement = judge({manifest, batch, cleanup: await readCleanup(watcher, batchId)});
	print('');
	for (const line of judgement.lines) print(line);
	const told = countVerdicts(batch, manifest.tests.length);
	print(told.line);
	return told.isWhole ? judgement.exitCode : 1;
}

/** Every test has one run, and every run one verdict. Pure. */
export function countVerdicts({members}: Pick<Batch, 'members'>, tests: number): {isWhole: boolean; line: string} {
	const runs = new Set(members.filter(({status}) => isTerminal(status)).map(({runId}) => runId)).size;
	const distinct = new Set(members.map(({testId}) => testId)).size;
	const isWhole = runs === tests && distinct === tests && members.length === tests;
	const counts = `${tests} tests, ${members.length} runs, ${runs} verdicts`;
	return {
		isWhole,
		line: isWhole ? `✓ nothing was lost and nothing counted twice: ${counts}` : `✗ something was lost: ${counts}`,
	};
}

const openOf = ({members}: Batch) => members.filter(({status}) => !isTerminal(status)).length;

/** The batch when a test is executing. */
async function untilHalfway(svc: Svc, batchId: BatchId): Promise<Batch> {
	for (;;) {
		const batch = await svc.json(['batch', 'get', batchId], batchSchema);
		if (batch.phase === 'done' || (batch.summary.running > 0 && batch.summary.passed > 0)) return batch;
		await delay(50);
	}
}

const addressIn = (line: string) => /https?:\/\/\S+/.exec(line)?.[0] ?? line;

/** What is kept nowhere needs no hint. */
function quiet(line: string, notice: (line: string) => void): void {
	if (!line.startsWith('[hint]')) notice(line);
}
