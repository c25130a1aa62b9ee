import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {median, row, timeCommands, treeCpu} from './measure.mjs';

const chainCode = `
import requests

with requests.Session() as session:
    created = session.post(f"{BASE_URL}/items", json={"name": "item"}, timeout=10)
    assert created.status_code == 201
    url = f"{BASE_URL}/items/{created.json()['id']}"
    assert session.get(url, timeout=10).json()["name"] == "item"
    assert session.put(url, json={"name": "changed"}, timeout=10).status_code == 200
    assert session.get(url, timeout=10).json()["name"] == "changed"
    assert session.delete(url, timeout=10).status_code == 204
    assert session.get(url, timeout=10).status_code == 404
`;

/** CPU of 100 independent six-call chains through the service against the same calls in one plain Node process. */
export async function measureChains(sandbox, {count = 100, rounds = 3} = {}) {
	const {projectId} = await sandbox.project(
		'chains',
		Array.from({length: count}, (_, n) => ({name: `chain ${n}`, code: chainCode})),
	);
	await sandbox.runAll(projectId);
	const plainScript = fileURLToPath(new URL('plain-chains.mjs', import.meta.url));
	const ratios = [];
	let ours = 0;
	let plain = 0;
	for (let turn = 0; turn < rounds; turn++) {
		const before = treeCpu(sandbox.service.pid);
		const batch = await sandbox.runAll(projectId);
		ours = treeCpu(sandbox.service.pid) - before;
		if (batch.summary.passed !== count) throw new Error(`only ${batch.summary.passed} of ${count} chains passed`);
		const timed = timeCommands([{name: 'plain', argv: [process.execPath, plainScript, sandbox.url, String(count)]}], {
			rounds: 3,
			warmup: 1,
		});
		plain = median(timed.plain.cpu);
		ratios.push(ours / plain);
	}
	return [
		row(
			'100 chains of six calls, CPU against plain Node fetch',
			median(ratios),
			'×',
			4,
			`${ours.toFixed(2)} s / ${plain.toFixed(2)} s`,
		),
	];
}
