import {describe, expect, it} from 'vitest';
import {ApiError} from '../../../source/errors/api-error.ts';
import {screens} from '../../../screens/registry.ts';
import {createDashboard, runInFlight} from '../../../source/stores/create-dashboard.ts';
import type {Dashboard} from '../../../source/stores/dashboard.ts';
import type {Place} from '../../../source/stores/screen.ts';
import {settle} from '../../helpers/fake-clock.ts';
import {createTestStores} from '../../helpers/store-context.ts';
import {sampleBatch, sampleMember, sampleProject, sampleTest} from '../../helpers/wire-samples.ts';
import {WireWorld} from '../../helpers/wire-world.ts';
import {projectsStore} from '../../../source/stores/projects.ts';

const projects: Place = {screen: 'projects'};
const tests: Place = {screen: 'tests', projectId: 'prj_1'};

async function setUp(places: Place[], prepare: (world: WireWorld) => void = () => undefined) {
	const world = new WireWorld();
	world.projects = [sampleProject()];
	world.tests = [sampleTest(), sampleTest({id: 'tst_2', name: 'reads an order'})];
	prepare(world);
	const {context, clock, end} = createTestStores(world);
	const ended: string[] = [];
	const dashboard: Dashboard = createDashboard(context, {
		profile: 'default',
		endpoint: 'local',
		size: {columns: 100, rows: 30},
		start: {places, rowId: null},
		screens,
		onBatchEnd: ({batchId}) => ended.push(batchId),
	});
	dashboard.live.start();
	await settle();
	return {world, clock, dashboard, ended, end};
}

const statuses = ({tests: store}: Dashboard) => store.store.getState().tests.map(({status}) => status);
const startRun = (world: WireWorld) => {
	world.batches.set(
		'bat_1',
		sampleBatch([sampleMember({status: 'running'}), sampleMember({runId: 'run_2', testId: 'tst_2'})]),
	);
	world.projects = [sampleProject({lastBatchId: 'bat_1'})];
};
const finish = (world: WireWorld, status: string) =>
	world.change('bat_1', batch => ({
		...sampleBatch(batch.members.map(member => ({...member, status, label: status}))),
		version: batch.version,
	}));

describe('the Projects screen', () => {
	it('reads the list, and looks again every fifteen seconds', async () => {
		const {world, clock, dashboard, end} = await setUp([projects]);
		expect(dashboard.storeOf(projectsStore).store.getState().projects).toHaveLength(1);
		world.projects = [sampleProject({id: 'prj_2'}), ...world.projects];
		await clock.advance(15_000);
		expect(dashboard.storeOf(projectsStore).store.getState().projects).toHaveLength(2);
		expect(world.calls.filter(call => call === 'listProjects')).toHaveLength(2);
		end();
	});

	it('comes back by itself after the service was lost', async () => {
		const {world, clock, dashboard, end} = await setUp([projects], service => {
			service.failure = new ApiError('UNAVAILABLE', 'Connection refused.');
		});
		expect(dashboard.session.store.getState().connection.kind).toBe('offline');
		await clock.advance(3000);
		world.failure = null;
		await clock.advance(4000);
		expect(dashboard.storeOf(projectsStore).store.getState()).toMatchObject({isLoaded: true, error: null});
		end();
	});
});

describe('the Tests screen', () => {
	it('shows a run that was started elsewhere', async () => {
		const {world, clock, dashboard, end} = await setUp([projects, tests]);
		expect(statuses(dashboard)).toEqual(['ready', 'ready']);
		startRun(world);
		await clock.advance(5000);
		expect(statuses(dashboard)).toEqual(['running', 'queued']);
		expect(world.held).toBe(1);
		end();
	});

	it('follows a run that is under way when it is opened', async () => {
		const {dashboard, end} = await setUp([projects, tests], startRun);
		expect(statuses(dashboard)).toEqual(['running', 'queued']);
		end();
	});

	it('reads the list again when the run has ended', async () => {
		const {world, dashboard, end} = await setUp([projects, tests], startRun);
		world.tests = [sampleTest({status: 'passed'}), sampleTest({id: 'tst_2', status: 'failed'})];
		finish(world, 'passed');
		await settle();
		expect(statuses(dashboard)).toEqual(['passed', 'failed']);
		end();
	});

	it('asks for the project while nothing happens, and once in a while for what was made elsewhere', async () => {
		const {world, clock, end} = await setUp([projects, tests]);
		world.calls.length = 0;
		await clock.advance(15_000);
		expect(new Set(world.calls)).toEqual(new Set(['getProject prj_1']));
		await clock.advance(5_000);
		expect(world.calls.filter(call => !call.startsWith('getProject'))).toEqual(['listTests']);
		end();
	});
});

