import {currentView} from '../../source/stores/navigation.ts';
import {statusFilters, testOrders} from '../../source/stores/test-rows.ts';
import {textField} from '../../source/view-model/text-field.ts';
import {moveCursor, selectedRow, testList} from '../current-list.ts';
import type {Actions, Stage} from './action.ts';
import {editCode, pageCode} from './code-actions.ts';
import {attempt} from './report.ts';
import {runTests} from './run-tests.ts';

/** Keys of the Tests screen. */
export function testActions(stage: Stage): Actions {
	const {dashboard} = stage;
	const {navigation, ui, tests} = dashboard;
	const selected = () => selectedRow(testList(dashboard));
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
		ui.open({
			kind: 'menu',
			title: 'Run all tests',
			lines: [`${all.length} tests of the project run, then what they created is cleaned up.`],
			choices: [
				{id: 'run', label: 'Run all'},
				{id: 'close', label: 'Not now'},
			],
			cursor: 0,
			onChoose(id) {
				ui.close();
				if (id === 'run') attempt(dashboard, () => runTests(dashboard, null));
			},
		});
	}

	function chooseStatus(): void {
		const names = Object.keys(statusFilters);
		const {only} = currentView(navigation.store.getState());
		ui.open({
			kind: 'menu',
			title: 'Show tests',
			lines: [],
			choices: [{id: 'all', label: 'all'}, ...names.map(id => ({id, label: id}))],
			cursor: only === null ? 0 : names.indexOf(only) + 1,
			onChoose(id) {
				ui.close();
				navigation.update({only: id === 'all' ? null : id});
			},
		});
	}

	function chooseOrder(): void {
		const {sort} = currentView(navigation.store.getState());
		ui.open({
			kind: 'menu',
			title: 'Order of tests',
			lines: [],
			choices: testOrders.map(id => ({id, label: id === 'status' ? 'status, what needs attention first' : id})),
			cursor: testOrders.indexOf(sort ?? 'newest'),
			onChoose(id) {
				ui.close();
				navigation.update({sort: id === 'newest' ? null : id});
			},
		});
	}

	function askDelete(): void {
		const test = selected();
		if (!test) return;
		ui.open({
			kind: 'confirm',
			title: 'Delete test',
			lines: ['Its runs and results go with it. A run in flight is cancelled. There is no way back.'],
			word: test.name,
			field: textField(),
			onConfirm: () =>
				attempt(dashboard, async () => {
					ui.close();
					await tests.remove(test.id);
					ui.toast(`Deleted ${test.name}`, 'success');
				}),
		});
	}

	const hasRow = () => selected() !== undefined;
	return {
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
		'tests.page': {
			do() {
				const test = selected();
				if (test) attempt(dashboard, () => pageCode(stage, test));
			},
			isAvailable: hasRow,
		},
		'tests.only': {do: chooseStatus},
		'tests.sort': {do: chooseOrder},
		'tests.delete': {do: askDelete, isAvailable: hasRow},
	};
}
