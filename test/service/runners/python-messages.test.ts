import {expect, it} from 'vitest';
import {readCall, readMessage, readResult} from '../../../service/runners/python-messages.ts';

const call = {
	seq: 1,
	method: 'GET',
	url: 'http://x/',
	query: [{name: 'a', value: '1'}],
	requestHeaders: {a: 'b'},
	requestBody: null,
	requestEncoding: null,
	requestBytes: null,
	status: 200,
	responseHeaders: {},
	responseBody: '',
	responseEncoding: 'utf8',
	responseBytes: 0,
	truncated: false,
	latencyMs: 1.5,
	error: null,
	startedAt: 1,
};
const result = {
	status: 'failed',
	failureKind: 'assertion',
	error: 'e',
	trace: 't',
	failedLine: 1,
	captures: [{name: 'n', value: null, declared: false, at: 1}],
	advisories: ['a'],
};

it.each(['', 'hello', '[]', 'null', '7', '{}', '{"event":1}'])('takes no message from a line like %j', line => {
	expect(readMessage(line)).toBeNull();
});

it('takes calls and reports that are complete', () => {
	expect(readMessage('{"event":"lost","id":"a"}')).toEqual({event: 'lost', id: 'a'});
	expect(readCall(call)).toBe(call);
	expect(readResult(result)).toBe(result);
});

it.each([
	{status: '200'},
	{seq: null},
	{requestHeaders: {a: 1}},
	{requestHeaders: []},
	{query: [{name: 'a'}]},
	{responseEncoding: 'gzip'},
	{truncated: 'no'},
	{url: undefined},
])('takes no call with %j', broken => {
	expect(readCall({...call, ...broken})).toBeNull();
});

it.each([
	{status: 'great'},
	{status: 'cancelled'},
	{failureKind: 'other'},
	{captures: [{name: 1, value: 2, declared: true, at: 1}]},
	{captures: [{name: 'a', declared: true, at: 1}]},
	{captures: [{name: 'n'.repeat(201), value: 1, declared: true, at: 1}]},
	{advisories: [1]},
	{failedLine: '3'},
])('takes no report with %j', broken => {
	expect(readResult({...result, ...broken})).toBeNull();
	expect(readResult(null)).toBeNull();
});

it.each<[string, () => object]>([
	['a value that no test can produce', () => ({captures: [captureOf('v'.repeat(131_072))]})],
	['a value that cannot be written again', () => ({captures: [captureOf(nested(20_000))]})],
	['a message without an end', () => ({error: 'e'.repeat(2_000_000)})],
	['an advisory without an end', () => ({advisories: ['a'.repeat(2_000_000)]})],
	['a deviation that cannot be written again', () => ({deviations: [{...deviation, forms: nested(20_000)}]})],
])('takes no report with %s', (_what, broken) => {
	expect(readResult({...result, ...broken()})).toBeNull();
});

const captureOf = (value: unknown) => ({name: 'n', value, declared: true, at: 1});
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
const deviation = {line: 1, lines: [1], call: 1, message: 'm'};
