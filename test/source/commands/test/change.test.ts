import {describe, expect, it} from 'vitest';
import {samples} from '../../../../contract/samples/index.ts';
import {envelopeOf, svc} from '../../../helpers/memory-system.ts';
import {errorAnswer, type Stub, startStrictService} from '../../../helpers/strict-service.ts';

const at = '2026-01-31T09:30:13.000Z';

describe('test update', () => {
	const answer = {testId: 't1', updatedFields: ['name', 'consumes'], updatedAt: at};

	it('sends every field under its wire name', async () => {
		const body = {
			name: 'Pay',
			description: 'why',
			priority: 'p0',
			produces: ['a', 'b'],
			consumes: ['c'],
			category: 'cleanup',
			timeoutSeconds: 5,
		};
		const {env, received} = await startStrictService([{request: 'PUT /tests/t1', body, answer}]);
		const flags = ['--name', 'Pay', '--description', 'why', '--priority', 'p0', '--produces', 'a', '--produces', 'b'];
		const more = ['--needs', 'c', '--category', 'cleanup', '--test-timeout', '5'];
		expect(await svc(['test', 'update', 't1', ...flags, ...more], {env})).toEqual({
			exitCode: 0,
			stdout: `testId      t1\nupdatedFields name, consumes\nupdatedAt   ${at}\n`,
			stderr: '',
		});
		expect(received[0]?.headers['idempotency-key']).toMatch(/^cli-update-0000/);
	});

	it('clears with null', async () => {
		const body = {produces: null, consumes: null, category: null, stepTimeoutMs: null, timeoutSeconds: null};
		const {env} = await startStrictService([{request: 'PUT /tests/t1', body, answer}]);
		const flags = ['produces', 'needs', 'category', 'step-timeout', 'test-timeout'].map(name => `--clear-${name}`);
		expect((await svc(['test', 'update', 't1', ...flags], {env})).exitCode).toBe(0);
	});

	it('says what the service warns of, and gives it to programs', async () => {
		const warned = {...answer, warnings: ['nobody produces c']};
		const {env} = await startStrictService([{request: 'PUT /tests/t1', body: {stepTimeoutMs: 100}, answer: warned}]);
		const line = ['--output', 'json', 'test', 'update', 't1', '--step-timeout', '100', '--idempotency-key', 'k'];
		const {stdout, stderr} = await svc(line, {env});
		expect(JSON.parse(stdout)).toEqual(warned);
		expect(stderr).toBe('[warn] t1: nobody produces c\n');
	});

	it.each([
		[[], 'Flag `--name` is required, or another flag that says what to change.'],
		[['--idempotency-key', 'k'], 'or another flag that says what to change'],
		[['--needs', 'a', '--clear-needs'], 'Flag `--clear-needs` cannot be combined with --needs.'],
		[['--produces', 'a', '--clear-produces'], 'cannot be combined with --produces'],
		[['--category', 'cleanup', '--clear-category'], 'cannot be combined with --category'],
		[['--step-timeout', '1', '--clear-step-timeout'], 'cannot be combined with --step-timeout'],
		[['--test-timeout', '1', '--clear-test-timeout'], 'cannot be combined with --test-timeout'],
		[['--produces', 'order-id'], 'must be an identifier'],
		[['--category', 'last'], 'must be one of teardown, cleanup'],
		[['--step-timeout', '60001'], 'must be between 1 and 60000'],
		[['--description', 'x'.repeat(2001)], 'must be at most 2000 characters'],
	])('with %j exits 5: %s', async (flags, text) => {
		const {exitCode, stderr} = await svc(['test', 'update', 't1', ...flags]);
		expect(exitCode).toBe(5);
		expect(stderr).toContain(text);
	});

	it('of a field that the type of the test does not have exits 5', async () => {
		const refused = errorAnswer('VALIDATION_ERROR', {field: 'produces', reason: 'backend_only'});
		const {env} = await startStrictService([{request: 'PUT /tests/t1', status: 400, answer: refused}]);
		expect((await svc(['test', 'update', 't1', '--produces', 'a'], {env})).exitCode).toBe(5);
	});
});

describe('test delete', () => {
	it('deletes once it is confirmed', async () => {
		const {env, received} = await startStrictService([
			{request: 'DELETE /tests/t1', answer: {testId: 't1', deletedAt: at}},
		]);
		expect(await svc(['test', 'delete', 't1', '--confirm'], {env})).toEqual({
			exitCode: 0,
			stdout: `testId      t1\ndeletedAt   ${at}\n`,
			stderr: '',
		});
		expect(received[0]?.headers['idempotency-key']).toMatch(/^cli-delete-0000/);
	});

	it('without --confirm exits 5', async () => {
		const {exitCode, stderr} = await svc(['test', 'delete', 't1']);
		expect(exitCode).toBe(5);
		expect(stderr).toContain('Flag `--confirm` is required');
	});
});

