import {describe, expect, it} from 'vitest';
import {type CleanupCard, type CleanupTest, type CleanupView, cleanupView} from '../../../contract/cleanup.ts';
import {envelopeOf, svc} from '../../helpers/memory-system.ts';
import {errorAnswer, startStrictService} from '../../helpers/strict-service.ts';

const card = (overrides: Partial<CleanupCard>): CleanupCard => ({
	resourceId: 'res_1',
	label: 'user_id',
	createdBy: {testId: 'tst_1', title: 'makes a user', runId: 'run_1'},
	capturedId: '7',
	sourceEndpoint: {method: 'POST', path: '/users'},
	family: '/users',
	parentResourceId: null,
	outcome: 'auto',
	badge: 'Auto-cleaned',
	cleanupTest: null,
	reason: null,
	proof: null,
	deletion: null,
	considered: [],
	note: null,
	fromBatchId: null,
	rev: 1,
	...overrides,
});
const failed: CleanupTest = {
	cleanupTestId: 'ctn_1',
	kind: 'sweep',
	testId: null,
	runId: null,
	title: 'Delete user_id',
	status: 'Failed',
	resourceIds: ['res_1'],
	method: 'DELETE',
	path: '/users/{id}',
	httpStatus: 403,
	responseBody: '{}',
	error: 'DELETE answered 403',
	attempts: 1,
	rev: 1,
};
const planned: CleanupTest = {...failed, kind: 'planned', title: 'removes the user', status: 'Passed'};
const view = (overrides: Partial<CleanupView> = {}): CleanupView =>
	cleanupView.parse({
		batchId: 'bat_1',
		version: 3,
		delta: false,
		state: 'failed',
		progress: {captured: 5, cleaned: 2, orphaned: 1, failed: 1, pending: 0, kept: 1, dismissed: 0},
		totals: {deleteCalls: 3, deletedRecords: 2},
		orphaned: [
			card({outcome: 'orphaned', badge: 'Might be orphaned', reason: 'no_delete_endpoint', label: '/letters'}),
			card({resourceId: 'res_2', outcome: 'failed', badge: null, cleanupTest: failed}),
		],
		cleanedUp: [card({resourceId: 'res_3'}), card({resourceId: 'res_4', badge: null, cleanupTest: planned})],
		pending: [card({resourceId: 'res_5', outcome: 'kept', badge: null})],
		tests: [failed, planned],
		calls: [],
		...overrides,
	});

const get = 'GET /batches/bat_1/cleanup';

