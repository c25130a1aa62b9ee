import {expect, it} from 'vitest';
import {samples} from '../../../contract/samples/index.ts';
import {svc} from '../../helpers/memory-system.ts';
import {errorAnswer, startStrictService} from '../../helpers/strict-service.ts';

it.each([
	['test failure summary', 'GET /tests/run_1/failure/summary', ''],
	['test result', 'GET /tests/run_1/result', ''],
	['test steps', 'GET /tests/run_1/steps?pageSize=100', ' --run-id run_1'],
])('svc %s of a run says which test it is of, and the command for it', async (command, request, more) => {
	const gone = errorAnswer('NOT_FOUND', {resource: 'test', id: 'run_1', reason: 'not_found'});
	const run = {...samples.getRun({}), runId: 'run_1', testId: 'tst_1'};
	const {env} = await startStrictService([
		{request, status: 404, answer: gone},
		{request: 'GET /runs/run_1', answer: run},
	]);
	const {exitCode, stderr} = await svc([...command.split(' '), 'run_1'], {env});
	expect(exitCode).toBe(4);
	expect(stderr).toContain(`run_1 is a run of tst_1: svc ${command} tst_1${more}\n`);
});

it('a next step names the project that is known', async () => {
	const {error} = errorAnswer('NOT_FOUND', {resource: 'test', id: 'tst_9', reason: 'not_found'}) as {error: object};
	const gone = {error: {...error, nextAction: 'See what there is: svc test list --project <project-id>'}};
	const {env} = await startStrictService([{request: 'GET /tests/tst_9', status: 404, answer: gone}]);
	const {stderr} = await svc(['test', 'get', 'tst_9'], {env: {...env, SVC_PROJECT_ID: 'prj_1'}});
	expect(stderr).toContain('svc test list --project prj_1');
	expect(stderr).not.toContain('<project-id>');
});
