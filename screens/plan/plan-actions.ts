import {priorityWords} from '../../components/plan/priority-words.ts';
import {type Category, type Priority, categories, priorities} from '../../contract/enums.ts';
import type {PlanRow} from '../../contract/plan.ts';
import {currentView, cursorOn} from '../../source/stores/navigation.ts';
import {planStore} from '../../source/stores/plan.ts';
import {planFilters, planGroupings, type PlanTreeRow} from '../../source/stores/plan-rows.ts';
import {endpointsStore} from '../../source/stores/endpoints.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {type Action, type Actions, attempt} from '../action.ts';
import type {Stage} from '../screen-view.ts';
import {askRemoval, choose, chooseOnly} from '../actions/choices.ts';
import {foldGroup} from '../actions/list-actions.ts';
import {choiceInput, openForm, textInput} from '../actions/forms.ts';
import {pageText} from '../actions/hand-over.ts';
import {selectRow} from '../current-list.ts';
import {sayAboutPlan} from '../changes/say.ts';
import {addEndpoint, editEndpoint} from './endpoint-forms.ts';
import {edgeActions} from './edge-actions.ts';
import {giveExample} from './give-example.ts';
import {makingActions} from './making-actions.ts';
import {
	changePlan,
	isDraft,
	rowsBelow,
	sendTick,
	shownProjectId,
	tellConflict,
	tickOf,
	tickOfAll,
	whyNoDraft,
} from './plan-changes.ts';
import {endpointAtCursor, planList, selectedPlanRow, shownGrouping, wholeEndpoint} from './plan-list.ts';
import {planText} from './plan-pane.ts';
import {editRow} from './row-form.ts';

