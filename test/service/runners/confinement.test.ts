import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {createBackendBench} from '../../helpers/backend-bench.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'svc-confined-'));
const elsewhere = mkdtempSync(join(tmpdir(), 'svc-elsewhere-'));
const bench = createBackendBench({dataDir, scratchDir: join(dataDir, 'scratch')});
const free = createBackendBench({sandbox: 'off'});
const strict = createBackendBench({sandbox: 'strict', dataDir, scratchDir: join(dataDir, 'strict')});

let level = '';
beforeAll(async () => {
	mkdirSync(join(dataDir, 'logs'));
	for (const path of [join(dataDir, 'secrets.key'), join(elsewhere, 'notes')]) writeFileSync(path, 'canary-of-others');
	({detail: level} = await bench.runner.check());
	return () => {
		for (const folder of [dataDir, elsewhere]) rmSync(folder, {recursive: true, force: true});
	};
});

/** What a kernel without it cannot refuse is not expected of it; this tells which one the tests ran on. */
const landlock = () => Number(/landlock (\d+)/.exec(level)?.[1] ?? 0);

/** Each refused line of Python becomes its error, each other one what it gives. */
const attempts = (lines: Record<string, string>) =>
	[
		'import ctypes, os, signal, subprocess, sys',
		'service = os.getppid()',
		'def attempt(name, of):',
		'    try:',
		'        print(name, "did:", repr(of())[:80])',
		'    except OSError as error:',
		'        print(name, "refused:", error.errno)',
		...Object.entries(lines).map(([name, line]) => `attempt(${JSON.stringify(name)}, lambda: ${line})`),
		'assert True',
	].join('\n');

const refused = (output: string) =>
	output
		.trim()
		.split('\n')
		.map(line => / (did|refused):/.exec(line)?.[1]);

