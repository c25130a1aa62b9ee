// A process that behaves like `svc serve` as far as its starter can see, with the mishaps that tests ask for through
// STAND_IN (comma list): `slow` (300 ms before it is ready), `dies`, `busy` (runs in flight), `deaf` (ignores SIGTERM),
// `never-ready`, `exit-6`. STAND_IN_VERSION is the version it tells.
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import process from 'node:process';
import {parseArgs} from 'node:util';
import {rmSync} from 'node:fs';
import {writeFileAtomically} from '../../../source/process/atomic-write.ts';
import {startTimeOf} from '../../../source/process/start-time.ts';

const {values} = parseArgs({
	args: process.argv.slice(3),
	options: {
		'data-dir': {type: 'string'},
		'log-file': {type: 'string'},
		workers: {type: 'string'},
		port: {type: 'string'},
	},
});
const dataDir = values['data-dir'] ?? '';
const mishaps = (process.env['STAND_IN'] ?? '').split(',');
const version = process.env['STAND_IN_VERSION'] ?? '1.2.3';
const has = (name: string) => mishaps.includes(name);

console.error(`started with key ${process.env['SVC_API_KEY'] ?? 'none'} in ${process.cwd()}`);
if (has('dies')) throw new Error('of natural causes');
if (has('exit-6')) {
	console.error('Error: another service owns the data directory.\nName another one.');
	process.exitCode = 6;
} else {
	await serve();
}

async function serve() {
	let isReady = !has('slow') && !has('never-ready');
	if (has('slow')) setTimeout(() => (isReady = true), 300);
	const answers: Record<string, () => [number, unknown]> = {
		'/healthz': () => [200, {status: 'ok', version, uptimeSeconds: 1}],
		'/readyz': () => [isReady ? 200 : 503, {status: isReady ? 'ready' : 'not_ready', checks: []}],
		'/metrics': () => [
			200,
			`svc_queue_depth 3\nsvc_runs_in_flight{type="backend"} ${has('busy') ? 1 : 0}\nsvc_batches_in_flight{phase="tests"} 0\n`.replace(
				'svc_queue_depth 3',
				`svc_queue_depth ${has('busy') ? 3 : 0}`,
			),
		],
	};
	const server = createServer((request, response) => {
		if (request.method === 'POST' && request.url === '/api/cli/v1/local/keys') {
			const isOwner = request.headers['x-svc-owner-token'] === 'owner-token' && !request.headers['x-api-key'];
			response.statusCode = isOwner ? 201 : 401;
			response.end(JSON.stringify(isOwner ? createdKey : {error: {code: 'AUTH_INVALID', message: 'no'}}));
			return;
		}
		const [status, body] = answers[request.url ?? '']?.() ?? [404, {}];
		response.statusCode = status;
		response.end(typeof body === 'string' ? body : JSON.stringify(body));
	});
	await new Promise<void>(resolve => server.listen(Number(values.port ?? 0), '127.0.0.1', resolve));
	const record = {
		pid: process.pid,
		startTime: await startTimeOf(process.pid),
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		version,
		startedAt: new Date().toISOString(),
		ownerToken: 'owner-token',
		workers: Number(values.workers ?? 1),
	};
	const path = join(dataDir, 'service.json');
	process.on('SIGTERM', () => {
		if (has('deaf')) return;
		rmSync(path, {force: true});
		server.closeAllConnections();
		server.close();
	});
	writeFileAtomically(path, JSON.stringify(record), {mode: 0o600});
}

const createdKey = {
	keyId: 'key_1',
	name: 'local',
	prefix: 'sk-user-',
	last4: 'abcd',
	scopes: [],
	createdAt: '2026-01-31T09:30:00.000Z',
	lastUsedAt: null,
	expiresAt: null,
	revokedAt: null,
	current: false,
	key: 'sk-user-minted',
};
