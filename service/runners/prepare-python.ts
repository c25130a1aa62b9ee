import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {hasApt, installSystemPackage, runProgram} from '../../source/process/system-package.ts';
import {findPython, noPythonMessage, type PythonInterpreter, privateEnvironment} from './find-python.ts';

export type PreparePythonOptions = {
	env: Readonly<Record<string, string | undefined>>;
	/** The service's data directory; the private environment goes below it. */
	dataDir: string;
	/** As for `findPython`. */
	systemPython?: string;
	/** Whether this process may install system packages. */
	isRoot: boolean;
	/** A sentence before each step that takes long. */
	onStep?(message: string): void;
};

export type PreparedPython = {
	/** What backend tests will run on; null when there is no Python at all. */
	python: PythonInterpreter | null;
	/** What was installed, if anything. */
	installed: 'private environment' | 'system package' | null;
	/** What was found or done, or why nothing could be done. */
	message: string;
	/** What the user can run; null when `requests` is there. */
	command: string | null;
};

const venvTimeoutMs = 120_000;
const pipTimeoutMs = 180_000;

/**
 * Makes `requests` available to backend tests: "a private virtual environment below the data directory through pip, or
 * the system package when they run as root and pip has no index; otherwise doctor warns with the command". Never
 * rejects; says what it did.
 */
export async function preparePython(options: PreparePythonOptions): Promise<PreparedPython> {
	const {chosen, findings} = await findPython(options);
	if (chosen?.requests) {
		return {
			python: chosen,
			installed: null,
			message: `backend tests run on ${chosen.executable} with requests ${chosen.requests}`,
			command: null,
		};
	}
	const problems: string[] = [];
	const made = chosen && (await makeEnvironment(chosen, options, problems));
	if (made) return made;
	const packaged = await installPackage(options, problems);
	if (packaged) return packaged;
	const reason = chosen ? `${chosen.executable} has no requests` : noPythonMessage(findings);
	return {
		python: chosen,
		installed: null,
		message: [reason, ...problems].join('; '),
		command: await requestsCommand(chosen, options),
	};
}

/** Makes the private environment; leaves nothing behind when a step fails. */
async function makeEnvironment(
	base: PythonInterpreter,
	{env, dataDir, onStep}: PreparePythonOptions,
	problems: string[],
): Promise<PreparedPython | null> {
	const folder = privateEnvironment(dataDir);
	const python = join(folder, 'bin', 'python');
	onStep?.(`making a Python environment in ${folder}`);
	const failure =
		(await runProgram(base.executable, ['-m', 'venv', '--clear', folder], env, venvTimeoutMs)) ??
		(await runProgram(python, pipInstall, env, pipTimeoutMs));
	const {chosen} = failure === null ? await findPython({env: {...env, SVC_PYTHON: python}, dataDir}) : {chosen: null};
	if (chosen?.requests) {
		return {
			python: chosen,
			installed: 'private environment',
			message: `installed requests ${chosen.requests} into the private environment ${folder}`,
			command: null,
		};
	}
	await rm(folder, {recursive: true, force: true});
	problems.push(`a private environment could not be made (${failure ?? 'requests cannot be imported in it'})`);
	return null;
}

const pipInstall = [
	...['-m', 'pip', 'install', '--quiet', '--no-input', '--disable-pip-version-check'],
	// Without a network pip would try for minutes.
	...['--retries', '1', '--timeout', '15', 'requests'],
];

/** Installs Debian's package, which belongs to `/usr/bin/python3`. */
async function installPackage(options: PreparePythonOptions, problems: string[]): Promise<PreparedPython | null> {
	const {env, isRoot, onStep} = options;
	if (!isRoot || !(await hasApt(env))) return null;
	onStep?.(`installing the system package ${debianPackage}`);
	const failure = await installSystemPackage(debianPackage, env);
	const {chosen} = await findPython(options);
	if (chosen?.requests) {
		return {
			python: chosen,
			installed: 'system package',
			message: `installed the system package ${debianPackage} for ${chosen.executable}`,
			command: null,
		};
	}
	problems.push(`${debianPackage} could not be installed (${failure ?? 'requests still cannot be imported'})`);
	return null;
}

const debianPackage = 'python3-requests';

/**
 * The command that makes `requests` importable: Debian's package for the system's own Python, which refuses pip there;
 * pip for any other.
 */
export async function requestsCommand(
	python: PythonInterpreter | null,
	{env, isRoot}: Pick<PreparePythonOptions, 'env' | 'isRoot'>,
): Promise<string> {
	const isSystems = python === null || python.executable.startsWith('/usr/bin/');
	if (isSystems && (await hasApt(env))) return `${isRoot ? '' : 'sudo '}apt-get install -y ${debianPackage}`;
	return `${python?.executable ?? 'python3'} -m pip install requests`;
}
