import {describe, expect, it} from 'vitest';
import {listBatches} from '../../../contract/routes/batches.ts';
import {createProject, deleteProject, listProjects} from '../../../contract/routes/projects.ts';
import {ApiError} from '../../../source/errors/api-error.ts';
import {createProjects, type ProjectHistory, selectProjects} from '../../../source/stores/projects.ts';
import {passRates} from '../../../source/view-model/project-verdict.ts';
import {settle} from '../../helpers/fake-clock.ts';
import {createTestStores} from '../../helpers/store-context.ts';
import {StrictClient} from '../../helpers/strict-client.ts';
import {sampleBatch, sampleMember, sampleProject} from '../../helpers/wire-samples.ts';

const signal = new AbortController().signal;

function setUp() {
	const client = new StrictClient();
	const {context, session} = createTestStores(client);
	return {client, projects: createProjects(context, session)};
}

describe('the projects store', () => {
	it('reads all pages', async () => {
		const {client, projects} = setUp();
		client
			.once(listProjects, ({query}) => {
				expect(query).toEqual({pageSize: 100, cursor: undefined});
				return {items: [sampleProject()], nextToken: 'next'};
			})
			.once(listProjects, ({query}) => {
				expect(query?.cursor).toBe('next');
				return {items: [sampleProject({id: 'prj_2'})], nextToken: null};
			});
		await projects.load(signal);
		expect(projects.store.getState()).toMatchObject({isLoaded: true, isComplete: true, error: null});
		expect(projects.store.getState().projects.map(({id}) => id)).toEqual(['prj_1', 'prj_2']);
		client.check();
	});

	it('keeps its rows when reading again fails', async () => {
		const {client, projects} = setUp();
		client.once(listProjects, () => ({items: [sampleProject()], nextToken: null}));
		await projects.load(signal);
		const error = new ApiError('UNAVAILABLE', 'gone');
		client.once(listProjects, () => {
			throw error;
		});
		await expect(projects.load(signal)).rejects.toBe(error);
		expect(projects.store.getState()).toMatchObject({error, isLoaded: true});
		expect(projects.store.getState().projects).toHaveLength(1);
	});

	it('reads the history of seen projects once, and again after a new run', async () => {
		const {client, projects} = setUp();
		const read = (lastBatchId: string | null) =>
			client.once(listProjects, () => ({
				items: [sampleProject({lastBatchId}), sampleProject({id: 'prj_2'})],
				nextToken: null,
			}));
		client.always(listBatches, ({params}) => {
			expect(params?.projectId).toBe('prj_1');
			return {items: [sampleBatch([])], nextToken: null};
		});
		const asked = () => client.names().filter(name => name === 'listBatches').length;
		read('bat_1');
		await projects.load(signal);
		await Promise.all([projects.lookAt(['prj_1', 'prj_2']), projects.lookAt(['prj_1'])]);
		await projects.lookAt(['prj_1']);
		expect(asked()).toBe(1);
		read('bat_2');
		await projects.load(signal);
		await projects.lookAt(['prj_1']);
		expect(asked()).toBe(2);
	});

	it('reads the history once of a project of which the service does not say whether it has run', async () => {
		const {client, projects} = setUp();
		client.once(listProjects, () => ({
			items: [sampleProject({lastBatchId: undefined}), sampleProject({id: 'prj_2', lastBatchId: null})],
			nextToken: null,
		}));
		client.always(listBatches, ({params}) => {
			expect(params?.projectId).toBe('prj_1');
			return {items: [sampleBatch([])], nextToken: null};
		});
		await projects.load(signal);
		await projects.lookAt(['prj_1', 'prj_2']);
		await projects.lookAt(['prj_1', 'prj_2']);
		expect(client.names().filter(name => name === 'listBatches')).toHaveLength(1);
		expect(projects.store.getState().histories.get('prj_1')?.batches).toHaveLength(1);
	});

	it('leaves the history empty when it cannot be read', async () => {
		const {client, projects} = setUp();
		client
			.once(listProjects, () => ({items: [sampleProject({lastBatchId: 'bat_1'})], nextToken: null}))
			.once(listBatches, () => {
				throw new ApiError('INTERNAL', 'broken');
			});
		await projects.load(signal);
		await projects.lookAt(['prj_1']);
		expect(projects.store.getState().histories.size).toBe(0);
	});

	it('creates a project with a key of its own and puts it first', async () => {
		const {client, projects} = setUp();
		client.once(listProjects, () => ({items: [sampleProject()], nextToken: null}));
		await projects.load(signal);
		client.once(createProject, ({body, idempotencyKey}) => {
			expect(body).toEqual({type: 'backend', name: 'new'});
			expect(idempotencyKey).toBe('cli-proj-create-id-1');
			return sampleProject({id: 'prj_9', name: 'new'});
		});
		await projects.create({type: 'backend', name: 'new'});
		expect(projects.store.getState().projects.map(({id}) => id)).toEqual(['prj_9', 'prj_1']);
		client.check();
	});

	it('deletes a project', async () => {
		const {client, projects} = setUp();
		client
			.once(listProjects, () => ({items: [sampleProject(), sampleProject({id: 'prj_2'})], nextToken: null}))
			.once(deleteProject, ({params, idempotencyKey}) => {
				expect(idempotencyKey).toMatch(/^cli-proj-delete-/);
				return {projectId: params?.projectId ?? '', deletedAt: '2026-01-31T09:30:00.000Z'};
			});
		await projects.load(signal);
		await projects.remove('prj_1');
		await settle();
		expect(projects.store.getState().projects.map(({id}) => id)).toEqual(['prj_2']);
	});
});

