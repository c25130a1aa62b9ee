import {pathnameOf} from '../domain/endpoint-path.ts';
import type {EvidencePart} from '../domain/failures.ts';
import type {StepPart} from '../domain/run-part.ts';
import {type BrowserFacts, earlierOf, type StepFacts} from './browser-facts.ts';
import {counted, excerpt} from './excerpt.ts';
import type {FailedRun, Finding} from './facts.ts';
import {browserRules} from './rules/browser-index.ts';
import {normaliseError} from './signature.ts';

/** What a plan that did not pass failed of, by its failing step; null: no step speaks. */
export function findingOfPlan(
	browser: BrowserFacts,
	run: Pick<FailedRun, 'failureKind' | 'targetUrl'>,
): Finding | null {
	const {failed} = browser;
	if (!failed?.failure) return null;
	const symptoms = {
		browser,
		step: failed,
		failure: failed.failure,
		failureKind: run.failureKind,
		earlier: earlierOf(browser, failed),
		targetUrl: run.targetUrl,
	};
	for (const rule of browserRules) {
		const finding = rule(symptoms);
		if (finding) return finding;
	}
	return null;
}

type PartOfStep = Omit<EvidencePart, 'stepIndex'>;

/** Picture, snapshot, console, requests and the account of the failing step. */
export function evidenceOfStep({index, has, console, requests, error, description}: StepFacts): PartOfStep[] {
	const part = (name: StepPart) => ({kind: 'step', index, name}) as const;
	const evidence: Array<PartOfStep | null> = [
		has.picture ? {kind: 'screenshot', part: part('picture'), summary: `The page at the end of step ${index}`} : null,
		has.html ? {kind: 'snapshot', part: part('html'), summary: `Its DOM at the end of step ${index}`} : null,
		has.outline ? {kind: 'log', part: part('outline'), summary: 'What the browser saw, as text'} : null,
		console.length > 0
			? {
					kind: 'console',
					part: part('console'),
					summary: `${counted(console.length, 'message')}: ${excerpt(console[0]!.text, 120)}`,
				}
			: null,
		requests.length > 0
			? {kind: 'network', part: part('network'), summary: counted(requests.length, 'failed request')}
			: null,
		has.log ? {kind: 'log', part: part('log'), summary: excerpt(error ?? description, 200)} : null,
	];
	return evidence.filter(item => item !== null);
}

/** "Operation + locator + kind, page path": steps of several tests that failed alike have it in common. */
export function signatureOfStep({action, failure, error}: StepFacts, kind: string | null): string {
	const path = failure ? pathnameOf(failure.url) : null;
	const about = failure?.target ?? normaliseError(error ?? '');
	return [action ?? 'step', about, failure?.case ?? kind, path].filter(Boolean).join(' ');
}
