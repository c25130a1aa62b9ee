import {execFile} from 'node:child_process';
import {existsSync} from 'node:fs';
import {join} from 'node:path';

/** A Python that can run tests. */
export type PythonInterpreter = {
	/** The interpreter itself, not a shim in front of it. */
	executable: string;
	/** E.g. `3.11.2`. */
	version: string;
	/** Version of `requests`, or null when it cannot be imported. */
	requests: string | null;
	/** The user's own packages, when `requests` lies there. */
	userSite: string | null;
};

export type PythonOrigin = 'SVC_PYTHON' | 'private environment' | 'PATH' | 'system';

/** What one candidate turned out to be; `problem` says why it cannot be used at all. */
export type PythonFinding = {
	candidate: string;
	origin: PythonOrigin;
	interpreter: PythonInterpreter | null;
	problem: string | null;
};

export type PythonSearch = {
	env: Readonly<Record<string, string | undefined>>;
	/** The service's data directory, which may hold a private environment. */
	dataDir: string;
	/** The system's own interpreter; `/usr/bin/python3` when absent. */
	systemPython?: string;
	/** Also looks at the candidates behind the one that wins; for doctor. */
	all?: boolean;
};

/** Longest time a candidate may take to answer, in milliseconds. */
const probeTimeoutMs = 15_000;
export const oldestPython = '3.9';

// Runs on any Python 3; imports requests for real, because an installation may be there and broken.
const probe = `
import json, os, sys
def version_of_requests():
    try:
        import requests
        return str(requests.__version__)
    except Exception:
        return None
found = {"executable": sys.executable, "version": "%d.%d.%d" % sys.version_info[:3], "userSite": None}
found["requests"] = version_of_requests()
if found["requests"] is None:
    import site
    folder = site.getusersitepackages()
    if os.path.isdir(folder):
        site.addsitedir(folder)
        found["requests"] = version_of_requests()
        if found["requests"] is not None:
            found["userSite"] = folder
print(json.dumps(found))
`;

/** Where the service keeps a virtual environment of its own. */
export const privateEnvironment = (dataDir: string) => join(dataDir, 'python');

/**
 * Finds the Python for backend tests: "`SVC_PYTHON`, the private environment of the service, `python3`, `python`,
 * `/usr/bin/python3`; the first that can import `requests` wins, else the first that works". `chosen` is null when none
 * works; the findings say why.
 */
export async function findPython(
	search: PythonSearch,
): Promise<{chosen: PythonInterpreter | null; findings: PythonFinding[]}> {
	const findings: PythonFinding[] = [];
	const usable = () => findings.flatMap(({interpreter}) => interpreter ?? []);
	for (const {candidate, origin} of candidates(search)) {
		findings.push(await examine(candidate, origin, search.env));
		if (!search.all && findings.at(-1)?.interpreter?.requests) break;
	}
	const chosen = usable().find(({requests}) => requests !== null) ?? usable()[0] ?? null;
	return {chosen, findings};
}

function candidates({env, dataDir, systemPython}: PythonSearch): Array<{candidate: string; origin: PythonOrigin}> {
	const own = join(privateEnvironment(dataDir), 'bin', 'python');
	return [
		...(env['SVC_PYTHON'] ? [{candidate: env['SVC_PYTHON'], origin: 'SVC_PYTHON' as const}] : []),
		...(existsSync(own) ? [{candidate: own, origin: 'private environment' as const}] : []),
		{candidate: 'python3', origin: 'PATH'},
		{candidate: 'python', origin: 'PATH'},
		{candidate: systemPython ?? '/usr/bin/python3', origin: 'system'},
	];
}

async function examine(candidate: string, origin: PythonOrigin, env: PythonSearch['env']): Promise<PythonFinding> {
	const {answer, problem} = await ask(candidate, env);
	if (answer === null) return {candidate, origin, interpreter: null, problem};
	if (isOlder(answer.version, oldestPython)) {
		return {candidate, origin, interpreter: null, problem: `Python ${answer.version} is older than ${oldestPython}`};
	}
	return {candidate, origin, interpreter: answer, problem: null};
}

async function ask(
	candidate: string,
	env: PythonSearch['env'],
): Promise<{answer: PythonInterpreter; problem: null} | {answer: null; problem: string}> {
	const visible = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('SVC_')));
	return new Promise(resolve => {
		execFile(
			candidate,
			['-I', '-c', probe],
			{env: visible, timeout: probeTimeoutMs, killSignal: 'SIGKILL'},
			(error, stdout, stderr) => {
				const answer = error ? null : readAnswer(stdout);
				resolve(answer ? {answer, problem: null} : {answer: null, problem: problemOf(error, stderr)});
			},
		);
	});
}

function readAnswer(stdout: string): PythonInterpreter | null {
	try {
		const answer = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Partial<PythonInterpreter>;
		const {executable, version, requests = null, userSite = null} = answer;
		return executable && version ? {executable, version, requests, userSite} : null;
	} catch {
		return null;
	}
}

function problemOf(error: (Error & {code?: unknown; killed?: boolean}) | null, stderr: string): string {
	if (error?.code === 'ENOENT') return 'not found';
	if (error?.code === 'EACCES') return 'not executable';
	if (error?.killed) return `no answer within ${probeTimeoutMs / 1000} s`;
	const lastLine = stderr.trim().split('\n').at(-1);
	return lastLine || 'did not answer like a Python 3';
}

function isOlder(version: string, than: string): boolean {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	const [leastMajor = 0, leastMinor = 0] = than.split('.').map(Number);
	return major < leastMajor || (major === leastMajor && minor < leastMinor);
}

/** One line for doctor and for runs that could not start: what was looked at, and what to do. */
export function noPythonMessage(findings: readonly PythonFinding[]): string {
	const looked = findings.map(({candidate, problem}) => `${candidate}: ${problem}`).join('; ');
	return `no Python ${oldestPython} or newer was found (${looked}); install Python 3 or name one in SVC_PYTHON`;
}
