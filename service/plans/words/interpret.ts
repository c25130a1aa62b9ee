import type {ChangeOperation} from '../../../contract/change-operation.ts';
import {askForms} from './forms/ask.ts';
import {captureForms} from './forms/captures.ts';
import {checkForms} from './forms/checks.ts';
import {cleanupForm} from './forms/cleanup.ts';
import {dataForms} from './forms/data.ts';
import {orderForms} from './forms/order.ts';
import {selectForms} from './forms/select.ts';
import {statusForms} from './forms/status.ts';
import {stepForms} from './forms/steps.ts';
import {testForms} from './forms/tests.ts';
import {nearestForms} from './nearest.ts';
import {cuts, plain} from './sentence.ts';
import type {Form, Reading, Scope, Subject} from './subject.ts';

/** Every form, those that say more before those that say less: the first that means something is taken. */
export const forms: readonly Form[] = [
	...askForms,
	...orderForms,
	...testForms,
	...statusForms,
	...captureForms,
	...stepForms,
	...checkForms,
	...selectForms.slice(0, -1),
	...dataForms,
	cleanupForm,
	...selectForms.slice(-1),
];

/** What a sentence means. */
export type Understood =
	| {kind: 'changes'; reply: string; operations: ChangeOperation[]}
	| {kind: 'answer'; answer: 'checks' | 'why' | 'fix'; subjects: readonly Subject[]}
	| {kind: 'question'; reply: string; choices: Array<{label: string; text: string}>}
	/** Understood, but there is nothing that it could be about. */
	| {kind: 'nothing'; reply: string}
	| {kind: 'unknown'; nearest: string[]};

/** Clauses of one sentence, at the most. */
const mostClauses = 8;

/**
 * Reads a sentence without a model. Says what it would do; changes nothing. The same sentence and the same scope are
 * always read in the same way.
 */
export function interpret(text: string, scope: Scope): Understood {
	const sentence = plain(text);
	const readings = clauses(sentence, scope, mostClauses);
	if (!readings) {
		const empty = misses(sentence, scope);
		return empty === null
			? {kind: 'unknown', nearest: nearestForms(sentence, forms, scope)}
			: {kind: 'nothing', reply: empty};
	}
	const question = readings.find(one => 'ask' in one);
	if (question && 'ask' in question) {
		const lines = question.choices.map(({label}, place) => `${place + 1}. ${label}`);
		return {kind: 'question', reply: [question.ask, ...lines].join('\n'), choices: question.choices};
	}
	const answer = readings.find(one => 'answer' in one);
	if (answer && 'answer' in answer) return {kind: 'answer', answer: answer.answer, subjects: answer.subjects};
	const changing = readings.flatMap(one => ('operations' in one ? [one] : []));
	return {
		kind: 'changes',
		reply: changing.map(({said}) => said).join('; '),
		operations: changing.flatMap(({operations}) => operations),
	};
}

/** The meaning of every clause; null: one of them has none. */
function clauses(sentence: string, scope: Scope, most: number): Reading[] | null {
	const whole = clause(sentence, scope);
	if (whole && !('nothing' in whole)) return [whole];
	if (most <= 1) return null;
	for (const [head, tail] of cuts(sentence)) {
		const first = clauses(head, scope, most - 1);
		if (!first) continue;
		const rest = clauses(tail, scope, most - 1) ?? withVerb(head, tail, scope, most);
		if (rest) return [...first, ...rest];
	}
	return null;
}

/** "make checkout high and orders low": the second clause has the verb of the first one. */
function withVerb(head: string, tail: string, scope: Scope, most: number): Reading[] | null {
	const [verb = ''] = head.split(' ', 1);
	return clauses(`${verb} ${tail}`, scope, Math.min(most - 1, 1));
}

function clause(words: string, scope: Scope): Reading | null {
	let miss: Reading | null = null;
	for (const form of forms)
		for (const pattern of form.patterns) {
			const match = pattern.exec(words);
			if (!match) continue;
			const reading = form.read(match, scope);
			if (reading && !('nothing' in reading)) return reading;
			miss ??= reading;
		}
	return miss;
}

/** What is missing for the first clause that is understood and cannot be done. */
function misses(sentence: string, scope: Scope): string | null {
	const whole = clause(sentence, scope);
	if (whole && 'nothing' in whole) return whole.nothing;
	for (const parts of cuts(sentence))
		for (const part of parts) {
			const reading = clause(part, scope);
			if (reading && 'nothing' in reading && parts.every(one => clause(one, scope) !== null)) return reading.nothing;
		}
	return null;
}
