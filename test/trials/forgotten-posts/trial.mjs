import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {setTimeout as sleep} from 'node:timers/promises';
import {startService, untilDone} from '../killed-service.mjs';
import {randomFrom} from '../ownership/chance.mjs';
import {disruptions} from './disrupt.mjs';
import {startTarget} from './target.mjs';

/** Each kind of test sends its writes again and again; only what the first two send is theirs beyond doubt. */
const kinds = {
	tagged: 'requests.post(f"{BASE_URL}/things{query}", json={"name": "Ada", "color": "blue", "tag": uuid.uuid4().hex})',
	named: 'requests.put(f"{BASE_URL}/shelves/{uuid.uuid4().hex}{query}", json={"color": "blue"})',
	plain: 'requests.post(f"{BASE_URL}/things{query}", json={"name": "Ada", "color": "blue"})',
};

function codeOf(kind, random, maxMs) {
	const calls = Array.from({length: 6}, () => [
		Math.floor(10 + random() ** 2 * (maxMs - 10)),
		random() < 0.5 ? '&early=1' : '',
	]);
	return `import requests, uuid
for query in ${JSON.stringify(calls.map(([ms, early]) => `?ms=${ms}${early}`))}:
    ${kinds[kind]}
`;
}

/**
 * Interrupts batches of writes and counts, in the target itself, what is left without a word about it.
 *
 * @param cli file of the built client
 * @param modes names of disruptions
 * @param moments how often each
 * @param maxMs how long the slowest write takes
 * @returns a row for each mode
 */
export async function forgottenPosts({
	cli,
	modes = Object.keys(disruptions),
	moments = 10,
	seed = 1,
	maxMs = 3000,
	tests = 6,
}) {
	const home = mkdtempSync(join(tmpdir(), 'svc-forgotten-posts-'));
	const target = await startTarget();
	const state = {};
	let service = await startService(cli, home, state);
	const rows = [];
	try {
		for (const mode of modes) {
			const random = randomFrom(seed);
			const {id: projectId} = await service.call('POST', '/projects', {
				type: 'backend',
				name: mode,
				targetUrl: target.url,
			});
			for (const [method, path] of [
				['POST', '/things'],
				['GET', '/things'],
				['GET', '/things/{thingId}'],
				['DELETE', '/things/{thingId}'],
				['PUT', '/shelves/{shelf}'],
				['GET', '/shelves/{shelf}'],
				['DELETE', '/shelves/{shelf}'],
			])
				await service.call('POST', `/projects/${projectId}/endpoints`, {method, path});
			const names = Object.keys(kinds);
			for (let n = 0; n < tests; n++) {
				const kind = names[n % names.length];
				const limit = mode === 'timeout' ? {timeoutSeconds: 1 + Math.floor(random() * 3)} : {};
				await service.call('POST', '/tests', {
					...{projectId, type: 'backend', name: `${kind} ${n}`, code: codeOf(kind, random, maxMs)},
					...limit,
				});
			}
			const row = {
				mode,
				moments: 0,
				writes: 0,
				deleted: 0,
				listed: 0,
				unknown: 0,
				unlisted: 0,
				canariesLost: 0,
				infra: 0,
			};
			for (let moment = 0; moment < moments; moment++) {
				const before = {...target.counts};
				const {batchId} = await service.call('POST', '/tests/batch/run', {projectId});
				while (target.counts.posts === before.posts) await sleep(20);
				await sleep(Math.floor(random() * maxMs));
				if (await disruptions[mode]({service, batchId, home})) service = await startService(cli, home, state);
				const batch = await untilDone(service, batchId);
				const left = await target.left();
				const {orphaned} = await service.call('GET', `/batches/${batchId}/cleanup`);
				const ids = new Set(orphaned.map(card => card.capturedId));
				const unknown = orphaned.filter(card => card.reason === 'unknown_outcome').length;
				const unnamed = left.filter(({id}) => !ids.has(id)).length;
				row.moments++;
				row.writes += target.counts.posts - before.posts;
				row.deleted += target.counts.deletes - before.deletes;
				row.listed += left.length - unnamed;
				row.unknown += unknown;
				row.unlisted += Math.max(0, unnamed - unknown);
				row.canariesLost += target.canaries - target.canariesLeft();
				row.infra += batch.members.filter(
					({status, failureKind}) => status === 'blocked' && failureKind === 'infra',
				).length;
				target.clear();
			}
			rows.push(row);
			process.stderr.write(`${mode}: ${JSON.stringify(row)}\n`);
		}
	} finally {
		await service.kill();
		await target.close();
		rmSync(home, {recursive: true, force: true});
	}
	return rows;
}
