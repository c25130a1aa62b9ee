import {projectDetailLines} from '../../components/project-detail-lines.ts';
import {projectCells, projectColumns} from '../../components/project-row.ts';
import type {PaneLine} from '../../components/text-pane.tsx';
import type {Project} from '../../contract/project.ts';
import {useDashboard, useSelected} from '../../hooks/use-dashboard.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import type {Layout} from '../layout.ts';
import {ListScreen} from '../list-screen.tsx';
import type {Look, ScreenView} from '../screen-view.ts';
import {lookAtProject, failingKinds} from './failing-kinds.ts';
import {selectedProject} from './project-list.ts';
import {projectActions} from './project-actions.ts';
import {projectsStore} from '../../source/stores/projects.ts';

const empty = {
	title: 'No projects yet',
	needs: 'write:projects' as const,
	lines: [
		'A project holds the tests of one API or one website. Press n to create one. In a shell, one command reads what an API is, writes its tests and runs them:',
		'',
		'svc try http://127.0.0.1:3000/openapi.json',
		'',
		'Or by hand:',
		'',
		'svc project create --type backend --name Shop --url http://127.0.0.1:3000',
		'export SVC_PROJECT_ID=<the id that it prints>',
		'svc test scaffold --type backend --out health.py',
		'svc test create --type backend --name health --code-file health.py --run --wait',
		'',
		'With the sources of svc, npm run demo shows it all on a small shop.',
		'g d checks that everything is ready.',
	],
};

/** What fails in the project under the cursor, and why. */
function detailLines(dashboard: Dashboard, look: Look): readonly PaneLine[] {
	const project = selectedProject(dashboard);
	if (!project) return [];
	const history = dashboard.storeOf(projectsStore).store.getState().histories.get(project.id);
	return projectDetailLines(project, history, failingKinds(dashboard, project), look);
}

async function onRest(dashboard: Dashboard, id: string, signal: AbortSignal): Promise<void> {
	const {projects, histories} = dashboard.storeOf(projectsStore).store.getState();
	const project = projects.find(one => one.id === id);
	if (project && histories.has(id)) await lookAtProject(dashboard, project, signal);
}

const onSeen = (dashboard: Dashboard, rows: readonly Project[]) =>
	dashboard.storeOf(projectsStore).lookAt(rows.map(({id}) => id));

function Body({layout}: {layout: Layout}) {
	const projects = useDashboard().storeOf(projectsStore);
	const {histories} = useSelected(projects.store, state => ({histories: state.histories}));
	return (
		<ListScreen
			layout={layout}
			columns={projectColumns}
			cells={projectCells}
			factsOf={({id}: Project) => ({history: histories.get(id)})}
			empty={empty}
			detailLines={detailLines}
			onRest={onRest}
			restKey={id => histories.get(id)}
			onSeen={onSeen}
		/>
	);
}

export const projectsView: ScreenView = {
	Body,
	actions: projectActions,
	detailLines,
	open({dashboard}) {
		const project = selectedProject(dashboard);
		if (project) dashboard.navigation.open({screen: 'tests', projectId: project.id});
	},
};
