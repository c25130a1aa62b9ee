import type {FixTarget} from '../../source/contract/result.ts';
import type {EvidencePart} from '../domain/failures.ts';
import type {RecordedCall} from '../runners/runner.ts';
import {evidenceOfStep, findingOfPlan, signatureOfStep} from './analyse-browser.ts';
import {counted, durationText, excerpt} from './excerpt.ts';
import type {FailureFacts, Finding} from './facts.ts';
import {blockedChain} from './rules/blocked-chain.ts';
import {preconditions, rules} from './rules/index.ts';
import {firstDifference} from './since-passed/first-difference.ts';
import type {Rule} from './rules/rule.ts';
import {signatureOf} from './signature.ts';
import {type Symptoms, symptomsOf} from './symptoms.ts';

export type Analysis = {
	rootCauseHypothesis: string | null;
	recommendedFixTarget: FixTarget | null;
	evidence: Array<Omit<EvidencePart, 'stepIndex'>>;
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
			evidence: evidenceOfStep(failed),
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
	if (facts.run.blockedBy) return blockedChain(facts, facts.root && findingOf(facts.root.facts));
	if (facts.run.status !== 'failed' && facts.run.status !== 'blocked') return null;
	if (facts.browser?.failed) return findingOfPlan(facts.browser, facts.run);
	return firstOf(preconditions, symptoms) ?? comparedWithPassed(symptoms, firstOf(rules, symptoms));
}

function firstOf(some: readonly Rule[], symptoms: Symptoms): Finding | null {
	for (const rule of some) {
		const finding = rule(symptoms);
		if (finding) return finding;
	}
	return null;
}

/** What was answered, and what was not as in the last passing run before it was answered. A 5xx is a fault whatever was asked. */
function comparedWithPassed(symptoms: Symptoms, finding: Finding | null): Finding | null {
	const difference = firstDifference(symptoms, finding);
	if (!difference) return finding;
	if (!finding) return {cause: difference.text, fix: difference.fix, call: symptoms.lastAnswer};
	const isFault = (symptoms.status?.status ?? 0) >= 500;
	return {
		...finding,
		cause: `${finding.cause} ${difference.text}`,
		fix: isFault || difference.fix === null ? finding.fix : difference.fix,
	};
}

/** The call in question, the traceback and what the test printed. */
function evidenceOf(symptoms: Symptoms, finding: Finding | null): Analysis['evidence'] {
	const {run} = symptoms;
	const call = finding?.call ?? symptoms.lastAnswer ?? run.calls.at(-1);
	const evidence: Analysis['evidence'] = [];
	if (call) evidence.push({kind: 'network', part: {kind: 'call', seq: call.seq}, summary: callSummary(symptoms, call)});
	if (run.trace) evidence.push({kind: 'log', part: {kind: 'trace'}, summary: excerpt(run.error ?? run.trace, 200)});
	if (run.apiOutput) {
		const lines = run.apiOutput.trimEnd().split('\n').length;
		evidence.push({kind: 'log', part: {kind: 'output'}, summary: `Output of the test, ${counted(lines, 'line')}`});
	}
	return evidence;
}

function callSummary({nameOf}: Symptoms, call: RecordedCall): string {
	const took = call.latencyMs === null ? '' : ` in ${durationText(call.latencyMs)}`;
	if (call.status !== null) return `${nameOf(call)} answered ${call.status}${took}`;
	return `${nameOf(call)} got no answer${call.error ? `: ${excerpt(call.error, 120)}` : ''}`;
}
