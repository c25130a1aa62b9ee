import {describe, expect, it} from 'vitest';
import {screens} from '../../../screens/registry.ts';
import {isApiError} from '../../../source/errors/api-error.ts';
import {screenTable} from '../../../source/stores/create-dashboard.ts';
import {findStart, type StartRequest} from '../../../source/stores/start-place.ts';
import {sampleBatch, sampleMember, sampleProject, sampleTest} from '../../helpers/wire-samples.ts';
import {WireWorld} from '../../helpers/wire-world.ts';

function world(): WireWorld {
	const service = new WireWorld();
	service.projects = [sampleProject({lastBatchId: 'bat_1'}), sampleProject({id: 'prj_2', lastBatchId: null})];
	service.tests = [sampleTest()];
	service.batches.set('bat_1', sampleBatch([sampleMember()]));
	service.batches.set('odd', sampleBatch([sampleMember({runId: 'run_odd'})], {batchId: 'odd', projectId: null}));
	return service;
}

const find = (request: Partial<StartRequest>) =>
	findStart(world(), {screen: null, id: null, projectId: null, ...request}, screenTable(screens));
const path = async (request: Partial<StartRequest>) =>
	(await find(request)).places.map(place => Object.values(place).filter(Boolean).join(' '));

describe('where the dashboard begins', () => {
	it.each<[string, Partial<StartRequest>, string[]]>([
		['without anything', {}, ['projects']],
		['with a project at hand', {projectId: 'prj_1'}, ['projects', 'tests prj_1']],
		['projects', {screen: 'projects', projectId: 'prj_1'}, ['projects']],
		['project', {screen: 'project', id: 'prj_2'}, ['projects', 'tests prj_2']],
		['tests of the project at hand', {screen: 'tests', projectId: 'prj_1'}, ['projects', 'tests prj_1']],
		['test', {screen: 'test', id: 'tst_1'}, ['projects', 'tests prj_1']],
		['batch', {screen: 'batch', id: 'bat_1'}, ['projects', 'tests prj_1', 'run bat_1 prj_1']],
		['run by a run', {screen: 'run', id: 'run_1'}, ['projects', 'tests prj_1', 'run bat_1 prj_1']],
		['run by a project', {screen: 'run', id: 'prj_1'}, ['projects', 'tests prj_1', 'run bat_1 prj_1']],
		['run of the project at hand', {screen: 'run', projectId: 'prj_1'}, ['projects', 'tests prj_1', 'run bat_1 prj_1']],
		['a batch of several projects', {screen: 'batch', id: 'odd'}, ['projects', 'run odd']],
	])('%s', async (_what, request, expected) => {
		expect(await path(request)).toEqual(expected);
	});

	it('is the newest run where the service does not say in the project which was the last', async () => {
		const service = world();
		service.projects = [sampleProject({lastBatchId: undefined})];
		const {places} = await findStart(service, {screen: 'run', id: 'prj_1', projectId: null}, screenTable(screens));
		expect(places.at(-1)).toMatchObject({screen: 'run', batchId: 'bat_1'});
	});

	it('is the test that was named', async () => {
		expect((await find({screen: 'test', id: 'tst_1'})).rowId).toBe('tst_1');
	});

	it.each<[string, Partial<StartRequest>, string, string]>([
		['an unknown screen', {screen: 'garden'}, 'VALIDATION_ERROR', 'projects, project, tests, test, batch, run'],
		['a missing id', {screen: 'batch'}, 'VALIDATION_ERROR', 'svc ui batch <batch-id>'],
		[
			'a missing test id, even with a project',
			{screen: 'test', projectId: 'prj_1'},
			'VALIDATION_ERROR',
			'svc ui test <test-id>',
		],
		['an unknown project', {screen: 'tests', id: 'prj_9'}, 'NOT_FOUND', ''],
		['an unknown batch', {screen: 'batch', id: 'bat_9'}, 'NOT_FOUND', ''],
		['an id of no known form', {screen: 'run', id: 'whatever'}, 'NOT_FOUND', ''],
		['a project that never ran', {screen: 'run', id: 'prj_2'}, 'NOT_FOUND', 'svc ui tests prj_2'],
	])('%s is refused', async (_what, request, code, next) => {
		const error = await find(request).catch((reason: unknown) => reason);
		if (!isApiError(error)) throw error;
		expect(error.code).toBe(code);
		expect(error.nextAction).toContain(next);
	});
});
