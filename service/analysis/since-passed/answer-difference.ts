import type {Finding} from '../facts.ts';
import {apiCode, data} from '../fix-target.ts';
import {endpointOf} from '../endpoint.ts';
import {lastName, pathText} from '../json-body.ts';
import type {Symptoms} from '../symptoms.ts';
import {type AnswerChange, answerChangeText, firstOfChanges} from './answer-change.ts';
import type {FixTarget} from '../../../contract/result.ts';

/**
 * The first thing that the answers say otherwise than in the last passing run. It explains a failure that nothing else
 * does; beside what a rule has found in an answer it is only told.
 */
export function answerDifference(symptoms: Symptoms, finding: Finding | null): Difference | null {
	if (finding?.isAboutTime) return null;
	const changes = symptoms.changedAnswers();
	const first = firstOfChanges(changes);
	if (!first || (finding && isTold(first, finding))) return null;
	return {
		kind: 'answer',
		text: `${leadOf(first, changes)}: ${answerChangeText(first, symptoms.nameOf)}.`,
		fix: finding && !finding.isVague ? null : fixOf(symptoms, first),
	};
}

const leadOf = (first: AnswerChange, [earliest]: readonly AnswerChange[]): string =>
	first === earliest
		? 'First difference from the last passing run'
		: 'First difference from the last passing run in what the test reads';

/** What a rule has said of the same place, or of the same answer's status. */
function isTold({call, change}: AnswerChange, finding: Finding): boolean {
	if (call !== finding.call) return false;
	if (change.kind === 'status') return true;
	// What came in the place of another value is told by its name alone.
	const names = [`\`${pathText(change.path)}\``, `\`${lastName(change.path)}\` is new in its place`];
	return finding.cause.includes('last passing run') && names.some(name => finding.cause.includes(name));
}

function fixOf(symptoms: Symptoms, {call, change}: AnswerChange) {
	const place = `\`${pathText(change.path)}\``;
	if (change.kind === 'status')
		return apiCode(symptoms, call, 'the same request was answered with another status when the test last passed.');
	if (change.kind === 'length')
		return data(
			endpointOf(call),
			`The records behind ${place}, or what selects them, have changed since the test last passed: put them back, or let the test make its own.`,
		);
	return data(
		endpointOf(call),
		`The answer has changed since the test last passed, the test has not: find out what changed ${place}, or adapt the test when the change is wanted.`,
	);
}

/** The first thing that is not as it was when the test last passed, before anything is said of what the API answered. */
export type Difference = {
	kind: 'source' | 'request' | 'credential' | 'value' | 'order' | 'program' | 'target' | 'answer' | 'expectation';
	/** One sentence. */
	text: string;
	/** Null: it is worth telling and explains nothing by itself. */
	fix: FixTarget | null;
};
