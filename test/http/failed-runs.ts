import {createProject} from '../../contract/routes/projects.ts';
import type {ScriptedOutcome} from '../helpers/scripted-runner.ts';
import {type HttpUnderTest, startHttp} from './start-http.ts';
import type {RecordedCall} from '../../service/runners/runner.ts';
import {getRunFailure} from '../../contract/routes/failures.ts';
import {getRun, triggerRun} from '../../contract/routes/runs.ts';
import {createTest} from '../../contract/routes/tests.ts';

type Declared = {produces?: string[]; consumes?: string[]};

export async function startWithProject(targetUrl = 'http://127.0.0.1:9') {
	const http = await startHttp();
	const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'Shop', targetUrl}});
	const addTest = async (name: string, code = 'assert 1\n', declared: Declared = {}) => {
		const body = {projectId: project.id, type: 'backend' as const, name, code, ...declared};
		return (await http.call(createTest, {body})).body.testId;
	};
	const run = async (testId: string) => {
		const {body: ticket} = await http.call(triggerRun, {params: {testId}});
		return (await http.call(getRun, {params: {runId: ticket.runId}, query: {waitSeconds: 25, until: 'batch'}})).body;
	};
	return {http, projectId: project.id, addTest, run};
}

export const failed = (): ScriptedOutcome => ({
	status: 'failed',
	failureKind: 'assertion',
	error: 'AssertionError: expected 201, got 500',
	trace: 'Traceback (most recent call last):\n  File "Coupon.py", line 1\nAssertionError: expected 201, got 500',
	failedLine: 1,
	apiOutput: 'creating\n',
	calls: [answered('POST', '/coupons', 500, {error: 'boom'})],
});

export const answered = (method: string, path: string, status: number, body: unknown): RecordedCall => ({
	seq: 1,
	method,
	url: `http://127.0.0.1:9${path}`,
	query: null,
	requestHeaders: {},
	requestBody: null,
	requestEncoding: null,
	requestBytes: null,
	status,
	responseHeaders: {'content-type': 'application/json'},
	responseBody: JSON.stringify(body),
	responseEncoding: 'utf8',
	responseBytes: 10,
	truncated: false,
	latencyMs: 7,
	error: null,
	startedAt: Date.parse('2026-01-01T00:00:00.000Z'),
});

export const contextOf = async (http: HttpUnderTest, runId: string) =>
	(await http.call(getRunFailure, {params: {runId}})).body;