describe('test delete-batch', () => {
	const gone = errorAnswer('NOT_FOUND', {resource: 'test', id: 't2', reason: 'not_found'}, 'No test t2.');
	const broken = errorAnswer('VALIDATION_ERROR', {}, 'Not this one.');
	const deletion = (testId: string, stub: Partial<Stub> = {}): Stub => ({
		request: `DELETE /tests/${testId}`,
		answer: {testId, deletedAt: at},
		...stub,
	});

	it('deletes one after the other; what is gone counts as skipped', async () => {
		const {env, received} = await startStrictService([
			deletion('t1'),
			deletion('t2', {status: 404, answer: gone}),
			deletion('t3', {status: 400, answer: broken}),
			deletion('t4'),
		]);
		const line = ['test', 'delete-batch', 't1', 't2', 't1', 't3', 't4', '--confirm', '--idempotency-key', 'k'];
		expect(await svc(line, {env})).toEqual({
			exitCode: 1,
			stdout:
				'Deleted 2, Skipped 1, Failed 1\n  t1  deleted\n  t2  skipped  No test t2.\n  t3  error  Not this one.\n  t4  deleted\n',
			stderr: '1 of 4 tests could not be deleted.\n',
		});
		expect(received.map(({headers}) => headers['idempotency-key'])).toEqual(['k:t1', 'k:t2', 'k:t3', 'k:t4']);
	});

	it('answers a program with every row and the counts', async () => {
		const {env, received} = await startStrictService([deletion('t1'), deletion('t2', {status: 404, answer: gone})]);
		const {exitCode, stdout} = await svc(['--output', 'json', 'test', 'delete-batch', 't1', 't2', '--confirm'], {env});
		expect(exitCode).toBe(0);
		expect(JSON.parse(stdout)).toEqual({
			results: [
				{testId: 't1', status: 'deleted', deletedAt: at},
				{testId: 't2', status: 'skipped', error: {code: 'NOT_FOUND', message: 'No test t2.'}},
			],
			summary: {total: 2, deleted: 1, skipped: 1, failed: 0},
		});
		expect(received[0]?.headers['idempotency-key']).toMatch(/^cli-delete-0000.*:t1$/);
	});

	it('with --status deletes the tests of the project in these states', async () => {
		const items = ['t1', 't2'].map(id => ({...samples.getTest({}), id}));
		const {env} = await startStrictService([
			{request: 'GET /tests?projectId=p&status=draft%2Cfailed&pageSize=100', answer: {items, nextToken: null}},
			deletion('t1'),
			deletion('t2'),
		]);
		const line = ['test', 'delete-batch', '--project', 'p', '--status', 'draft,failed', '--confirm'];
		expect((await svc(line, {env})).stdout).toMatch(/^Deleted 2, Skipped 0, Failed 0\n/);
	});

	it('with --all of an empty project deletes nothing', async () => {
		const {env} = await startStrictService([
			{request: 'GET /tests?projectId=p&pageSize=100', answer: {items: [], nextToken: null}},
		]);
		const {exitCode, stdout} = await svc(['test', 'delete-batch', '--project', 'p', '--all', '--confirm'], {env});
		expect({exitCode, stdout}).toEqual({exitCode: 0, stdout: 'Deleted 0, Skipped 0, Failed 0\n'});
	});

	it('ends when the key is refused, and tells what was deleted until then', async () => {
		const {env} = await startStrictService([
			deletion('t1'),
			deletion('t2', {status: 401, answer: errorAnswer('AUTH_INVALID', {reason: 'revoked'})}),
		]);
		const line = ['--output', 'json', 'test', 'delete-batch', 't1', 't2', 't3', '--confirm'];
		const {exitCode, stdout, stderr} = await svc(line, {env});
		expect(exitCode).toBe(3);
		expect(JSON.parse(stdout).summary).toEqual({total: 3, deleted: 1, skipped: 0, failed: 0});
		expect(envelopeOf(stderr).code).toBe('AUTH_INVALID');
	});

	it('cuts a long key, so that each deletion still has one of its own', async () => {
		const {env, received} = await startStrictService([deletion('t1')]);
		const line = ['test', 'delete-batch', 't1', '--confirm', '--idempotency-key', 'k'.repeat(256)];
		expect((await svc(line, {env})).exitCode).toBe(0);
		expect(received[0]?.headers['idempotency-key']).toBe(`${'k'.repeat(253)}:t1`);
	});

	it.each([
		[['--confirm'], 'Argument `<test-id>` is required, or `--all` for every test of the project (--status'],
		[
			['--confirm', '--project', 'p'],
			'Argument `<test-id>` is required, or `--all` for every test of the project (--status',
		],
		[['t1', '--all', '--confirm'], 'Flag `--all` cannot be combined with test ids.'],
		[['t1', '--status', 'draft', '--confirm'], 'Flag `--status` cannot be combined with test ids.'],
		[['t1', '--project', 'p', '--confirm'], 'Flag `--project` cannot be combined with test ids.'],
		[['t1'], 'Flag `--confirm` is required'],
		[['--all', '--confirm'], 'Flag `--project` is required'],
	])('with %j exits 5: %s', async (flags, text) => {
		const {exitCode, stderr} = await svc(['test', 'delete-batch', ...flags]);
		expect(exitCode).toBe(5);
		expect(stderr).toContain(text);
	});
});