describe('listed projects', () => {
	const all = [
		sampleProject({id: 'prj_1', name: 'shop', type: 'frontend'}),
		sampleProject({id: 'prj_2', name: 'api of the shop'}),
		sampleProject({id: 'prj_3', name: 'billing'}),
	];
	const none: ReadonlyMap<string, ProjectHistory> = new Map();
	const ids = (filter: string, sort: string | null) => selectProjects()(all, filter, sort, none).map(({id}) => id);

	it.each<[string, string | null, string[]]>([
		['', null, ['prj_1', 'prj_2', 'prj_3']],
		['SHOP', null, ['prj_1', 'prj_2']],
		['shop backend', null, ['prj_2']],
		['prj_3', null, ['prj_3']],
		['', 'name', ['prj_2', 'prj_3', 'prj_1']],
		['', 'type', ['prj_2', 'prj_3', 'prj_1']],
	])('filtered by %j, ordered by %s', (filter, sort, expected) => {
		expect(ids(filter, sort)).toEqual(expected);
	});

	it('are the same array while nothing changed', () => {
		const select = selectProjects();
		expect(select(all, 'shop', null, none)).toBe(select(all, 'shop', null, none));
	});

	it('begin with those that need attention: what ended last, or what decides how the project stands', () => {
		const [shop, api, billing] = all.map(project => ({...project, lastBatchId: `bat_${project.id}`}));
		const red = sampleBatch([sampleMember({runId: 'run_1', status: 'failed'})]);
		const histories = new Map([[billing!.id, {of: '', batches: [{...red, wholeProject: true}]}]]);
		const listed = [shop!, {...api!, lastStatus: 'blocked' as const}, {...billing!, lastStatus: 'passed' as const}];
		const order = (sort: string | null) => selectProjects()(listed, '', sort, histories).map(({id}) => id);
		expect(order(null)).toEqual(['prj_2', 'prj_3', 'prj_1']);
		expect(order('newest')).toEqual(['prj_1', 'prj_2', 'prj_3']);
	});
});

describe('the pass rate', () => {
	it('is that of finished batches, oldest first', () => {
		const batchOf = (...statuses: string[]) =>
			sampleBatch(statuses.map((status, index) => sampleMember({runId: `run_${index}`, status})));
		const batches = [batchOf('running'), batchOf('passed', 'passed'), batchOf('passed', 'failed', 'blocked', 'failed')];
		expect(passRates(batches)).toEqual([0.25, 1]);
	});
});
