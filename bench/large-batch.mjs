import {readFileSync} from 'node:fs';
import {performance} from 'node:perf_hooks';
import {median, quantile, row} from './measure.mjs';

const ticksPerSecond = 100;

const recordsOfTest = 3;

/** CPU seconds of one process alone, its children not counted. */
function ownCpu(pid) {
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
	return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Ten calls, three records and three captures; three of four tests need the record of the one before. */
const testOf = n => {
	const needs = n % 4 === 0 ? [] : [`item_${n - 1}`];
	return {
		name: `item ${n}`,
		produces: [`item_${n}`, `name_${n}`, `link_${n}`],
		consumes: needs,
		code: `
import requests

with requests.Session() as session:
    for _ in range(${recordsOfTest}):
        created = session.post(f"{BASE_URL}/items", json={"name": "item ${n}"}, timeout=10)
        assert created.status_code == 201
    item = created.json()
    link = f"{BASE_URL}/items/{item['id']}"
    for _ in range(${10 - recordsOfTest}):
        assert session.get(${needs.length > 0 ? `f"{BASE_URL}/items/{variables['${needs[0]}']}"` : 'link'}, timeout=10).status_code == 200
produce("item_${n}", item["id"])
produce("name_${n}", item["name"])
produce("link_${n}", link)
`,
	};
};

/** One batch of 1,000 tests with 10,000 calls, 3,000 captures and 3,000 records to delete: what the engine costs, and how soon its views answer. */
export async function measureLargeBatch(sandbox, {count = 1000, rounds = 5} = {}) {
	const {projectId} = await sandbox.project(
		'large batch',
		Array.from({length: count}, (_, n) => testOf(n)),
	);
	await sandbox.call('POST', `/projects/${projectId}/endpoints`, {method: 'DELETE', path: '/items/{itemId}'});
	const before = ownCpu(sandbox.service.pid);
	const startedAt = performance.now();
	const batch = await sandbox.runAll(projectId);
	const seconds = (performance.now() - startedAt) / 1000;
	const overhead = ((ownCpu(sandbox.service.pid) - before) / count) * 1000;
	if (batch.summary.passed !== count) throw new Error(`only ${batch.summary.passed} of ${count} tests passed`);
	const records = count * recordsOfTest;
	if (batch.cleanup.cleaned !== records)
		throw new Error(`only ${batch.cleanup.cleaned} of ${records} records are gone`);
	const rows = [
		row(
			`engine, CPU a test in a batch of ${count} (recording and cleanup too)`,
			overhead,
			'ms',
			15,
			`${seconds.toFixed(0)} s wall`,
		),
	];
	for (const view of ['', '/variables', '/calls', '/chains', '/cleanup', '/failures']) {
		const times = [];
		const used = ownCpu(sandbox.service.pid);
		let isKnown = true;
		for (let turn = 0; turn < rounds && isKnown; turn++) {
			const asked = performance.now();
			await sandbox.call('GET', `/batches/${batch.batchId}${view}`).catch(error => {
				if (!String(error).includes('NOT_FOUND')) throw error;
				isKnown = false;
			});
			times.push(performance.now() - asked);
		}
		if (isKnown)
			rows.push(
				row(
					`GET batch${view} of that batch (median)`,
					median(times),
					'ms',
					100,
					`worst ${quantile(times, 1).toFixed(0)} ms, CPU ${(((ownCpu(sandbox.service.pid) - used) / rounds) * 1000).toFixed(0)} ms each`,
				),
			);
	}
	return rows;
}
