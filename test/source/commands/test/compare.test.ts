import {describe, expect, it} from 'vitest';
import {samples} from '../../../../contract/samples/index.ts';
import type {TestStep} from '../../../../contract/result.ts';
import type {Run, RunStep} from '../../../../contract/run.ts';
import {envelopeOf, svc} from '../../../helpers/memory-system.ts';
import {errorAnswer, startStrictService} from '../../../helpers/strict-service.ts';

const at = '2026-01-31T09:30:13.000Z';

const runStep = (index: number, fields: Partial<RunStep> = {}): RunStep => ({
	stepIndex: String(index).padStart(4, '0'),
	type: 'action',
	action: 'click',
	status: 'passed',
	description: `step ${index}`,
	error: null,
	screenshotUrl: null,
	htmlSnapshotUrl: null,
	healed: false,
	createdAt: at,
	...fields,
});

describe('test steps', () => {
	const step = (stepIndex: number, fields: Partial<TestStep> = {}): TestStep => ({
		testId: 't1',
		stepIndex,
		action: 'click',
		description: `step ${stepIndex}`,
		status: 'passed',
		screenshotUrl: 'https://x.example/a',
		htmlSnapshotUrl: null,
		runIdIfAvailable: 'r1',
		codeVersion: 'v1',
		capturedAt: at,
		updatedAt: at,
		...fields,
	});

	it('marks what made the run fail and shows an assertion of no step', async () => {
		const items = [
			step(1, {description: `a\nb ${'x'.repeat(80)}`}),
			step(2, {action: 'assertion', screenshotUrl: null, status: 'failed', outcomeContributesToFailure: true}),
			step(3, {action: 'assertion', status: null}),
		];
		const {env} = await startStrictService([
			{request: 'GET /tests/t1/steps?pageSize=100', answer: {items, nextToken: null}},
		]);
		const {exitCode, stdout, stderr} = await svc(['test', 'steps', 't1'], {env});
		expect({exitCode, stderr}).toEqual({
			exitCode: 0,
			stderr: '[info] descriptions are cut to 60 characters (…); --output json shows them whole\n',
		});
		const wide = ' '.repeat(60 - 'step 2'.length);
		expect(stdout).toBe(
			[
				`  INDEX  ACTION       STATUS  DESCRIPTION${' '.repeat(49)}  UPDATED`,
				`  1      click        passed  a b ${'x'.repeat(55)}…  ${at}`,
				`* 2      (assertion)  failed  step 2${wide}  ${at}`,
				`  3      assertion    -       step 3${wide}  ${at}`,
				'',
				'runId: r1',
				'codeVersion: v1',
				'',
			].join('\n'),
		);
	});

	it('names run and version only where all rows share them, and the next page', async () => {
		const items = [step(1), step(2, {runIdIfAvailable: 'r2'})];
		const {env} = await startStrictService([
			{request: 'GET /tests/t1/steps?pageSize=2&cursor=c', answer: {items, nextToken: 'more'}},
		]);
		const line = ['test', 'steps', 't1', '--page-size', '2', '--starting-token', 'c'];
		const {stdout, stderr} = await svc(line, {env});
		expect(stdout.split('\n\n')[1]).toBe('codeVersion: v1\nnextToken: more\n');
		expect(stderr).toBe(
			'[hint] these are the steps of 2 runs; of the last one: svc test steps t1 --run-id r2\n' +
				'[hint] the next page: the same command with --starting-token and the nextToken\n',
		);
	});

	it('reads all pages up to --max-items', async () => {
		const {env} = await startStrictService([
			{request: 'GET /tests/t1/steps?pageSize=2', answer: {items: [step(1), step(2)], nextToken: 'x'}},
			{request: 'GET /tests/t1/steps?pageSize=1&cursor=x', answer: {items: [step(3)], nextToken: 'y'}},
		]);
		const line = ['--output', 'json', 'test', 'steps', 't1', '--page-size', '2', '--max-items', '3'];
		const {items, nextToken} = JSON.parse((await svc(line, {env})).stdout);
		expect([items.length, nextToken]).toEqual([3, 'y']);
	});

	it('of a test that never ran are none', async () => {
		const {env} = await startStrictService([
			{request: 'GET /tests/t1/steps?pageSize=100', answer: {items: [], nextToken: null}},
		]);
		expect((await svc(['test', 'steps', 't1'], {env})).stdout).toBe('No steps.\n');
	});

	it('of one run have the form of the others', async () => {
		const run: Run = {
			...samples.getRun({}),
			runId: 'r1',
			testId: 't1',
			failedStepIndex: 2,
			codeVersion: 'v3',
			steps: [runStep(1), runStep(2, {status: 'failed', error: 'no', type: 'assertion'})],
		};
		const {env} = await startStrictService([{request: 'GET /runs/r1?includeSteps=true', answer: run}]);
		const {stdout} = await svc(['--output', 'json', 'test', 'steps', 't1', '--run-id', 'r1'], {env});
		expect(JSON.parse(stdout)).toEqual({
			items: [
				expect.objectContaining({stepIndex: 1, outcomeContributesToFailure: null}),
				{
					testId: 't1',
					stepIndex: 2,
					action: 'click',
					description: 'step 2',
					status: 'failed',
					screenshotUrl: null,
					htmlSnapshotUrl: null,
					runIdIfAvailable: 'r1',
					codeVersion: 'v3',
					capturedAt: at,
					updatedAt: at,
					outcomeContributesToFailure: true,
					error: 'no',
					stepType: 'assertion',
					healed: false,
				},
			],
			nextToken: null,
		});
	});

	it('of one run mark an assertion that no step carries', async () => {
		const steps = [runStep(1), runStep(2, {status: 'failed'})];
		const run: Run = {...samples.getRun({}), runId: 'r1', testId: 't1', failedStepIndex: null, steps};
		const {env} = await startStrictService([{request: 'GET /runs/r1?includeSteps=true', answer: run}]);
		const {stdout} = await svc(['test', 'steps', 't1', '--run-id', 'r1'], {env});
		expect(stdout.match(/^\* .*/gm)).toEqual([expect.stringMatching(/^\* 2 /)]);
	});

	it('of a run of another test are not found', async () => {
		const run = {...samples.getRun({}), runId: 'r1', testId: 't2'};
		const {env} = await startStrictService([
			{request: 'GET /runs/r1?includeSteps=true', answer: run},
			// It could have been named by its name or the beginning of its id.
			{request: 'GET /tests/t1', answer: {...samples.getTest({}), id: 't1'}},
		]);
		const {exitCode, stderr} = await svc(['--output', 'json', 'test', 'steps', 't1', '--run-id', 'r1'], {env});
		expect(exitCode).toBe(4);
		expect(envelopeOf(stderr).details).toEqual({resource: 'run', id: 'r1', reason: 'not_found'});
	});

	it.each([
		[['--page-size', '5'], '--page-size'],
		[['--starting-token', 'x'], '--starting-token'],
		[['--max-items', '5'], '--max-items'],
	])('of one run cannot be paged: %j', async (flags, name) => {
		const {exitCode, stderr} = await svc(['test', 'steps', 't1', '--run-id', 'r1', ...flags]);
		expect(exitCode).toBe(5);
		expect(stderr).toContain(`Flag \`${name}\` cannot be combined with --run-id.`);
	});

	it('in a dry run are those of a run that passed, or of a failure at step 5', async () => {
		const {exitCode, stdout} = await svc(['--dry-run', 'test', 'steps', 't1', '--run-id', 'r1']);
		expect(exitCode).toBe(0);
		expect(stdout).toMatch(/^ {2}8 /m);
		expect((await svc(['--dry-run', 'test', 'steps', 't1'])).stdout).toMatch(/^\* 5 /m);
	});
});