describe('the run screen', () => {
	const run: Place = {screen: 'run', batchId: 'bat_1', projectId: 'prj_1'};

	it('holds one request and makes no other while nothing changes', async () => {
		const {world, clock, end} = await setUp([projects, tests, run], startRun);
		world.calls.length = 0;
		await clock.advance(60_000);
		expect(world.held).toBe(1);
		expect(world.calls).toEqual([]);
		end();
	});

	it('is told a change at once', async () => {
		const {world, dashboard, end} = await setUp([projects, tests, run], startRun);
		world.change('bat_1', batch => ({
			...batch,
			members: batch.members.map(member => ({...member, status: 'passed', label: 'Pass'})),
		}));
		await settle();
		expect(dashboard.batches.store.getState().batch?.members[1]?.status).toBe('passed');
		end();
	});

	it('sleeps when the run has ended', async () => {
		const {world, clock, ended, end} = await setUp([projects, tests, run], startRun);
		finish(world, 'passed');
		await settle();
		expect(ended).toEqual(['bat_1']);
		expect(world.held).toBe(0);
		await clock.advance(100);
		// Until the next minute, for the ages, and the next look at the service.
		expect(clock.pending()).toBe(2);
		end();
	});

	it('notices within half a minute that the service has gone after the run, and that it is back', async () => {
		const {world, clock, dashboard, end} = await setUp([projects, tests, run], startRun);
		finish(world, 'passed');
		await settle();
		world.failure = new ApiError('UNAVAILABLE', 'Connection refused.');
		await clock.advance(30_000);
		expect(dashboard.session.store.getState().connection.kind).toBe('offline');
		world.failure = null;
		await clock.advance(15_000);
		expect(dashboard.session.store.getState().connection.kind).toBe('online');
		end();
	});

	it('ticks while the run goes on', async () => {
		const {clock, dashboard, end} = await setUp([projects, tests, run], startRun);
		const before = dashboard.ui.store.getState().now;
		await clock.advance(2000);
		expect(dashboard.ui.store.getState().now - before).toBe(2000);
		end();
	});

	it('tells the run to wait for, as long as there is one', async () => {
		const {world, dashboard, end} = await setUp([projects, tests, run], startRun);
		expect(runInFlight(dashboard)).toBe('run_1');
		finish(world, 'failed');
		await settle();
		expect(runInFlight(dashboard)).toBe(null);
		end();
	});

	it('reads the name of its project', async () => {
		const {dashboard, end} = await setUp([{...run, projectId: null}], startRun);
		expect(dashboard.tests.store.getState().project?.name).toBe('shop-api');
		end();
	});

	it('stops everything at the end', async () => {
		const {world, clock, end} = await setUp([projects, tests, run], startRun);
		end();
		await settle();
		expect(world.held).toBe(0);
		expect(clock.pending()).toBe(0);
	});
});

describe('going from place to place', () => {
	it('leaves the loop of the place before', async () => {
		const {world, dashboard, end} = await setUp([projects, tests], startRun);
		expect(world.held).toBe(1);
		dashboard.navigation.open(projects);
		await settle();
		expect(world.held).toBe(0);
		end();
	});

	it('reads again at once when asked', async () => {
		const {world, dashboard, end} = await setUp([projects]);
		dashboard.live.refresh();
		await settle();
		expect(world.calls.filter(call => call === 'listProjects')).toHaveLength(2);
		end();
	});
});
