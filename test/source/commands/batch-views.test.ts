import {describe, expect, it} from 'vitest';
import type {Call, CallsView} from '../../../contract/call.ts';
import type {Chain} from '../../../contract/chain.ts';
import {batchSamples} from '../../../contract/samples/batches.ts';
import {callSamples} from '../../../contract/samples/calls.ts';
import {chainSamples} from '../../../contract/samples/chains.ts';
import {variableSamples} from '../../../contract/samples/variables.ts';
import type {Variable} from '../../../contract/variable.ts';
import {envelopeOf, svc} from '../../helpers/memory-system.ts';
import {errorAnswer, startStrictService} from '../../helpers/strict-service.ts';

const [order] = variableSamples.listBatchVariables({}).items as [Variable];
const variablePage = (items: Variable[], nextToken: string | null = null) => ({
	batchId: 'bat_1',
	version: 3,
	items,
	nextToken,
});
const getVariables = 'GET /batches/bat_1/variables';

describe('batch variables', () => {
	const long = 'x'.repeat(50);
	const items: Variable[] = [
		order,
		{...order, name: 'note', tag: 'value', value: long, usedBy: [], deletedBy: null},
		{...order, name: 'lost', tag: 'value', state: 'missing', value: null, source: null, deletedBy: null},
		{
			...order,
			name: 'letter',
			deletedBy: null,
			cleanupOutcome: 'orphaned',
			usedBy: ['a', 'b'].map(title => ({testId: title, title, label: 'Pass'})),
		},
	];

	it('shows who made, used and deletes each value, cut to 40 characters', async () => {
		const {env} = await startStrictService([{request: `${getVariables}?pageSize=100`, answer: variablePage(items)}]);
		expect((await svc(['batch', 'variables', 'bat_1'], {env})).stdout).toBe(
			[
				`TAG    DYNAMIC VARIABLE  VALUE${' '.repeat(37)}SOURCE                  USED BY               DELETED BY`,
				`order  order_id          17${' '.repeat(40)}an order can be placed  an order can be paid  an order can be deleted (Passed)`,
				`value  note              ${'x'.repeat(39)}…  an order can be placed  -                     -`,
				`value  lost              (missing)${' '.repeat(33)}-                       an order can be paid  -`,
				`order  letter            17${' '.repeat(40)}an order can be placed  a, b                  Might be orphaned`,
				'',
			].join('\n'),
		);
	});

	it('shows whole values when they are asked for', async () => {
		const {env} = await startStrictService([{request: `${getVariables}?pageSize=100`, answer: variablePage(items)}]);
		expect((await svc(['batch', 'variables', 'bat_1', '--full'], {env})).stdout).toContain(long);
	});

	it('asks for what was searched, follows every page and answers a program with one list', async () => {
		const query = 'q=Or&cleanup=orphaned&consumer=used&sort=sources&pageSize=100';
		const {env} = await startStrictService([
			{request: `${getVariables}?${query}`, answer: variablePage([items[0]!], 'next')},
			{request: `${getVariables}?${query}&cursor=next`, answer: variablePage([items[3]!])},
		]);
		const line = [
			'--output',
			'json',
			'batch',
			'variables',
			'bat_1',
			'--search',
			'Or',
			'--cleanup',
			'orphaned',
			'--consumer',
			'used',
			'--sort',
			'sources',
		];
		expect(JSON.parse((await svc(line, {env})).stdout)).toEqual(variablePage([items[0]!, items[3]!]));
	});

	it('says that there are none', async () => {
		const {env} = await startStrictService([{request: `${getVariables}?pageSize=100`, answer: variablePage([])}]);
		expect((await svc(['batch', 'variables', 'bat_1'], {env})).stdout).toBe('No variables.\n');
	});

	it('lets no control sequence of a value reach the terminal', async () => {
		const {env} = await startStrictService([
			{request: `${getVariables}?pageSize=100`, answer: variablePage([{...order, value: '\u001b[2Jx'}])},
		]);
		expect((await svc(['batch', 'variables', 'bat_1'], {env})).stdout).not.toContain('\u001b');
	});

	it.each([
		['--cleanup', 'gone'],
		['--consumer', 'some'],
		['--sort', 'size'],
	])('refuses %s %s', async (flag, value) => {
		const {exitCode, stderr} = await svc(['--output', 'json', 'batch', 'variables', 'bat_1', flag, value], {});
		expect(exitCode).toBe(5);
		expect(envelopeOf(stderr).details['field']).toBe(flag.slice(2));
	});
});

const view = callSamples.listBatchCalls({params: {batchId: 'bat_1'}});
const getCalls = 'GET /batches/bat_1/calls';

