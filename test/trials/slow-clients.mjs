// `node test/trials/slow-clients.mjs [--files 256] [--clients 320] [--seconds 20]`: clients that never finish, never read or
// never leave, against the built service with few descriptors, and how long `/healthz` takes meanwhile. A slow trial, not
// part of the tests; `test/http/connections.test.ts` holds the rule.
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {get} from 'node:http';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {createInterface} from 'node:readline';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';

const {values} = parseArgs({
	options: {
		files: {type: 'string', default: '256'},
		clients: {type: 'string', default: '320'},
		seconds: {type: 'string', default: '20'},
	},
});
const [files, clients, seconds] = [values.files, values.clients, values.seconds].map(Number);
const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'svc-slow-clients-'));
const service = spawn('sh', ['-c', `ulimit -n ${files}; exec "$0" "$1" --output json serve`, process.execPath, cli], {
	env: {PATH: process.env.PATH, HOME: home, SVC_HOME: home},
	stdio: ['ignore', 'pipe', 'ignore'],
});
let ready = '';
for await (const line of createInterface({input: service.stdout})) {
	ready += line;
	if (line.endsWith('}')) break;
}
const {url} = JSON.parse(ready);
const {hostname: host, port} = new URL(url);

const half = `GET /healthz HTTP/1.1\r\nhost: ${host}\r\n`;
const kinds = {
	'never begin': () => '',
	'never finish their headers': () => half,
	'never finish their body': () =>
		`POST /api/cli/v1/projects HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 9999\r\n\r\n{`,
	'never read': () => `GET /openapi.json HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
	'never leave': () => 'nonsense\r\n\r\n',
};

/** Milliseconds until `/healthz` has answered over a connection of its own; null where it did not. */
const health = () =>
	new Promise(resolve => {
		const begun = performance.now();
		const asking = get({host, port, path: '/healthz', agent: false, timeout: 10_000}, answer => {
			answer.resume().on('end', () => resolve(answer.statusCode === 200 ? performance.now() - begun : null));
		});
		asking.on('timeout', () => asking.destroy());
		asking.on('error', () => resolve(null));
	});

const rows = [];
try {
	for (const [kind, text] of Object.entries(kinds)) {
		const crowd = new Set();
		const enter = () => {
			const socket = connect({host, port: Number(port), allowHalfOpen: true});
			socket.on('error', () => {}).on('close', () => crowd.delete(socket));
			socket.write(text());
			socket.pause();
			crowd.add(socket);
		};
		const times = [];
		const until = performance.now() + (seconds * 1000) / Object.keys(kinds).length;
		while (performance.now() < until) {
			while (crowd.size < clients) enter();
			times.push(await health());
			await sleep(20);
		}
		for (const socket of crowd) socket.destroy();
		const answered = times.filter(time => time !== null).sort((one, other) => one - other);
		rows.push({
			'clients that': kind,
			asked: times.length,
			unanswered: times.length - answered.length,
			'median ms': Math.round(answered[answered.length >> 1]),
			'longest ms': Math.round(answered.at(-1)),
		});
	}
	console.log(`${clients} clients, ${files} descriptors`);
	console.table(rows);
	process.exitCode = rows.some(row => row.unanswered > 0) ? 1 : 0;
} finally {
	service.kill('SIGTERM');
	await new Promise(resolve => service.once('exit', resolve));
	rmSync(home, {recursive: true, force: true});
}
