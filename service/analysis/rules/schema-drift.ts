import type {RecordedCall} from '../../runners/runner.ts';
import {type Change, driftBetween} from '../drift.ts';
import {nameList} from '../excerpt.ts';
import {apiCode} from '../fix-target.ts';
import {responseJson, typeWithArticle} from '../json-body.ts';
import {metTest} from '../phrases.ts';
import type {Symptoms} from '../symptoms.ts';
import type {Rule} from './rule.ts';

/** What the test reads was in the answer of the last passing run, and is not there any more, or not in that form. */
export const schemaDrift: Rule = symptoms => {
	if (symptoms.status) return null;
	const read = namesRead(symptoms);
	for (const call of symptoms.run.calls.toReversed()) {
		const earlier = symptoms.earlierOf(call);
		if (!earlier) continue;
		const before = responseJson(earlier);
		const after = responseJson(call);
		if (before === undefined || after === undefined) continue;
		const change = driftBetween(before, after).find(({name}) => read.includes(name));
		if (change) return finding(symptoms, call, change);
	}
	return null;
};

/** Names of the failing statement, and the one a KeyError names. */
function namesRead({statement, exception}: Symptoms): string[] {
	const key = exception?.name === 'KeyError' ? /^['"](.+)['"]$/.exec(exception.message)?.[1] : undefined;
	return [...(statement?.keys ?? []), ...(key === undefined ? [] : [key])];
}

function finding(symptoms: Symptoms, call: RecordedCall, change: Change) {
	return {
		cause: `The answer of ${symptoms.nameOf(call)} has changed since the last passing run: ${changeText(change)}${metTest(symptoms)}`,
		fix: apiCode(
			symptoms,
			call,
			`restore ${nameList([change.name])} in its answer, or adapt the test when the change is wanted.`,
		),
		call,
	};
}

function changeText(change: Change): string {
	if (change.kind === 'missing') return `\`${change.path}\` is not there any more`;
	if (change.kind === 'renamed')
		return `\`${change.path}\` is not there any more, \`${change.to}\` is new in its place`;
	return `\`${change.path}\` was ${typeWithArticle(change.from)} and is ${typeWithArticle(change.to)} now`;
}
