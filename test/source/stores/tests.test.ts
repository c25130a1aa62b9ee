import {describe, expect, it} from 'vitest';
import {getBatch, listBatches, runBatch} from '../../../contract/routes/batches.ts';
import {getProject} from '../../../contract/routes/projects.ts';
import {deleteTest, listTests} from '../../../contract/routes/tests.ts';
import {selectTests} from '../../../source/stores/test-rows.ts';
import {createTests} from '../../../source/stores/tests.ts';
import {createTestStores} from '../../helpers/store-context.ts';
import {StrictClient} from '../../helpers/strict-client.ts';
import {sampleBatch, sampleMember, sampleProject, sampleTest} from '../../helpers/wire-samples.ts';

const signal = new AbortController().signal;

async function setUp(count = 3) {
	const client = new StrictClient();
	const {context, session} = createTestStores(client);
	const tests = createTests(context, session);
	const items = Array.from({length: count}, (_, index) => sampleTest({id: `tst_${index}`, name: `test ${index}`}));
	client.once(listTests, () => ({items, nextToken: null}));
	tests.open('prj_1');
	await tests.load(signal);
	return {client, tests};
}

const statuses = ({store}: Awaited<ReturnType<typeof setUp>>['tests']) =>
	store.getState().tests.map(({status}) => status);

