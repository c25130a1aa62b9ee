import {join} from 'node:path';
import * as z from 'zod/mini';
import {type Batch, batch as batchSchema} from '../contract/batch.ts';
import type {BatchId} from '../contract/ids.ts';
import {
	type DemoContext,
	createHome,
	isDemoHome,
	keptHome,
	readShopRecord,
	removeHome,
	writeShopRecord,
} from './home.ts';
import {DemoError} from './demo-error.ts';
import {judge} from './expectation.ts';
import {firstChapter} from './first-chapter.ts';
import {readManifest} from './manifest.ts';
import {nextCommands} from './next-commands.ts';
import type {DemoOptions} from './options.ts';
import {makeShopProject, readCleanup} from './shop-project.ts';
import {isShopRunning, openShop, stopShop} from './shop-process.ts';
import {Svc} from './svc.ts';
import {runTeamDemo} from './team-demo.ts';
import {websiteChapter} from './website-chapter.ts';

/** How long the demo tries to end service and shop before it gives up, in milliseconds. */
const stopWithinMs = 60_000;

function driver(context: DemoContext, home: string, signal: AbortSignal, keep: boolean): Svc {
	const {files, env, print} = context;
	// Where nothing is kept, a hint would name what is gone before it could be followed.
	const notice = (line: string) => {
		if (keep || !line.startsWith('[hint]')) context.notice(line);
	};
	return new Svc({cli: files.cli, home, env, signal, notice, print});
}

/** Where the embedded service listens, after it was started and a key was made for the demo's own profile. */
async function startService(svc: Svc): Promise<string> {
	await svc.json(['setup', '--local', '--no-agent', '--yes'], z.looseObject({status: z.string()}));
	const {url} = await svc.json(['service', 'status'], z.looseObject({url: z.string()}));
	return url;
}

/** The shop of an earlier `--keep` when it still runs, else a new one. */
async function startOrReuseShop(context: DemoContext, home: string, keep: boolean): Promise<string> {
	const earlier = readShopRecord(home);
	if (earlier !== null && (await isShopRunning(earlier))) return earlier.url;
	const shop = await openShop({
		entry: context.files.shop,
		logFile: join(home, 'shop.log'),
		outlivesDemo: keep,
		signal: context.signal,
	});
	writeShopRecord(home, shop);
	return shop.url;
}

/** Shows the run until it has ended, cleanup included: in the dashboard, or as a stream of lines. */
async function follow(svc: Svc, {hasScreen, print}: DemoContext, batchId: BatchId): Promise<Batch> {
	if (hasScreen) {
		print('  opening the run screen; leave it with q to see what the demo makes of it');
		await svc.screen(['ui', 'batch', batchId]);
	}
	const seen = hasScreen ? await svc.json(['batch', 'get', batchId], batchSchema) : undefined;
	if (seen?.phase === 'done') return seen;
	if (hasScreen) print('  the run is still going on');
	const exitCode = await svc.stream(['batch', 'watch', batchId]);
	// 1 is a verdict, not a breakdown: the run found something, as it should.
	if (exitCode > 1) {
		throw new DemoError(
			`\`svc batch watch\` ended with exit code ${exitCode}.`,
			'Run the demo again with --keep and look at `svc service logs`.',
		);
	}
	return svc.json(['batch', 'get', batchId], batchSchema);
}

