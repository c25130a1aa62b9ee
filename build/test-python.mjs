// The one Python that the tests use: an interpreter of this machine that has all they need, else a private environment
// below node_modules, else the system's own after its packages were installed. Every need is checked in the interpreter
// that will be used, never in another one that happens to be there too.
import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';

/** What the tests import, the package that pip knows it by, and Debian's. `ensurepip` makes private environments. */
export const testModules = [
	{module: 'requests', pip: 'requests', debian: 'python3-requests', why: 'most backend tests call APIs with it'},
	{module: 'httpx', pip: 'httpx', debian: 'python3-httpx', why: 'recording of httpx calls'},
	{module: 'yaml', pip: 'pyyaml', debian: 'python3-yaml', why: 'reads the workflow that ci init writes'},
	{module: 'ensurepip', pip: null, debian: 'python3-venv', why: 'private Python environments'},
];

/** Holds `bin/python3`, the interpreter of the tests, which stands first on their PATH. */
export const testPythonFolder = fileURLToPath(new URL('../node_modules/.cache/test-python', import.meta.url));
export const systemPython = '/usr/bin/python3';

const oldest = [3, 9];
const pipTimeoutMs = 300_000;
// -I: neither the current folder nor the user's own packages count, because a backend test may not see them either.
const probe = `
import importlib, json, sys
def can_import(name):
    try:
        importlib.import_module(name)
        return True
    except Exception:
        return False
modules = sys.argv[1].split(",")
print(json.dumps({"executable": sys.executable, "version": list(sys.version_info[:2]), "prefix": sys.prefix,
    "missing": [name for name in modules if not can_import(name)]}))
`;

/**
 * Asks an interpreter which of the modules it cannot import.
 * @param {string} python a path, or a name on PATH
 * @param {{env?: NodeJS.ProcessEnv, modules?: string[]}} [options]
 * @returns {{executable: string, identity: string, missing: string[]} | null} null when it is absent, broken or older than 3.9;
 * `executable` is the interpreter itself, not a shim in front of it; two names of one interpreter share their `identity`
 */
export function examinePython(python, {env = process.env, modules = testModules.map(({module}) => module)} = {}) {
	const {stdout, status} = spawnSync(python, ['-I', '-c', probe, modules.join(',')], {
		env,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	if (status !== 0) return null;
	try {
		const {executable, version, prefix, missing} = JSON.parse(stdout.trim().split('\n').at(-1));
		const isOld = version[0] < oldest[0] || (version[0] === oldest[0] && version[1] < oldest[1]);
		return isOld ? null : {executable, identity: `${prefix} ${version}`, missing};
	} catch {
		return null;
	}
}

/**
 * Finds the interpreter of the tests, or makes a private environment with pip.
 * @param {{env?: NodeJS.ProcessEnv, folder?: string, system?: string, say: (line: string) => void}} options `system` is
 * the interpreter that packages of the system belong to
 * @returns {{python: string | null, problem: string | null}} with no `python`, `problem` names each interpreter and what
 * it lacks
 */
export function prepareTestPython({env = process.env, folder = testPythonFolder, system = systemPython, say}) {
	const own = join(folder, 'bin', 'python3');
	const named = env.SVC_TEST_PYTHON;
	// The private environment comes last: who installs the packages where they look for them gets their own Python.
	const candidates = [...(named ? [named] : []), 'python3', 'python', system, ...(isEnvironment(folder) ? [own] : [])];
	const found = candidates.flatMap(
		candidate => examinePython(candidate, {env: {...env, PATH: pathWithout(env, folder)}}) ?? [],
	);
	const able = found.find(({missing}) => missing.length === 0);
	if (able) return {python: use(able.executable, folder), problem: null};
	const distinct = found.filter(({identity}, index) => index === found.findIndex(other => other.identity === identity));
	const problems = distinct.map(({executable, missing}) => `${executable} has no ${missing.join(', no ')}`);
	const base = distinct.find(
		({executable, missing}) => !missing.includes('ensurepip') && !executable.startsWith(folder),
	);
	if (!base) return {python: null, problem: problems.join('; ') || 'no Python 3.9 or newer was found'};
	say(`making a Python environment for the tests with ${base.executable} (${problems.join('; ')})`);
	const failure = makeEnvironment(base.executable, folder, env);
	if (failure === null) return {python: own, problem: null};
	return {python: null, problem: [...problems, `a private environment could not be made (${failure})`].join('; ')};
}

/** PATH for the tests: the prepared interpreter is what `python3` means there. */
export const pathWithTestPython = (env = process.env, folder = testPythonFolder) =>
	[join(folder, 'bin'), pathWithout(env, folder)].join(':');

const pathWithout = (env, folder) =>
	(env.PATH ?? '')
		.split(':')
		.filter(entry => entry !== join(folder, 'bin'))
		.join(':');
const isEnvironment = folder => existsSync(join(folder, 'pyvenv.cfg'));

/** Puts `python3` into the folder: a script, because a link to the Python of an environment would lose its packages. */
function use(executable, folder) {
	const bin = join(folder, 'bin');
	if (executable.startsWith(`${bin}/`)) return executable;
	rmSync(folder, {recursive: true, force: true});
	mkdirSync(bin, {recursive: true});
	const script = `#!/bin/sh\nexec '${executable.replaceAll("'", "'\\''")}' "$@"\n`;
	for (const name of ['python3', 'python']) writeFileSync(join(bin, name), script, {mode: 0o755});
	return executable;
}

/** Null when the environment has everything, else why not; then nothing of it is left. */
function makeEnvironment(base, folder, env) {
	const python = join(folder, 'bin', 'python3');
	rmSync(folder, {recursive: true, force: true});
	mkdirSync(folder, {recursive: true});
	const packages = testModules.flatMap(({pip}) => pip ?? []);
	// Without a network pip would try for minutes.
	const pip = ['-m', 'pip', 'install', '--quiet', '--no-input', '--retries', '1', '--timeout', '15', ...packages];
	const failure = run(base, ['-m', 'venv', '--clear', folder], env) ?? run(python, pip, env);
	const missing = failure === null ? (examinePython(python, {env})?.missing ?? ['answer']) : [];
	if (failure === null && missing.length === 0) return null;
	rmSync(folder, {recursive: true, force: true});
	return failure ?? `it has no ${missing.join(', no ')}`;
}

/** Null when the program succeeded, else the last thing it said. */
function run(program, args, env) {
	const {status, stdout, stderr, error} = spawnSync(program, args, {
		env: {...env, PIP_DISABLE_PIP_VERSION_CHECK: '1'},
		encoding: 'utf8',
		timeout: pipTimeoutMs,
	});
	if (status === 0) return null;
	return (
		`${stdout ?? ''}\n${stderr ?? ''}`.trim().split('\n').at(-1) || String(error?.message ?? `exit code ${status}`)
	);
}