describe('the tests store', () => {
	it('asks for the tests of the open project', async () => {
		const {client, tests} = await setUp();
		expect(client.calls[0]?.input.query).toEqual({projectId: 'prj_1', pageSize: 100, cursor: undefined});
		expect(tests.store.getState()).toMatchObject({isComplete: true, error: null});
	});

	it('forgets the rows of another project, and keeps those of the same one', async () => {
		const {tests} = await setUp();
		tests.open('prj_1');
		expect(tests.store.getState().tests).toHaveLength(3);
		tests.open('prj_2');
		expect(tests.store.getState()).toMatchObject({tests: [], isLoaded: false});
	});

	it('does not take answers for a project that was left meanwhile', async () => {
		const {client, tests} = await setUp();
		client.once(getProject, () => {
			tests.open('prj_2');
			return sampleProject();
		});
		await tests.loadProject(signal);
		expect(tests.store.getState().project).toBe(null);
	});

	it('shows what a running batch tells of its members', async () => {
		const {tests} = await setUp();
		const members = [
			sampleMember({testId: 'tst_0', runId: 'run_0', status: 'running'}),
			sampleMember({testId: 'tst_1', runId: 'run_1', status: 'passed', durationMs: 300}),
			sampleMember({testId: 'tst_9', runId: 'run_9', status: 'failed', projectId: 'prj_2'}),
		];
		tests.applyMembers(sampleBatch(members), members);
		expect(statuses(tests)).toEqual(['running', 'passed', 'ready']);
		expect(tests.store.getState().histories.get('tst_1')).toMatchObject({durations: [300]});
	});

	it('gives a cancelled test the verdict it had before', async () => {
		const {tests} = await setUp();
		const members = [
			sampleMember({testId: 'tst_0', runId: 'run_0', status: 'cancelled', previousStatus: 'failed'}),
			sampleMember({testId: 'tst_1', runId: 'run_1', status: 'cancelled'}),
		];
		tests.applyMembers(sampleBatch(members), members);
		expect(statuses(tests)).toEqual(['failed', 'cancelled', 'ready']);
	});

	it('counts the duration of a run once, however often it is told', async () => {
		const {tests} = await setUp();
		const member = sampleMember({testId: 'tst_0', runId: 'run_0', status: 'passed', durationMs: 300});
		const open = sampleMember({testId: 'tst_1', runId: 'run_1', status: 'running'});
		for (let time = 0; time < 3; time++) tests.applyMembers(sampleBatch([member, open]), [member]);
		expect(tests.store.getState().histories.get('tst_0')?.durations).toEqual([300]);
	});

	it('reads durations of the latest finished batches, oldest first, and tells the one that still runs', async () => {
		const {client, tests} = await setUp();
		const finished = (id: string, durationMs: number) =>
			sampleBatch([sampleMember({testId: 'tst_0', runId: `run_${id}`, status: 'passed', durationMs})], {batchId: id});
		const running = sampleBatch([sampleMember({status: 'running'})], {batchId: 'bat_3'});
		client
			.once(listBatches, () => ({items: [running, finished('bat_2', 200), finished('bat_1', 100)], nextToken: null}))
			.once(getBatch, () => finished('bat_1', 100))
			.once(getBatch, () => finished('bat_2', 200));
		expect((await tests.loadHistory(signal))?.batchId).toBe('bat_3');
		expect(tests.store.getState().histories.get('tst_0')?.durations).toEqual([100, 200]);
		client.check();
	});

	it('reads how a run ended whose batch was over before it was seen to end', async () => {
		const {client, tests} = await setUp();
		const running = sampleMember({
			testId: 'tst_0',
			runId: 'run_2',
			status: 'running',
			durationMs: null,
			finishedAt: null,
		});
		const going = sampleMember({
			testId: 'tst_1',
			runId: 'run_3',
			status: 'running',
			durationMs: null,
			finishedAt: null,
		});
		tests.applyMembers(sampleBatch([running, going]), [running, going]);
		const ended = {...running, status: 'passed', durationMs: 300, finishedAt: '2026-01-31T09:40:00.000Z'} as const;
		const before = {...going, runId: 'run_1', status: 'passed', durationMs: 100} as const;
		const over = sampleBatch([ended, before], {batchId: 'bat_2'});
		client.once(listBatches, () => ({items: [over], nextToken: null})).once(getBatch, () => over);
		await tests.loadHistory(signal);
		const {histories} = tests.store.getState();
		expect(histories.get('tst_0')).toMatchObject({last: {status: 'passed', durationMs: 300}, durations: [300]});
		expect(histories.get('tst_1')).toMatchObject({last: {runId: 'run_3', status: 'running'}});
	});

	it('keeps a later run of a test that lies between the latest batches and the one that decides', async () => {
		const {client, tests} = await setUp();
		const of = (batchId: string, finishedAt: string) =>
			sampleBatch(
				[sampleMember({testId: 'tst_0', runId: batchId.replace('bat', 'run'), status: 'passed', finishedAt})],
				{
					batchId,
				},
			);
		for (const batch of [of('bat_2', '2026-01-31T09:40:00.000Z'), of('bat_1', '2026-01-31T09:30:00.000Z')]) {
			client.once(listBatches, () => ({items: [batch], nextToken: null})).once(getBatch, () => batch);
			await tests.loadHistory(signal);
		}
		expect(tests.store.getState().histories.get('tst_0')?.last.runId).toBe('run_2');
		client.check();
	});

	it('shows the run that gave the verdict, not a later one that was cancelled', async () => {
		const {client, tests} = await setUp();
		const of = (batchId: string, status: string) =>
			sampleBatch([sampleMember({testId: 'tst_0', runId: batchId.replace('bat', 'run'), status})], {batchId});
		client.once(listBatches, () => ({items: [of('bat_2', 'cancelled'), of('bat_1', 'passed')], nextToken: null}));
		client.once(getBatch, () => of('bat_1', 'passed')).once(getBatch, () => of('bat_2', 'cancelled'));
		await tests.loadHistory(signal);
		expect(tests.store.getState().histories.get('tst_0')?.last.runId).toBe('run_1');
		client.check();
	});

	it('counts a run once, however often it is read, and knows who passed and failed by turns', async () => {
		const {client, tests} = await setUp();
		const of = (batchId: string, status: string) =>
			sampleBatch([sampleMember({testId: 'tst_0', runId: batchId.replace('bat', 'run'), status, durationMs: 100})], {
				batchId,
			});
		const batches = [of('bat_3', 'passed'), of('bat_2', 'failed'), of('bat_1', 'passed')];
		for (let reading = 0; reading < 2; reading++) {
			client.once(listBatches, () => ({items: batches, nextToken: null}));
			for (const batch of [...batches].reverse()) client.once(getBatch, () => batch);
			await tests.loadHistory(signal);
			expect(
				tests.store
					.getState()
					.histories.get('tst_0')
					?.endings.map(({status}) => status),
			).toEqual(['passed', 'failed', 'passed']);
		}
		expect([...tests.store.getState().flaky]).toEqual(['tst_0']);
		client.once(listBatches, () => ({items: batches.slice(0, 2), nextToken: null}));
		for (const batch of batches.slice(0, 2).reverse()) client.once(getBatch, () => batch);
		await tests.loadHistory(signal);
		expect([...tests.store.getState().flaky]).toEqual([]);
		client.check();
	});

	it.each([
		['the same code', ['v1', 'v1', 'v1'], ['tst_0']],
		['code that was edited between', ['v1', 'v2', 'v3'], []],
		['code of a service that does not say', [undefined, undefined, undefined], ['tst_0']],
	])('calls a test flaky as the badge of its failure does: %s', async (_what, versions, flaky) => {
		const {client, tests} = await setUp();
		const batches = versions.map((codeVersion, index) =>
			sampleBatch(
				[
					sampleMember({
						testId: 'tst_0',
						runId: `run_${index}`,
						status: index % 2 ? 'failed' : 'passed',
						...(codeVersion ? {codeVersion} : {}),
					}),
				],
				{batchId: `bat_${index}`},
			),
		);
		client.once(listBatches, () => ({items: [...batches].reverse(), nextToken: null}));
		for (const batch of batches) client.once(getBatch, () => batch);
		await tests.loadHistory(signal);
		expect([...tests.store.getState().flaky]).toEqual(flaky);
	});

	it.each<[string, string[] | null, Record<string, unknown>]>([
		['named tests', ['tst_1'], {projectId: 'prj_1', testIds: ['tst_1'], source: 'cli'}],
		['the whole project', null, {projectId: 'prj_1', source: 'cli'}],
	])('runs %s', async (_what, ids, expected) => {
		const {client, tests} = await setUp();
		client.once(runBatch, ({body, idempotencyKey}) => {
			expect(body).toEqual(expected);
			expect(idempotencyKey).toMatch(/^cli-batch-run-fresh-/);
			return {batchId: 'bat_1', accepted: [], conflicts: [], deferred: [], skippedFrontend: [], skippedIntegration: []};
		});
		expect((await tests.run(ids)).batchId).toBe('bat_1');
		client.check();
	});

	it('marks and unmarks tests, and forgets the mark of a deleted one', async () => {
		const {client, tests} = await setUp();
		tests.toggleMark('tst_0');
		tests.toggleMark('tst_1');
		tests.toggleMark('tst_0');
		expect([...tests.store.getState().marked]).toEqual(['tst_1']);
		client.once(deleteTest, ({params}) => ({testId: params?.testId ?? '', deletedAt: '2026-01-31T09:30:00.000Z'}));
		await tests.remove('tst_1');
		expect(tests.store.getState().marked.size).toBe(0);
		expect(tests.store.getState().tests.map(({id}) => id)).toEqual(['tst_0', 'tst_2']);
	});
});

