import {spawn} from 'node:child_process';
import {lintScript} from './lint-script.ts';

/** What a reader of a test's source noticed. */
export type CodeFinding = {
	/** 1-based; null: it belongs to no line. */
	line: number | null;
	/** No Python would run it. */
	isError: boolean;
	text: string;
};

export type LintedCode = {
	code: string;
	produces: readonly string[];
	needs: readonly string[];
	/** Values that the tests of its project produce; null or absent: nobody knows. */
	known?: readonly string[] | null;
};

/** Longest time that Python may take, in milliseconds. */
const timeoutMs = 10_000;

/**
 * Reads a test by Python's own syntax tree: whether it can be read, and whether what it reads and publishes agrees with
 * what it declares. Nothing of it is executed.
 *
 * @param python the interpreter
 * @returns null: there is no such Python, or it did not answer
 */
export function lintCode(python: string, job: LintedCode): Promise<CodeFinding[] | null> {
	return new Promise(resolve => {
		// Isolated and without site packages: neither the folder nor the user's environment plays a part.
		const child = spawn(python, ['-I', '-S', '-c', lintScript], {
			stdio: ['pipe', 'pipe', 'ignore'],
			timeout: timeoutMs,
			env: {PATH: process.env['PATH'] ?? '', PYTHONIOENCODING: 'utf-8', LANG: 'C.UTF-8'},
		});
		const parts: Buffer[] = [];
		child.on('error', () => resolve(null));
		child.stdin.on('error', () => {});
		child.stdout.on('data', (part: Buffer) => parts.push(part));
		child.on('close', () => resolve(findingsIn(Buffer.concat(parts).toString())));
		child.stdin.end(JSON.stringify(job));
	});
}

function findingsIn(text: string): CodeFinding[] | null {
	try {
		return JSON.parse(text) as CodeFinding[];
	} catch {
		return null;
	}
}

/** `line 4: …`, as warnings say it. */
export const findingText = ({line, text}: CodeFinding): string => (line === null ? text : `line ${line}: ${text}`);

/**
 * Reads tests with the first of these interpreters that answers, and stays with it. An empty or missing name, as of a
 * variable that is not set, stands for none.
 *
 * @returns null from the reader: none of them answers
 */
export function codeLint(
	candidates: ReadonlyArray<string | undefined>,
): (job: LintedCode) => Promise<CodeFinding[] | null> {
	const named = candidates.filter((candidate): candidate is string => candidate !== undefined && candidate !== '');
	let working: string | null = null;
	return async job => {
		for (const python of working === null ? named : [working]) {
			const findings = await lintCode(python, job);
			if (findings === null) continue;
			working = python;
			return findings;
		}
		return null;
	};
}

/** The interpreters that tests may run on, by the names that a PATH has. */
export const usualPythons = ['python3', 'python', '/usr/bin/python3'];