/** Keys of the Plan screen. */
export function planActions(stage: Stage): Actions {
	const {dashboard, glyphs} = stage;
	const {navigation, ui} = dashboard;
	const plans = dashboard.storeOf(planStore);
	const line = () => selectedPlanRow(dashboard);
	const row = (): PlanRow | null => {
		const at = line();
		return at?.kind === 'row' ? at.row : null;
	};
	const canChange = () => isDraft(dashboard);
	const whyNotDraft = () => whyNoDraft(dashboard);
	/** Keys of a planned test are pressed on heads, endpoints and values as well. */
	const whyNotOnRow = () =>
		whyNotDraft() ?? (row() === null ? 'That is for a planned test: put the cursor on one.' : null);
	const onRow = (work: (row: PlanRow) => void): Action => ({
		do() {
			const at = row();
			if (at) work(at);
		},
		isAvailable: () => canChange() && row() !== null,
		why: whyNotOnRow,
	});

	function tick(): void {
		const at = line();
		const input = at && tickOf(dashboard, at);
		if (input) sendTick(dashboard, input);
	}

	/** The next row in a direction that stands under the same head. */
	function neighbour(step: 1 | -1): PlanRow | null {
		const {rows} = planList(dashboard);
		const index = rows.findIndex(({id}) => id === line()?.id);
		const other = rows[index + step];
		return other?.kind === 'row' ? other.row : null;
	}

	const move = (step: 1 | -1): Action => ({
		do() {
			const at = row();
			const other = neighbour(step);
			if (!at || !other) return;
			const beside = step === 1 ? {after: other.rowId} : {before: other.rowId};
			changePlan(dashboard, () => plans.move(shownProjectId(dashboard), at.rowId, beside));
		},
		isAvailable: () => canChange() && row() !== null && neighbour(step) !== null,
		why: () => whyNotOnRow() ?? `It is the ${step === 1 ? 'last' : 'first'} of its group.`,
	});

	function choosePriority({rowId, priority}: PlanRow): void {
		choose(dashboard, {
			title: 'Priority',
			lines: ['Higher ones run first, p0 before all.'],
			choices: priorities.map(id => ({id, label: `${id}  ${priorityWords[id]}`})),
			cursor: Math.max(0, priorities.indexOf(priority as Priority)),
			onChoose: id =>
				changePlan(dashboard, () => plans.edit(shownProjectId(dashboard), rowId, {priority: id as Priority})),
		});
	}

	function addRow(): void {
		const endpointId = endpointAtCursor(dashboard);
		const endpoint = endpointId === null ? null : wholeEndpoint(dashboard, endpointId);
		openForm(dashboard, {
			title: endpoint ? cleanLine(`A test of ${endpoint.method} ${endpoint.path}`) : 'A test of the API as a whole',
			fields: [
				textInput('title', 'Title', {note: 'one line, e.g. refuses a coupon twice'}),
				textInput('description', 'Sent', {note: 'what is sent'}),
				textInput('expected', 'Expected', {note: 'what has to happen'}),
				choiceInput('category', 'Category', categories, row()?.category ?? 'functional'),
				choiceInput('priority', 'Priority', priorities, 'p2'),
			],
			async send({title = '', description = '', expected = '', category, priority}) {
				if (title === '') throw new Error('A title is required.');
				const rowId = await plans
					.add(shownProjectId(dashboard), {
						title,
						description,
						expectedBehavior: expected,
						category: category as Category,
						priority: priority as Priority,
						...(endpointId === null ? {} : {endpointId}),
					})
					.catch(tellConflict);
				selectRow(dashboard, rowId);
				ui.toast(`Added ${cleanLine(title)}`, 'success');
				return true;
			},
		});
	}

	function askRemove(): void {
		const at = line();
		if (at?.kind === 'endpoint') {
			const name = cleanLine(`${at.endpoint.method} ${at.endpoint.path}`);
			askRemoval(dashboard, {
				title: 'Remove the endpoint',
				lines: [`${name} and its ${at.rows} planned tests leave the list. A later discovery may find it again.`],
				async work() {
					const projectId = shownProjectId(dashboard);
					await dashboard.storeOf(endpointsStore).remove(projectId, at.id);
					await plans.catchUp(projectId);
				},
				gone: `Removed ${name}`,
			});
			return;
		}
		if (at?.kind !== 'row') return;
		askRemoval(dashboard, {
			title: 'Remove the test from the plan',
			lines: [
				`${cleanLine(at.row.title)}. Neither u nor planning again brings it back. To leave it out for now, untick it: Space.`,
			],
			work: () => plans.remove(shownProjectId(dashboard), at.row.rowId).catch(tellConflict),
			gone: `Removed ${cleanLine(at.row.title)}`,
		});
	}

	/** A sentence about what is under the cursor, or about the whole plan. */
	function sayHere(): void {
		const at = line();
		const rows = at ? rowsBelow(dashboard, at) : [];
		const name = at ? nameOf(at) : '';
		const about = name === '' || rows.length === 0 ? null : {name, rowIds: rows.map(({rowId}) => rowId)};
		sayAboutPlan(dashboard, shownProjectId(dashboard), about);
	}

	function foldAll(): void {
		const at = line();
		const {folded} = currentView(navigation.store.getState());
		const ids = planList(dashboard).rows.flatMap(({kind, id}) =>
			kind === 'endpoint' || (kind === 'category' && shownGrouping(dashboard) === 'category') ? [id] : [],
		);
		navigation.update({folded: folded.length > 0 ? [] : ids});
		const head = at?.kind === 'row' || at?.kind === 'edge' ? endpointAtCursor(dashboard) : null;
		if (at) selectRow(dashboard, head ?? at.id);
	}

	const isHead = () => ['family', 'endpoint', 'category'].includes(line()?.kind ?? '');

	return {
		...makingActions(stage),
		...edgeActions(stage),
		'plan.tick': {do: tick, isAvailable: () => canChange() && line() !== undefined, why: whyNotDraft},
		'plan.tickAll': {
			do() {
				const input = tickOfAll(dashboard);
				if (input) sendTick(dashboard, input);
			},
			isAvailable: () => canChange() && tickOfAll(dashboard) !== null,
			why: whyNotDraft,
		},
		'plan.edit': {
			do() {
				const at = line();
				if (at?.kind === 'row') editRow(dashboard, at.row);
				else if (at?.kind === 'endpoint') editEndpoint(dashboard, at.id);
			},
			isAvailable: () => line()?.kind === 'endpoint' || (line()?.kind === 'row' && canChange()),
			why: whyNotOnRow,
		},
		'plan.example': {
			do() {
				const endpointId = endpointAtCursor(dashboard);
				if (endpointId !== null) giveExample(dashboard, endpointId);
			},
			isAvailable: () => endpointAtCursor(dashboard) !== null,
		},
		'plan.priority': onRow(choosePriority),
		'plan.moveDown': move(1),
		'plan.moveUp': move(-1),
		'plan.add': {do: addRow, isAvailable: canChange, why: whyNotDraft},
		'plan.addEndpoint': {do: () => addEndpoint(dashboard)},
		'plan.remove': {
			do: askRemove,
			isAvailable: () => line()?.kind === 'endpoint' || (line()?.kind === 'row' && canChange()),
			why: whyNotOnRow,
		},
		'plan.say': {do: sayHere, isAvailable: () => (plans.store.getState().data?.proposals.length ?? 0) > 0},
		'plan.changes': {do: () => navigation.open({screen: 'changes', projectId: shownProjectId(dashboard)})},
		'plan.findings': {do: () => navigation.open({screen: 'findings', projectId: shownProjectId(dashboard)})},
		'plan.group': {
			do() {
				const next = shownGrouping(dashboard) === 'category' ? null : planGroupings[1];
				navigation.update({sort: next, folded: []});
				ui.toast(next === null ? 'By endpoint' : 'By category');
			},
			isAvailable: () => (plans.store.getState().data?.proposals.length ?? 0) > 0,
		},
		'plan.only': {do: () => chooseOnly(dashboard, 'Show only', planFilters)},
		'plan.fold': {
			do() {
				const at = line();
				const head = isHead() ? at?.id : (endpointAtCursor(dashboard) ?? undefined);
				if (head !== undefined) foldGroup(dashboard, head);
			},
			isAvailable: () => isHead() || endpointAtCursor(dashboard) !== null,
		},
		'plan.foldAll': {do: foldAll, isAvailable: () => line() !== undefined},
		'plan.test': {
			do() {
				const testId = testOf();
				if (testId !== null) navigation.open({screen: 'tests', projectId: shownProjectId(dashboard)}, cursorOn(testId));
			},
			isAvailable: () => testOf() !== null,
		},
		'plan.page': {
			do: () => attempt(dashboard, () => pageText(stage, 'plan.txt', `${planText(dashboard, glyphs)}\n`)),
			isAvailable: () => line() !== undefined,
		},
	};

	/** The test of the row under the cursor. */
	function testOf(): string | null {
		const at = line();
		return at?.kind === 'row' ? (at.row.testId ?? at.item?.testId ?? null) : null;
	}
}

/** What a line of the plan is called. */
function nameOf(line: PlanTreeRow): string {
	if (line.kind === 'row') return line.row.title;
	if (line.kind === 'endpoint') return `${line.endpoint.method} ${line.endpoint.path}`;
	return line.kind === 'edge' ? '' : line.title;
}
