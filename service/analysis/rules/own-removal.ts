import {isSuccess} from '../../domain/status.ts';
import {withoutQuery} from '../endpoint.ts';
import type {RecordedCall} from '../../runners/runner.ts';
import {answered} from '../answer-text.ts';
import {testCode} from '../fix-target.ts';
import {metTest} from '../phrases.ts';
import type {Rule} from './rule.ts';

/**
 * The 1-based line of a test that made a call, where its source has as many calls of that method as the run made; null
 * where nobody can tell, such as in a loop.
 */
function lineOfCall(call: RecordedCall, calls: readonly RecordedCall[], code: string | null): number | null {
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

/** 404 or 410 of a record that the test itself has deleted before. */
export const ownRemoval: Rule = symptoms => {
	const {status, run, nameOf} = symptoms;
	if (status?.status !== 404 && status?.status !== 410) return null;
	const {call} = status;
	const path = pathOf(call.url);
	const before = run.calls.slice(0, run.calls.indexOf(call));
	const removal = before.findLast(
		one =>
			one.method === 'DELETE' &&
			isSuccess(one.status) &&
			(path === pathOf(one.url) || path.startsWith(`${pathOf(one.url)}/`)),
	);
	if (!removal) return null;
	const isMadeAnew = before
		.slice(before.indexOf(removal) + 1)
		.some(one => one.method !== 'GET' && one.method !== 'DELETE' && pathOf(one.url) === path && isSuccess(one.status));
	if (isMadeAnew) return null;
	const line = lineOfCall(removal, run.calls, run.code);
	const where = line === null ? '' : ` (line ${line})`;
	const when = before.at(-1) === removal ? 'one call before' : 'before';
	return {
		cause: `${nameOf(call)} ${answered(call)}${metTest(symptoms)} The test itself deleted that record ${when}: ${nameOf(removal)}${where} answered ${removal.status}.`,
		fix: testCode(
			symptoms,
			`it deletes the record${where} and then asks for it: expect ${status.status} here, or ask before it is deleted.`,
		),
		call,
	};
};

const pathOf = (url: string): string => withoutQuery(url).replace(/\/$/, '');
