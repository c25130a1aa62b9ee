import type {Test} from '../../contract/test.ts';
import {statusFilters, testOrders} from '../../source/stores/test-rows.ts';
import {type Actions, attempt} from '../action.ts';
import type {Stage} from '../screen-view.ts';
import {ask, askTyped, chooseOnly, chooseOrder} from '../actions/choices.ts';
import {runTests} from '../actions/run-tests.ts';
import {sayAboutTest} from '../changes/say.ts';
import {editCode, pageCode} from './code-actions.ts';
import {openCreateForm} from './create-test.ts';
import {openEditForm} from './edit-test.ts';
import {openSharedForm} from './edit-tests.ts';
import {rerunActions} from './rerun-actions.ts';
import {selectedTest, chosenTests} from './test-list.ts';

/** Tests that are named before they are deleted. */
const namedTests = 5;

const orderLabels = {status: 'status, what needs attention first'};

/** Keys of the Tests screen. */
export function testActions(stage: Stage): Actions {
	const {dashboard} = stage;
	const {ui, tests, navigation} = dashboard;
	const selected = () => selectedTest(dashboard);
	const isBackend = () => selected()?.type === 'backend';
	const marked = () => [...tests.store.getState().marked];

	function runSelected(): void {
		const test = selected();
		const chosen = marked();
		const ids = chosen.length > 0 ? chosen : test ? [test.id] : [];
		if (ids.length > 0) attempt(dashboard, () => runTests(dashboard, ids));
	}

	function askRunAll(): void {
		const {tests: all} = tests.store.getState();
		ask(dashboard, {
			title: 'Run all tests',
			lines: [`${all.length} tests of the project run, then what they created is cleaned up.`],
			keep: 'Not now',
			isHarmless: true,
			choices: [{id: 'run', label: 'Run all', do: () => runTests(dashboard, null)}],
		});
	}

	/** What is selected, where that is more than the test under the cursor. */
	const several = () => (tests.store.getState().marked.size > 0 ? subjects() : []);
	const subjects = () => chosenTests(dashboard);

	function askDeleteSeveral(chosen: readonly Test[]): void {
		const count = `${chosen.length} ${chosen.length === 1 ? 'test' : 'tests'}`;
		askTyped(dashboard, {
			title: `Delete ${count}`,
			lines: [
				`${chosen
					.slice(0, namedTests)
					.map(({name}) => `"${name}"`)
					.join(', ')}${chosen.length > namedTests ? ' and others' : ''}.`,
				'Their runs and results go with them. Runs in flight are cancelled. There is no way back.',
			],
			word: `delete ${count}`,
			async work() {
				for (const {id} of chosen) await tests.remove(id);
				ui.toast(`Deleted ${count}`, 'success');
			},
		});
	}

	function askDelete(): void {
		const chosen = several();
		if (chosen.length > 0) {
			askDeleteSeveral(chosen);
			return;
		}
		const test = selected();
		if (!test) return;
		askTyped(dashboard, {
			title: 'Delete test',
			lines: ['Its runs and results go with it. A run in flight is cancelled. There is no way back.'],
			word: test.name,
			async work() {
				await tests.remove(test.id);
				ui.toast(`Deleted ${test.name}`, 'success');
			},
		});
	}

	const hasRow = () => selected() !== undefined;
	return {
		...rerunActions(stage),
		'tests.run': {do: runSelected, isAvailable: hasRow},
		'tests.runAll': {do: askRunAll, isAvailable: () => tests.store.getState().tests.length > 0},
		'tests.create': {do: () => openCreateForm(stage)},
		'tests.mark': {
			do() {
				const test = selected();
				if (test) tests.toggleMark(test.id);
			},
			isAvailable: hasRow,
		},
		'tests.unmark': {do: tests.clearMarks, isAvailable: () => marked().length > 0},
		'tests.edit': {
			do() {
				const test = selected();
				if (test) attempt(dashboard, () => editCode(stage, test));
			},
			isAvailable: isBackend,
		},
		'tests.say': {
			do() {
				const test = selected();
				if (test) sayAboutTest(dashboard, test);
			},
			isAvailable: isBackend,
		},
		'tests.metadata': {
			do() {
				const test = selected();
				const chosen = several();
				if (chosen.length > 0) openSharedForm(dashboard, chosen);
				else if (test) openEditForm(dashboard, test);
			},
			isAvailable: hasRow,
		},
		'tests.history': {
			do() {
				const test = selected();
				if (test) navigation.open({screen: 'history', projectId: test.projectId, testId: test.id});
			},
			isAvailable: hasRow,
		},
		'tests.page': {
			do() {
				const test = selected();
				if (test) attempt(dashboard, () => pageCode(stage, test));
			},
			isAvailable: hasRow,
		},
		'tests.only': {do: () => chooseOnly(dashboard, 'Show tests', Object.keys(statusFilters))},
		'tests.sort': {do: () => chooseOrder(dashboard, 'Order of tests', testOrders, orderLabels)},
		'tests.delete': {do: askDelete, isAvailable: hasRow},
	};
}
