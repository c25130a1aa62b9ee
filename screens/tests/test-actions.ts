import {statusFilters, testOrders} from '../../source/stores/test-rows.ts';
import type {Actions, Stage} from '../actions/action.ts';
import {ask, askTyped, chooseOnly, chooseOrder} from '../actions/choices.ts';
import {attempt} from '../actions/report.ts';
import {runTests} from '../actions/run-tests.ts';
import {sayAboutTest} from '../changes/say.ts';
import {moveCursor} from '../current-list.ts';
import {editCode, pageCode} from './code-actions.ts';
import {openEditForm} from './edit-test.ts';
import {rerunActions} from './rerun-actions.ts';
import {selectedTest} from './test-list.ts';

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

	function askDelete(): void {
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
		'tests.mark': {
			do() {
				const test = selected();
				if (!test) return;
				tests.toggleMark(test.id);
				moveCursor(dashboard, 'down');
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
				if (test) openEditForm(dashboard, test);
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
