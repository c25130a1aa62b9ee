import {type PythonString, type PythonText, readPythonText} from './python-text.ts';

/**
 * What the author of a backend test should look at before running it. Advice from a scan of the text: it refuses
 * nothing, and is silent when in doubt.
 */
export function codeWarnings(source: string): string[] {
	const text = readPythonText(source);
	return [
		...brokenSyntax(text.code),
		...literalCredentials(text.strings),
		...checksNothing(text),
		...uncalledTests(text.code),
	].slice(0, shown);
}

const shown = 20;

const closing: Record<string, string> = {'(': ')', '[': ']', '{': '}'};
const blockStart =
	/^[ \t]*(?:(?:async[ \t]+)?def[ \t]+\w+[ \t]*\(|class[ \t]+\w+|(?:if|elif|while)[ \t(]|for[ \t].*[ \t]in[ \t]|(?:else|try|finally)[ \t]*$)/;

/**
 * Mistakes that no version of Python would run: brackets that do not match, and a block without its colon. Says the
 * first one only, because the others often follow from it.
 */
function brokenSyntax(code: string): string[] {
	const open: Array<{bracket: string; line: number}> = [];
	const lines = code.split('\n');
	for (const [index, text] of lines.entries()) {
		const line = index + 1;
		const isFirst = open.length === 0 && !/\\\s*$/.test(lines[index - 1] ?? '');
		for (const character of text) {
			if (character in closing) open.push({bracket: character, line});
			else if (')]}'.includes(character)) {
				const opened = open.pop();
				if (opened === undefined || closing[opened.bracket] !== character)
					return [`line ${line}: a "${character}" closes nothing; Python will not run this test`];
			}
		}
		const isWhole = isFirst && open.length === 0 && !/\\\s*$/.test(text);
		if (isWhole && blockStart.test(text) && !text.includes(':'))
			return [`line ${line}: a ":" is missing; Python will not run this test`];
	}
	const left = open.at(-1);
	return left ? [`line ${left.line}: the "${left.bracket}" is never closed; Python will not run this test`] : [];
}

/** Secrets that show by their form. */
const secretForms: ReadonlyArray<[RegExp, string]> = [
	[/(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/, 'a JSON Web Token'],
	[/\b(?:Bearer|Basic)\s+(?=\S*\d)[\w+/=.~-]{16,}/i, 'a credential'],
	[/\bAKIA[0-9A-Z]{16}\b/, 'an AWS access key'],
	[/\bgh[pousr]_\w{30,}/, 'a GitHub token'],
	[/(?<![\w-])(?:sk|pk|rk)[-_](?=[\w-]*\d)[\w-]{20,}/, 'an API key'],
	[/-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/, 'a private key'],
];

/** Secrets that show by the name they are given. */
const secretName = /passw(?:or)?d$|secret$|api[-_]?key$|(?:access|auth|refresh)[-_]?token$|private[-_]?key$/i;
const secretValue = /^[\x21-\x7e]{8,}$/;
/** Values that stand for a secret or are wrong on purpose. */
const harmlessValue =
	/^[<{$%]|^VAR_|^__|^(.)\1*$|your|change[-_]?me|placeholder|example|dummy|fake|wrong|invalid|incorrect|bad|weak|test/i;

function literalCredentials(strings: PythonString[]): string[] {
	return strings.flatMap(({text, line, name}) => {
		const form = secretForms.find(([pattern]) => pattern.test(text))?.[1];
		const isNamed = name !== null && secretName.test(name) && secretValue.test(text) && !harmlessValue.test(text);
		const what = form ?? (isNamed ? `a literal value for ${name}` : null);
		if (what === null) return [];
		return [`line ${line}: the source contains ${what}; keep it in the project's credential, not in the code`];
	});
}

/** Libraries and calls by which a test can reach an API. */
const httpUse = /\b(?:requests|httpx|urllib3?|aiohttp|urlopen|HTTPS?Connection|websockets?|socket)\b|\bhttp\.client\b/;

function checksNothing({code}: PythonText): string[] {
	if (/\bassert\b/.test(code) || httpUse.test(code)) return [];
	return ['this test checks nothing: it has no assert and makes no HTTP call, so it will end failed'];
}

/** A test function or class at the top of the file. */
const definition = /^(?:async[ \t]+)?(def|class)[ \t]+(test_\w+|Test\w*)[ \t]*(?:\(([^()]*)\))?/gm;

/** The runtime itself calls test functions that need no argument, so only the others need a caller in the file. */
function uncalledTests(code: string): string[] {
	const definitions = [...code.matchAll(definition)];
	const uses = definitions.length > 0 ? countWords(code) : new Map<string, number>();
	return definitions.flatMap(({1: kind, 2: name = '', 3: parameters = '', index}) => {
		if ((uses.get(name) ?? 0) > 1) return [];
		if (kind === 'class')
			return /^[ \t]+(?:async[ \t]+)?def[ \t]+test_/m.test(blockAfter(code, index))
				? [`nobody calls the tests of class ${name}: the runtime calls functions, not methods`]
				: [];
		return needsArguments(parameters)
			? [`nobody calls ${name}: the runtime calls test functions without arguments only`]
			: [];
	});
}

function countWords(code: string): Map<string, number> {
	const counts = new Map<string, number>();
	for (const [word] of code.matchAll(/\w+/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
	return counts;
}

/** The indented lines that follow a definition. */
const blockAfter = (code: string, index: number) =>
	/^[^\n]*\n((?:[ \t]+[^\n]*\n?|[ \t]*\n)*)/.exec(code.slice(index))?.[1] ?? '';

function needsArguments(parameters: string): boolean {
	return parameters
		.split(',')
		.map(parameter => parameter.trim())
		.some(parameter => parameter !== '' && parameter !== '/' && !parameter.startsWith('*') && !parameter.includes('='));
}
