import {type AddressInfo, createServer} from 'node:net';
import {gzipSync} from 'node:zlib';
import {afterAll, beforeAll, expect, it, onTestFinished} from 'vitest';
import {createBackendBench} from '../../helpers/backend-bench.ts';
import {runtimeOf, until} from '../../helpers/processes.ts';

/** An API that answers with what its path says, lines parted by `|`, and leaves the connection open. */
const server = createServer(socket => {
	socket.on('error', () => {});
	socket.on('data', data => {
		const path = /^[A-Z]+ \/(\S*)/.exec(data.toString('latin1'))?.[1] ?? '';
		socket.write(`HTTP/1.1 ${decodeURIComponent(path).replaceAll('|', '\r\n')}\r\n\r\n{}`);
	});
});
let url = '';
beforeAll(async () => {
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const bench = createBackendBench({limits: {scratchBytes: 20 * 1024 ** 2}});

const send = (method: string, head: string) =>
	`import requests\nrequests.request("${method}", "${url}/${encodeURIComponent(head)}", timeout=60)\n`;
const wait = 'import time\ntime.sleep(120)\n';
/** A descriptor of the runtime that the test has no business with. */
const found = (kind: string) =>
	`import os\nlinks = {n: os.readlink(f"/proc/self/fd/{n}") for n in range(100, 300) if os.path.exists(f"/proc/self/fd/{n}")}\nfile = next(n for n, link in links.items() if "${kind}" in link)\n`;
const nested = (count: number, name: string) =>
	`import os\nfor _ in range(${count}):\n    os.mkdir("${name}")\n    os.chdir("${name}")\n`;
const tooLong = 'the test ran longer than its limit of 2 s';

it.each<[string, () => string, string, number?]>([
	['a length of thousands of digits', () => send('POST', `200 OK|Content-Length: ${'9'.repeat(5000)}`), tooLong, 2],
	['a length that is a superscript', () => send('POST', '200 OK|Content-Length: ²'), tooLong, 2],
	[
		'a log that is cut',
		() => `${found('memfd:calls')}try:\n    os.ftruncate(file, 0)\nexcept OSError:\n    pass\n${wait}`,
		tooLong,
		2,
	],
	[
		'a log of nonsense',
		() =>
			`${found('memfd:calls')}import mmap\nwith mmap.mmap(file, 48 << 20) as log:\n    log[:99999] = b"H" * 99999\n${wait}`,
		tooLong,
		2,
	],
	['folders in folders', () => nested(3000, 'd') + wait, 'the test put folders into each other more than 100 deep'],
	[
		'folders with the longest names',
		() => nested(40, 'd'.repeat(250)) + wait,
		'the test closed a folder to the runtime, which measures what it writes',
	],
	[
		'files without a number',
		() => `import itertools, os\nfor n in itertools.count():\n    os.symlink("x", str(n))\n`,
		'the test made more than 20000 files',
	],
	[
		'what a forked process holds',
		() =>
			`import os\nif os.fork() == 0:\n    held = [os.memfd_create("m") for _ in range(9)]\n    for file in held:\n        os.write(file, b"x" * (8 << 20))\n${wait}`,
		'the test wrote more than 20 MB into its folder',
	],
	[
		'a report without an end',
		() => `${found('pipe')}while True:\n    os.write(file, b"C" * 65536)\n`,
		'the test reported more than 256 MB',
	],
])(
	'%s ends its own test and no other',
	async (_what, code, error, timeoutSeconds = 60) => {
		const before = bench.target.seen.length;
		const neighbour = bench.start('import requests\nrequests.get(f"{TARGET_URL}/hang", timeout=120)', {
			timeoutSeconds: 120,
		});
		onTestFinished(() => neighbour.cancel());
		await until('the other test has called', () => bench.target.seen.length > before);
		const runtime = runtimeOf(bench.scratchDir);
		const outcome = await bench.run(`assert True\n${code()}`, {timeoutSeconds});
		expect([outcome.status, outcome.error]).toEqual(['failed', error]);
		expect(runtimeOf(bench.scratchDir)).toBe(runtime);
		neighbour.cancel();
		const {status, isLost} = await neighbour.result;
		expect([status, isLost]).toEqual(['cancelled', undefined]);
	},
	90_000,
);

it('a status that is no number is a call without a status, not a fault of the runtime', async () => {
	const tries = [`${'2'.repeat(5000)} OK`, '²00 OK'].map(head => send('GET', head).trim().split('\n')[1]);
	const code = [
		'import requests',
		...tries.flatMap(line => [`try:\n    ${line}`, 'except requests.RequestException:\n    pass']),
	];
	const {status, calls} = await bench.run([...code, 'assert True'].join('\n'));
	expect([status, calls.map(call => call.status)]).toEqual(['passed', [null, null]]);
});

it('answers that unfold without measure cost a report no more than a few', async () => {
	const bomb = gzipSync(Buffer.alloc(64 * 1024 ** 2));
	const head = `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`;
	const bombs = createServer(socket => {
		socket.on('error', () => {}).on('data', () => socket.end(Buffer.concat([Buffer.from(head), bomb])));
	});
	await new Promise<void>(resolve => bombs.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void bombs.close());
	const {port} = bombs.address() as AddressInfo;
	const count = 100;
	const {status, error, calls} = await bench.run(
		`import requests\nfor _ in range(${count}):\n    requests.get("http://127.0.0.1:${port}/", stream=True).raw.read(decode_content=False)\nassert True`,
	);
	expect([status, error, calls.length]).toEqual(['passed', null, count]);
	expect(new Set(calls.map(({truncated, responseBody}) => `${truncated} ${responseBody?.length}`)).size).toBe(1);
}, 60_000);