describe('batch calls', () => {
	it('shows calls by endpoint, and what is no test apart', async () => {
		const answer = callSamples.listBatchCalls({params: {batchId: 'bat_1'}, query: {bodies: false}});
		const {env} = await startStrictService([{request: `${getCalls}?bodies=false&pageSize=100`, answer}]);
		expect((await svc(['batch', 'calls', 'bat_1'], {env})).stdout).toBe(
			[
				'3 tests, 3 calls, 3 endpoints; 1 call of no test below',
				'',
				'POST /orders  1 call  1 passed  0 failed',
				'  TIME                      STATUS  MS  TEST                    BADGES',
				'  2026-01-31T09:30:01.000Z  201     42  an order can be placed  produces order_id',
				'',
				'POST /orders/{orderId}/payments  1 call  1 passed  0 failed',
				'  TIME                      STATUS  MS  TEST                  BADGES',
				'  2026-01-31T09:30:01.000Z  201     42  an order can be paid  uses order_id (from an order can be placed)',
				'',
				'DELETE /orders/{orderId}  1 call of no test',
				'  Other observed behaviors (1)',
				'  TIME                      STATUS  MS  KIND     BADGES',
				'  2026-01-31T09:30:13.000Z  204     42  cleanup  uses order_id (from an order can be placed)',
				'',
			].join('\n'),
		);
	});

	it('shows what was sent and answered below each call', async () => {
		const {env} = await startStrictService([{request: `${getCalls}?pageSize=100`, answer: view}]);
		const {stdout} = await svc(['batch', 'calls', 'bat_1', '--bodies'], {env});
		expect(stdout).toContain('produces order_id\n    > {"item":"tea"}\n    < {"id":17}\n');
	});

	it('names several produced values by their number, and shows a call without an answer', async () => {
		const group = view.items[0]!;
		const call: Call = {
			...group.items[0]!,
			status: null,
			latencyMs: null,
			produces: [...group.items[0]!.produces, ...group.items[0]!.produces],
		};
		const {env} = await startStrictService([
			{request: `${getCalls}?bodies=false&pageSize=100`, answer: {...view, items: [{...group, items: [call]}]}},
		]);
		expect((await svc(['batch', 'calls', 'bat_1'], {env})).stdout).toMatch(
			/Z {2}- +- +an order can be placed {2}produces 2 variables/,
		);
	});

	it('asks for what was searched', async () => {
		const query = 'endpoint=POST%20%2Forders&testId=tst_1&kind=test%2Cauth&bodies=false&pageSize=2';
		const {env} = await startStrictService([
			{request: `${getCalls}?${query}`, answer: {...view, items: view.items.slice(0, 2), nextToken: 'more'}},
		]);
		const line = [
			'--output',
			'json',
			'batch',
			'calls',
			'bat_1',
			'--endpoint',
			'POST /orders',
			'--test',
			'tst_1',
			'--kind',
			'test,auth',
			'--max-items',
			'2',
		];
		expect(JSON.parse((await svc(line, {env})).stdout)).toMatchObject({nextToken: 'more', items: [{}, {}]});
	});

	it('puts a group together that goes on in the next page', async () => {
		const [first, ...rest] = view.items as [CallsView['items'][number], ...CallsView['items']];
		const [call] = first.items as [Call];
		const part = (id: string) => ({...first, calls: 2, items: [{...call, callId: id}]});
		const {env} = await startStrictService([
			{request: `${getCalls}?bodies=false&pageSize=1`, answer: {...view, items: [part('cal_1')], nextToken: 'p2'}},
			{request: `${getCalls}?bodies=false&pageSize=1&cursor=p2`, answer: {...view, items: [part('cal_2'), ...rest]}},
		]);
		const line = ['--output', 'json', 'batch', 'calls', 'bat_1', '--max-items', '1'];
		const {items} = JSON.parse((await svc(line, {env})).stdout) as CallsView;
		expect(items.map(group => group.items.map(({callId}) => callId))).toEqual([['cal_1', 'cal_2']]);
	});

	it('refuses a kind that does not exist', async () => {
		expect((await svc(['batch', 'calls', 'bat_1', '--kind', 'phone'], {})).exitCode).toBe(5);
	});
});

const [chain] = chainSamples.listBatchChains({params: {batchId: 'bat_1'}}).items as [Chain];
const getChains = 'GET /batches/bat_1/chains';

