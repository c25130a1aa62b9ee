import type {FixTarget} from '../../contract/result.ts';
import type {EvidencePart} from '../domain/failures.ts';
import type {RecordedCall} from '../runners/runner.ts';
import {evidenceOfStep, findingOfPlan, signatureOfStep} from './analyse-browser.ts';
import {unknownQueryText} from './documented.ts';
import {counted, durationText, excerpt} from './excerpt.ts';
import type {FailureFacts, Finding} from './facts.ts';
import {blockedChain} from './rules/blocked-chain.ts';
import {preconditions, rules} from './rules/index.ts';
import {answerDifference} from './since-passed/answer-difference.ts';
import {firstDifference, sourceMention} from './since-passed/first-difference.ts';
import type {Rule} from './rules/rule.ts';
import {signatureOf, withoutRemedy} from './signature.ts';
import {type Symptoms, symptomsOf} from './symptoms.ts';

export type Analysis = {
	rootCauseHypothesis: string | null;
	recommendedFixTarget: FixTarget | null;
	/** `seq`: the call whose step it belongs to; null: the failing step. */
	evidence: Array<Omit<EvidencePart, 'stepIndex'> & {seq: number | null}>;
	/** Failures with the same signature are of one kind. */
	signature: string;
};

/** "rootCauseHypothesis and recommendedFixTarget come from rules over the evidence"; no evidence: null. */
export function analyse(facts: FailureFacts): Analysis {
	const failed = facts.browser?.failed;
	if (failed && !facts.run.blockedBy) {
		const finding = findingOf(facts);
		return {
			rootCauseHypothesis: finding?.cause ?? null,
			recommendedFixTarget: finding?.fix ?? null,
			evidence: evidenceOfStep(failed).map(part => ({...part, seq: null})),
			signature: signatureOfStep(failed, facts.run.failureKind),
		};
	}
	const symptoms = symptomsOf(facts);
	const finding = findingOf(facts, symptoms);
	return {
		rootCauseHypothesis: finding?.cause ?? null,
		recommendedFixTarget: finding?.fix ?? null,
		evidence: evidenceOf(symptoms, finding),
		signature: signatureOf(facts.run, finding),
	};
}

function findingOf(facts: FailureFacts, symptoms = symptomsOf(facts)): Finding | null {
	const finding = lookFor(facts, symptoms);
	return finding?.fix?.rationale
		? {...finding, fix: {...finding.fix, rationale: withIds(finding.fix.rationale, facts.run)}}
		: finding;
}

/** Commands that can be typed as they are: rules name the ids of a run by what they are of. */
const withIds = (advice: string, {projectId, testId}: FailureFacts['run']): string =>
	advice.replaceAll('<project-id>', projectId).replaceAll('<test-id>', testId);

function lookFor(facts: FailureFacts, symptoms: Symptoms): Finding | null {
	if (facts.run.blockedBy) return blockedChain(facts, facts.root && findingOf(facts.root.facts));
	if (facts.run.status !== 'failed' && facts.run.status !== 'blocked') return null;
	if (facts.browser?.failed) return findingOfPlan(facts.browser, facts.run);
	const certain = firstOf(preconditions, symptoms);
	if (certain) return withSource(certain, symptoms);
	return withUnknownQuery(symptoms, comparedWithPassed(symptoms, firstOf(rules, symptoms)));
}

function firstOf(some: readonly Rule[], symptoms: Symptoms): Finding | null {
	for (const rule of some) {
		const finding = rule(symptoms);
		if (finding) return finding;
	}
	return null;
}

/** What is certain by itself, and that the test passed before somebody changed it. */
function withSource(finding: Finding, symptoms: Symptoms): Finding {
	const mention = finding.isAboutSource ? sourceMention(symptoms) : null;
	return mention ? {...finding, cause: `${finding.cause} ${mention.text}`} : finding;
}

/** What was answered, and what was not as in the last passing run before it was answered. A 5xx is a fault whatever was asked. */
function comparedWithPassed(symptoms: Symptoms, finding: Finding | null): Finding | null {
	const difference = firstDifference(symptoms, finding);
	if (!difference) return finding;
	if (!finding) return {cause: difference.text, fix: difference.fix, call: symptoms.lastAnswer};
	// The source has changed and explains nothing: what the answers say may.
	const answer = difference.kind === 'source' && difference.fix === null ? answerDifference(symptoms, finding) : null;
	const isFault = (symptoms.status?.status ?? 0) >= 500 && difference.kind !== 'program';
	return {
		...finding,
		cause: [finding.cause, difference.text, ...(answer ? [answer.text] : [])].join(' '),
		fix: (isFault ? null : (difference.fix ?? answer?.fix)) ?? finding.fix,
	};
}

/** A test that has never passed may ask for what the document does not know; a 5xx is a fault whoever asked. */
function withUnknownQuery({lastPassed, facts}: Symptoms, finding: Finding | null): Finding | null {
	const call = finding?.call;
	if (!finding || !call || lastPassed !== null || (call.status ?? 0) >= 500) return finding;
	const unknown = unknownQueryText(facts, call);
	return unknown ? {...finding, cause: `${finding.cause} ${unknown}`} : finding;
}

/** Calls shown around the one in question: each step of a run has its own evidence, within reason. */
const callsShown = 50;

/** The call in question, those around it, the traceback and what the test printed. */
function evidenceOf(symptoms: Symptoms, finding: Finding | null): Analysis['evidence'] {
	const {run} = symptoms;
	const call = finding?.call ?? symptoms.lastAnswer ?? run.calls.at(-1);
	const evidence: Analysis['evidence'] = [];
	if (call) evidence.push(ofCall(symptoms, call));
	const told = run.error ?? run.trace;
	if (told) evidence.push({kind: 'log', part: {kind: 'trace'}, summary: excerpt(withoutRemedy(told), 200), seq: null});
	if (run.apiOutput) {
		const lines = run.apiOutput.trimEnd().split('\n').length;
		evidence.push({
			kind: 'log',
			part: {kind: 'output'},
			summary: `Output of the test, ${counted(lines, 'line')}`,
			seq: null,
		});
	}
	const place = call ? run.calls.indexOf(call) : 0;
	const first = Math.max(0, Math.min(place - callsShown / 2, run.calls.length - callsShown));
	for (const other of run.calls.slice(first, first + callsShown))
		if (other !== call) evidence.push(ofCall(symptoms, other));
	return evidence;
}

const ofCall = (symptoms: Symptoms, call: RecordedCall): Analysis['evidence'][number] => ({
	kind: 'network',
	part: {kind: 'call', seq: call.seq},
	summary: callSummary(symptoms, call),
	seq: call.seq,
});

function callSummary({nameOf}: Symptoms, call: RecordedCall): string {
	const took = call.latencyMs === null ? '' : ` in ${durationText(call.latencyMs)}`;
	if (call.status !== null) return `${nameOf(call)} answered ${call.status}${took}`;
	return `${nameOf(call)} got no answer${call.error ? `: ${excerpt(call.error, 120)}` : ''}`;
}
