import type {TestId, TestListId} from '../../contract/ids.ts';
import type {TestList} from '../../contract/test-list.ts';
import {currentPlace, cursorOn} from '../../source/stores/navigation.ts';
import {type CaseChange, caseRowId, testListsStore} from '../../source/stores/test-lists.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import type {Actions} from '../action.ts';
import type {Stage} from '../screen-view.ts';
import {ask, askRemoval} from '../actions/choices.ts';
import {foldGroup} from '../actions/list-actions.ts';
import {openForm, textInput} from '../actions/forms.ts';
import {selectRow} from '../current-list.ts';
import {scheduleTarget} from '../schedules/schedule-form.ts';
import {selectedTestList} from './test-list-list.ts';
import {pickedIds, pickFields} from './test-picks.ts';
import {counted} from '../../source/view-model/counted.ts';

const tests = (count: number) => counted(count, 'test');

/** Keys of the Test lists screen. */
export function testListActions({dashboard}: Stage): Actions {
	const {navigation, ui} = dashboard;
	const lists = dashboard.storeOf(testListsStore);
	const row = () => selectedTestList(dashboard);
	const list = () => row()?.list;
	const detailOf = (listId: TestListId) => lists.details.getState().get(listId);
	const hasList = () => list() !== undefined;
	const hasCases = () => (list()?.caseCount ?? 0) > 0;

	/** The selected cases and their list, wherever the cursor is; else the case under it, else its whole list. */
	function chosen(): {list: TestList; testIds: readonly TestId[] | null} | null {
		const marks = lists.marked.getState();
		for (const other of lists.store.getState().data ?? []) {
			const cases = detailOf(other.id)?.cases ?? [];
			const testIds = cases.map(({testId}) => testId).filter(testId => marks.has(caseRowId(other.id, testId)));
			if (testIds.length > 0) return {list: other, testIds};
		}
		const at = row();
		return at ? {list: at.list, testIds: at.kind === 'case' ? [at.test.testId] : null} : null;
	}

	/** @param testIds null = all of the list */
	async function run({id}: TestList, testIds: readonly TestId[] | null): Promise<void> {
		const {batchId, accepted, conflicts, deferred, notFound} = await lists.run(id, testIds);
		const left = conflicts.length + deferred.length + notFound.length;
		if (batchId === null) {
			ui.toast(conflicts[0]?.message ?? 'No test could be started.', 'error');
			return;
		}
		lists.clearMarks();
		const projects = new Set(detailOf(id)?.cases.map(({projectId}) => projectId));
		const [only] = projects;
		navigation.open({screen: 'run', batchId, projectId: projects.size === 1 && only ? only : null});
		if (left > 0)
			ui.toast(`${left} of ${accepted.length + left} tests were not started: ${conflicts[0]?.message ?? ''}`, 'error');
	}

	function askRun(): void {
		const what = chosen();
		if (!what) return;
		const {list: current, testIds} = what;
		const count = testIds?.length ?? current.caseCount;
		ask(dashboard, {
			title: testIds ? 'Run the selected cases' : 'Run the list',
			lines: [`${tests(count)} of ${cleanLine(current.name)} run, then what they created is cleaned up.`],
			keep: 'Not now',
			isHarmless: true,
			choices: [{id: 'run', label: `Run ${tests(count)}`, do: () => run(current, testIds)}],
		});
	}

	function create(): void {
		openForm(dashboard, {
			title: 'New test list',
			fields: [textInput('name', 'Name', {note: 'e.g. smoke'}), ...pickFields(dashboard)],
			async send(values) {
				const made = await lists.create(values['name'] ?? '', pickedIds(dashboard, values));
				const isShown = currentPlace(navigation.store.getState()).screen === 'testlists';
				if (isShown) selectRow(dashboard, made.id);
				ui.toast(`Created ${cleanLine(made.name)} with ${tests(made.caseCount)}`, 'success');
				return true;
			},
		});
	}

	function add(): void {
		const current = list();
		if (!current) return;
		openForm(dashboard, {
			title: `Add tests to ${cleanLine(current.name)}`,
			fields: pickFields(dashboard),
			async send(values) {
				const ids = pickedIds(dashboard, values);
				if (ids.length === 0)
					throw new Error('No test is named. Select some on the Tests screen (2, then Space), or type their ids.');
				ui.toast(changeWords('added', await lists.addCases(current.id, ids)), 'success');
				return true;
			},
		});
	}

	function askRemove(): void {
		const what = chosen();
		if (!what?.testIds) return;
		const {list: current, testIds: ids} = what;
		ask(dashboard, {
			title: `Take ${tests(ids.length)} off the list`,
			lines: [`${cleanLine(current.name)} does not run ${ids.length === 1 ? 'it' : 'them'} any more. The tests stay.`],
			keep: 'Leave it',
			choices: [
				{
					id: 'remove',
					label: `Take ${tests(ids.length)} off`,
					async do() {
						const change = await lists.removeCases(current.id, ids);
						lists.clearMarks();
						ui.toast(changeWords('taken off', change), 'success');
					},
				},
			],
		});
	}

	function rename(): void {
		const current = list();
		if (!current) return;
		openForm(dashboard, {
			title: 'Rename the list',
			fields: [textInput('name', 'Name', {value: current.name})],
			async send({name = ''}) {
				await lists.rename(current.id, name);
				ui.toast(`It is called ${cleanLine(name)} now`, 'success');
				return true;
			},
		});
	}

	function askDelete(): void {
		const current = list();
		if (!current) return;
		askRemoval(dashboard, {
			title: 'Delete the list',
			lines: [`${cleanLine(current.name)} with ${tests(current.caseCount)}. The tests and their results stay.`],
			label: 'Delete the list',
			work: () => lists.remove(current.id),
			gone: `Deleted ${cleanLine(current.name)}`,
		});
	}

	const fold = () => {
		const current = list();
		if (current) foldGroup(dashboard, current.id);
	};

	return {
		'testlists.run': {do: askRun, isAvailable: () => (chosen()?.list.caseCount ?? 0) > 0},
		'testlists.create': {do: create},
		'testlists.add': {do: add, isAvailable: hasList},
		'testlists.mark': {
			do() {
				const at = row();
				if (at?.kind === 'case') {
					lists.toggleMark(at.list.id, at.test.testId);
				} else fold();
			},
			isAvailable: hasCases,
		},
		'testlists.remove': {do: askRemove, isAvailable: () => chosen()?.testIds != null},
		'testlists.batch': {
			do() {
				const current = list();
				if (current?.lastExecutionId)
					navigation.open({screen: 'run', batchId: current.lastExecutionId, projectId: null});
			},
			isAvailable: () => Boolean(list()?.lastExecutionId),
		},
		'testlists.test': {
			do() {
				const at = row();
				if (at?.kind === 'case')
					navigation.open({screen: 'tests', projectId: at.test.projectId}, cursorOn(at.test.testId));
			},
			isAvailable: () => row()?.kind === 'case',
		},
		'testlists.schedule': {
			do() {
				const current = list();
				if (current) scheduleTarget(dashboard, {type: 'testList', id: current.id, name: current.name});
			},
			isAvailable: hasList,
		},
		'testlists.rename': {do: rename, isAvailable: hasList},
		'testlists.fold': {do: fold, isAvailable: hasCases},
		'testlists.unmark': {do: lists.clearMarks, isAvailable: () => lists.marked.getState().size > 0},
		'testlists.delete': {do: askDelete, isAvailable: hasList},
	};
}

/** What became of the tests that were named: `2 tests added, 1 already as asked`. */
function changeWords(verb: string, {changed, unchanged, notFound}: CaseChange): string {
	return [
		`${tests(changed)} ${verb}`,
		...(unchanged > 0 ? [`${unchanged} already as asked`] : []),
		...(notFound > 0 ? [`${notFound} not found`] : []),
	].join(', ');
}
