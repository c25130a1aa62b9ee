import {counted} from '../../source/view-model/counted.ts';
import {isGenerationOver} from '../../contract/generation.ts';
import type {PlanRow} from '../../contract/plan.ts';
import {endpointsStore} from '../../source/stores/endpoints.ts';
import {generationStore} from '../../source/stores/generation.ts';
import {planStore} from '../../source/stores/plan.ts';
import {rowRecipeStore} from '../../source/stores/row-recipe.ts';
import {recipeLines} from '../../components/plan/recipe-lines.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {cleanLine, cleanLines} from '../../source/terminal/clean-text.ts';
import {itemsPerPage, pageTurns, type Page, type Reader} from '../reader.ts';
import {shownProjectId} from './plan-changes.ts';
import {allPlanRows, sumOfPlan} from './plan-list.ts';

/** A plan in words, ten tests at a time. */
export function planPage({dashboard, from, turnTo, say}: Reader): Page {
	const plans = dashboard.storeOf(planStore);
	const endpoints = dashboard.storeOf(endpointsStore);
	const generation = dashboard.storeOf(generationStore);
	const projectId = shownProjectId(dashboard);
	const {data: plan} = plans.store.getState();
	const known = endpoints.store.getState().data ?? [];
	const rows = allPlanRows(dashboard);
	const shown = rows.slice(from, from + itemsPerPage);
	const {selected} = sumOfPlan(dashboard);
	const isDraft = plan?.status === 'draft';
	const isMetered = dashboard.session.store.getState().credits !== null;
	return {
		lines: standingWords(dashboard),
		choices: [
			...shown.map(row => ({
				label: `${row.selected ? 'Ticked' : 'Not ticked'}: ${nameOf(row)}`,
				async do() {
					await dashboard.storeOf(rowRecipeStore).open(projectId, row, dashboard.context.ended);
					say(rowWords(dashboard, row));
				},
			})),
			...pageTurns(rows.length, from, turnTo),
			...(isDraft
				? shown.map(row => ({
						label: `${row.selected ? 'Untick' : 'Tick'} ${nameOf(row)}`,
						needs: 'write:tests' as const,
						async do() {
							const input = {selected: !row.selected, rowIds: [row.rowId]};
							await plans.select(projectId, input, input.rowIds);
							say([`${nameOf(row)} is ${row.selected ? 'not ticked' : 'ticked'} now.`]);
						},
					}))
				: []),
			...(known.length > 0 && plan?.status !== 'generating'
				? [
						{
							label: plan?.status === 'none' ? 'Make the plan' : 'Make the plan again',
							needs: 'write:tests' as const,
							async do() {
								const {status} = await plans.make(projectId, {});
								say([status === 'accepted' ? 'The plan is being made.' : 'The plan is up to date.']);
							},
						},
					]
				: []),
			...(isDraft && selected > 0
				? [
						{
							label: `Make ${selected} tests${isMetered ? `, for ${selected} credits` : ''}`,
							needs: 'write:tests' as const,
							async do() {
								const {acceptedCount} = await generation.start(projectId, null);
								say([`${acceptedCount} tests are being made.`]);
								dashboard.live.refresh();
							},
						},
					]
				: []),
			{
				label: 'Find the endpoints of the API',
				needs: 'write:projects' as const,
				async do() {
					await endpoints.discover(projectId, {});
					say(['Looking for endpoints.']);
					dashboard.live.refresh();
				},
			},
			{label: 'Findings', do: () => dashboard.navigation.open({screen: 'findings', projectId})},
		],
	};
}

const nameOf = ({title, endpointPath}: PlanRow): string =>
	cleanLine(endpointPath === null ? title : `${endpointPath} ${title}`);

function standingWords(dashboard: Dashboard): string[] {
	const {data: plan} = dashboard.storeOf(planStore).store.getState();
	const {data: making} = dashboard.storeOf(generationStore).store.getState();
	const known = dashboard.storeOf(endpointsStore).store.getState().data ?? [];
	if (!plan) return ['Reading the plan.'];
	if (plan.status === 'none')
		return [`No plan yet. ${known.length} endpoint${known.length === 1 ? ' is' : 's are'} known.`];
	const {selected, rows} = sumOfPlan(dashboard);
	return [
		`Plan, ${cleanLine(plan.status)}: ${selected} of ${counted(rows, 'test')} ticked, for ${counted(plan.subPlans.length, 'endpoint')}.`,
		...(making && !isGenerationOver(making.status)
			? [`Tests are being made: ${making.ready} of ${making.total} ready, ${making.rejected} rejected.`]
			: []),
	];
}

/** Width that lines are folded to where nothing is drawn. */
const lineWidth = 100;

function rowWords(dashboard: Dashboard, row: PlanRow): string[] {
	const {rowId, recipe} = dashboard.storeOf(rowRecipeStore).store.getState();
	return [
		`${nameOf(row)}. Priority ${cleanLine(row.priority)}, category ${cleanLine(row.category)}.`,
		...cleanLines(row.description),
		...(rowId === row.rowId && recipe
			? recipeLines(recipe, lineWidth).map(spans => spans.map(({text}) => text).join(''))
			: cleanLines(row.expectedBehavior)),
	];
}
