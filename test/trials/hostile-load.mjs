// `node test/trials/hostile-load.mjs [--seconds 30] [--form yaml]`: malformed requests, large documents and slow clients
// against the built service at once; how long its event loop is held up (its own metric) and how long `/healthz` takes over a
// connection of its own. A slow trial, not part of the tests.
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {get} from 'node:http';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {startService} from './killed-service.mjs';
import {largeDescription} from './load/description.mjs';
import {memoryOf} from './load/memory-of.mjs';
import {sendMalformed} from './malformed/trial.mjs';

const {values} = parseArgs({
	options: {seconds: {type: 'string', default: '30'}, form: {type: 'string', default: 'yaml'}},
});
const {form} = values;
const contentType = `application/${form}`;
const text = Buffer.from(largeDescription(4_000_000, form));
const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'svc-hostile-load-'));
mkdirSync(join(home, 'service'), {mode: 0o700});
const many = 1_000_000;
writeFileSync(
	join(home, 'service', 'config.json'),
	JSON.stringify({limits: {requests: many, triggers: many, auth: many}}),
);
const state = {};
const service = await startService(cli, home, state);
const {hostname: host, port} = new URL(service.url);
const until = performance.now() + Number(values.seconds) * 1000;
const isOver = () => performance.now() > until;

const metrics = async () => {
	const said = await (await fetch(`${service.url}/metrics`)).text();
	return Object.fromEntries(
		[...said.matchAll(/^svc_event_loop_delay_seconds\{quantile="([\d.]+)"\} (\S+)/gm)].map(([, quantile, seconds]) => [
			quantile,
			`${(Number(seconds) * 1000).toFixed(1)} ms`,
		]),
	);
};

async function upload() {
	let read = 0;
	while (!isOver()) {
		const {id} = await service.call('POST', '/projects', {
			type: 'backend',
			name: 'large',
			targetUrl: 'http://127.0.0.1:9',
		});
		const fileName = `api.${form}`;
		const {uploadUrl, s3Key} = await service.call('POST', `/projects/${id}/docs/upload-url`, {fileName, contentType});
		await fetch(uploadUrl, {method: 'PUT', headers: {'content-type': contentType}, body: text});
		await service.call('POST', `/projects/${id}/docs`, {s3Key, displayName: fileName, docRole: 'API_DOC'});
		await service.call('POST', `/projects/${id}/endpoints/discover`, {probe: false});
		read++;
	}
	return read;
}

async function crowd(size) {
	const open = new Set();
	const openings = [
		'',
		'GET /healthz HTTP/1.1\r\n',
		`GET /openapi.json HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
		'nonsense\r\n\r\n',
	];
	while (!isOver()) {
		while (open.size < size) {
			const socket = connect({host, port: Number(port), allowHalfOpen: true});
			socket.on('error', () => {}).on('close', () => open.delete(socket));
			socket.write(openings[Math.floor(open.size % openings.length)]);
			socket.pause();
			open.add(socket);
		}
		await sleep(50);
	}
	for (const socket of open) socket.destroy();
}

const health = () =>
	new Promise(resolve => {
		const begun = performance.now();
		get({host, port, path: '/healthz', agent: false, timeout: 10_000}, answer =>
			answer.resume().on('end', () => resolve(performance.now() - begun)),
		).on('error', () => resolve(null));
	});

async function watch() {
	const times = [];
	let peak = 0;
	while (!isOver()) {
		times.push(await health());
		peak = Math.max(peak, memoryOf(service.pid).rss);
		await sleep(20);
	}
	return {times, peak};
}

async function malform(document, ids) {
	const byStatus = {};
	const complaints = [];
	for (let seed = 1; !isOver(); seed++) {
		const part = await sendMalformed({host, port, key: state.key, document, ids, requests: 200, seed, atOnce: 4});
		for (const [status, count] of Object.entries(part.byStatus)) byStatus[status] = (byStatus[status] ?? 0) + count;
		complaints.push(...part.complaints);
	}
	return {byStatus, complaints};
}

try {
	const {id: projectId} = await service.call('POST', '/projects', {type: 'backend', name: 'x'});
	const document = await (await fetch(`${service.url}/openapi.json`)).json();
	await metrics();
	const [malformed, one, other, watched] = await Promise.all([
		malform(document, {projectId}),
		...[upload(), upload()],
		watch(),
		crowd(60),
	]);
	const answered = watched.times.filter(time => time !== null).sort((a, b) => a - b);
	console.log('event loop:', await metrics());
	console.log(`${one + other} documents of 4 MB (${form}); memory at most ${Math.round(watched.peak / 1_048_576)} MB`);
	console.log('malformed requests:', malformed.byStatus, `${malformed.complaints.length} complaints`);
	console.log(
		`/healthz: ${watched.times.length} asked, ${watched.times.length - answered.length} unanswered, median ${answered[answered.length >> 1].toFixed(1)} ms, longest ${answered.at(-1).toFixed(0)} ms`,
	);
	for (const complaint of malformed.complaints.slice(0, 5)) console.log(JSON.stringify(complaint).slice(0, 400));
} finally {
	await service.stop();
	rmSync(home, {recursive: true, force: true});
}