describe('batch cleanup', () => {
	it('shows orphans first, then what was cleaned up, then what is kept', async () => {
		const {env} = await startStrictService([{request: get, answer: view()}]);
		expect((await svc(['batch', 'cleanup', 'bat_1'], {env})).stdout).toBe(
			[
				'cleanup: failed',
				'progress: 2 of 4 cleaned',
				'',
				'Might be orphaned (2)',
				'ID     RESOURCE  CREATED BY    CAPTURED ID  SOURCE ENDPOINT  REASON',
				'res_1  /letters  makes a user  7            POST /users      no_delete_endpoint',
				'res_2  user_id   makes a user  7            POST /users      DELETE answered 403',
				'',
				'Cleaned up (2)',
				'ID     RESOURCE  CREATED BY    CLEANED UP',
				'res_3  user_id   makes a user  Auto-cleaned',
				'res_4  user_id   makes a user  removes the user (Passed)',
				'',
				'Kept or pending (1)',
				'ID     RESOURCE  CREATED BY    CAPTURED ID  SOURCE ENDPOINT  OUTCOME',
				'res_5  user_id   makes a user  7            POST /users      kept',
				'',
			].join('\n'),
		);
	});

	it.each([
		[
			'no_delete_endpoint',
			`[hint] svc endpoint add --project <project-id> --method DELETE --path '/users/{user_id}' if that deletes it, then svc batch cleanup bat_1 --retry (<project-id>: see svc project list)\n`,
		],
		['delete_failed', ''],
	])('an orphan left because of %s says: %j', async (reason, hint) => {
		const orphan = card({outcome: 'orphaned', badge: 'Might be orphaned', reason});
		const {env} = await startStrictService([{request: get, answer: {...view(), orphaned: [orphan]}}]);
		expect((await svc(['batch', 'cleanup', 'bat_1'], {env})).stderr).toBe(hint);
	});

	it('quotes why the API refuses the DELETE, on one line', async () => {
		const responseBody = '{\n"title": "The product is in stock: set its stock to 0 first"}';
		const orphan = card({outcome: 'failed', cleanupTest: {...failed, httpStatus: 409, responseBody}});
		const {env} = await startStrictService([{request: get, answer: {...view(), orphaned: [orphan]}}]);
		expect((await svc(['batch', 'cleanup', 'bat_1'], {env})).stdout).toMatch(
			/DELETE answered 409: \{ ?"title": "The product is in stock: set its stock to 0 first"\}$/m,
		);
	});

	it('names the address of a PUT for what it put there', async () => {
		const sourceEndpoint = {method: 'PUT', path: '/warehouses/{code}/stock/{sku}'};
		const orphan = card({outcome: 'orphaned', reason: 'no_delete_endpoint', label: '/stock', sourceEndpoint});
		const {env} = await startStrictService([{request: get, answer: {...view(), orphaned: [orphan]}}]);
		expect((await svc(['batch', 'cleanup', 'bat_1'], {env})).stderr).toContain(
			"--path '/warehouses/{code}/stock/{sku}' if that deletes it",
		);
	});

	it('answers a program with the whole view, and asks for what was searched', async () => {
		const {env} = await startStrictService([{request: `${get}?q=user&state=orphaned`, answer: view()}]);
		const line = ['--output', 'json', 'batch', 'cleanup', 'bat_1', '--search', 'user', '--state', 'orphaned'];
		expect(JSON.parse((await svc(line, {env})).stdout)).toEqual(view());
	});

	it('lets no control sequence of an API reach the terminal', async () => {
		const evil = view({orphaned: [card({capturedId: '\u001b[2Jx', outcome: 'orphaned'})]});
		const {env} = await startStrictService([{request: get, answer: evil}]);
		expect((await svc(['batch', 'cleanup', 'bat_1'], {env})).stdout).not.toContain('\u001b');
	});

	it('dismisses and restores', async () => {
		const dismiss = 'POST /batches/bat_1/cleanup/dismiss';
		const {env} = await startStrictService([
			{
				request: dismiss,
				body: {resourceIds: ['res_1', 'res_2']},
				answer: {batchId: 'bat_1', dismissed: ['res_1'], restored: [], unchanged: ['res_2']},
			},
			{
				request: dismiss,
				body: {resourceIds: ['res_1'], restore: true},
				answer: {batchId: 'bat_1', dismissed: [], restored: ['res_1'], unchanged: []},
			},
			{request: dismiss, status: 409, answer: errorAnswer('CONFLICT', {reason: 'not_orphaned'})},
		]);
		const line = ['batch', 'cleanup', 'bat_1'];
		expect((await svc([...line, '--dismiss', 'res_1', '--dismiss', 'res_2'], {env})).stdout).toBe(
			'dismissed 1\nunchanged 1\n',
		);
		expect((await svc([...line, '--restore', 'res_1'], {env})).stdout).toBe('restored 1\n');
		expect((await svc([...line, '--dismiss', 'res_1'], {env})).exitCode).toBe(6);
	});

	it('retries all failed cleanup tests or the named ones, and waits for them', async () => {
		const retry = 'POST /batches/bat_1/cleanup/retry';
		const {env} = await startStrictService([
			{request: retry, status: 202, answer: {batchId: 'bat_1', cleanupTestIds: ['ctn_1', 'ctn_2'], runIds: []}},
			{
				request: retry,
				body: {cleanupTestIds: ['ctn_1']},
				status: 202,
				answer: {batchId: 'bat_1', cleanupTestIds: ['ctn_1'], runIds: []},
			},
			{request: get, answer: view({state: 'running'})},
			{request: `${get}?since=3&waitSeconds=25`, answer: view({version: 4, delta: true})},
			{request: get, answer: view({version: 4, state: 'failed'})},
		]);
		const line = ['batch', 'cleanup', 'bat_1', '--retry'];
		expect((await svc(line, {env})).stdout).toBe('retried 2\n');
		const waited = await svc([...line, '--test', 'ctn_1', '--wait'], {env});
		expect(waited.stdout).toContain('progress: 2 of 4 cleaned');
		expect(waited.exitCode).toBe(1);
	});

	it('retries only what became possible since', async () => {
		const {env} = await startStrictService([
			{
				request: 'POST /batches/bat_1/cleanup/retry',
				body: {onlyNew: true},
				status: 202,
				answer: {batchId: 'bat_1', cleanupTestIds: [], runIds: []},
			},
		]);
		expect((await svc(['batch', 'cleanup', 'bat_1', '--retry', '--only-new'], {env})).stdout).toBe('retried 0\n');
	});

	const sent = {method: 'DELETE', path: '/shops/{shopId}/users/{id}', body: null};
	const longUrl = `http://api.test/shops/${'s'.repeat(60)}/users/7`;
	const plan = {
		batchId: 'bat_1',
		mode: 'ask',
		state: 'asking',
		deletes: [
			{
				resourceId: 'res_1',
				label: 'user_id',
				capturedId: '7',
				createdBy: {testId: 'tst_1', title: 'makes a user', runId: 'run_1'},
				sourceEndpoint: {method: 'POST', path: '/users'},
				deletion: {...sent, url: longUrl},
				proof: {
					kind: 'server_id',
					text: `POST /users was answered with 7, ${'which is new, '.repeat(6)}`.trim(),
					callId: null,
				},
			},
		],
		notSent: [
			{
				resourceId: 'res_2',
				label: '/labels',
				capturedId: null,
				createdBy: {testId: 'tst_1', title: 'makes a user', runId: 'run_1'},
				sourceEndpoint: {method: 'POST', path: '/users'},
				deletion: null,
				proof: null,
				outcome: 'orphaned',
				reason: 'no_delete_endpoint',
				why: 'no DELETE endpoint is known',
			},
		],
	};

	it('shows the plan in 80 columns, its addresses as a whole', async () => {
		const {env} = await startStrictService([{request: 'GET /batches/bat_1/cleanup/plan', answer: plan}]);
		const {stdout} = await svc(['batch', 'cleanup', 'bat_1', '--plan'], {env});
		expect(stdout).toBe(
			[
				'mode: ask',
				'cleanup: asking',
				'',
				'Would be sent (1)',
				`DELETE ${longUrl}`,
				'  made by: makes a user',
				'  proof: POST /users was answered with 7, which is new, which is new, which is',
				'  new, which is new, which is new, which is new,',
				'',
				'Would not be sent (1)',
				'res_2  /labels',
				'  no DELETE endpoint is known',
				'',
			].join('\n'),
		);
		const tooLong = stdout.split('\n').filter(line => line.length > 80);
		expect(tooLong).toEqual([`DELETE ${longUrl}`]);
	});

	it('answers a program with the plan as the service told it', async () => {
		const {env} = await startStrictService([{request: 'GET /batches/bat_1/cleanup/plan', answer: plan}]);
		const {stdout} = await svc(['--output', 'json', 'batch', 'cleanup', 'bat_1', '--plan'], {env});
		expect(JSON.parse(stdout)).toEqual(plan);
	});

	const started = {batchId: 'bat_1', resourceIds: ['res_1'], cleanupTestIds: ['ctn_1']};
	const start = 'POST /batches/bat_1/cleanup/start';
	const remove = 'POST /batches/bat_1/cleanup/delete';

	it('says yes, names records once, and waits', async () => {
		const {env} = await startStrictService([
			{request: start, status: 202, answer: started},
			{request: remove, body: {resourceIds: ['res_1', 'res_2']}, status: 202, answer: started},
			{request: start, status: 202, answer: started},
			{request: get, answer: view({state: 'done'})},
		]);
		const line = ['batch', 'cleanup', 'bat_1'];
		expect(await svc([...line, '--start'], {env})).toMatchObject({
			stdout: 'started 1\n',
			stderr: '[hint] svc batch cleanup bat_1\n',
			exitCode: 0,
		});
		const named = ['--delete', 'res_1', '--delete', 'res_2', '--delete', 'res_1'];
		expect((await svc([...line, ...named], {env})).stdout).toBe('started 1\n');
		const waited = await svc([...line, '--start', '--wait'], {env});
		expect(waited.stdout).toContain('cleanup: done\nprogress: 2 of 4 cleaned\n');
		expect(waited.exitCode).toBe(0);
	});

	it.each([
		[['--start'], start, 'cleanup_not_asking'],
		[['--delete', 'res_1'], remove, 'nothing_to_delete'],
	])('%j exits 6 when there is nothing to send', async (flags, request, reason) => {
		const answer = errorAnswer('CONFLICT', {reason});
		const {env} = await startStrictService([{request, status: 409, answer}]);
		expect((await svc(['batch', 'cleanup', 'bat_1', ...flags], {env})).exitCode).toBe(6);
	});

	it('hints at what asks and at what may have existed', async () => {
		const orphan = card({outcome: 'orphaned', badge: 'Might be orphaned', reason: 'may_have_existed'});
		const asking = {...view({state: 'asking'}), orphaned: [orphan]};
		const {env} = await startStrictService([{request: get, answer: asking}]);
		expect((await svc(['batch', 'cleanup', 'bat_1'], {env})).stderr).toBe(
			'[hint] svc batch cleanup bat_1 --delete res_1 deletes what is left to your word\n' +
				'[hint] svc batch cleanup bat_1 --plan, then --start\n',
		);
	});

	it.each([
		[['--dismiss', 'a', '--retry']],
		[['--dismiss', 'a', '--restore', 'b']],
		[['--retry', '--search', 'x']],
		[['--only-new']],
		[['--retry', '--only-new', '--test', 'ctn_1']],
		[['--test', 'ctn_1']],
		[['--wait']],
		[['--plan', '--wait']],
		[['--plan', '--start']],
		[['--start', '--delete', 'a']],
		[['--delete', 'a', '--state', 'orphaned']],
		[['--delete', '']],
	])('refuses %j', async flags => {
		expect((await svc(['batch', 'cleanup', 'bat_1', ...flags])).exitCode).toBe(5);
	});
});

