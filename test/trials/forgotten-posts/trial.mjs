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

const endpoints = [
	['POST', '/things'],
	['GET', '/things'],
	['GET', '/things/{thingId}'],
	['DELETE', '/things/{thingId}'],
	['PUT', '/shelves/{shelf}'],
	['GET', '/shelves/{shelf}'],
	['DELETE', '/shelves/{shelf}'],
];

function codeOf(kind, random, {maxMs, calls}) {
	const queries = Array.from({length: calls}, () => [
		Math.floor(10 + random() ** 2 * (maxMs - 10)),
		random() < 0.5 ? '&early=1' : '',
	]);
	return `import requests, uuid
for query in ${JSON.stringify(queries.map(([ms, early]) => `?ms=${ms}${early}`))}:
    ${kinds[kind]}
`;
}

/** A project with tests of every kind. */
async function createProject(service, url, name, random, {mode, tests, ...size}) {
	const {id} = await service.call('POST', '/projects', {type: 'backend', name, targetUrl: url});
	for (const [method, path] of endpoints) await service.call('POST', `/projects/${id}/endpoints`, {method, path});
	const names = Object.keys(kinds);
	for (let n = 0; n < tests; n++) {
		const kind = names[n % names.length];
		const limit = mode === 'timeout' ? {timeoutSeconds: 1 + Math.floor(random() * 3)} : {};
		await service.call('POST', '/tests', {
			...{projectId: id, type: 'backend', name: `${kind} ${n}`, code: codeOf(kind, random, size)},
			...limit,
		});
	}
	return id;
}

/**
 * Interrupts batches of writes and counts, in the target itself, what is left without a word about it.
 *
 * @param cli file of the built client
 * @param modes names of disruptions
 * @param moments how often each
 * @param maxMs how long the slowest write takes
 * @param tests in each batch
 * @param calls of each test
 * @param atOnce moments one after the other, each in a batch of its own, before anything is waited for and counted
 * @returns a row for each mode
 */
export async function forgottenPosts({
	cli,
	modes = Object.keys(disruptions),
	moments = 10,
	seed = 1,
	maxMs = 3000,
	tests = 6,
	calls = 6,
	atOnce = 1,
}) {
	const home = mkdtempSync(join(tmpdir(), 'svc-forgotten-posts-'));
	const target = await startTarget();
	const state = {};
	let service = await startService(cli, home, state);
	const rows = [];
	try {
		for (const mode of modes) {
			const random = randomFrom(seed);
			const projects = [];
			for (let n = 0; n < atOnce; n++)
				projects.push(await createProject(service, target.url, `${mode} ${n}`, random, {mode, tests, maxMs, calls}));
			const row = {
				mode,
				moments: 0,
				writes: 0,
				deleted: 0,
				readBack: 0,
				nothing: 0,
				listed: 0,
				unknown: 0,
				unlisted: 0,
				doubled: 0,
				canaries: 0,
				canariesLost: 0,
				infra: 0,
			};
			while (row.moments < moments) {
				const before = {...target.counts};
				const batchIds = [];
				for (const projectId of projects.slice(0, moments - row.moments)) {
					const {posts} = target.counts;
					const {batchId} = await service.call('POST', '/tests/batch/run', {projectId});
					batchIds.push(batchId);
					while (target.counts.posts === posts) await sleep(20);
					await sleep(Math.floor(random() * maxMs));
					if (await disruptions[mode]({service, batchId, home})) service = await startService(cli, home, state);
					row.moments++;
				}
				const cards = [];
				for (const batchId of batchIds) {
					const batch = await untilDone(service, batchId);
					row.infra += batch.members.filter(
						({status, failureKind}) => status === 'blocked' && failureKind === 'infra',
					).length;
					const {orphaned, cleanedUp} = await service.call('GET', `/batches/${batchId}/cleanup`);
					cards.push(...orphaned, ...cleanedUp);
				}
				const left = await target.left();
				const orphaned = cards.filter(({outcome}) => outcome === 'orphaned' || outcome === 'failed');
				const ids = new Set(orphaned.map(({capturedId}) => capturedId));
				const unknown = orphaned.filter(({reason}) => reason === 'unknown_outcome').length;
				const unnamed = left.filter(({id}) => !ids.has(id)).length;
				row.writes += target.counts.posts - before.posts;
				row.deleted += target.counts.deletes - before.deletes;
				row.readBack += cards.filter(({proof}) => proof?.kind === 'read_back').length;
				row.nothing += cards.filter(card => card.outcome === 'gone' && card.reason === 'unknown_outcome').length;
				row.listed += left.length - unnamed;
				row.unknown += unknown;
				row.unlisted += Math.max(0, unnamed - unknown);
				row.doubled += target.doubled();
				row.canaries += target.canaries();
				row.canariesLost += target.canariesLost();
				target.clear();
				process.stderr.write(`${JSON.stringify(row)}\n`);
			}
			rows.push(row);
		}
	} finally {
		await service.kill();
		await target.close();
		rmSync(home, {recursive: true, force: true});
	}
	return rows;
}
