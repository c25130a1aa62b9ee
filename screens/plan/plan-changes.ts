import type {PlanRow, PlanSelectionInput} from '../../contract/plan.ts';
import type {Category} from '../../contract/enums.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {currentPlace, currentView} from '../../source/stores/navigation.ts';
import {isStalePlan, planStore} from '../../source/stores/plan.ts';
import type {PlanTreeRow} from '../../source/stores/plan-rows.ts';
import {attempt, errorLine} from '../action.ts';
import {allPlanRows, planList} from './plan-list.ts';

export const shownProjectId = ({navigation}: Dashboard): string =>
	currentPlace(navigation.store.getState()).projectId ?? '';

/** Whether rows can be changed: there is a plan, and no test was made of it. */
export const isDraft = (dashboard: Dashboard): boolean =>
	dashboard.storeOf(planStore).store.getState().data?.status === 'draft';

/** Why rows cannot be changed now, and what can be done; null: they can be. */
export function whyNoDraft(dashboard: Dashboard): string | null {
	const status = dashboard.storeOf(planStore).store.getState().data?.status;
	if (status === 'draft') return null;
	if (status === 'locked')
		return 'The plan is locked: tests were made of it. m starts a new one, which keeps what you have edited.';
	return status === 'generating' ? 'The plan is being made.' : 'There is no plan yet: m makes it.';
}

/** Changes the plan; where somebody else was faster, nothing is overwritten and their plan is shown. */
export function changePlan(dashboard: Dashboard, work: () => Promise<void>): void {
	attempt(dashboard, () => work().catch(tellConflict));
}

/** A conflict of versions in words of the screen; anything else as it is. */
export function tellConflict(error: unknown): never {
	if (isStalePlan(error))
		throw new Error('The plan was changed elsewhere. It is shown as it is now, and nothing was overwritten.');
	throw error instanceof Error ? error : new Error(errorLine(error));
}

/** What a tick means: the rows below a line, and the shortest way to say so. */
export function tickOf(dashboard: Dashboard, line: PlanTreeRow): PlanSelectionInput | null {
	const rows = rowsBelow(dashboard, line);
	if (rows.length === 0) return null;
	const selected = !rows.every(row => row.selected);
	const rowIds = rows.map(({rowId}) => rowId);
	if (isFiltered(dashboard) || line.kind === 'row' || line.kind === 'family') return {selected, rowIds};
	if (line.kind === 'endpoint') return {selected, endpointId: line.id};
	if (line.kind !== 'category') return null;
	const category = line.category as Category;
	return {selected, category, ...(line.endpointId === null ? {} : {endpointId: line.endpointId})};
}

/** Everything, or everything that a filter leaves. */
export function tickOfAll(dashboard: Dashboard): PlanSelectionInput | null {
	const rows = isFiltered(dashboard) ? shownRows(planList(dashboard).rows) : allPlanRows(dashboard);
	if (rows.length === 0) return null;
	const selected = !rows.every(row => row.selected);
	return isFiltered(dashboard) ? {selected, rowIds: rows.map(({rowId}) => rowId)} : {selected, all: true};
}

/** Sends a tick; the rows that it means show it at once. */
export function sendTick(dashboard: Dashboard, input: PlanSelectionInput): void {
	const {rowIds, category, endpointId} = input;
	const meant =
		rowIds ??
		allPlanRows(dashboard)
			.filter(
				row =>
					(category === undefined || row.category === category) &&
					(endpointId === undefined || row.endpointId === endpointId),
			)
			.map(({rowId}) => rowId);
	changePlan(dashboard, () => dashboard.storeOf(planStore).select(shownProjectId(dashboard), input, meant));
}

function isFiltered({navigation}: Dashboard): boolean {
	const {filter, only} = currentView(navigation.store.getState());
	return filter !== '' || only !== null;
}

const shownRows = (lines: readonly PlanTreeRow[]): PlanRow[] =>
	lines.flatMap(line => (line.kind === 'row' ? [line.row] : []));

/** How far in a line stands: what is below it stands further in. */
const depths: Record<PlanTreeRow['kind'], number> = {family: 0, endpoint: 1, category: 2, edge: 3, row: 3};

/** Rows of the plan that a line stands for; under a filter only those that it leaves. */
export function rowsBelow(dashboard: Dashboard, line: PlanTreeRow): readonly PlanRow[] {
	if (line.kind === 'row') return [line.row];
	if (isFiltered(dashboard)) return shownRows(below(planList(dashboard).rows, line));
	const all = allPlanRows(dashboard);
	switch (line.kind) {
		case 'endpoint':
			return all.filter(({endpointId}) => endpointId === line.id);
		case 'category':
			return all.filter(
				({category, endpointId}) =>
					category === line.category && (line.endpointId === null || endpointId === line.endpointId),
			);
		case 'family':
			return all.filter(line.isOf);
		default:
			return [];
	}
}

function below(lines: readonly PlanTreeRow[], head: PlanTreeRow): readonly PlanTreeRow[] {
	const start = lines.findIndex(({id}) => id === head.id) + 1;
	const end = lines.findIndex((line, index) => index >= start && depths[line.kind] <= depths[head.kind]);
	return lines.slice(start, end < 0 ? undefined : end);
}
