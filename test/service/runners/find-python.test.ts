import {chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {
	findPython,
	noPythonMessage,
	type PythonInterpreter,
	privateEnvironment,
} from '../../../service/runners/find-python.ts';
import {makeBarePython} from '../../helpers/bare-python.ts';
import {pythonWith} from '../../helpers/python-with.ts';

let folder = '';
let real: PythonInterpreter;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'svc-find-'));
	real = await pythonWith('requests');
});
afterAll(() => rmSync(folder, {recursive: true, force: true}));

/** A program that stands for an interpreter. */
function program(path: string, script: string): string {
	mkdirSync(join(path, '..'), {recursive: true});
	writeFileSync(path, `#!/bin/sh\n${script}\n`);
	chmodSync(path, 0o755);
	return path;
}

const answer = (fields: object) => `echo '${JSON.stringify({userSite: null, requests: null, ...fields})}'`;

/** A path of its own, so that the machine's interpreters do not answer; the system's own still does. */
const search = (name: string, env: Record<string, string> = {}) => {
	const bin = join(folder, name, 'bin');
	mkdirSync(bin, {recursive: true});
	return {bin, dataDir: join(folder, name, 'data'), env: {PATH: bin, ...env}};
};

it('resolves a candidate to the interpreter itself, with its version and that of requests', async () => {
	const {chosen, findings} = await findPython({env: {...process.env, SVC_PYTHON: real.executable}, dataDir: folder});
	expect(chosen).toEqual(real);
	expect(chosen!.version).toMatch(/^3\.\d+\.\d+$/);
	expect(findings).toEqual([{candidate: real.executable, origin: 'SVC_PYTHON', interpreter: real, problem: null}]);
});

it('looks at SVC_PYTHON, the private environment, python3, python and the system, in this order', async () => {
	const {bin, dataDir, env} = search('order');
	const own = program(
		join(privateEnvironment(dataDir), 'bin', 'python'),
		answer({executable: '/own', version: '3.12.0'}),
	);
	program(join(bin, 'python3'), answer({executable: '/three', version: '3.10.1'}));
	program(join(bin, 'python'), answer({executable: '/plain', version: '3.9.0'}));
	const named = program(join(folder, 'named'), answer({executable: '/named', version: '3.13.0'}));
	const {findings} = await findPython({env: {...env, SVC_PYTHON: named}, dataDir, all: true});
	expect(findings.map(({candidate, origin}) => [candidate, origin])).toEqual([
		[named, 'SVC_PYTHON'],
		[own, 'private environment'],
		['python3', 'PATH'],
		['python', 'PATH'],
		['/usr/bin/python3', 'system'],
	]);
});

it('takes the first that can import requests, and asks no further', async () => {
	const {bin, dataDir, env} = search('first');
	program(join(bin, 'python3'), answer({executable: '/without', version: '3.12.0'}));
	program(join(bin, 'python'), answer({executable: '/with', version: '3.9.2', requests: '2.31.0'}));
	const {chosen, findings} = await findPython({env, dataDir});
	expect(chosen).toEqual({executable: '/with', version: '3.9.2', requests: '2.31.0', userSite: null});
	expect(findings).toHaveLength(2);
});

it('takes the first that works when none can import requests', async () => {
	const {bin, dataDir, env} = search('works');
	program(join(bin, 'python3'), 'echo "broken installation" >&2; exit 1');
	const named = program(join(folder, 'works', 'named'), answer({executable: '/a', version: '3.11.0'}));
	const {findings, chosen} = await findPython({env: {...env, SVC_PYTHON: named}, dataDir, all: true});
	const others = findings.filter(({origin}) => origin === 'system').flatMap(({interpreter}) => interpreter ?? []);
	expect(chosen!.executable).toBe(others.find(({requests}) => requests)?.executable ?? '/a');
	expect(findings[1]).toEqual({
		candidate: 'python3',
		origin: 'PATH',
		interpreter: null,
		problem: 'broken installation',
	});
});

it.each([
	['is too old', answer({executable: '/old', version: '3.8.18', requests: '2.0'}), 'Python 3.8.18 is older than 3.9'],
	['is Python 2', 'echo "Unknown option: -I" >&2; exit 2', 'Unknown option: -I'],
	['is something else', 'echo hello', 'did not answer like a Python 3'],
])('tells why a candidate that %s cannot be used', async (_what, script, problem) => {
	const {dataDir, env} = search('bad');
	const named = program(join(folder, 'bad', 'named'), script);
	const {findings} = await findPython({env: {...env, SVC_PYTHON: named}, dataDir, all: true});
	expect(findings[0]).toMatchObject({interpreter: null, problem});
});

it('tells when a candidate is not there or cannot be executed', async () => {
	const {dataDir, env} = search('absent');
	const file = join(folder, 'absent', 'file');
	writeFileSync(file, '');
	expect((await findPython({env: {...env, SVC_PYTHON: file}, dataDir, all: true})).findings).toMatchObject([
		{problem: 'not executable'},
		{candidate: 'python3', problem: 'not found'},
		{candidate: 'python', problem: 'not found'},
		{candidate: '/usr/bin/python3'},
	]);
});

it('does not show the environment of the service to a candidate', async () => {
	const {dataDir, env} = search('environment');
	const named = program(join(folder, 'environment', 'named'), 'test -z "$SVC_SECRET_KEY" || exit 9\nexit 4');
	const {findings} = await findPython({env: {...env, SVC_PYTHON: named, SVC_SECRET_KEY: 'x'}, dataDir, all: true});
	expect(findings[0]!.problem).toBe('did not answer like a Python 3');
});

it('finds requests among the packages of the user', async () => {
	const {dataDir, env} = search('user');
	const home = join(folder, 'user', 'home');
	const [major, minor] = real.version.split('.');
	const site = join(home, '.local', 'lib', `python${major}.${minor}`, 'site-packages');
	mkdirSync(join(site, 'requests'), {recursive: true});
	writeFileSync(join(site, 'requests', '__init__.py'), '__version__ = "9.9"\n');
	const bare = makeBarePython(join(folder, 'user', 'bare'), real);
	const {chosen} = await findPython({env: {...env, HOME: home, SVC_PYTHON: bare}, dataDir});
	expect(chosen).toMatchObject({requests: '9.9', userSite: site});
});

it('says in one line what was looked at and what to do', () => {
	const message = noPythonMessage([
		{candidate: 'python3', origin: 'PATH', interpreter: null, problem: 'not found'},
		{candidate: '/usr/bin/python3', origin: 'system', interpreter: null, problem: 'Python 3.6.9 is older than 3.9'},
	]);
	expect(message).toBe(
		'no Python 3.9 or newer was found (python3: not found; /usr/bin/python3: Python 3.6.9 is older than 3.9); install Python 3 or name one in SVC_PYTHON',
	);
});
