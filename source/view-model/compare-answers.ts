import type {ChangedAnswer} from '../../contract/documents/run.ts';
import type {Call} from '../../contract/call.ts';
import {isNewInEveryRun, type JsonChange, jsonChanges, jsonPathText} from '../../contract/json-changes.ts';

const mostChanges = 6;
const longestValue = 60;

/**
 * The calls of two runs in their order, one beside the other: what their answers say otherwise, path by path; null where
 * the two are not the same request, or say the same. Ids, times and tokens, which are others in every run, are left out.
 */
export function compareAnswers(then: readonly Call[], now: readonly Call[]): Array<ChangedAnswer | null> {
	return now.map((call, index) => {
		const earlier = then[index];
		if (!earlier || earlier.method !== call.method || shapeOf(earlier.url) !== shapeOf(call.url)) return null;
		const [was, is] = [jsonOf(earlier), jsonOf(call)];
		if (was === undefined || is === undefined) return null;
		const changes = jsonChanges(was, is).filter(change => !isNewInEveryRun(change));
		if (changes.length === 0) return null;
		return {
			call: `${call.method} ${pathOf(call.url)}`,
			changes: changes.slice(0, mostChanges).map(shown),
			more: Math.max(0, changes.length - mostChanges),
		};
	});
}

const shown = ({path, kind, before, after}: JsonChange) =>
	kind === 'length'
		? {path: jsonPathText(path), before: entries(before), after: entries(after)}
		: {path: jsonPathText(path), before: valueText(before), after: valueText(after)};

const entries = (count: unknown) => `${String(count)} ${count === 1 ? 'entry' : 'entries'}`;

function valueText(value: unknown): string {
	const text = JSON.stringify(value) ?? 'nothing';
	return text.length <= longestValue ? text : `${text.slice(0, longestValue - 1)}…`;
}

/** The path of an address; what is none stays as it is. */
export const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url);

/** Records have other numbers in every run. */
const shapeOf = (url: string): string =>
	pathOf(url)
		.split('/')
		.map(part => (/\d/.test(part) ? '{}' : part))
		.join('/');

function jsonOf({responseBody, truncated, responseEncoding}: Call): unknown {
	if (responseBody === null || truncated || responseEncoding === 'base64') return undefined;
	try {
		return JSON.parse(responseBody);
	} catch {
		return undefined;
	}
}
