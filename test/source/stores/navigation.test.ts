import {describe, expect, it} from 'vitest';
import {screens as definitions} from '../../../screens/registry.ts';
import {screenTable} from '../../../source/stores/create-dashboard.ts';
import {
	createNavigation,
	currentBatchId,
	currentPlace,
	currentProjectId,
	currentView,
} from '../../../source/stores/navigation.ts';
import type {Place} from '../../../source/stores/screen.ts';

const projects: Place = {screen: 'projects'};
const tests: Place = {screen: 'tests', projectId: 'prj_1'};
const run: Place = {screen: 'run', batchId: 'bat_1', projectId: 'prj_1'};
const at = (...places: Place[]) => createNavigation({places, rowId: null}, screenTable(definitions));
const screens = (navigation: ReturnType<typeof at>) => navigation.store.getState().stack.map(({screen}) => screen);

describe('going places', () => {
	it('goes deeper and back', () => {
		const navigation = at(projects);
		navigation.open(tests);
		navigation.open(run);
		expect(screens(navigation)).toEqual(['projects', 'tests', 'run']);
		expect(navigation.back()).toBe(true);
		expect(currentPlace(navigation.store.getState())).toEqual(tests);
	});

	it('stays at the outermost place', () => {
		const navigation = at(projects);
		expect(navigation.back()).toBe(false);
		expect(screens(navigation)).toEqual(['projects']);
	});

	it('leads back to where one came from, whatever is deeper', () => {
		const navigation = at(projects, tests, run);
		for (const screen of ['cleanup', 'variables', 'failures']) navigation.open({...run, screen});
		navigation.open(tests);
		expect(currentPlace(navigation.store.getState())).toEqual(tests);
		const back = ['failures', 'variables', 'cleanup', 'run', 'projects'];
		for (const screen of back) {
			expect(navigation.back()).toBe(true);
			expect(currentPlace(navigation.store.getState()).screen).toBe(screen);
		}
		expect(navigation.back()).toBe(false);
	});

	it('does not go in circles', () => {
		const navigation = at(projects, tests, run);
		for (let turn = 0; turn < 9; turn++) {
			navigation.open(tests);
			navigation.open(run);
		}
		expect(screens(navigation)).toEqual(['projects', 'tests', 'run']);
	});

	it('comes back from the projects, and begins another way there', () => {
		const navigation = at(projects, tests, run);
		navigation.open(projects);
		expect(currentProjectId(navigation.store.getState())).toBe(null);
		navigation.back();
		expect(currentPlace(navigation.store.getState())).toEqual(run);
		navigation.open(projects);
		navigation.open({screen: 'tests', projectId: 'prj_2'});
		expect(screens(navigation)).toEqual(['projects', 'tests']);
	});

	it('goes to what is beside without making the way back longer', () => {
		const failure = (runId: string) => ({...run, screen: 'failure', runId});
		const navigation = at(projects, tests, run);
		navigation.open(failure('run_1'));
		navigation.turn(failure('run_2'));
		navigation.back();
		expect(currentPlace(navigation.store.getState())).toEqual(run);
	});

	it('does not take a run that was looked at before for the one of the place', () => {
		const navigation = at(projects, tests, run);
		expect(currentBatchId(navigation.store.getState())).toBe('bat_1');
		navigation.open(tests);
		expect(currentBatchId(navigation.store.getState())).toBe(null);
		navigation.open({screen: 'history', projectId: 'prj_1'});
		navigation.open({...run, batchId: 'bat_2'});
		navigation.open({...run, batchId: 'bat_2', screen: 'cleanup'});
		expect(currentBatchId(navigation.store.getState())).toBe('bat_2');
	});

	it('remembers a way of any length by its end', () => {
		const navigation = at(projects, tests);
		for (let index = 0; index < 500; index++) navigation.open({...run, batchId: `bat_${index}`});
		expect(navigation.store.getState().stack.length).toBeLessThan(60);
		expect(navigation.store.getState().stack[0]).toEqual(projects);
	});

	it('shows a place again as it was left', () => {
		const navigation = at(projects);
		navigation.open(tests);
		navigation.update({filter: 'order', sort: 'name'});
		navigation.back();
		expect(currentView(navigation.store.getState()).filter).toBe('');
		navigation.open(tests);
		expect(currentView(navigation.store.getState())).toMatchObject({filter: 'order', sort: 'name'});
		navigation.open({screen: 'tests', projectId: 'prj_2'});
		expect(currentView(navigation.store.getState()).filter).toBe('');
	});

	it('gives the keys back to the list', () => {
		const navigation = at(projects, tests);
		navigation.setFocus('detail', true);
		navigation.scrollDetail(7);
		navigation.open(run);
		expect(navigation.store.getState()).toMatchObject({focus: 'list', isZoomed: false, detailScroll: 0});
	});

	it('shows the top of the next item after the cursor moved', () => {
		const navigation = at(projects, tests);
		navigation.scrollDetail(7);
		navigation.update({list: {id: 'tst_2', index: 1, offset: 1}});
		expect(navigation.store.getState().detailScroll).toBe(0);
	});

	it('knows the project of the place', () => {
		expect(currentProjectId(at(projects).store.getState())).toBe(null);
		expect(currentProjectId(at(projects, tests, {...run, projectId: null}).store.getState())).toBe('prj_1');
	});

	it('begins with the details of a test that was asked for', () => {
		const state = createNavigation(
			{places: [projects, tests], rowId: 'tst_7'},
			screenTable(definitions),
		).store.getState();
		expect(currentView(state).list.id).toBe('tst_7');
		expect(state).toMatchObject({focus: 'detail', isZoomed: true});
	});
});

it('has the project that one came to under the cursor of the list of projects', () => {
	const navigation = at({screen: 'projects'}, {screen: 'tests', projectId: 'prj_2'});
	navigation.back();
	expect(currentView(navigation.store.getState()).list.id).toBe('prj_2');
});
