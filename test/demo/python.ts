import {execFileSync, spawn} from 'node:child_process';
import {fileURLToPath} from 'node:url';

/** What the harness says about one test. */
export interface Outcome {
	passed: boolean;
	produced?: Record<string, unknown>;
	error?: string;
	message?: string;
}

/** The first interpreter here that can import `requests`, as the service would choose it; null when there is none. */
export function pythonWithRequests(env: Record<string, string | undefined>): string | null {
	const candidates = [env['SVC_PYTHON'], 'python3', 'python', '/usr/bin/python3'];
	for (const candidate of candidates) {
		if (!candidate) continue;
		try {
			return execFileSync(candidate, ['-c', 'import sys, requests; print(sys.executable)'], {
				encoding: 'utf8',
				stdio: ['ignore', 'pipe', 'ignore'],
			}).trim();
		} catch {}
	}
	return null;
}

/** Runs one test file in a fresh interpreter. Rejects when the harness itself breaks. */
export function runPythonTest(
	python: string,
	job: {path: string; baseUrl: string; variables: Record<string, unknown>},
): Promise<Outcome> {
	return new Promise((resolve, reject) => {
		const harness = fileURLToPath(new URL('harness.py', import.meta.url));
		// As the service starts it: no proxy of this machine stands between a test and the shop.
		const env = {PATH: process.env['PATH']};
		const child = spawn(python, [harness], {stdio: ['pipe', 'pipe', 'inherit'], env});
		let output = '';
		child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
			output += chunk;
		});
		child.once('error', reject);
		child.once('close', () => {
			try {
				resolve(JSON.parse(output.trim().split('\n').at(-1) ?? ''));
			} catch (error) {
				reject(new Error(`The harness printed "${output}".`, {cause: error}));
			}
		});
		child.stdin.end(JSON.stringify(job));
	});
}
