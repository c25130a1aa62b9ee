import type {RecordedCall} from '../../runners/runner.ts';
import {isSealed} from '../credential.ts';
import {valueText} from '../excerpt.ts';
import type {Symptoms} from '../symptoms.ts';
import type {RequestChange} from './request-change.ts';

/** What a test asked otherwise than in its last passing run. */
export type AskedChange =
	| {kind: 'request'; call: RecordedCall; change: RequestChange; isItself: boolean}
	/** A request that was not made then. */
	| {kind: 'new'; call: RecordedCall; isItself: boolean}
	/** A request that was made before it then, and is not any more. */
	| {kind: 'gone'; call: RecordedCall; isItself: false};

/**
 * The request in question itself, else the first of those before it, else one that is missing before it. Requests that
 * come or go say something only where the source has changed: a test may ask until it gets what it waits for.
 *
 * @param call the request the failure is about; null: there is none
 */
export function askedChange(symptoms: Symptoms, call: RecordedCall | null): AskedChange | null {
	const {run, lastPassed, changedSource, earlierOf, changesOf} = symptoms;
	if (!lastPassed || !call) return null;
	const before = run.calls.slice(0, Math.max(0, run.calls.indexOf(call)));
	for (const one of [call, ...before]) {
		const isItself = one === call;
		const change = changesOf(one)[0];
		if (change) return {kind: 'request', call: one, change, isItself};
		if (changedSource && !earlierOf(one)) return {kind: 'new', call: one, isItself};
	}
	if (!changedSource) return null;
	const earlier = earlierOf(call);
	const then = earlier ? lastPassed.calls.slice(0, lastPassed.calls.indexOf(earlier)) : [];
	const gone = then.find(one => !symptoms.isAskedNow(one));
	return gone ? {kind: 'gone', call: gone, isItself: false} : null;
}

/** `` `$.qty` of its body was 1 and is 2 ``, with the request in front when it is another than the one in question. */
export function askedText(asked: AskedChange, {nameOf}: Symptoms): string {
	if (asked.kind === 'gone') return `it no longer makes ${nameOf(asked.call)} before`;
	if (asked.kind === 'new')
		return asked.isItself ? 'it did not make this request then' : `it did not make ${nameOf(asked.call)} then`;
	const {what, before, after, credential} = asked.change;
	const place = asked.isItself
		? what
		: `${what
				.replace(/\bits body$/, 'the body')
				.replace(/\bof its body$/, 'of the body')
				.replace(/\bof its path$/, 'of the path')} of ${nameOf(asked.call)}`;
	if (before === undefined) return `${place} is new (${valueText(after)})`;
	if (after === undefined) return `${place} is not sent any more (it was ${valueText(before)})`;
	// Secrets are masked: that they differ is all there is to tell.
	if (credential !== undefined || (isSealed(before) && isSealed(after)))
		return `${place} is another one (it is masked)`;
	return `${place} was ${valueText(before)} and is ${valueText(after)}`;
}
