import {chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {findPython, privateEnvironment} from '../../../service/runners/find-python.ts';
import {preparePython} from '../../../service/runners/prepare-python.ts';
import {makeBarePython} from '../../helpers/bare-python.ts';
import {pythonWith} from '../../helpers/python-with.ts';
import {makeWheels} from '../../helpers/wheels.ts';

let folder = '';
/** Interpreter of an environment without packages, so that requests is missing whatever the machine has. */
let bare = '';
let wheels = '';

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'svc-prepare-'));
	const base = await pythonWith('ensurepip');
	bare = makeBarePython(join(folder, 'bare'), base);
	wheels = makeWheels(join(folder, 'wheels'), base, {requests: 'requests'});
});
afterAll(() => rmSync(folder, {recursive: true, force: true}));

/** A machine of its own: it has only the programs that the test puts there. */
function machine(name: string, env: Record<string, string> = {}) {
	const bin = join(folder, name, 'bin');
	mkdirSync(bin, {recursive: true});
	const dataDir = join(folder, name, 'data');
	const steps: string[] = [];
	return {
		bin,
		dataDir,
		steps,
		options: {
			env: {PATH: bin, HOME: folder, PIP_NO_INDEX: '1', PIP_CONFIG_FILE: '/dev/null', ...env},
			dataDir,
			systemPython: join(bin, 'system-python3'),
			isRoot: false,
			onStep: (message: string) => void steps.push(message),
		},
	};
}

function program(path: string, script: string): void {
	writeFileSync(path, `#!/bin/sh\n${script}\n`);
	chmodSync(path, 0o755);
}

/** A Python that cannot make environments, as Debian's without its venv package. */
function pythonWithoutVenv(path: string): string {
	const answer = JSON.stringify({executable: path, version: '3.11.0', requests: null, userSite: null});
	program(path, `case "$2" in venv) echo "ensurepip is not available"; exit 1 ;; *) echo '${answer}' ;; esac`);
	return path;
}

const withRequests = `echo '{"executable":"/has/requests","version":"3.11.0","requests":"2.31.0","userSite":null}'`;

it('does nothing where requests is there', async () => {
	const {bin, options, steps} = machine('there');
	program(join(bin, 'python3'), withRequests);
	expect(await preparePython(options)).toEqual({
		python: {executable: '/has/requests', version: '3.11.0', requests: '2.31.0', userSite: null},
		installed: null,
		message: 'backend tests run on /has/requests with requests 2.31.0',
		command: null,
	});
	expect(steps).toEqual([]);
});

it('makes a private environment through pip, which is then found', async () => {
	const {options, dataDir, steps} = machine('pip', {SVC_PYTHON: bare, PIP_FIND_LINKS: wheels});
	const environment = privateEnvironment(dataDir);
	const prepared = await preparePython(options);
	expect(prepared).toEqual({
		python: {
			executable: expect.stringContaining(environment),
			version: expect.any(String),
			requests: '9.9',
			userSite: null,
		},
		installed: 'private environment',
		message: `installed requests 9.9 into the private environment ${environment}`,
		command: null,
	});
	expect(steps).toEqual([`making a Python environment in ${environment}`]);
	expect((await findPython({...options, env: {PATH: options.env.PATH}})).chosen).toEqual(prepared.python);
});

it('leaves nothing behind when pip has no index, and says which command to run', async () => {
	const {options, dataDir} = machine('no-index', {SVC_PYTHON: bare});
	const prepared = await preparePython(options);
	expect(prepared).toMatchObject({python: {requests: null}, installed: null});
	expect(prepared.message).toMatch(/has no requests; a private environment could not be made \(.*requests.*\)$/);
	expect(prepared.command).toBe(`${prepared.python!.executable} -m pip install requests`);
	expect(existsSync(privateEnvironment(dataDir))).toBe(false);
});

it('installs the system package as root when pip has no index, after reading the lists anew', async () => {
	const {bin, options, steps} = machine('apt');
	pythonWithoutVenv(join(bin, 'python3'));
	const log = join(folder, 'apt', 'log');
	// Knows no package before an update; installing makes the system's Python able.
	program(
		join(bin, 'apt-get'),
		`echo "$*" >> ${log}
case "$1" in
update) : > ${log}.updated ;;
install) test -e ${log}.updated || { echo "E: Unable to locate package" >&2; exit 100; }
printf '#!/bin/sh\\n%s\\n' "${withRequests.replaceAll('"', '\\"')}" > ${join(bin, 'system-python3')}
/bin/chmod 755 ${join(bin, 'system-python3')} ;;
esac`,
	);
	expect(await preparePython({...options, isRoot: true})).toEqual({
		python: {executable: '/has/requests', version: '3.11.0', requests: '2.31.0', userSite: null},
		installed: 'system package',
		message: 'installed the system package python3-requests for /has/requests',
		command: null,
	});
	expect(readFileSync(log, 'utf8').split('\n')).toEqual([
		'--version',
		'install -y -q python3-requests',
		'update -q',
		'install -y -q python3-requests',
		'',
	]);
	expect(steps).toHaveLength(2);
});

it('touches no system package without being root', async () => {
	const {bin, options} = machine('not-root');
	pythonWithoutVenv(join(bin, 'python3'));
	const log = join(folder, 'not-root', 'log');
	program(join(bin, 'apt-get'), `echo "$*" >> ${log}`);
	expect(await preparePython(options)).toMatchObject({
		installed: null,
		message: expect.stringContaining('a private environment could not be made (ensurepip is not available)'),
	});
	expect(existsSync(log)).toBe(false);
});

it('tells what to install where there is no Python at all', async () => {
	const {bin, options} = machine('none');
	program(join(bin, 'apt-get'), 'exit 0');
	expect(await preparePython(options)).toMatchObject({
		python: null,
		installed: null,
		message: expect.stringContaining('no Python 3.9 or newer was found'),
		command: 'sudo apt-get install -y python3-requests',
	});
});
