import {execFile} from 'node:child_process';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {checkPlan} from '../../../source/plan-files/check-plan.ts';
import {planWarnings} from '../../../source/plan-files/plan-warnings.ts';
import {scaffoldCode, scaffoldPlan} from '../../../source/plan-files/scaffold.ts';
import {explainSteps, stepWarnings} from '../../../source/plan-files/step-warnings.ts';

describe('the frontend scaffold', () => {
	it('is a plan with two actions and an assertion that lint accepts', () => {
		expect(scaffoldPlan(undefined).planSteps.map(({type}) => type)).toEqual(['action', 'action', 'assertion']);
		expect(checkPlan(scaffoldPlan(undefined)).problems).toEqual([]);
		expect(planWarnings(scaffoldPlan(undefined)).map(({field}) => field)).toEqual(['projectId']);
	});

	it('is read without a model, step by step', () => {
		expect(stepWarnings(explainSteps(scaffoldPlan('prj_1')))).toEqual([]);
	});

	it('holds the id of the project where it is known', () => {
		expect(scaffoldPlan('prj_1').projectId).toBe('prj_1');
		expect(planWarnings(scaffoldPlan('prj_1'))).toEqual([]);
	});
});

describe('the backend scaffold', () => {
	let server: Server;
	let status: number;
	const calls: string[] = [];
	beforeEach(async () => {
		server = createServer(({url, headers}, response) => {
			calls.push(`${url} ${headers['x-api-key']}`);
			response.writeHead(status).end('not today');
		});
		await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	});
	afterEach(() => {
		server.close();
		calls.length = 0;
	});

	/** Runs the file as the runner does: from top to bottom, with its globals injected. */
	const runScaffold = () => {
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const globals = `{'__name__': '__main__', 'BASE_URL': '${url}', '__AUTH_HEADERS__': {'X-API-Key': 'k1'}}`;
		const runner = `import sys; exec(compile(sys.argv[1], 'test.py', 'exec'), ${globals})`;
		return new Promise<{code: number; stderr: string}>(resolve =>
			execFile('python3', ['-c', runner, scaffoldCode], (error, _stdout, stderr) =>
				resolve({code: error ? Number(error.code) : 0, stderr}),
			),
		);
	};

	it('passes against an API that is healthy, with the injected address and credential', async () => {
		status = 200;
		expect(await runScaffold()).toEqual({code: 0, stderr: ''});
		expect(calls).toEqual(['/health k1']);
	});

	it('fails with the status in its message where the API is not', async () => {
		status = 503;
		const {code, stderr} = await runScaffold();
		expect(code).toBe(1);
		expect(stderr).toContain('AssertionError: expected status 200, got 503: not today');
	});
});