describe('listed tests', () => {
	const all = [
		sampleTest({id: 'tst_1', name: 'Creates an order', status: 'passed', priority: 'p2', produces: ['orderId']}),
		sampleTest({
			id: 'tst_2',
			name: 'reads an order',
			status: 'failed',
			priority: 'p0',
			category: 'schema',
			produces: [],
		}),
		sampleTest({
			id: 'tst_3',
			name: 'deletes a user',
			status: 'blocked',
			priority: null,
			produces: [],
			consumes: ['userId'],
		}),
		sampleTest({id: 'tst_4', name: 'never ran', status: 'ready', priority: 'p1', produces: []}),
	];
	const ids = (filter: string, only: string | null = null, sort: string | null = null) =>
		selectTests()(all, filter, only, sort).map(({id}) => id.slice(4));

	it.each<[string, string | null, string | null, string]>([
		['', null, null, '2 3 4 1'],
		['', null, 'newest', '1 2 3 4'],
		['order', null, null, '2 1'],
		['ORDER creates', null, null, '1'],
		['orderid', null, null, '1'],
		['userid', null, null, '3'],
		['schema', null, null, '2'],
		['fail', null, null, '2'],
		['tst_4', null, null, '4'],
		['', 'failed or blocked', null, '2 3'],
		['user', 'failed or blocked', null, '3'],
		['', 'never ran', null, '4'],
		['', null, 'name', '1 3 4 2'],
		['', null, 'status', '2 3 4 1'],
		['', null, 'priority', '2 4 1 3'],
	])('filtered by %j and %s, ordered by %s', (filter, only, sort, expected) => {
		expect(ids(filter, only, sort)).toEqual(expected.split(' '));
	});

	it('that passed and failed by turns stand after what is blocked', () => {
		const rows = selectTests()(all, '', null, null, new Set(['tst_1', 'tst_2']));
		expect(rows.map(({id}) => id)).toEqual(['tst_2', 'tst_3', 'tst_1', 'tst_4']);
	});

	it('are not filtered again while nothing changed', () => {
		const select = selectTests();
		const many = Array.from({length: 100_000}, (_, index) => sampleLike(index));
		const rows = select(many, 'test 9', null, null);
		for (let key = 0; key < 10; key++) expect(select(many, 'test 9', null, null)).toBe(rows);
	});
});

const template = sampleTest();
const sampleLike = (index: number) => ({...template, id: `tst_${index}`, name: `test ${index}`});
