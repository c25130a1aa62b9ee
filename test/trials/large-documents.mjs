// `node test/trials/large-documents.mjs [--uploads 12] [--megabytes 4] [--form json|yaml] [--limit 400]`: many large
// descriptions at once against the built service: each is sent, made a document and discovered in a project of its own.
// What the service and its processes hold of the memory is read from outside, and how long `/healthz` takes meanwhile. A
// slow trial, not part of the tests.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {startService} from './killed-service.mjs';
import {largeDescription} from './load/description.mjs';
import {memoryOf} from './load/memory-of.mjs';

const {values} = parseArgs({
	options: {
		uploads: {type: 'string', default: '12'},
		megabytes: {type: 'string', default: '4'},
		form: {type: 'string', default: 'yaml'},
		limit: {type: 'string', default: '400'},
	},
});
const [uploads, megabytes, limit] = [values.uploads, values.megabytes, values.limit].map(Number);
const {form} = values;
const contentType = `application/${form}`;
const text = Buffer.from(largeDescription(megabytes * 1_000_000, form));
const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'svc-large-documents-'));
const service = await startService(cli, home, {});
const mb = bytes => Math.round(bytes / 1_048_576);

const peak = {rss: 0, pss: 0};
const health = [];
let isOver = false;
async function watch() {
	while (!isOver) {
		const now = memoryOf(service.pid);
		peak.rss = Math.max(peak.rss, now.rss);
		peak.pss = Math.max(peak.pss, now.pss);
		const begun = performance.now();
		await fetch(`${service.url}/healthz`).then(answer => answer.text());
		health.push(performance.now() - begun);
		await sleep(20);
	}
}

async function discover(n) {
	const {id} = await service.call('POST', '/projects', {
		type: 'backend',
		name: `large ${n}`,
		targetUrl: 'http://127.0.0.1:1',
	});
	const fileName = `api.${form}`;
	const upload = await service.call('POST', `/projects/${id}/docs/upload-url`, {fileName, contentType});
	const sent = await fetch(upload.uploadUrl, {method: 'PUT', headers: {'content-type': contentType}, body: text});
	if (sent.status !== 200) throw new Error(`${sent.status} ${await sent.text()}`);
	await service.call('POST', `/projects/${id}/docs`, {
		s3Key: upload.s3Key,
		displayName: fileName,
		docRole: 'API_DOC',
	});
	await service.call('POST', `/projects/${id}/endpoints/discover`, {probe: false});
	for (;;) {
		const {status, endpointsFound, error} = await service.call('GET', `/projects/${id}/endpoints/discovery`);
		if (['done', 'failed', 'cancelled'].includes(status)) return {status, endpointsFound, error};
		await sleep(250);
	}
}

try {
	await sleep(3000);
	const idle = memoryOf(service.pid);
	const watching = watch();
	const ends = await Promise.all(Array.from({length: uploads}, (_, n) => discover(n)));
	isOver = true;
	await watching;
	health.sort((one, other) => one - other);
	console.log(
		`${uploads} descriptions of ${megabytes} MB (${form}), ${new Set(ends.map(end => JSON.stringify(end))).size} kinds of end`,
	);
	console.log(JSON.stringify(ends[0]));
	console.table([
		{when: 'idle', 'rss MB': mb(idle.rss), 'pss MB': mb(idle.pss)},
		{when: 'peak', 'rss MB': mb(peak.rss), 'pss MB': mb(peak.pss)},
	]);
	console.log(
		`/healthz: ${health.length} times, median ${health[health.length >> 1].toFixed(1)} ms, longest ${health.at(-1).toFixed(0)} ms`,
	);
	process.exitCode = mb(peak.rss) > limit || ends.some(end => end.status !== 'done') ? 1 : 0;
} finally {
	isOver = true;
	await service.stop();
	if (!process.env.KEEP) rmSync(home, {recursive: true, force: true});
	else console.error(home);
}
