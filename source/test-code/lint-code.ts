import {lintScript} from './lint-script.ts';
import {pythonReader} from './python-reader.ts';

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

/**
 * Reads tests by Python's own syntax tree: whether they can be read, and whether what they read and publish agrees with
 * what they declare. Nothing of them is executed.
 *
 * @param python the interpreter
 * @returns null from the reader: there is no such Python, or it did not answer
 */
function lintOn(python: string): (job: LintedCode) => Promise<CodeFinding[] | null> {
	const read = pythonReader({
		executable: python,
		// Isolated and without site packages: neither the folder nor the user's environment plays a part.
		args: ['-I', '-S', '-c', lintScript],
		env: {PATH: process.env['PATH'] ?? '', PYTHONIOENCODING: 'utf-8', LANG: 'C.UTF-8'},
	});
	return async job => (await read(job)) as CodeFinding[] | null;
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
	const readers = candidates
		.filter((candidate): candidate is string => candidate !== undefined && candidate !== '')
		.map(lintOn);
	let working: (typeof readers)[number] | null = null;
	return async job => {
		for (const read of working === null ? readers : [working]) {
			const findings = await read(job);
			if (findings === null) continue;
			working = read;
			return findings;
		}
		return null;
	};
}

/** The interpreters that tests may run on, by the names that a PATH has. */
export const usualPythons = ['python3', 'python', '/usr/bin/python3'];
