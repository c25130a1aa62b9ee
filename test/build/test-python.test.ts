import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {pathWithTestPython, prepareTestPython} from '../../build/test-python.mjs';
import type {PythonInterpreter} from '../../service/runners/find-python.ts';
import {makeBarePython} from '../helpers/bare-python.ts';
import {pythonWith} from '../helpers/python-with.ts';
import {makeWheels} from '../helpers/wheels.ts';

let folder = '';
let base: PythonInterpreter;
let wheels = '';
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'svc-test-python-'));
	base = await pythonWith('ensurepip');
	wheels = makeWheels(join(folder, 'wheels'), base, {requests: 'requests', httpx: 'httpx', pyyaml: 'yaml'});
});
afterAll(() => rmSync(folder, {recursive: true, force: true}));

/** A real interpreter that can import these modules, the standard library, and nothing else. */
function pythonThatHas(name: string, ...modules: string[]): string {
	const environment = join(folder, name);
	const python = makeBarePython(environment, base);
	const version = base.version.split('.').slice(0, 2).join('.');
	const packages = join(environment, 'lib', `python${version}`, 'site-packages');
	mkdirSync(packages, {recursive: true});
	for (const module of modules) writeFileSync(join(packages, `${module}.py`), '');
	symlinkSync('python', join(environment, 'bin', 'python3'));
	return python;
}

/** A machine whose PATH begins with the folder of `first`, and whose system has `system`. */
function machine(name: string, first: string, system: string, env: Record<string, string> = {}) {
	const said: string[] = [];
	return {
		said,
		options: {
			env: {PATH: join(first, '..'), HOME: folder, PIP_NO_INDEX: '1', PIP_CONFIG_FILE: '/dev/null', ...env},
			folder: join(folder, `${name}-prepared`),
			system,
			say: (line: string) => void said.push(line),
		},
	};
}

/** What `python3` is for a test that calls it by name. */
const python3Of = ({env, folder: prepared}: {env: Record<string, string>; folder: string}) =>
	execFileSync('sh', ['-c', 'python3 -c "import sys, requests, httpx, yaml; print(sys.executable)"'], {
		env: {...env, PATH: `${pathWithTestPython(env, prepared)}:/bin`},
		encoding: 'utf8',
	}).trim();

it('passes over a first python3 with requests only for one that has everything, also for tests that call python3', () => {
	const first = pythonThatHas('requests-only', 'requests');
	const whole = pythonThatHas('whole', 'requests', 'httpx', 'yaml');
	const {options, said} = machine('second', first, whole);
	expect(prepareTestPython(options)).toEqual({python: whole, problem: null});
	expect(python3Of(options)).toBe(whole);
	expect(said).toEqual([]);
});

it('fills a private environment with pip where no interpreter has everything, and takes it again the next time', () => {
	const first = pythonThatHas('requests-first', 'requests');
	const {options, said} = machine('pip', first, pythonThatHas('nothing-here'), {PIP_FIND_LINKS: wheels});
	const python = join(options.folder, 'bin', 'python3');
	expect(prepareTestPython(options)).toEqual({python, problem: null});
	expect(python3Of(options)).toBe(python);
	expect(said).toEqual([expect.stringContaining(`with ${first}`)]);
	const offline = {...options.env, PIP_FIND_LINKS: ''};
	expect(prepareTestPython({...options, env: offline})).toEqual({python, problem: null});
	expect(said).toHaveLength(1);
});

it('names each interpreter with what it lacks where nothing can be installed, and leaves nothing behind', () => {
	const first = pythonThatHas('requests-alone', 'requests');
	const nothing = pythonThatHas('nothing');
	const {options} = machine('offline', first, nothing);
	const {python, problem} = prepareTestPython(options);
	expect(python).toBeNull();
	expect(problem).toContain(`${first}3 has no httpx, no yaml; ${nothing} has no requests, no httpx, no yaml; `);
	expect(problem).toMatch(/a private environment could not be made \(.*\)$/);
	expect(existsSync(options.folder)).toBe(false);
});

it('takes the interpreter that SVC_TEST_PYTHON names before any other', () => {
	const named = pythonThatHas('named', 'requests', 'httpx', 'yaml');
	const whole = pythonThatHas('whole-first', 'requests', 'httpx', 'yaml');
	const {options} = machine('named-first', whole, whole, {SVC_TEST_PYTHON: named});
	expect(prepareTestPython(options).python).toBe(named);
	expect(readdirSync(join(options.folder, 'bin')).sort()).toEqual(['python', 'python3']);
});

it('finds no Python on a machine without one', () => {
	const {options} = machine('none', join(folder, 'no', 'python'), join(folder, 'no', 'python3'));
	expect(prepareTestPython(options)).toEqual({python: null, problem: 'no Python 3.9 or newer was found'});
});
