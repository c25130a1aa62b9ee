import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, expect, it} from 'vitest';
import {countsText} from '../../../contract/outcome-counts.ts';
import {getBatch} from '../../../contract/routes/batches.ts';
import {createProject} from '../../../contract/routes/projects.ts';
import {cancelRun} from '../../../contract/routes/runs.ts';
import {createTest} from '../../../contract/routes/tests.ts';
import {MemorySystem} from '../../helpers/memory-system.ts';
import {createWorld} from '../../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../../helpers/terminal-screen.tsx';
import {type HttpUnderTest, startHttp} from '../../http/start-http.ts';

let screen: OpenScreen | undefined;
afterEach(() => screen?.close());

/** One test of every end, those that were asked for and those that came along. */
async function mixedProject(): Promise<{http: HttpUnderTest; projectId: string; named: string[]}> {
	const http = await startHttp();
	const target = {type: 'backend' as const, name: 'Shop', targetUrl: 'http://shop.test/'};
	const {id: projectId} = (await http.call(createProject, {body: target})).body;
	const create = async (name: string, declared: {produces?: string[]; consumes?: string[]; category?: 'teardown'}) => {
		const body = {projectId, type: 'backend' as const, name, code: 'assert 1', ...declared};
		return (await http.call(createTest, {body})).body.testId;
	};
	await create('makes an order', {produces: ['order_id']});
	await create('makes a voucher', {produces: ['voucher_id']});
	const reads = await create('reads the order', {consumes: ['order_id']});
	const spoils = await create('spoils the order', {consumes: ['order_id']});
	const redeems = await create('redeems the voucher', {consumes: ['voucher_id']});
	const slow = await create('takes long', {});
	await create('deletes the order', {consumes: ['order_id'], category: 'teardown'});
	await create('deletes the voucher', {consumes: ['voucher_id'], category: 'teardown'});
	http.runner.script('makes an order', {produces: {order_id: 'o-1'}});
	http.runner.script('makes a voucher', {status: 'failed', failureKind: 'assertion', error: 'no voucher'});
	http.runner.script('spoils the order', {status: 'failed', failureKind: 'assertion', error: 'expected 200'});
	return {http, projectId, named: [reads, spoils, redeems, slow]};
}

/** Text without what only looks. */
const plain = (text: string) => text.replace(/\s+/g, ' ');

it('one mixed batch has the same counts in text, JSON, summary, JUnit, step outputs and on the Run screen', async () => {
	const {http, projectId, named} = await mixedProject();
	const env = {SVC_API_URL: http.url, SVC_API_KEY: http.key, GITHUB_OUTPUT: 'output'};
	const {started, release} = http.runner.hold('takes long');
	const waiting = new MemorySystem(
		[
			...['--output', 'json', 'test', 'rerun', ...named, '--wait', '--gh-output'],
			...['--report', 'junit', '--report-file', 'junit.xml', '--summary-file', 'summary.json'],
		],
		{env},
	);
	const read = (name: string) => readFileSync(join(waiting.system.cwd, name), 'utf8');
	writeFileSync(join(waiting.system.cwd, 'output'), '');
	const ending = waiting.run();
	await http.call(cancelRun, {params: {runId: (await started).runId}});
	release();
	expect([await ending, waiting.stderr.text]).toEqual([1, expect.any(String)]);
	const outcome = JSON.parse(waiting.stdout.text) as {batchId: string; summary: object};

	const counts = {
		...{total: 8, selected: 4, closure: 4},
		...{passed: 3, failed: 2, blocked: 1, cancelled: 1, skipped: 1, timedOut: 0, errors: 0},
	};
	expect(outcome.summary).toEqual({...counts, deferred: 0, conflicts: 0});
	expect(JSON.parse(read('summary.json'))).toMatchObject(counts);
	const junit = [...read('junit.xml').matchAll(/name="counts\.(\w+)" value="(\d+)"/g)];
	expect(Object.fromEntries(junit.map(([, name, value]) => [name, Number(value)]))).toEqual(counts);
	const {timedOut, ...others} = counts;
	for (const [name, count] of Object.entries({...others, timed_out: timedOut}))
		expect(read('output')).toContain(`${name}=${count}\n`);

	const sentence = '3 passed, 2 failed, 1 blocked, 1 cancelled, 0 timed out, 1 skipped of 8 (4 selected, 4 closure)';
	expect(countsText(counts)).toBe(sentence);
	const {batchId} = outcome;
	const told = async (...argv: string[]) => {
		const memory = new MemorySystem(argv, {env});
		await memory.run();
		return memory.stdout.text;
	};
	const {timedOut: _, errors: __, ...ofBatch} = counts;
	const standing = {...ofBatch, queued: 0, running: 0};
	expect(JSON.parse(await told('--output', 'json', 'batch', 'get', batchId))).toMatchObject({summary: standing});
	expect(await told('batch', 'get', batchId)).toContain(`\ntests: ${sentence}\n`);
	expect(await told('batch', 'watch', batchId)).toContain(`\ntests: ${sentence}\n`);
	const [head, row] = (await told('batch', 'list', '--project', projectId))
		.split('\n')
		.map(line => line.split(/ {2,}/));
	const cells = Object.fromEntries(head!.map((name, index) => [name, row![index]]));
	expect(cells).toMatchObject({PASS: '3', FAIL: '2', BLOCK: '1', CANCEL: '1', SKIP: '1', TOTAL: '8'});

	const {body: batch} = await http.call(getBatch, {params: {batchId}});
	expect(batch.summary).toEqual(standing);
	const world = createWorld({count: 2});
	world.batches.set(batchId, batch);
	screen = openScreen(world, {screen: 'batch', id: batchId, columns: 160, rows: 60});
	const frame = plain(await screen.terminal.shows('4 closure'));
	expect(frame).toMatch(/3 passed \S 2 failed \S 1 blocked \S 1 cancelled \S 1 skipped of 8 \(4 selected, 4 closure\)/);
	// The pane of a wave tells the whole batch; its columns add up.
	screen.terminal.type('k');
	await screen.terminal.until(text => /^❯.*Wave 1/m.test(text), 'the cursor on the wave');
	await screen.clock.advance(1000);
	const table = plain((await screen.terminal.shows(' Skip │')).replaceAll('│', ' '));
	expect(table).toContain('Wave Tests Pass Fail Block Cancel Skip');
	expect(table).toContain('all 8 3 2 1 1 1');
});
