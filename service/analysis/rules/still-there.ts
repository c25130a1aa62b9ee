import {isSuccess} from '../../domain/status.ts';
import {withoutQuery} from '../endpoint.ts';
import type {RecordedCall} from '../../runners/runner.ts';
import {apiCode, testCode} from '../fix-target.ts';
import {metTest} from '../phrases.ts';
import type {Symptoms} from '../symptoms.ts';
import type {Rule} from './rule.ts';

/** A record can still be read, or stands in a list, although its DELETE was accepted: the DELETE has not deleted it. */
export const stillThere: Rule = symptoms => {
	const shown = readAgain(symptoms) ?? listedAgain(symptoms);
	if (!shown) return null;
	const {removal, call, where} = shown;
	const {nameOf} = symptoms;
	const isMarked = marked.test(call.responseBody ?? '');
	return {
		cause: `${nameOf(removal)} answered ${removal.status}, but ${nameOf(call)} ${where}${metTest(symptoms)} ${isMarked ? 'The record is kept and marked: a soft delete, which the test does not expect.' : 'It deletes nothing.'}`,
		fix: isMarked
			? testCode(symptoms, 'expect the mark in place of a refusal when records of this kind are to be kept.')
			: apiCode(symptoms, removal, 'it answers that the record is deleted and leaves it where it is.'),
		call: removal,
	};
};

/** A state by which an answer says that its record counts as deleted. */
const marked =
	/:\s*"(?:expired|deleted|archived|trashed|removed)"|"(?:is_?)?(?:deleted|archived|trashed)"\s*:\s*true|"(?:deleted|archived)_?(?:at|on)"\s*:\s*["\d]/i;

type Shown = {removal: RecordedCall; call: RecordedCall; where: string};

/** The test wants the read refused, and the same address was deleted before. */
function readAgain({status, run}: Symptoms): Shown | null {
	if (!status || !isGood(status.call) || status.call.method !== 'GET') return null;
	if (!/^(?:4(?:\d\d|xx)(?: or )?)+$/.test(status.expectation ?? '')) return null;
	const place = run.calls.indexOf(status.call);
	const path = withoutQuery(status.call.url);
	const last = run.calls.slice(0, place).findLast(call => call.method !== 'GET' && withoutQuery(call.url) === path);
	if (last?.method !== 'DELETE' || !isGood(last)) return null;
	return {removal: last, call: status.call, where: `answered ${status.status} afterwards`};
}

/** The test wants a record out of a list, it was deleted, and no read has said since that it is gone. */
function listedAgain({assertion, run}: Symptoms): Shown | null {
	const {membership} = assertion ?? {};
	const handle = membership?.value?.value;
	if (!membership || membership.isWanted || (typeof handle !== 'string' && typeof handle !== 'number')) return null;
	const call = run.calls.findLast(one => one.status !== null);
	const removal = run.calls.findLast(
		one => one.method === 'DELETE' && isGood(one) && withoutQuery(one.url).endsWith(`/${encodeURIComponent(handle)}`),
	);
	if (call?.method !== 'GET' || !removal) return null;
	const since = run.calls.slice(run.calls.indexOf(removal) + 1);
	const isGone = since.some(
		one => withoutQuery(one.url) === withoutQuery(removal.url) && one.status !== null && one.status >= 400,
	);
	return isGone ? null : {removal, call, where: `lists \`${handle}\` afterwards`};
}

const isGood = ({status}: RecordedCall): boolean => isSuccess(status);
