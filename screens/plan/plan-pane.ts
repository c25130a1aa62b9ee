import {edgeLines, endpointLines, groupLines, planRowLines} from '../../components/plan/plan-pane-lines.ts';
import {section, textLines} from '../../components/failure/section-lines.ts';
import type {PaneLine} from '../../components/text-pane.tsx';
import type {Edge} from '../../contract/edge.ts';
import type {Finding} from '../../contract/finding.ts';
import type {ListedEndpoint} from '../../source/stores/endpoints.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {memoizeLast} from '../../source/stores/memoize.ts';
import type {PlanTreeRow} from '../../source/stores/plan-rows.ts';
import {type RowRecipe, rowRecipeStore} from '../../source/stores/row-recipe.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import {errorLine} from '../action.ts';
import {refusalOf} from './give-example.ts';
import {whyNoDraft} from './plan-changes.ts';
import {allEdges, endpointAtCursor, selectedPlanRow, wholeEndpoint} from './plan-list.ts';
import {unfoldedText} from '../../source/terminal/spans.ts';

/** What the API said to a request that its description allows, and the key that helps. */
const helpLines = (refusal: Finding | undefined, width: number): PaneLine[] =>
	refusal === undefined
		? []
		: section('Needs your help', [
				...textLines(`It answers ${refusal.observed}`, width),
				...textLines('b gives an example that it accepts.', width, 'key'),
			]);

/** Made once for each line of the list and width: keys of the pane ask for them again and again. */
const linesStore = storeKey(() =>
	memoizeLast(
		(
			line: PlanTreeRow,
			recipe: RowRecipe,
			whole: ListedEndpoint | null,
			edges: readonly Edge[],
			refusal: Finding | undefined,
			whyFixed: string | null,
			glyphs: Glyphs,
			width: number,
		): readonly PaneLine[] => {
			const look = {glyphs, width};
			if (line.kind === 'edge') return edgeLines(line.edge, look);
			if (line.kind === 'family' || line.kind === 'category') return groupLines(line, whyFixed, width);
			if (line.kind === 'endpoint') {
				const {endpointId} = line.endpoint;
				const needs = edges.filter(({consumerEndpointId}) => consumerEndpointId === endpointId);
				const gives = edges.filter(({producer}) => producer?.endpointId === endpointId);
				return [...endpointLines({endpoint: line.endpoint, whole, needs, gives}, look), ...helpLines(refusal, width)];
			}
			const isRead = recipe.rowId === line.row.rowId;
			return [
				...planRowLines(line.row, line.item, isRead ? recipe.recipe : null, look),
				...helpLines(refusal, width),
				...(isRead && recipe.error !== null
					? [
							[],
							...textLines(`This could not be read: ${errorLine(recipe.error)} Ctrl-r tries again.`, width, 'failed'),
						]
					: []),
			];
		},
	),
);

/** The pane of the line under the cursor. */
export function planPane(dashboard: Dashboard, {glyphs, width}: {glyphs: Glyphs; width: number}): readonly PaneLine[] {
	const line = selectedPlanRow(dashboard);
	if (!line) return [];
	const whole = line.kind === 'endpoint' ? wholeEndpoint(dashboard, line.id) : null;
	const refusal = refusalOf(dashboard, endpointAtCursor(dashboard));
	const recipe = dashboard.storeOf(rowRecipeStore).store.getState();
	return dashboard.storeOf(linesStore)(
		line,
		recipe,
		whole,
		allEdges(dashboard),
		refusal,
		whyNoDraft(dashboard),
		glyphs,
		width,
	);
}

/** The same as text for clipboard and pager: clean, and not folded. */
export const planText = (dashboard: Dashboard, glyphs: Glyphs): string =>
	unfoldedText(width => planPane(dashboard, {glyphs, width}));
