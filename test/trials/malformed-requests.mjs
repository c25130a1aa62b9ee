// `node test/trials/malformed-requests.mjs [--requests 15000] [--seed 1] [--at-once 16]`: requests that are wrong in one
// way each over every route of the built service's own document, with and without a key. It must answer each by what it
// documents, with no 5xx, and be there afterwards. A slow trial; `test/trials/malformed-requests.test.ts` is a small one.
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {startService} from './killed-service.mjs';
import {sendMalformed} from './malformed/trial.mjs';

const text = value => ({type: 'string', default: value});
const {values} = parseArgs({options: {requests: text('15000'), seed: text('1'), 'at-once': text('16')}});
const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'svc-malformed-requests-'));
mkdirSync(join(home, 'service'), {mode: 0o700});
const many = 1_000_000;
const limits = {requests: many, triggers: many, auth: many};
writeFileSync(join(home, 'service', 'config.json'), JSON.stringify({limits}));
const state = {};
const service = await startService(cli, home, state);
try {
	await fetch(`${service.url}/metrics`);
	const project = await service.call('POST', '/projects', {
		type: 'backend',
		name: 'x',
		targetUrl: 'http://127.0.0.1:9',
	});
	const test = await service.call('POST', '/tests', {
		projectId: project.id,
		type: 'backend',
		name: 't',
		code: 'assert 1',
	});
	const run = await service.call('POST', `/tests/${test.testId}/runs`);
	const ids = {projectId: project.id, testId: test.testId, runId: run.runId, batchId: run.batchId};
	const {hostname: host, port} = new URL(service.url);
	const document = await (await fetch(`${service.url}/openapi.json`)).json();
	const {byStatus, complaints} = await sendMalformed({
		...{host, port, key: state.key, document, ids},
		...{requests: Number(values.requests), seed: Number(values.seed), atOnce: Number(values['at-once'])},
	});
	console.log(`${values.requests} requests, seed ${values.seed}`);
	console.table(byStatus);
	for (const {request, said} of complaints.slice(0, 20))
		console.log(JSON.stringify(request).slice(0, 400), '\n  ', said);
	const metrics = await (await fetch(`${service.url}/metrics`)).text();
	console.log(
		metrics
			.split('\n')
			.filter(line => line.startsWith('svc_event_loop_delay_seconds'))
			.join('\n'),
	);
	const faults = readFileSync(join(home, 'log'), 'utf8')
		.split('\n')
		.filter(line => /"level":(?:50|60)/.test(line));
	console.log(`${complaints.length} complaints, ${faults.length} errors in the log`);
	for (const line of faults.slice(0, 5)) console.log(line.slice(0, 600));
	process.exitCode = complaints.length + faults.length > 0 ? 1 : 0;
} finally {
	await service.stop();
	rmSync(home, {recursive: true, force: true});
}
