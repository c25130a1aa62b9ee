import {planCells, planColumns} from '../../components/plan/plan-row.ts';
import {planEnd, PlanHead, standingLines} from '../../components/plan/plan-head.tsx';
import {useDashboard, useSelected} from '../../hooks/use-dashboard.ts';
import {useChanges} from '../../hooks/use-changes.ts';
import {useGlyphs} from '../../hooks/use-terminal.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {endpointsStore} from '../../source/stores/endpoints.ts';
import {generationStore} from '../../source/stores/generation.ts';
import {planStore} from '../../source/stores/plan.ts';
import {rowRecipeStore} from '../../source/stores/row-recipe.ts';
import {foldGroup} from '../actions/list-actions.ts';
import type {Layout} from '../layout.ts';
import {ListScreen} from '../list-screen.tsx';
import type {ScreenView} from '../screen-view.ts';
import {readyCount} from '../changes/change-list.ts';
import {openFindingCount} from '../findings/finding-list.ts';
import {shownProjectId} from './plan-changes.ts';
import {planActions} from './plan-actions.ts';
import {selectedPlanRow, sumOfPlan} from './plan-list.ts';
import {planPane, planText} from './plan-pane.ts';

const noEndpoints = {
	title: 'No endpoints yet',
	needs: 'write:projects' as const,
	lines: [
		'A plan begins with what the API has. Press d to find it: from a document (OpenAPI, Swagger, Postman, HAR, Markdown) or from the address of the API alone. Only safe GETs are sent.',
		'',
		'Then m makes the plan: it is free, and no call is made.',
	],
};
const notBackend = {
	title: 'No plan here',
	lines: ['Plans are for backend projects: they are made of the endpoints of an API. Press 2 for the tests.'],
};

/** The recipe of a row is read when the cursor rests on it. */
const onRest = async (dashboard: Dashboard, _id: string, signal: AbortSignal): Promise<void> => {
	const line = selectedPlanRow(dashboard);
	if (line?.kind === 'row') await dashboard.storeOf(rowRecipeStore).open(shownProjectId(dashboard), line.row, signal);
};

function Body({layout}: {layout: Layout}) {
	const dashboard = useDashboard();
	const isFrontend = useSelected(dashboard.tests.store, ({project}) => project?.type === 'frontend');
	return (
		<ListScreen
			layout={layout}
			columns={planColumns}
			cells={planCells}
			empty={isFrontend ? notBackend : noEndpoints}
			head={<Head width={layout.body.width} height={layout.head} />}
			detailLines={planPane}
			onRest={onRest}
		/>
	);
}

function Head({width, height}: {width: number; height: number}) {
	const dashboard = useDashboard();
	const glyphs = useGlyphs();
	const credits = useSelected(dashboard.session.store, state => state.credits);
	useChanges(dashboard.screens.of({screen: 'plan'}).sources(dashboard));
	const {data: plan} = dashboard.storeOf(planStore).store.getState();
	const standing = {
		plan,
		sum: sumOfPlan(dashboard),
		generation: dashboard.storeOf(generationStore).store.getState().data,
		discovery: dashboard.storeOf(endpointsStore).discovery.store.getState().data,
		hasEndpoints: (dashboard.storeOf(endpointsStore).store.getState().data?.length ?? 0) > 0,
		credits,
	};
	return (
		<PlanHead
			tab="plan"
			openFindings={openFindingCount(dashboard)}
			readyChanges={readyCount(dashboard)}
			end={planEnd(plan)}
			lines={standingLines(standing, width, glyphs)}
			width={width}
			height={height}
		/>
	);
}

export const planView: ScreenView = {
	Body,
	actions: planActions,
	detailLines: planPane,
	open({dashboard}) {
		const line = selectedPlanRow(dashboard);
		if (!line) return;
		const folds = line.kind === 'family' || line.kind === 'endpoint' || line.kind === 'category';
		if (folds && !(line.kind === 'category' && line.endpointId !== null)) foldGroup(dashboard, line.id);
		else dashboard.navigation.setFocus('detail');
	},
	copyText: planText,
};