async function playDemo(context: DemoContext, home: string, keep: boolean): Promise<number> {
	const {print, files} = context;
	const svc = driver(context, home, context.signal, keep);
	const manifest = readManifest(files.tests);

	print(`✓ service ready on ${await startService(svc)}`);
	const shopUrl = await startOrReuseShop(context, home, keep);
	print(`✓ shop open on ${shopUrl}`);
	print('');
	print('1 · Tests out of the document of the shop');
	const first = await firstChapter(svc, shopUrl, keep);
	for (const line of first.lines) print(line);
	print('');
	print('2 · Tests written by hand');
	const {projectId, testIds} = await makeShopProject(svc, {shopUrl, home, tests: files.tests, manifest, print});
	const {batchId} = await svc.json(
		['test', 'run', '--all', '--project', projectId],
		z.looseObject({batchId: z.string()}),
	);
	print(`✓ run ${batchId} started`);

	const batch = await follow(svc, context, batchId);
	const judgement = judge({manifest, batch, cleanup: await readCleanup(svc, batchId)});
	print('');
	for (const line of judgement.lines) print(line);
	print('');
	print('3 · Tests of the website of the shop, in plain English');
	const website = await websiteChapter(svc, {shopUrl, home, plans: files.plans, print});
	for (const line of website.lines) print(line);
	if (keep) {
		const {failed, blocked} = manifest.expected;
		print('');
		print('Service, shop and data stay until `npm run demo -- --stop`. Try:');
		const commands = nextCommands({
			platform: context.platform,
			home,
			cli: files.cli,
			batchId,
			failedTestId: testIds.get(failed[0] ?? '') ?? '',
			blockedTestId: testIds.get(blocked[0] ?? '') ?? '',
			repairedTestId: website.repairedTestId,
		});
		for (const command of commands) print(`  ${command}`);
	}
	return first.isAsHidden && website.isAsHidden ? judgement.exitCode : 1;
}

/** Ends service and shop of a directory and removes it. Has its own deadline: an interrupt of the demo does not cut it. */
async function tearDown(context: DemoContext, home: string): Promise<void> {
	const svc = driver(context, home, AbortSignal.timeout(stopWithinMs), false);
	// Both are tried before either failure is told: a service that hangs must not keep the shop alive.
	const [service, shop] = await Promise.allSettled([
		svc.json(['service', 'stop'], z.looseObject({})),
		stopRecordedShop(home),
	]);
	for (const outcome of [service, shop]) {
		if (outcome.status === 'fulfilled') continue;
		const reason = outcome.reason instanceof Error ? outcome.reason.message : String(outcome.reason);
		throw new DemoError(`The demo could not be taken down: ${reason}`, `Its data is still in ${home}.`, {
			cause: outcome.reason,
		});
	}
	removeHome(home);
}

async function stopRecordedShop(home: string): Promise<void> {
	const shop = readShopRecord(home);
	if (shop !== null) await stopShop(shop);
}

async function stopKeptDemo(context: DemoContext): Promise<number> {
	const home = keptHome(context);
	if (!isDemoHome(home)) {
		context.print('There is no kept demo to stop.');
		return 0;
	}
	await tearDown(context, home);
	context.print('✓ service and shop stopped, data removed');
	return 0;
}

/**
 * The whole demo: service, shop, tests out of its document, a project with tests by hand, run, verdict, then its website in a browser. Resolves with the exit code of the verdict and rejects
 * with a DemoError, or with the reason of `signal`; without `keep`, service and shop are stopped and the data is removed
 * whatever happened.
 */
export async function runDemo({keep, stop, team}: DemoOptions, context: DemoContext): Promise<number> {
	if (stop) return stopKeptDemo(context);
	if (team) return runTeamDemo(context);
	const home = await createHome(context, keep);
	const [played] = await Promise.allSettled([playDemo(context, home, keep)]);
	if (keep) {
		if (played.status === 'rejected') context.notice('What was started stays until `npm run demo -- --stop`.');
	} else {
		const [ended] = await Promise.allSettled([tearDown(context, home)]);
		if (ended.status === 'fulfilled') context.print('✓ service and shop stopped, data removed');
		else if (played.status === 'fulfilled') throw ended.reason;
		else
			context.notice(`${ended.reason instanceof Error ? ended.reason.message : ended.reason} Its data is in ${home}.`);
	}
	if (played.status === 'rejected') throw context.signal.aborted ? context.signal.reason : played.reason;
	return played.value;
}
