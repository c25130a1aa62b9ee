import {sql} from 'kysely';
import {expect, inject, it} from 'vitest';
import {getBatch} from '../../../contract/routes/batches.ts';
import {createTest} from '../../../contract/routes/tests.ts';
import {until} from '../../helpers/processes.ts';
import {recordedCall, startCleanup} from './start-cleanup.ts';

// The limit of an SQLite file stands for a full disk; a server of PostgreSQL has no such limit.
it.skipIf(inject('emptyDatabase') !== null)(
	'a disk that is full for a while costs no verdict, no call and no cleanup, and what is new is refused',
	async () => {
		const http = await startCleanup(['/users/{id}']);
		await http.addTest('Makes a user', []);
		const held = http.runner.hold('Makes a user');
		const batchId = await http.run();
		await held.started;

		await sql`pragma max_page_count = 1`.execute(http.database);
		const note = 'x'.repeat(400_000);
		held.release({calls: [recordedCall(http.target.url, ['POST /users', {answer: {id: 7, note}}], 1)]});
		await until(
			'the end of the test was refused several times',
			() => http.log.filter(line => line.includes('the store failed; trying again')).length >= 4,
		);
		const {projectId} = http;
		const test = {projectId, type: 'backend' as const, name: 'New', code: `assert True  # ${note.slice(0, 100_000)}`};
		const refused = await http.fail(createTest, {body: test});
		expect(refused.body).toMatchObject({code: 'UNAVAILABLE', details: {dependency: 'store'}});
		expect(refused.body.nextAction).toMatch(/^Free some space/);
		const waited = await http.call(getBatch, {params: {batchId}});
		expect(waited.body.summary).toMatchObject({running: 1});
		expect(waited.headers.get('x-svc-store')).toBe('waiting');

		await sql`pragma max_page_count = 1000000`.execute(http.database);
		const view = await http.cleaned(batchId);
		const stored = await http.call(getBatch, {params: {batchId}});
		expect(stored.body.summary).toMatchObject({passed: 1});
		expect(stored.headers.has('x-svc-store')).toBe(false);
		expect(view.progress).toMatchObject({captured: 1, cleaned: 1});
		expect(http.runner.jobs).toHaveLength(1);
	},
);

it.skipIf(inject('emptyDatabase') !== null)(
	'a cleanup that waits for a full disk says so to whoever asks',
	async () => {
		const http = await startCleanup(['/users/{id}']);
		await http.addTest('Makes a user', [['POST /users', {answer: {id: 7}}]]);
		http.target.reply('/users/7', {status: 200, body: {note: 'x'.repeat(400_000)}});
		const held = http.target.holdDeletes();
		const batchId = await http.run();
		await held.arrived;
		const inTime = await http.call(getBatch, {params: {batchId}});
		expect(inTime.headers.has('x-svc-store')).toBe(false);

		await sql`pragma max_page_count = 1`.execute(http.database);
		held.release();
		await until(
			'the cleanup was interrupted several times',
			() => http.log.filter(line => line.includes('a cleanup was interrupted')).length >= 2,
		);
		const waited = await http.call(getBatch, {params: {batchId}});
		expect(waited.body.phase).toBe('cleanup');
		expect(waited.headers.get('x-svc-store')).toBe('waiting');

		await sql`pragma max_page_count = 1000000`.execute(http.database);
		const view = await http.cleaned(batchId);
		expect(view.progress).toMatchObject({captured: 1, cleaned: 1});
		expect((await http.call(getBatch, {params: {batchId}})).headers.has('x-svc-store')).toBe(false);
	},
);