describe('test code', () => {
	it('neither reads nor changes what is not its own', async () => {
		const notes = JSON.stringify(join(elsewhere, 'notes'));
		const data = JSON.stringify(dataDir);
		const lines = {
			'reads the key of the service': `open(${data} + "/secrets.key").read()`,
			'lists the data directory': `os.listdir(${data})`,
			'reads a file of somebody else': `open(${notes}).read()`,
			'follows a link there': `(os.symlink(${notes}, "link"), open("link").read())`,
			'goes there through its own root': `open("/proc/self/root" + ${notes}).read()`,
			'writes over it': `open(${notes}, "a")`,
			'cuts it off': `os.truncate(${notes}, 0)`,
			'removes it': `os.remove(${notes})`,
			'moves it to itself': `os.rename(${notes}, "taken")`,
			'takes a second name of it': `os.link(${notes}, "second")`,
			'makes a file beside it': `open(${notes} + ".new", "w")`,
			'makes a folder in the data directory': `os.mkdir(${data} + "/logs/mine")`,
			'puts a socket there': `__import__("socket").socket(1).bind(${data} + "/logs/socket")`,
			'lists the home of the user': `os.listdir(os.path.expanduser("~" + __import__("pwd").getpwuid(os.getuid()).pw_name))`,
			'writes into the interpreter': 'open(os.__file__, "a")',
			'writes into shared memory': 'open("/dev/shm/svc-confinement", "w")',
			'reads the environment of the runtime': 'open(f"/proc/{service}/environ").read()',
			'reads the memory of the runtime': 'open(f"/proc/{service}/mem", "rb")',
			'lets a program of its own read': `subprocess.run(["cat", ${notes}], check=True, capture_output=True).stdout`,
		};
		const {status, apiOutput} = await bench.run(
			attempts(lines)
				.replace('except OSError as error', 'except (OSError, subprocess.CalledProcessError) as error')
				.replace('error.errno', 'type(error).__name__'),
		);
		expect(status).toBe('passed');
		if (landlock() === 0) return expect(level).toContain('sandbox: none');
		expect(refused(apiOutput!), apiOutput!).toEqual(Object.keys(lines).map(() => 'refused'));
		expect(apiOutput).not.toContain('canary-of-others');
		expect(readFileSync(join(elsewhere, 'notes'), 'utf8')).toBe('canary-of-others');
	});

	it('does not signal the runtime, the service or another test', async () => {
		const other = bench.start('import time\nassert True\ntime.sleep(60)');
		onTestFinished(() => void other.cancel());
		const {apiOutput, status} = await bench.run(
			attempts({'the runtime': 'os.kill(service, 0)', 'the service': `os.kill(${process.pid}, 0)`}),
		);
		expect(status).toBe('passed');
		if (landlock() >= 6) expect(refused(apiOutput!), apiOutput!).toEqual(['refused', 'refused']);
	});

	it('has no right of root that a program of a user has not', async () => {
		const {apiOutput} = await bench.run(
			'print([line for line in open("/proc/self/status") if line.startswith(("CapEff", "CapPrm", "NoNewPrivs"))])\nassert True',
		);
		if (process.platform !== 'linux') return;
		expect(apiOutput).toMatch(/CapPrm:\\t0+\\n.*CapEff:\\t0+\\n.*NoNewPrivs:\\t1\\n/);
	});

	it('does what tests do: libraries, programs, names, its own files', async () => {
		const {status, error, apiOutput} = await bench.run(
			[
				'import json, os, shutil, socket, sqlite3, ssl, subprocess, sys, tempfile, threading, mimetypes, xml.dom.minidom',
				'import requests, urllib.request',
				'ssl.create_default_context()',
				'mimetypes.init()',
				'socket.getaddrinfo("localhost", 80)',
				'subprocess.run([sys.executable, "-c", "import json"], check=True)',
				'subprocess.run("ls /usr > listed && cat listed > /dev/null && sort listed | head -1", shell=True, check=True)',
				'with tempfile.NamedTemporaryFile("w") as file: file.write("x")',
				'os.makedirs("a/b"); shutil.copy(os.__file__, "a/b/copy.py"); shutil.move("a", "c"); shutil.rmtree("c")',
				'sqlite3.connect("own.db").execute("create table t (x)").connection.close()',
				'threading.Thread(target=lambda: requests.get(f"{TARGET_URL}/echo")).start()',
				'assert requests.get(f"{TARGET_URL}/echo").status_code == 200',
				'assert os.cpu_count() > 0 and open("/dev/urandom", "rb").read(4)',
			].join('\n'),
		);
		expect({status, error}, apiOutput ?? '').toEqual({status: 'passed', error: null});
	});

	it('is told what it was kept from, and where to read about it', async () => {
		const {status, error, advisories} = await bench.run(`open(${JSON.stringify(join(elsewhere, 'notes'))})`);
		if (landlock() === 0) return;
		expect(status).toBe('failed');
		expect(error).toContain('PermissionError');
		expect(advisories).toEqual([expect.stringContaining('svc help runtime')]);
	});
});

describe('the service', () => {
	it('says what is in force', async () => {
		expect(level).toMatch(/sandbox: (landlock \d+|none)$/);
		expect((await free.runner.check()).detail).toMatch(/sandbox: off$/);
	});

	it('keeps nothing away when it was told so', async () => {
		const {status} = await free.run(`assert open(${JSON.stringify(join(elsewhere, 'notes'))}).read()`);
		expect(status).toBe('passed');
	});

	it('runs tests in strict only where there is a sandbox', async () => {
		const {ok, detail} = await strict.runner.check();
		const outcome = await strict.run(
			`import os\nprint(os.path.exists(${JSON.stringify(join(dataDir, 'secrets.key'))}))\nassert True`,
		);
		if (!ok) {
			expect(detail).toContain('start the service with --sandbox auto');
			expect(outcome).toMatchObject({
				status: 'blocked',
				failureKind: 'infra',
				error: expect.stringContaining('strict'),
			});
			return;
		}
		expect(detail).toMatch(/sandbox: (landlock \d+|bubblewrap|landlock \d+ and bubblewrap)$/);
		expect(outcome.status).toBe('passed');
		if (detail.includes('bubblewrap')) expect(outcome.apiOutput).toBe('False\n');
	});
});
