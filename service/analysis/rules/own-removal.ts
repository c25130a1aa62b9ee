import {answered} from '../answer-text.ts';
import {testCode} from '../fix-target.ts';
import {metTest} from '../phrases.ts';
import {lineOfCall} from '../line-of-call.ts';
import type {Rule} from './rule.ts';

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
			isGood(one.status) &&
			(path === pathOf(one.url) || path.startsWith(`${pathOf(one.url)}/`)),
	);
	if (!removal) return null;
	const isMadeAnew = before
		.slice(before.indexOf(removal) + 1)
		.some(one => one.method !== 'GET' && one.method !== 'DELETE' && pathOf(one.url) === path && isGood(one.status));
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

const isGood = (status: number | null): boolean => status !== null && status >= 200 && status < 300;
const pathOf = (url: string): string => url.split(/[?#]/, 1)[0]!.replace(/\/$/, '');