describe('project cleanup', () => {
	const rule = {
		ruleId: 'crl_1',
		instruction: 'keep users',
		kind: 'skip_endpoint',
		method: null,
		path: '/users',
		filter: null,
		order: null,
		resolved: 'Records of /users are kept.',
		createdAt: '2026-01-31T09:30:13.000Z',
	};

	it('lists, adds and removes rules', async () => {
		const {env} = await startStrictService([
			{request: 'GET /projects/p1/cleanup-rules', answer: {items: [rule], nextToken: null}},
			{request: 'POST /projects/p1/cleanup-rules', body: {instruction: 'keep users'}, status: 201, answer: rule},
			{
				request: 'DELETE /projects/p1/cleanup-rules/crl_1',
				answer: {ruleId: 'crl_1', deletedAt: rule.createdAt},
			},
		]);
		const line = ['project', 'cleanup', 'p1'];
		expect((await svc([...line, '--list'], {env})).stdout).toBe(
			'ID     RULE                         CREATED\ncrl_1  Records of /users are kept.  2026-01-31T09:30:13.000Z\n',
		);
		expect((await svc([...line, '--opt-out', 'keep users'], {env})).stdout).toContain(
			'rule: Records of /users are kept.\n',
		);
		expect((await svc([...line, '--remove', 'crl_1'], {env})).stdout).toContain('ruleId: crl_1\n');
	});

	it('says in which forms a rule is understood', async () => {
		const answer = errorAnswer('UNSUPPORTED', {feature: 'natural_language'});
		const {env} = await startStrictService([{request: 'POST /projects/p1/cleanup-rules', status: 501, answer}]);
		const line = ['--output', 'json', 'project', 'cleanup', 'p1', '--opt-out', 'be nice'];
		const {exitCode, stderr} = await svc(line, {env});
		expect({exitCode, error: envelopeOf(stderr)}).toMatchObject({
			exitCode: 7,
			error: {code: 'UNSUPPORTED', details: {feature: 'natural_language'}},
		});
	});

	const settings = {
		projectId: 'p1',
		mode: 'auto',
		parallel: 4,
		readBefore: false,
		handles: [
			{method: 'POST', path: '/pads', pointer: '$.old'},
			{method: 'POST', path: '/cups', pointer: '$.key'},
		],
		maskedFields: {add: [], remove: []},
		updatedAt: null,
	};
	const settingsPath = '/projects/p1/cleanup-settings';

	it('shows and changes its settings, only what is named', async () => {
		const {env} = await startStrictService([
			{request: `GET ${settingsPath}`, answer: settings},
			{request: `PATCH ${settingsPath}`, body: {mode: 'ask'}, answer: {...settings, mode: 'ask'}},
			{request: `PATCH ${settingsPath}`, body: {mode: 'off', parallel: 1}, answer: {...settings, mode: 'off'}},
		]);
		const line = ['project', 'cleanup', 'p1'];
		expect((await svc([...line, '--settings'], {env})).stdout).toContain(
			'mode: auto\nparallel: 4\nreadBefore: false\nhandles: POST /pads $.old, POST /cups $.key\n',
		);
		expect((await svc([...line, '--mode', 'ask'], {env})).stdout).toContain('mode: ask\n');
		expect((await svc([...line, '--mode', 'off', '--parallel', '1'], {env})).stdout).toContain('mode: off\n');
	});

	it('handle takes the place of what was said of the request before, and forgets it', async () => {
		const [, cups] = settings.handles;
		const told = [cups, {method: 'POST', path: '/pads', pointer: '$.data.secret'}];
		const {env} = await startStrictService([
			{request: `GET ${settingsPath}`, answer: settings},
			{request: `PATCH ${settingsPath}`, body: {handles: told}, answer: {...settings, handles: told}},
			{request: `GET ${settingsPath}`, answer: {...settings, handles: told}},
			{request: `PATCH ${settingsPath}`, body: {handles: [cups]}, answer: {...settings, handles: [cups]}},
		]);
		const line = ['project', 'cleanup', 'handle', 'post /pads'];
		expect((await svc([...line, '$.data.secret', '--project', 'p1'], {env})).stdout).toContain(
			'handles: POST /cups $.key, POST /pads $.data.secret\n',
		);
		expect((await svc([...line, '--forget', '--project', 'p1'], {env})).stdout).toContain(
			'handles: POST /cups $.key\n',
		);
	});

	it.each([
		[['POST /pads']],
		[['POST /pads', '$.a', '--forget']],
		[['GET /pads', '$.a']],
		[['/pads', '$.a']],
		[['POST /pads', 'secret']],
	])('handle refuses %j', async words => {
		expect((await svc(['project', 'cleanup', 'handle', ...words, '--project', 'p1'])).exitCode).toBe(5);
	});

	it.each([
		[['--mode', 'later']],
		[['--parallel', '17']],
		[['--parallel', '0']],
		[['--settings', '--mode', 'ask']],
		[['--list', '--mode', 'ask']],
	])('refuses %j', async flags => {
		expect((await svc(['project', 'cleanup', 'p1', ...flags])).exitCode).toBe(5);
	});

	it.each([[[]], [['--list', '--remove', 'crl_1']], [['--opt-out', 'x', '--list']]])('refuses %j', async flags => {
		expect((await svc(['project', 'cleanup', 'p1', ...flags])).exitCode).toBe(5);
	});
});