describe('test diff', () => {
	const run = (fields: Partial<Run>): Run => ({...samples.getRun({}), testId: 't1', ...fields});
	const before = run({runId: 'r1', batchId: 'b1', steps: [runStep(1), runStep(2), runStep(3)]});
	const after = run({
		runId: 'r2',
		batchId: 'b2',
		status: 'failed',
		failureKind: 'assertion',
		failedStepIndex: 2,
		codeVersion: 'v2',
		steps: [runStep(1), runStep(2, {status: 'failed', error: 'no button'})],
	});
	const view = samples.listBatchCalls({});
	/** The calls of a batch: one, which answers with the currency. */
	const callsWith = (runId: string, currency: string) => {
		const [group] = view.items;
		const call = {
			...group!.items[0]!,
			runId,
			method: 'GET',
			url: 'http://a.example/config',
			responseEncoding: 'utf8' as const,
		};
		const items = [{...call, truncated: false, responseBody: JSON.stringify({currency, id: runId})}];
		return {
			...view,
			items: [{...group!, calls: 1, items, other: {...group!.other, count: 0, items: []}}],
			nextToken: null,
		};
	};
	const serve = (a: Run, b: Run) =>
		startStrictService([
			{request: 'GET /batches/b1/calls?testId=t1&pageSize=100', answer: callsWith('r1', 'EUR'), isOptional: true},
			{request: 'GET /batches/b2/calls?testId=t1&pageSize=100', answer: callsWith('r2', 'USD'), isOptional: true},
			{request: 'GET /runs/r1?includeSteps=true', answer: a},
			{request: 'GET /runs/r2?includeSteps=true', answer: b},
		]);

	it('shows what differs and exits 1 when the verdicts do', async () => {
		const {env} = await serve(before, after);
		expect(await svc(['test', 'diff', 'r1', 'r2'], {env})).toEqual({
			exitCode: 1,
			stdout:
				'runA: r1 (an order can be paid)\nrunB: r2 (an order can be paid)\nverdict: passed -> failed\nfailedStepIndex: - -> 2\nfailureKind: - -> assertion\ncodeVersion: v1 -> v2\nchanged steps: 2\nINDEX  A       B\n2      passed  failed\n3      passed  absent\nGET /config\n  $.currency: "EUR" -> "USD"\n',
			stderr: 'The verdicts differ: passed and failed.\n',
		});
	});

	it('tells a program everything', async () => {
		const {env} = await serve(before, after);
		const {stdout, stderr} = await svc(['--output', 'json', 'test', 'diff', 'r1', 'r2'], {env});
		expect(JSON.parse(stdout)).toEqual({
			runA: {
				runId: 'r1',
				testId: 't1',
				testTitle: 'an order can be paid',
				status: 'passed',
				failureKind: null,
				failedStepIndex: null,
				codeVersion: 'v1',
			},
			runB: {
				runId: 'r2',
				testId: 't1',
				testTitle: 'an order can be paid',
				status: 'failed',
				failureKind: 'assertion',
				failedStepIndex: 2,
				codeVersion: 'v2',
			},
			verdictChanged: true,
			failedStepIndexChanged: true,
			failureKindChanged: true,
			codeVersionChanged: true,
			crossTest: false,
			changedSteps: [
				{stepIndex: 2, statusA: 'passed', statusB: 'failed', errorB: 'no button'},
				{stepIndex: 3, statusA: 'passed', statusB: 'absent'},
			],
			changedAnswers: [
				{call: 'GET /config', changes: [{path: '$.currency', before: '"EUR"', after: '"USD"'}], more: 0},
			],
		});
		expect(envelopeOf(stderr)).toMatchObject({
			code: 'NEGATIVE_RESULT',
			details: {verdict: 'passed -> failed', changedSteps: 2},
		});
	});

	it('exits 0 when the verdicts are the same, whatever else differs', async () => {
		const {env} = await serve(before, {...before, runId: 'r2', batchId: 'b2', codeVersion: 'v2', steps: []});
		const {exitCode, stdout} = await svc(['test', 'diff', 'r1', 'r2'], {env});
		expect(exitCode).toBe(0);
		expect(stdout).toContain('verdict: passed -> passed\ncodeVersion: v1 -> v2\nchanged steps: 3\n');
	});

	it('warns when the runs are of different tests', async () => {
		const {env} = await serve(before, {...before, runId: 'r2', testId: 't2'});
		const {exitCode, stderr} = await svc(['test', 'diff', 'r1', 'r2'], {env});
		expect({exitCode, stderr}).toEqual({
			exitCode: 0,
			stderr: '[warn] the runs are of different tests: t1 and t2\n',
		});
	});

	it('of a run that is unknown exits 4', async () => {
		const {env} = await startStrictService([
			{request: 'GET /runs/r1?includeSteps=true', answer: before, isOptional: true},
			{request: 'GET /runs/r2?includeSteps=true', status: 404, answer: errorAnswer('NOT_FOUND')},
		]);
		expect((await svc(['test', 'diff', 'r1', 'r2'], {env})).exitCode).toBe(4);
	});

	it('in a dry run finds two equal runs', async () => {
		const {exitCode, stdout} = await svc(['--dry-run', 'test', 'diff', 'r1', 'r2']);
		expect(exitCode).toBe(0);
		expect(stdout).toContain(
			'runA: r1 (an order can be paid)\nrunB: r2 (an order can be paid)\nverdict: passed -> passed\n',
		);
	});
});