describe('batch chains', () => {
	it('lists chains with the number of their steps and what they captured', async () => {
		const page = {batchId: 'bat_1', items: [{...chain, chainId: 'chn_1'}], nextToken: null};
		const {env} = await startStrictService([{request: `${getChains}?bodies=false&pageSize=100`, answer: page}]);
		expect((await svc(['batch', 'chains', 'bat_1'], {env})).stdout).toBe(
			[
				'CHAIN  NAME                  STEPS  STATUS  CAPTURES',
				'chn_1  an order can be paid  2      Pass    order_id, payment_id',
				'',
			].join('\n'),
		);
	});

	it('tells the id of a batch that was given by the beginning of its id', async () => {
		const page = {batchId: 'bat_1', items: [{...chain, chainId: 'chn_1'}], nextToken: null};
		const request = 'GET /batches/bat/chains?bodies=false&pageSize=100';
		const {env} = await startStrictService([{request, answer: page}]);
		const {stdout} = await svc(['--output', 'json', 'batch', 'chains', 'bat'], {env});
		expect(JSON.parse(stdout)).toMatchObject({batchId: 'bat_1'});
	});

	it('shows one chain with its steps', async () => {
		const broken: Chain = {
			...chain,
			chainId: 'chn_1',
			label: 'Failed',
			error: {
				kind: 'assertion_failed',
				message: 'step 2 failed its assertion: 500',
				stepIndex: 2,
				causeStepIndex: null,
				variable: null,
				testIds: null,
			},
		};
		const page = {batchId: 'bat_1', items: [broken], nextToken: null};
		const request = `${getChains}?chainId=chn_1&bodies=false&pageSize=1`;
		const {env} = await startStrictService([
			{request, answer: page},
			{request, answer: page},
		]);
		const line = ['batch', 'chains', 'bat_1', '--chain', 'chn_1'];
		expect((await svc(line, {env})).stdout).toBe(
			[
				'chainId: chn_1',
				'name: an order can be paid',
				'status: Failed',
				'error: step 2 failed its assertion: 500',
				'',
				'#  METHOD  PATH                        STATUS  PRODUCES    USES',
				'1  POST    /orders                     Pass    order_id    -',
				'2  POST    /orders/{orderId}/payments  Pass    payment_id  order_id (from step 1)',
				'',
			].join('\n'),
		);
		expect(JSON.parse((await svc(['--output', 'json', ...line], {env})).stdout)).toEqual(broken);
	});

	it('shows what was sent and answered below each step', async () => {
		const page = {batchId: 'bat_1', items: [chain], nextToken: null};
		const {env} = await startStrictService([{request: `${getChains}?chainId=chn_1&pageSize=1`, answer: page}]);
		const {stdout} = await svc(['batch', 'chains', 'bat_1', '--chain', 'chn_1', '--bodies'], {env});
		expect(stdout).toContain('   > {"item":"tea"}\n   < {"id":17}\n');
	});

	it('runs one chain again', async () => {
		const answer = chainSamples.rerunChain({});
		const {env} = await startStrictService([
			{
				request: 'POST /batches/bat_1/chains/chn_1/rerun',
				status: 202,
				body: {source: 'cli', skipDependencies: true},
				answer,
			},
			{
				request: 'POST /batches/bat_1/chains/chn_1/rerun',
				status: 409,
				answer: errorAnswer('CONFLICT', {reason: 'run_in_flight', currentRunId: 'run_7'}),
			},
		]);
		const line = ['--output', 'json', 'batch', 'chains', 'bat_1', '--rerun', '--chain', 'chn_1'];
		expect(JSON.parse((await svc([...line, '--skip-dependencies'], {env})).stdout)).toMatchObject({
			runId: answer.runId,
		});
		const refused = await svc(line, {env});
		expect(refused.exitCode).toBe(6);
		expect(envelopeOf(refused.stderr).nextAction).toContain('svc test wait run_7');
	});

	it('runs all chains of the project of the batch again', async () => {
		const batch = {...batchSamples.getBatch({params: {batchId: 'bat_1'}}), projectId: 'prj_1', projectIds: ['prj_1']};
		const answer = chainSamples.rerunProjectChains({});
		const {env} = await startStrictService([
			{request: 'GET /batches/bat_1', answer: batch},
			{request: 'POST /projects/prj_1/chains/rerun', status: 202, body: {source: 'cli'}, answer},
		]);
		const line = ['--output', 'json', 'batch', 'chains', 'bat_1', '--rerun', '--idempotency-key', 'k'];
		expect(JSON.parse((await svc(line, {env})).stdout)).toMatchObject({batchId: answer.batchId, accepted: [{}, {}]});
	});

	it('asks for a chain when the batch spans several projects', async () => {
		const batch = {...batchSamples.getBatch({}), projectId: null, projectIds: ['prj_1', 'prj_2']};
		const {env} = await startStrictService([{request: 'GET /batches/bat_1', answer: batch}]);
		const {exitCode, stderr} = await svc(['--output', 'json', 'batch', 'chains', 'bat_1', '--rerun'], {env});
		expect(exitCode).toBe(5);
		expect(envelopeOf(stderr).details['field']).toBe('chain');
	});

	it.each([[['--wait']], [['--skip-dependencies']], [['--rerun', '--bodies']]])('refuses %j', async flags => {
		expect((await svc(['batch', 'chains', 'bat_1', ...flags], {})).exitCode).toBe(5);
	});
});
