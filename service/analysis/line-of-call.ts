import type {RecordedCall} from '../runners/runner.ts';

/**
 * The 1-based line of a test that made a call, where its source has as many calls of that method as the run made; null
 * where nobody can tell, such as in a loop.
 */
export function lineOfCall(call: RecordedCall, calls: readonly RecordedCall[], code: string | null): number | null {
	if (code === null) return null;
	const pattern = new RegExp(`\\.${call.method.toLowerCase()}\\(|\\(\\s*['"]${call.method}['"]`, 'gi');
	const lines = code.split(/\r\n|[\n\r]/).flatMap((line, index) => {
		const count = /^\s*#/.test(line) ? 0 : [...line.matchAll(pattern)].filter(match => isRequest(line, match)).length;
		return Array.from({length: count}, () => index + 1);
	});
	const same = calls.filter(({method}) => method === call.method);
	if (lines.length === 1) return lines[0]!;
	// A run that stopped early has made fewer calls than its source has.
	return same.length <= lines.length && !/^[ \t]*(?:for|while|def)\b/m.test(code)
		? (lines[same.indexOf(call)] ?? null)
		: null;
}

/** `body.get("id")` reads, and asks nobody. */
const isRequest = (line: string, match: RegExpExecArray): boolean =>
	!/^\.get\($/i.test(match[0]) || !/^\s*['"][\w-]*['"]\s*[,)]/.test(line.slice(match.index + match[0].length));
