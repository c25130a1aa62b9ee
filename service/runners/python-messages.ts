import {type FailureKind, failureKinds} from '../../contract/enums.ts';
import type {AuthNeed, Capture, NotedDeviation, RecordedCall, RunOutcome} from './runner.ts';

/** What the parent says. Everything but `value` comes from the parent itself; `value` comes from the test's process. */
export type PythonMessage =
	| {event: 'ready'; executable: string; version: string; requests: string | null; sandbox: string}
	| {event: 'start'; id: string; pid: number}
	| {event: 'output'; id: string; text: string; dropped: number}
	| {event: 'call'; id: string; value: unknown}
	| {event: 'result'; id: string; value: unknown}
	/** A call needs a fresh token. */
	| {event: 'ask'; id: string; value: unknown}
	/** The test's process died before it reported; what it left can be collected. */
	| {event: 'lost'; id: string}
	| PythonEnd;

/** The last word on a run; comes exactly once. */
export type PythonEnd = {
	event: 'end';
	id: string;
	cause: 'exit' | 'timeout' | 'cancel' | 'limit' | 'infra';
	message: string | null;
	exitCode: number | null;
	signal: number | null;
	/** Epoch milliseconds. */
	startedAt: number;
	finishedAt: number;
};

/** A test's own report; `status` is null when it died before its verdict. */
export type PythonResult = {
	status: RunOutcome['status'] | null;
	failureKind: FailureKind | null;
	error: string | null;
	trace: string | null;
	failedLine: number | null;
	captures: Capture[];
	advisories: string[];
	deviations?: NotedDeviation[];
};

/** Reads one line; null for a line that is no message, which a test can cause by writing into foreign descriptors. */
export function readMessage(line: string): PythonMessage | null {
	try {
		const message: unknown = JSON.parse(line);
		return isRecord(message) && typeof message['event'] === 'string' ? (message as PythonMessage) : null;
	} catch {
		return null;
	}
}

/**
 * Checks a recorded call. It was written inside the test's process, so nothing about it may be taken for granted.
 * Returns null when it is not one.
 */
export function readCall(value: unknown): RecordedCall | null {
	return isRecord(value) && callFields.every(([name, check]) => check(value[name])) ? (value as RecordedCall) : null;
}

/** Checks a question for a fresh token, for the same reason. */
export function readNeed(value: unknown): AuthNeed | null {
	const isNeed =
		isRecord(value) &&
		oneOf('expired', 'refused', 'no_help')(value['reason']) &&
		text(value['credential']) &&
		text(value['call']);
	return isNeed ? (value as AuthNeed) : null;
}

/** Checks a report, for the same reason. */
export function readResult(value: unknown): PythonResult | null {
	return isRecord(value) && resultFields.every(([name, check]) => check(value[name])) ? (value as PythonResult) : null;
}

/** What a journal says of itself: what must not be shown of its calls, and when their clock began. */
export type Hidden = {secretForms: string[]; headerNames: string[]; epoch: number};

/** Checks what a journal says of itself, for the same reason. */
export function readHidden(value: unknown): Hidden | null {
	const isHidden =
		isRecord(value) &&
		list(text)(value['secretForms']) &&
		list(text)(value['headerNames']) &&
		Number.isFinite(value['epoch']);
	return isHidden ? (value as Hidden) : null;
}

type Check = (value: unknown) => boolean;

/** Of the name of a produced value, as `produce` allows it (`publish.py`). */
const longestName = 200;
/** Of a produced value as JSON: the limit of `publish.py`, and room for characters that are escaped here. */
const longestValue = 131_072;
/** Of a sentence of the runtime: far more than it writes. */
const longestText = 1_048_576;

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const text: Check = value => typeof value === 'string';
const upTo =
	(longest: number): Check =>
	value =>
		typeof value === 'string' && value.length <= longest;
const number: Check = value => typeof value === 'number';
const boolean: Check = value => typeof value === 'boolean';
const isJson: Check = value => {
	try {
		return typeof value === 'string' && JSON.parse(value) !== undefined;
	} catch {
		return false;
	}
};
/** How long a value is as JSON; one that is nested too deeply to be written has no end. */
function jsonLength(value: unknown): number {
	try {
		return JSON.stringify(value).length;
	} catch {
		return Number.POSITIVE_INFINITY;
	}
}
const texts: Check = value => isRecord(value) && Object.values(value).every(text);
const orNull =
	(check: Check): Check =>
	value =>
		value === null || check(value);
const list =
	(check: Check): Check =>
	value =>
		Array.isArray(value) && value.every(check);
const oneOf =
	(...values: readonly string[]): Check =>
	value =>
		values.includes(value as string);

const encoding = orNull(oneOf('utf8', 'base64'));
const isPair: Check = value => isRecord(value) && text(value['name']) && text(value['value']);
const isCapture: Check = value =>
	isRecord(value) &&
	upTo(longestName)(value['name']) &&
	'value' in value &&
	jsonLength(value['value']) <= longestValue &&
	(value['json'] === undefined || isJson(value['json'])) &&
	boolean(value['declared']) &&
	number(value['at']);

const isDeviation: Check = value =>
	isRecord(value) &&
	jsonLength(value) <= longestText &&
	number(value['line']) &&
	list(number)(value['lines']) &&
	number(value['call']) &&
	text(value['message']);

const callFields: Array<[keyof RecordedCall, Check]> = [
	['seq', number],
	['method', text],
	['url', text],
	['query', orNull(list(isPair))],
	['requestHeaders', texts],
	['requestBody', orNull(text)],
	['requestEncoding', encoding],
	['requestBytes', orNull(number)],
	['status', orNull(number)],
	['responseHeaders', orNull(texts)],
	['responseBody', orNull(text)],
	['responseEncoding', encoding],
	['responseBytes', orNull(number)],
	['truncated', boolean],
	['latencyMs', orNull(number)],
	['error', orNull(text)],
	['startedAt', number],
	['isReadBefore', value => value === undefined || boolean(value)],
	['isUnanswered', value => value === undefined || boolean(value)],
];

const resultFields: Array<[keyof PythonResult, Check]> = [
	['status', orNull(oneOf('passed', 'failed', 'blocked'))],
	['failureKind', orNull(oneOf(...failureKinds))],
	['error', orNull(upTo(longestText))],
	['trace', orNull(upTo(longestText))],
	['failedLine', orNull(number)],
	['captures', list(isCapture)],
	['advisories', list(upTo(longestText))],
	['deviations', value => value === undefined || list(isDeviation)(value)],
];