describe('test result --history', () => {
	const [fresh, rerun] = samples.listTestRuns({}).runs;
	const history = {
		runs: [
			{...fresh, runId: 'r2'},
			{...rerun, runId: 'r1'},
		],
		nextCursor: null,
		meta: {},
	};

	it('points to the comparison of the last two and to the bundle of the last failure', async () => {
		const {env} = await startStrictService([{request: 'GET /tests/t1/runs?pageSize=20', answer: history}]);
		const {stderr} = await svc(['test', 'result', 't1', '--history'], {env});
		expect(stderr).toBe(
			'[hint] svc test diff r1 r2\n[hint] svc test artifact get r2\n[hint] svc test failure summary t1\n',
		);
	});

	it('points to nothing for a program', async () => {
		const {env} = await startStrictService([
			{request: 'GET /tests/t1/runs?rerun=true&pageSize=5&cursor=c', answer: history},
		]);
		const flags = ['--history', '--rerun', '--page-size', '5', '--cursor', 'c'];
		const {stdout, stderr} = await svc(['--output', 'json', 'test', 'result', 't1', ...flags], {env});
		expect(JSON.parse(stdout)).toEqual({runs: history.runs, nextCursor: null});
		expect(stderr).toBe('');
	});

	it('reads on behind a page whose runs are all filtered out', async () => {
		const page = (cursor: string) => `GET /tests/t1/runs?rerun=false&pageSize=2${cursor}`;
		const {env} = await startStrictService([
			{request: page(''), answer: {runs: [], nextCursor: 'c1', meta: {}}},
			{request: page('&cursor=c1'), answer: {runs: [], nextCursor: 'c2', meta: {}}},
			{request: page('&cursor=c2'), answer: {...history, nextCursor: 'c3'}},
		]);
		const flags = ['--history', '--no-rerun', '--page-size', '2'];
		const {stdout} = await svc(['--output', 'json', 'test', 'result', 't1', ...flags], {env});
		expect(JSON.parse(stdout)).toEqual({runs: history.runs, nextCursor: 'c3'});
	});

	it('of a test that never ran says so', async () => {
		const {env} = await startStrictService([
			{request: 'GET /tests/t1/runs?pageSize=20', answer: {runs: [], nextCursor: null, meta: {}}},
		]);
		expect(await svc(['test', 'result', 't1', '--history'], {env})).toEqual({
			exitCode: 0,
			stdout: 'No runs.\n',
			stderr: '',
		});
	});
});
