import {constants} from 'node:os';
import {expect, it} from 'vitest';
import type {PythonEnd, PythonResult} from '../../../service/runners/python-messages.ts';
import {infraVerdict, runOutcome, withoutRun} from '../../../service/runners/run-outcome.ts';

const end: PythonEnd = {
	event: 'end',
	id: 'run#1',
	cause: 'exit',
	message: null,
	exitCode: 0,
	signal: null,
	startedAt: 1000,
	finishedAt: 2000,
};
const result: PythonResult = {
	status: 'passed',
	failureKind: null,
	error: null,
	trace: null,
	failedLine: null,
	captures: [{name: 'id', value: 7, declared: true, at: 1500}],
	advisories: ['an advisory'],
};
const outcome = (ended: Partial<PythonEnd>, reported: PythonResult | null) =>
	runOutcome({end: {...end, ...ended}, result: reported, calls: [], apiOutput: 'out', timeoutSeconds: 5});

it("is the test's own verdict when it gave one", () => {
	expect(outcome({}, result)).toEqual({
		status: 'passed',
		failureKind: null,
		error: null,
		trace: null,
		apiOutput: 'out',
		failedLine: null,
		captures: result.captures,
		calls: [],
		advisories: ['an advisory'],
		startedAt: 1000,
		finishedAt: 2000,
	});
	const reported = {
		...result,
		status: 'failed' as const,
		failureKind: 'timeout' as const,
		error: 'late',
		trace: 't',
		failedLine: 3,
	};
	expect(outcome({cause: 'timeout'}, reported)).toMatchObject({error: 'late', trace: 't', failedLine: 3});
});

it('is cancelled after a cancel, whatever the test said last', () => {
	const cancelled = outcome({cause: 'cancel', exitCode: null, signal: 9}, {...result, error: 'x', trace: 'y'});
	expect(cancelled).toMatchObject({status: 'cancelled', failureKind: null, error: 'cancelled', trace: null});
	expect(cancelled.captures).toHaveLength(1);
});

it.each([
	[{cause: 'timeout', signal: 9, exitCode: null}, 'failed', 'timeout', 'the test ran longer than its limit of 5 s'],
	[{cause: 'infra', message: 'no memory'}, 'blocked', 'infra', 'no memory'],
	[{cause: 'limit', message: 'too many'}, 'failed', 'unknown', 'too many'],
	[{exitCode: 3}, 'failed', 'unknown', 'the test ended its process with exit code 3 before the file ended'],
	[
		{signal: constants.signals.SIGXCPU, exitCode: null},
		'failed',
		'timeout',
		'the test used more CPU time than its time limit allows',
	],
	[
		{signal: constants.signals.SIGSEGV, exitCode: null},
		'failed',
		'unknown',
		'the process of the test was ended by SIGSEGV',
	],
	[
		{signal: constants.signals.SIGKILL, exitCode: null},
		'failed',
		'unknown',
		'the process of the test was ended by SIGKILL; the machine may have run out of memory',
	],
] as const)('is what the runtime saw when the test gave no verdict: %j', (ended, status, failureKind, error) => {
	for (const reported of [null, {...result, status: null}]) {
		expect(outcome(ended, reported)).toMatchObject({status, failureKind, error, trace: null, failedLine: null});
	}
});

it('of an execution that never ran is empty', () => {
	expect(withoutRun(infraVerdict('no Python'), 7)).toEqual({
		status: 'blocked',
		failureKind: 'infra',
		error: 'no Python',
		trace: null,
		failedLine: null,
		captures: [],
		advisories: [],
		calls: [],
		apiOutput: '',
		startedAt: 7,
		finishedAt: 7,
	});
});
