import {describe, expect, it} from 'vitest';
import {samples} from '../../../contract/samples/index.ts';
import {envelopeOf, svc} from '../../helpers/memory-system.ts';
import {errorAnswer, type Stub, startStrictService} from '../../helpers/strict-service.ts';

const detail = {...samples.getTestList({}), id: 'l1', name: 'Smoke'};
const {cases, stats, lastExecutionCreated, ...summary} = detail;
const enqueuedAt = '2026-01-31T09:30:00.000Z';
const ticket = (fields: object = {}) => ({
	batchId: 'b1',
	accepted: [{testId: 't1', runId: 'r1', enqueuedAt, role: 'selected'}],
	conflicts: [],
	deferred: [],
	notFound: [],
	...fields,
});

describe('testlist list', () => {
	it('reads all pages', async () => {
		const {env} = await startStrictService([
			{request: 'GET /testlist?pageSize=100', answer: {items: [{...summary, lastExecutionId: null}], nextToken: 'n'}},
			{
				request: 'GET /testlist?pageSize=100&cursor=n',
				answer: {items: [{...summary, id: 'l2', lastExecutionId: 'b'}], nextToken: null},
			},
		]);
		const {stdout} = await svc(['testlist', 'list'], {env});
		expect(stdout).toBe(
			`ID  NAME   CASES  LAST_EXEC  UPDATED\nl1  Smoke  1      -          ${detail.updatedAt}\nl2  Smoke  1      b          ${detail.updatedAt}\n`,
		);
	});

	it('shows the columns that were asked for, or says that there is none', async () => {
		const {env} = await startStrictService([
			{request: 'GET /testlist?pageSize=100', answer: {items: [summary], nextToken: null}},
			{request: 'GET /testlist?pageSize=100', answer: {items: [], nextToken: null}},
		]);
		const columns = ['testlist', 'list', '--columns', 'name,id', '--no-header'];
		expect((await svc(columns, {env})).stdout).toBe('Smoke  l1\n');
		expect((await svc(['testlist', 'list'], {env})).stdout).toBe('No test lists.\n');
	});
});

describe('testlist get, create, update, delete', () => {
	it('show labels and the tests', async () => {
		const {env} = await startStrictService([{request: 'GET /testlist/l1', answer: detail}]);
		const {stdout} = await svc(['testlist', 'get', 'l1'], {env});
		expect(stdout).toContain('id: l1\nname: Smoke\ncases: 1\nstats: 1 passed, 0 failed, 0 blocked, 0 running of 1\n');
		expect(stdout).toMatch(/\n\nTEST ID +TITLE +TYPE +PROJECT +PRI +STATUS\n.* an order can be paid .* passed\n$/);
	});

	it('send what was given and nothing else', async () => {
		const {env, received} = await startStrictService([
			{
				request: 'POST /testlist',
				status: 201,
				body: {
					name: 'Smoke',
					testIds: ['t1', 't2'],
					projectEnvironments: [{projectId: 'p', environmentName: 'stage:2'}],
				},
				answer: detail,
			},
			{request: 'POST /testlist', status: 201, body: {name: 'Empty'}, answer: {...detail, cases: []}},
		]);
		const line = ['testlist', 'create', '--name', 'Smoke', '--case', 't1', '--case', 't2', '--case', 't1'];
		expect((await svc([...line, '--project-env', 'p:stage:2'], {env})).exitCode).toBe(0);
		expect((await svc(['testlist', 'create', '--name', 'Empty'], {env})).stdout).toMatch(/\n\nNo cases\.\n$/);
		expect(received[0]?.headers['idempotency-key']).toMatch(/^cli-testlist-create-/);
	});

	it('change a list and show it whole', async () => {
		const {env, received} = await startStrictService([
			{request: 'PUT /testlist/l1', body: {name: 'New', projectEnvironments: []}, answer: summary},
			{request: 'GET /testlist/l1', answer: detail},
		]);
		const line = ['--output', 'json', 'testlist', 'update', 'l1', '--name', 'New', '--clear-project-env'];
		expect(JSON.parse((await svc(line, {env})).stdout)).toEqual(detail);
		expect(received[0]?.headers['idempotency-key']).toMatch(/^cli-testlist-update-/);
	});

	it('delete only when confirmed', async () => {
		const {env} = await startStrictService([{request: 'DELETE /testlist/l1', answer: {listId: 'l1'}}]);
		expect((await svc(['testlist', 'delete', 'l1'], {env})).exitCode).toBe(5);
		expect((await svc(['testlist', 'delete', 'l1', '--confirm'], {env})).stdout).toBe('listId: l1\n');
	});

	it.each([
		[['create'], '`--name` is required'],
		[['create', '--name', 'x'.repeat(201)], 'at most 200 characters'],
		[['create', '--name', 'x', '--project-env', 'p'], 'must be <project-id>:<environment>'],
		[['create', '--name', 'x', '--project-env', 'p:a', '--project-env', 'p:b'], 'names a project twice'],
		[['update', 'l1'], '`--name` is required'],
		[['update', 'l1', '--project-env', 'p:a', '--clear-project-env'], 'cannot be combined with --project-env'],
		[['add', 'l1'], 'Argument `<test-id>` is required.'],
		[['add', 'l1', ...Array.from({length: 501}, (_, index) => `t${index}`)], 'at most 500 tests'],
		[['run', 'l1', '--max-concurrency', '51'], 'must be between 1 and 50'],
		[['run', 'l1', '--summary-file', 'x.json'], 'only allowed with --wait'],
	])('testlist %j exits 5', async (argv, text) => {
		const {exitCode, stderr} = await svc(['testlist', ...argv]);
		expect(exitCode).toBe(5);
		expect(stderr).toContain(text);
	});
});

