import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {cleanupView} from '../../../service/cleanup/cleanup-view.ts';
import {createEngine} from '../../../service/engine/create-engine.ts';
import {findCleanup} from '../../../service/store/cleanup/read-cleanup.ts';
import {bundleProgram} from '../../helpers/bundle.ts';
import {killProgram} from '../../helpers/killed-program.ts';
import {placeOfStore} from '../../helpers/open-new-store.ts';
import {startRecordTarget} from '../../helpers/record-target.ts';
import {scriptedRunner} from '../../helpers/scripted-runner.ts';
import {accountId, openStore} from '../../helpers/start-engine.ts';

const records = 60;
const kills = 8;

let program: Awaited<ReturnType<typeof bundleProgram>>;
beforeAll(async () => {
	program = await bundleProgram('test/service/cleanup/killed-sweeper.ts');
});
afterAll(() => program.remove());

async function until(isReached: () => boolean | Promise<boolean>): Promise<void> {
	const deadline = performance.now() + 120_000;
	while (!(await isReached())) {
		if (performance.now() > deadline) throw new Error('not reached in time');
		await delay(5);
	}
}

describe('a sweep whose service is killed', () => {
	it('goes on where it was, and its report counts every DELETE that was sent', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'svc-sweep-'));
		onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
		const path = join(folder, 'svc.db');
		const target = await startRecordTarget();
		const fixture = await openStore({path});
		const {database, projectId, newId} = fixture;
		await database.updateTable('environments').set({url: target.url}).execute();
		await database
			.insertInto('endpoints')
			.values({
				id: newId('ep'),
				project_id: projectId,
				method: 'DELETE',
				path: '/users/{id}',
				base_path: '',
				family: '/users',
				origin: 'manual',
				confirmed: 1,
				request_shape: '{}',
				response_shape: '{}',
				auth: '{}',
				edited: '[]',
				path_key: '/users/{}',
				call_prefix: '',
				place: 0,
				detail: '{}',
				observed: '[]',
				created_at: 0,
				updated_at: 0,
			})
			.execute();
		await fixture.addTest('makes users');
		const idle = createEngine({
			store: fixture.store,
			runner: scriptedRunner(),
			now: Date.now,
			workerId: 'none',
			workers: 1,
			concurrency: 0,
			log: {warn: console.error, error: console.error},
		});
		const {batchId} = await idle.triggerBatch(accountId, {projectId, source: 'cli', trigger: 'run_all'});
		const start = () =>
			spawn(process.execPath, [program.file, placeOfStore(path), target.url, String(records)], {
				stdio: ['ignore', 'ignore', 'inherit'],
			});
		const isDone = async () => {
			const batch = await database.selectFrom('batches').select('phase').executeTakeFirstOrThrow();
			return batch.phase === 'done';
		};

		for (let number = 0; number < kills; number++) {
			const before = target.deletes.length;
			const child = start();
			const exit = once(child, 'exit');
			// Killed while the API has its third DELETE in hand: later there might be nothing left to do.
			target.decide(() => {
				if (target.deletes.length > before + 2) child.kill('SIGKILL');
				return undefined;
			});
			await exit;
			expect(await isDone()).toBe(false);
		}
		target.decide(() => undefined);
		const last = start();
		await until(isDone);
		await killProgram(last);

		const view = cleanupView((await findCleanup(database, accountId, batchId!))!, {since: 0});
		expect(view.state).toBe('done');
		expect(view.progress).toMatchObject({captured: records, cleaned: records, pending: 0, orphaned: 0});
		const stored = await database.selectFrom('calls').select('url').where('kind', '=', 'cleanup').execute();
		expect(view.totals.deleteCalls).toBe(stored.length);
		expect(view.tests.reduce((sum, {attempts}) => sum + attempts, 0)).toBe(stored.length);
		const count = (urls: readonly string[], url: string) => urls.filter(one => one === url).length;
		const sent = target.deletes.map(({path: sentPath}) => target.url + sentPath);
		const recorded = stored.map(({url}) => url);
		// Recorded before it is sent: nothing reaches the API that the report does not count.
		for (const url of new Set(sent)) expect(count(recorded, url)).toBeGreaterThanOrEqual(count(sent, url));
		expect(new Set(sent).size).toBe(records);
	});
});
