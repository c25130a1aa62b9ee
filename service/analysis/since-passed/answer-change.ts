import {isNewInEveryRun, type JsonChange, jsonChanges} from '../../../contract/json-changes.ts';
import type {RecordedCall} from '../../runners/runner.ts';
import {type Asked, counterpartOf} from '../counterpart.ts';
import {isSealed} from '../credential.ts';
import {valueText} from '../excerpt.ts';
import type {FailureFacts} from '../facts.ts';
import {lastName, pathText, places, requestJson, responseJson, valueAt} from '../json-body.ts';

/** One thing that an answer says otherwise than in the last passing run. */
export type AnswerChange = {
	call: RecordedCall;
	/** `status`: of the answer itself, the path is empty. */
	change: JsonChange | {kind: 'status'; path: []; before: number; after: number};
	/** The test's source spells the name of what has changed. */
	isRead: boolean;
};

/**
 * What the answers of a run say otherwise than those of the last passing run, call by call and path by path: not what is
 * another one in every run, and nothing of what was asked otherwise.
 *
 * @param isAskedAlike whether a call says the same as it did then
 */
export function answerChanges(
	{run, lastPassed}: FailureFacts,
	isAskedAlike: (call: RecordedCall) => boolean,
): AnswerChange[] {
	if (!lastPassed) return [];
	const now: Asked = {calls: lastOfEach(run.calls), values: run.setUp.values};
	const then: Asked = {calls: lastOfEach(lastPassed.calls), values: lastPassed.setUp.values};
	const before: Asked = {calls: lastOfEach(lastPassed.callsBefore), values: then.values};
	const known = new Set<RecordedCall>();
	return now.calls.flatMap((call): AnswerChange[] => {
		const earlier = counterpartOf(call, now, then);
		if (!earlier || known.has(earlier) || call.status === null || earlier.status === null) return [];
		known.add(earlier);
		if (call.status !== earlier.status)
			return [{call, change: {kind: 'status', path: [], before: earlier.status, after: call.status}, isRead: true}];
		if (!isAskedAlike(call) || call.truncated || earlier.truncated) return [];
		const stable = before.calls.length === 0 ? null : counterpartOf(call, now, before);
		const sent = sentIn(now.calls, call);
		const sentThen = sentIn(then.calls, earlier);
		return changesOfBody(call, earlier, stable)
			.filter(change => !(isSent(change.after, sent) && isSent(change.before, sentThen)))
			.filter(change => !isClock(change.after, call) || !isClock(change.before, earlier))
			.map(change => ({call, change, isRead: isSpelled(change, run.code)}));
	});
}

/** What the pass before that agrees about, or where nobody knows, what is not of a kind that changes in every run. */
function changesOfBody(call: RecordedCall, earlier: RecordedCall, stable: RecordedCall | null): JsonChange[] {
	const [is, was] = [responseJson(call), responseJson(earlier)];
	if (is === undefined || was === undefined) return [];
	const before = stable?.status === earlier.status && !stable.truncated ? responseJson(stable) : undefined;
	if (before === undefined) return jsonChanges(was, is).filter(change => !isRestlessKind(change));
	const restless = new Set(jsonChanges(before, was).map(({path}) => pathText(path)));
	const isRestless = (path: JsonChange['path']) =>
		path.some((_, index) => restless.has(pathText(path.slice(0, index + 1)))) || restless.has('$');
	return jsonChanges(was, is).filter(
		change => !isRestless(change.path) && (valueAt(before, change.path) !== undefined || !isRestlessKind(change)),
	);
}

const isRestlessKind = (change: JsonChange): boolean =>
	isNewInEveryRun(change) || (isSealed(change.before) && isSealed(change.after));

/** Of the same request made again and again, the last: a test may ask until it gets what it waits for. */
const lastOfEach = (calls: readonly RecordedCall[]): RecordedCall[] =>
	calls.filter((call, index) => {
		const next = calls[index + 1];
		return call.method !== 'GET' || next?.method !== 'GET' || next.url !== call.url;
	});

/** Texts and numbers that a run had sent by the time of a call. */
function sentIn(calls: readonly RecordedCall[], until: RecordedCall): Set<unknown> {
	const sent = calls.slice(0, calls.indexOf(until) + 1);
	return new Set(sent.flatMap(call => [...places(requestJson(call))].map(({value}) => value)));
}

const isSent = (value: unknown, sent: ReadonlySet<unknown>): boolean =>
	(typeof value === 'string' || typeof value === 'number') && sent.has(value);

const nearby = 2 * 86_400_000;

/** A time that is about that of the call itself. */
function isClock(value: unknown, {startedAt}: RecordedCall): boolean {
	const time =
		typeof value === 'string' && /^\d{4}-\d\d-\d\d|^\w{3}, \d\d \w{3} \d{4}/.test(value)
			? Date.parse(value)
			: typeof value === 'number' && value > 1e9
				? value * (value > 1e11 ? 1 : 1000)
				: Number.NaN;
	return Math.abs(time - startedAt) < nearby;
}

/** Whether the source spells the name of what has changed; a body that has no names is read as it is. */
function isSpelled({path}: JsonChange, code: string | null): boolean {
	const name = lastName(path);
	return name === null || ['"', "'"].some(quote => (code ?? '').includes(quote + name + quote));
}

/**
 * The change that a person would look at first: of what the test reads before anything else, of what is not as it was
 * before what is only new. Otherwise in the order of the calls.
 */
export function firstOfChanges(changes: readonly AnswerChange[]): AnswerChange | null {
	const rank = ({isRead, change}: AnswerChange) => (isRead ? 0 : 2) + (change.kind === 'new' ? 1 : 0);
	return changes.toSorted((one, other) => rank(one) - rank(other))[0] ?? null;
}

/** `` GET /config `$.currency` was "EUR" and is "USD" `` */
export function answerChangeText({call, change}: AnswerChange, nameOf: (call: RecordedCall) => string): string {
	const {kind, before, after, path} = change;
	const place = `${nameOf(call)} \`${pathText(path)}\``;
	if (kind === 'status') return `${nameOf(call)} was answered ${before} and is answered ${after}`;
	if (kind === 'length')
		return `${place} had ${before} ${before === 1 ? 'entry' : 'entries'} in the last passing run, now ${after}`;
	if (kind === 'missing') return `${place} was ${valueText(before)} and is not there any more`;
	if (kind === 'new') return `${place} is new (${valueText(after)})`;
	if (isSealed(before) && isSealed(after)) return `${place} is another one (it is masked)`;
	return `${place} was ${valueText(before)} and is ${valueText(after)}`;
}