describe('testlist add and remove', () => {
	const answer = {listId: 'l1', caseCount: 4, changed: 1, unchanged: ['t2'], notFound: ['t3']};

	it('tell what changed, and warn about tests that are not found', async () => {
		const {env} = await startStrictService([
			{request: 'POST /testlist/l1/cases', body: {testIds: ['t1', 't2', 't3']}, answer},
		]);
		const {exitCode, stdout, stderr} = await svc(['testlist', 'add', 'l1', 't1', 't2', 't3', 't1'], {env});
		expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: '[warn] not found: t3\n'});
		expect(stdout).toBe('listId      l1\ncaseCount   4\nchanged     1\n');
	});

	it('exit 4 when no test was found', async () => {
		const none = {...answer, changed: 0, unchanged: []};
		const {env, received} = await startStrictService([{request: 'POST /testlist/l1/cases/delete', answer: none}]);
		const {exitCode, stdout, stderr} = await svc(['--output', 'json', 'testlist', 'remove', 'l1', 't3'], {env});
		expect(exitCode).toBe(4);
		expect(JSON.parse(stdout)).toEqual(none);
		const nextAction = 'See what there is: svc test list --project <project-id> (<project-id>: see svc project list)';
		expect(envelopeOf(stderr)).toMatchObject({code: 'NOT_FOUND', nextAction, details: {ids: ['t3']}});
		expect(received[0]?.headers['idempotency-key']).toMatch(/^cli-testlist-remove-/);
	});
});

describe('testlist run', () => {
	const start = (body: object, answer: object, status = 202): Stub => ({
		request: 'POST /testlist/l1/run',
		status,
		body: {source: 'cli', ...body},
		answer,
	});

	it('prints what test run prints', async () => {
		const {env} = await startStrictService([start({}, ticket())]);
		const {exitCode, stdout, stderr} = await svc(['testlist', 'run', 'l1'], {env});
		expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: '[hint] svc batch watch b1\n'});
		expect(stdout).toBe(
			`batchId     b1\naccepted    1\nconflicts   0\ndeferred    0\nskippedFE   0\nskippedIntegr 0\nt1 runId: r1 enqueuedAt: ${enqueuedAt}\n`,
		);
	});

	it('of a test that is not in the list exits 4 beside what was started', async () => {
		const {env} = await startStrictService([start({testIds: ['t1', 't9']}, ticket({notFound: ['t9']}))]);
		const line = ['--output', 'json', 'testlist', 'run', 'l1', '--case', 't1', '--case', 't9'];
		const {exitCode, stdout} = await svc(line, {env});
		expect(exitCode).toBe(4);
		expect(JSON.parse(stdout)).toMatchObject({batchId: 'b1', notFound: ['t9'], skippedFrontend: []});
	});

	it('of an empty list exits 5, or 0 with --allow-empty', async () => {
		const empty = start({}, ticket({batchId: null, accepted: [], reason: 'empty_list'}));
		const {env} = await startStrictService([empty, empty]);
		const line = ['--output', 'json', 'testlist', 'run', 'l1', '--wait'];
		expect((await svc(line, {env})).exitCode).toBe(5);
		const {exitCode, stdout} = await svc([...line, '--allow-empty'], {env});
		expect(exitCode).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({batchId: null, accepted: []});
	});

	it('waited for ends like the batch', async () => {
		const batch = samples.getBatch({});
		const member = {...batch.members[1]!, testId: 't1', runId: 'r1', status: 'failed', label: 'Failed'};
		const {env} = await startStrictService([
			start({}, ticket()),
			{request: 'GET /batches/b1', answer: {...batch, batchId: 'b1', members: [member]}},
		]);
		const {exitCode, stdout} = await svc(['testlist', 'run', 'l1', '--wait', '--timeout', '30'], {env});
		expect(exitCode).toBe(1);
		expect(stdout).toMatch(/\n0 passed, 1 failed, 0 blocked, 0 cancelled, 0 timed out, 0 skipped of 1\n$/);
	});

	it('that the plan does not include exits 13', async () => {
		const {env} = await startStrictService([start({}, errorAnswer('FEATURE_GATED'), 403)]);
		expect((await svc(['testlist', 'run', 'l1'], {env})).exitCode).toBe(13);
	});
});
