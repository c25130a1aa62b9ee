import {useEffect} from 'react';
import {Box} from 'ink';
import {ListHeading, gutterWidth} from '../../components/list-row.tsx';
import {projectDetailLines} from '../../components/project-detail-lines.ts';
import {projectCells, ProjectRow, projectColumns} from '../../components/project-row.tsx';
import type {PaneLine} from '../../components/text-pane.tsx';
import {listRowWidth, WindowedList} from '../../components/windowed-list.tsx';
import {useChanges} from '../../hooks/use-changes.ts';
import {useDashboard, useSelected, useMinute} from '../../hooks/use-dashboard.ts';
import {useFittedColumns} from '../../hooks/use-fitted-columns.ts';
import {useRested} from '../../hooks/use-rested.ts';
import {useGlyphs} from '../../hooks/use-terminal.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {failuresStore, projectFailuresStore} from '../../source/stores/failures.ts';
import {listOf, listWindow} from '../current-list.ts';
import type {Area, Layout} from '../layout.ts';
import {ListAndPane} from '../list-and-pane.tsx';
import {Pane} from '../list-screen.tsx';
import {ListState} from '../list-state.tsx';
import type {Look, ScreenView} from '../screen-view.ts';
import {lookAtProject, failingKinds} from './failing-kinds.ts';
import {projectId, projectList, selectedProject} from './project-list.ts';
import {projectActions} from './project-actions.ts';

/** The pane of the Projects screen: what fails in the project under the cursor, and why. */
export function projectPaneLines(dashboard: Dashboard, look: Look): readonly PaneLine[] {
	const project = selectedProject(dashboard);
	if (!project) return [];
	const history = dashboard.projects.store.getState().histories.get(project.id);
	return projectDetailLines(project, history, failingKinds(dashboard, project), look);
}

/** Projects with their latest verdict and pass rate. */
export function ProjectsBody({layout}: {layout: Layout}) {
	const {body, list: listArea, detail, direction} = layout;
	const dashboard = useDashboard();
	const {projects} = dashboard;
	const {isLoaded, error, histories, all} = useSelected(projects.store, state => ({...state, all: state.projects}));
	const {focus} = useSelected(dashboard.navigation.store, ({views, focus: pane}) => ({views, focus: pane}));
	const glyphs = useGlyphs();
	const list = listOf(dashboard, projectList(dashboard));
	const {cursor, top, end} = listWindow(list);
	const selected = list.rows[cursor];
	const history = selected && histories.get(selected.id);
	const rested = useRested(selected?.id ?? null);
	const minute = useMinute();
	const area = listArea ?? body;
	const width = listRowWidth(area.width);
	const columns = useFittedColumns(projectColumns, width - gutterWidth, list.rows.slice(top, end), project =>
		projectCells(project, histories.get(project.id), minute, glyphs),
	);
	const visibleIds = list.rows.slice(top, end).map(projectId);
	const wanted = visibleIds.join(' ');

	// biome-ignore lint/correctness/useExhaustiveDependencies: read again when other rows are seen or the rows were read anew
	useEffect(() => {
		void projects.lookAt(visibleIds);
	}, [projects, wanted, all]);

	useEffect(() => {
		const project = projects.store.getState().projects.find(({id}) => id === rested);
		if (!project || !history) return;
		const left = new AbortController();
		const signal = AbortSignal.any([left.signal, dashboard.context.ended]);
		lookAtProject(dashboard, project, signal).catch((error: unknown) => {
			if (!signal.aborted) throw error;
		});
		return () => left.abort();
	}, [rested, history, projects, dashboard]);

	if (list.rows.length === 0)
		return (
			<ListState
				area={body}
				isLoaded={isLoaded}
				error={error}
				isFiltered={all.length > 0}
				empty={{
					title: 'No projects yet',
					needs: 'write:projects' as const,
					lines: [
						'A project holds the tests of one API or one website. Press n to create one, or in a shell:',
						'',
						'svc project create --type backend --name Shop --url http://127.0.0.1:3000',
						'export SVC_PROJECT_ID=<the id that it prints>',
						'svc test scaffold --type backend --out health.py',
						'svc test create --type backend --name health --code-file health.py --run --wait',
						'',
						'With the sources of svc, npm run demo shows it all on a small shop.',
						'g d checks that everything is ready.',
					],
				}}
			/>
		);
	const rows = (
		<Box flexDirection="column" width={area.width} height={area.height}>
			<ListHeading columns={columns} width={width} />
			<WindowedList
				rows={list.rows}
				top={top}
				height={list.height}
				width={area.width}
				hasEdge={direction === 'row' && detail !== null}
				keyOf={projectId}
				renderRow={(project, index) => (
					<ProjectRow
						project={project}
						history={histories.get(project.id)}
						columns={columns}
						isSelected={index === cursor}
						isFocused={focus === 'list'}
						width={width}
						now={minute}
					/>
				)}
			/>
		</Box>
	);
	return (
		<ListAndPane layout={layout} list={list} rows={listArea && rows} pane={detail && <ProjectPane area={detail} />} />
	);
}

/** Drawn again for what it shows: the project under the cursor, its runs and their failures. */
function ProjectPane({area}: {area: Area}) {
	const dashboard = useDashboard();
	const {projects, storeOf} = dashboard;
	useChanges([projects.store, storeOf(projectFailuresStore).store, storeOf(failuresStore).store]);
	useSelected(dashboard.navigation.store, ({views}) => views);
	return <Pane area={area} lines={projectPaneLines} />;
}

export const projectsView: ScreenView = {
	Body: ProjectsBody,
	actions: projectActions,
	detailLines: projectPaneLines,
	open({dashboard}) {
		const project = selectedProject(dashboard);
		if (project) dashboard.navigation.open({screen: 'tests', projectId: project.id});
	},
};
