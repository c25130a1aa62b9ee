import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {processesOf, startService, untilDone, untilNone} from '../killed-service.mjs';
import {randomFrom} from '../ownership/chance.mjs';
import {adminKey, recordsPerBatch, startApplication, tests} from './application.mjs';

/**
 * Kills the built service at random moments of a sweep while tokens run out, starts it again, and counts in the
 * application what became of it.
 *
 * @param cli file of the built client
 * @param options `kills`: how many; `seed`: of the moments
 * @param tell told of every row
 */
export async function killTable(cli, {kills, seed}, tell = () => {}) {
	const random = randomFrom(seed);
	const home = mkdtempSync(join(tmpdir(), 'svc-cleanup-kills-'));
	const application = await startApplication({tokenSeconds: 1});
	const state = {};
	let service = await startService(cli, home, state);
	const rows = [];
	try {
		const projectId = await prepare(service, application.url);
		const trigger = async () => (await service.call('POST', '/tests/batch/run', {projectId})).batchId;
		// How long a sweep takes here.
		const firstDelete = application.nextDelete();
		const first = await trigger();
		await firstDelete;
		const begunAt = Date.now();
		await untilDone(service, first);
		const spanMs = Date.now() - begunAt;

		while (rows.length < kills) {
			const before = {logins: application.counts.logins, bare: application.bare.length};
			application.created.length = 0;
			const begun = application.nextDelete();
			const batchId = await trigger();
			await begun;
			const atMs = Math.floor(random() * spanMs);
			await sleep(atMs);
			const left = application.records.size;
			await service.kill();
			await untilNone(() => processesOf(home));
			// Long enough for the token to run out, or not.
			await sleep(Math.floor(random() * 1500));
			service = await startService(cli, home, state);
			const isKilledTwice = random() < 0.3;
			if (isKilledTwice) {
				await sleep(Math.floor(random() * spanMs));
				await service.kill();
				await untilNone(() => processesOf(home));
				service = await startService(cli, home, state);
			}
			const batch = await untilDone(service, batchId);
			const cleanup = await service.call('GET', `/batches/${batchId}/cleanup`);
			const row = {
				kill: rows.length + 1,
				atMs,
				openThen: left,
				twice: isKilledTwice ? 'yes' : '',
				state: batch.cleanup.state,
				created: application.created.length,
				doubled: application.created.length - new Set(application.created).size,
				cleaned: batch.cleanup.cleaned,
				deletes: cleanup.totals.deleteCalls,
				bare: application.bare.length - before.bare,
				logins: application.counts.logins - before.logins,
				left: application.records.size,
			};
			row.ok =
				row.state === 'done' &&
				row.created === recordsPerBatch &&
				row.doubled + row.bare + row.left === 0 &&
				row.cleaned === recordsPerBatch;
			if (!row.ok)
				row.cards = cleanup.orphaned.map(({reason, cleanupTest}) => `${reason} ${cleanupTest?.error}`).join('; ');
			rows.push(row);
			tell(row);
			application.records.clear();
		}
	} finally {
		await service.kill();
		await application.close();
		rmSync(home, {recursive: true, force: true});
	}
	return rows;
}

async function prepare(service, url) {
	const {id: projectId} = await service.call('POST', '/projects', {type: 'backend', name: 'records', targetUrl: url});
	for (const path of ['/users/{userId}', '/users/{userId}/orders/{orderId}', '/admin/notes/{noteId}'])
		await service.call('POST', `/projects/${projectId}/endpoints`, {method: 'DELETE', path});
	await service.call('PUT', `/projects/${projectId}/auto-auth`, {
		method: 'password',
		inject: 'bearer',
		loginUrl: `${url}/login`,
		username: 'a@example.com',
		password: 'a-password-of-the-application',
	});
	await service.call('POST', `/projects/${projectId}/credential-sets`, {
		name: 'admin',
		mode: 'static',
		authType: 'API key',
		credential: adminKey,
		families: ['/admin'],
	});
	for (const test of tests) await service.call('POST', '/tests', {projectId, type: 'backend', ...test});
	return projectId;
}
