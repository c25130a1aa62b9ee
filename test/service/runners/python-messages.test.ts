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
	{advisories: [1]},
	{failedLine: '3'},
])('takes no report with %j', broken => {
	expect(readResult({...result, ...broken})).toBeNull();
	expect(readResult(null)).toBeNull();
});
