import {type Category, categories, type Priority, priorities} from '../../contract/enums.ts';
import {type PlanRow, type PlanRowPatch, planRowPatch} from '../../contract/plan.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {planStore} from '../../source/stores/plan.ts';
import {rowRecipeStore} from '../../source/stores/row-recipe.ts';
import {choiceInput, openForm, textInput} from '../actions/forms.ts';
import {allPlanRows} from './plan-list.ts';
import {shownProjectId, tellConflict} from './plan-changes.ts';

/** What the fields of the form are called in an error. */
const labels: Record<string, string> = {title: 'Title', description: 'Sent', expectedBehavior: 'Expected'};

/** The fields that the values of the form change. */
function rowPatch(row: PlanRow, values: Readonly<Record<string, string>>): PlanRowPatch {
	const {title = '', description = '', expectedBehavior = '', category, priority} = values;
	// The form trims what it sends: a text that ended in a line break has not been changed by that.
	const changed = (before: string, after: string) => after !== before.trim();
	return {
		...(changed(row.title, title) ? {title} : {}),
		...(changed(row.description, description) ? {description} : {}),
		...(changed(row.expectedBehavior, expectedBehavior) ? {expectedBehavior} : {}),
		...(category !== row.category ? {category: category as Category} : {}),
		...(priority !== row.priority ? {priority: priority as Priority} : {}),
	};
}

/** A form with what a person may say of a row; only what was changed is sent. */
export function editRow(dashboard: Dashboard, row: PlanRow): void {
	const {ui, context} = dashboard;
	const projectId = shownProjectId(dashboard);
	openForm(dashboard, {
		title: 'Edit the planned test',
		fields: [
			textInput('title', 'Title', {value: row.title}),
			textInput('description', 'Sent', {value: row.description}),
			textInput('expectedBehavior', 'Expected', {value: row.expectedBehavior}),
			choiceInput('category', 'Category', categories, row.category),
			choiceInput('priority', 'Priority', priorities, row.priority),
		],
		async send(values) {
			const patch = rowPatch(row, values);
			if (Object.keys(patch).length === 0) {
				ui.toast('Nothing was changed.');
				return true;
			}
			const checked = planRowPatch.safeParse(patch);
			if (!checked.success) {
				const field = String(checked.error.issues[0]?.path[0] ?? '');
				const most = field === 'title' ? 200 : 2000;
				throw new Error(
					`${labels[field] ?? field}: 1 to ${most} characters${field === 'title' ? ' in one line' : ''}.`,
				);
			}
			await dashboard.storeOf(planStore).edit(projectId, row.rowId, patch).catch(tellConflict);
			ui.toast('Saved: planning again keeps it', 'success');
			const now = allPlanRows(dashboard).find(({rowId}) => rowId === row.rowId);
			if (now) await dashboard.storeOf(rowRecipeStore).open(projectId, now, context.ended);
			return true;
		},
	});
}
