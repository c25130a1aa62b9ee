import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {type AddressInfo, createServer, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {createBackendBench} from '../../helpers/backend-bench.ts';
import {isRunning, until} from '../../helpers/processes.ts';

const bench = createBackendBench({
	limits: {
		processes: 20,
		addressSpaceBytes: 1024 ** 3,
		fileBytes: 1024 ** 2,
		scratchBytes: 8 * 1024 ** 2,
		openFiles: 100,
	},
});

it('ends a test that runs longer than its limit and says where it was', async () => {
	const outcome = await bench.run(
		'import requests\nrequests.get(f"{TARGET_URL}/echo")\nproduce("id", 7)\nprint("working")\ndef spin():\n    while True:\n        pass\nspin()',
		{timeoutSeconds: 5, produces: ['id']},
	);
	expect(outcome).toMatchObject({
		status: 'failed',
		failureKind: 'timeout',
		error: 'the test ran longer than its limit of 5 s',
		apiOutput: 'working\n',
		calls: [{status: 200}],
		captures: [{name: 'id', value: 7}],
	});
	expect(outcome.trace).toMatch(/line 8, in <module>.*in spin.*longer than its limit of 5 s$/s);
	expect([6, 7]).toContain(outcome.failedLine);
	expect(outcome.finishedAt - outcome.startedAt).toBeGreaterThanOrEqual(5000);
});

it.each([
	[
		'refuses every exception',
		'while True:\n    try:\n        while True: pass\n    except BaseException:\n        pass',
	],
	[
		'ignores signals',
		'import signal\nfor n in range(1, 65):\n    try: signal.signal(n, signal.SIG_IGN)\n    except (OSError, ValueError): pass\nwhile True: pass',
	],
	['waits for a target that trickles', 'import requests\nrequests.get(f"{TARGET_URL}/trickle", timeout=60)'],
	['waits for a child', 'import subprocess\nsubprocess.run(["sleep", "600"])'],
])('ends a test that %s', async (_what, code) => {
	const outcome = await bench.run(code, {timeoutSeconds: 1});
	expect(outcome).toMatchObject({
		status: 'failed',
		failureKind: 'timeout',
		error: 'the test ran longer than its limit of 1 s',
	});
});

it('kills the children of a test with it, also those that left its session', async () => {
	const outcome = await bench.run(
		[
			'import os, subprocess, time',
			'pids = [subprocess.Popen(["sleep", "60"]).pid, subprocess.Popen(["sleep", "60"], start_new_session=True).pid]',
			'# A daemon: forks twice, leaves session, folder, name and environment.',
			'read, write = os.pipe()',
			'if os.fork() == 0:',
			'    os.setsid()',
			'    if os.fork() == 0:',
			'        os.chdir("/")',
			'        os.write(write, str(os.getpid()).encode())',
			'        if os.fork() == 0:',
			'            os.setsid()',
			'        time.sleep(60)',
			'    os._exit(0)',
			'pids.append(int(os.read(read, 20)))',
			'produce("pids", pids)',
			'assert True',
		].join('\n'),
	);
	expect(outcome.status).toBe('passed');
	const pids = outcome.captures[0]!.value as number[];
	expect(pids).toHaveLength(3);
	expect(pids.filter(isRunning)).toEqual([]);
});

it('leaves a daemon alive as long as its test runs', async () => {
	const outcome = await bench.run(
		[
			'import os, time',
			'read, write = os.pipe()',
			'if os.fork() == 0:',
			'    os.setsid()',
			'    if os.fork() == 0:',
			'        os.write(write, str(os.getpid()).encode())',
			'        time.sleep(60)',
			'    os._exit(0)',
			'daemon = int(os.read(read, 20))',
			'os.wait()',
			'time.sleep(0.7)',
			'os.kill(daemon, 0)',
			'assert True',
		].join('\n'),
	);
	const others = await Promise.all([1, 2, 3].map(() => bench.run('assert True')));
	expect([outcome, ...others].map(({status, error}) => status + error)).toEqual(Array(4).fill('passednull'));
});

it('kills the whole group when a run is cancelled', async () => {
	let pid = 0;
	let output = '';
	const handle = bench.start(
		'import subprocess, time\nchild = subprocess.Popen(["sleep", "60"])\nlost = subprocess.Popen(["sleep", "60"], start_new_session=True)\nprint(child.pid, lost.pid)\ntime.sleep(60)',
		{},
		{
			onStart: started => {
				pid = started;
			},
			onOutput: text => {
				output += text;
			},
		},
	);
	await until('the test has printed', () => output.includes('\n'));
	handle.cancel();
	const outcome = await handle.result;
	expect(outcome).toMatchObject({status: 'cancelled', failureKind: null, error: 'cancelled', apiOutput: output});
	expect([pid, ...output.trim().split(' ').map(Number)].filter(isRunning)).toEqual([]);
	handle.cancel();
	expect(await handle.result).toBe(outcome);
});

it('cancels a run that has not started', async () => {
	const handle = bench.start('import time\ntime.sleep(60)');
	handle.cancel();
	expect(await handle.result).toMatchObject({status: 'cancelled', calls: [], apiOutput: ''});
});

it('leads its own session and group', async () => {
	let pid = 0;
	const outcome = await bench.run(
		'import os\nassert os.getpid() == os.getpgid(0) == os.getsid(0)\nproduce("pid", os.getpid())',
		{},
		{
			onStart: started => {
				pid = started;
			},
		},
	);
	expect(outcome.captures[0]!.value).toBe(pid);
});

it('ends a test that starts too many processes', async () => {
	const outcome = await bench.run(
		'import os, time\nfor _ in range(40):\n    if os.fork() == 0:\n        time.sleep(60)\ntime.sleep(60)',
	);
	expect(outcome).toMatchObject({
		status: 'failed',
		failureKind: 'unknown',
		error: 'the test started more than 20 processes',
	});
});

it.each([
	['memory', 'x = bytearray(2 * 1024 ** 3)', /^MemoryError/],
	['memory in many pieces', 'x = []\nwhile True: x.append(bytearray(1_000_000))', /^MemoryError/],
	[
		'file size',
		'open("big", "wb", buffering=0).write(b"x" * 2_000_000)\nopen("big", "ab", buffering=0).write(b"x")',
		/File too large/,
	],
	['open files', 'files = [open("/dev/null") for _ in range(200)]', /Too many open files/],
])('limits the %s of a test', async (_what, code, error) => {
	const outcome = await bench.run(`assert True\n${code}`);
	expect(outcome).toMatchObject({status: 'failed', failureKind: 'unknown'});
	expect(outcome.error).toMatch(error);
});

it('limits the processor time of many threads', async () => {
	const outcome = await bench.run(
		'import resource\nsoft, hard = resource.getrlimit(resource.RLIMIT_CPU)\nassert (soft, hard) == (121, 126), (soft, hard)\nassert resource.getrlimit(resource.RLIMIT_CORE) == (0, 0)',
		{timeoutSeconds: 120},
	);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

it('runs in an empty folder that is its home and disappears', async () => {
	const outcome = await bench.run(
		[
			'import os, tempfile',
			'assert os.getcwd() == os.environ["HOME"] and os.listdir() == []',
			'open("left", "w").write("x")',
			'os.makedirs("a/b")',
			'os.chmod("a", 0)',
			'assert tempfile.mkdtemp().startswith(os.getcwd())',
			'produce("cwd", os.getcwd())',
		].join('\n'),
	);
	expect(outcome).toMatchObject({status: 'passed', error: null});
	const folder = outcome.captures[0]!.value as string;
	expect(folder.startsWith(bench.scratchDir)).toBe(true);
	expect(existsSync(folder)).toBe(false);
});

it('keeps the order of both outputs and streams them while the test runs', async () => {
	const pieces: string[] = [];
	const seen = join(mkdtempSync(join(tmpdir(), 'svc-seen-')), 'seen');
	onTestFinished(() => rmSync(dirname(seen), {recursive: true, force: true}));
	const outcome = await bench.run(
		[
			'import os, subprocess, sys, time',
			'print("one", end=" ")',
			'print("two", file=sys.stderr, end=" ")',
			'sys.stdout.write("three\\n")',
			'subprocess.run(["echo", "four"])',
			`while not os.path.exists(${JSON.stringify(seen)}): time.sleep(0.01)`,
			'os.write(2, b"five\\xff\\n")',
			'assert input is not None and sys.stdin.read() == ""',
			'print("six", end="")',
		].join('\n'),
		{},
		{
			onOutput(text) {
				pieces.push(text);
				if (pieces.join('').includes('four')) writeFileSync(seen, '');
			},
		},
	);
	expect(outcome).toMatchObject({status: 'passed', apiOutput: 'one two three\nfour\nfive\ufffd\nsix'});
	expect(pieces.join('')).toBe(outcome.apiOutput);
	expect(pieces.length).toBeGreaterThan(1);
});

it('takes 100 MB of output without stalling or growing, and keeps the last 50 KB', async () => {
	let largest = 0;
	let pid = 0;
	const before = process.memoryUsage().rss;
	const outcome = await bench.run(
		'import sys\nline = "é" * 500 + "\\n"\nfor _ in range(100_000):\n    sys.stdout.write(line)\nprint("the end", end="")\nassert True',
		{},
		{
			onStart: started => {
				pid = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${started}/status`, 'utf8'))![1]);
			},
			onOutput: () => {
				largest = Math.max(largest, Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]));
			},
		},
	);
	expect(outcome.status).toBe('passed');
	const bytes = Buffer.byteLength(outcome.apiOutput);
	expect(bytes).toBeLessThanOrEqual(51_200);
	expect(bytes).toBeGreaterThan(51_190);
	expect(outcome.apiOutput.endsWith(`${'é'.repeat(500)}\nthe end`)).toBe(true);
	expect(outcome.apiOutput).not.toContain('\ufffd');
	expect(largest).toBeLessThan(80_000);
	expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 ** 2);
});

it.each([
	['keeps', 'pass'],
	['removes while they are open', 'os.remove(name)'],
])('ends a test that fills the disk with many files that it %s', async (_, then) => {
	const outcome = await bench.run(
		[
			'import os, time',
			'kept = []',
			'for number in range(20):',
			'    name = f"piece-{number}"',
			'    kept.append(open(name, "wb")); kept[-1].write(bytes(1_000_000)); kept[-1].flush()',
			`    ${then}`,
			'time.sleep(60)',
		].join('\n'),
	);
	expect(outcome).toMatchObject({
		status: 'failed',
		failureKind: 'unknown',
		error: 'the test wrote more than 8 MB into its folder',
	});
});

it('runs several tests at once, each with its own verdict and output', async () => {
	// Each waits until all of them run.
	const waiting: Socket[] = [];
	const meeting = createServer(socket => {
		if (waiting.push(socket) === 8) for (const one of waiting) one.end('all');
	});
	onTestFinished(() => void meeting.close());
	await new Promise<void>(resolve => meeting.listen(0, '127.0.0.1', resolve));
	const {port} = meeting.address() as AddressInfo;
	const meet = `import socket\nsocket.create_connection(("127.0.0.1", ${port})).recv(3)`;
	const outcomes = await Promise.all(
		Array.from({length: 8}, (_, index) =>
			bench.run(`number = ${index}\nprint(number)\n${meet}\nassert number % 2 == 0`),
		),
	);
	expect(outcomes.map(({status}) => status)).toEqual([
		'passed',
		'failed',
		'passed',
		'failed',
		'passed',
		'failed',
		'passed',
		'failed',
	]);
	expect(outcomes.map(({apiOutput}) => apiOutput)).toEqual(outcomes.map((_, index) => `${index}\n`));
});

it('lets further tests wait when all places are taken', async () => {
	const handles = Array.from({length: 60}, (_, index) =>
		bench.start(`import time\ntime.sleep(0.05)\nassert ${index} >= 0`),
	);
	const waiting = handles.at(-1)!;
	waiting.cancel();
	const outcomes = await Promise.all(handles.map(({result}) => result));
	expect(outcomes.filter(({status}) => status === 'passed')).toHaveLength(59);
	expect(outcomes.at(-1)).toMatchObject({status: 'cancelled', error: 'cancelled'});
});

it('leaves no folder of a run behind', async () => {
	await bench.run('assert True');
	const [home = ''] = readdirSync(bench.scratchDir);
	expect(readdirSync(`${bench.scratchDir}/${home}`)).toEqual(['lock']);
});
