import {useEffect, useMemo} from 'react';
import {Box} from 'ink';
import {ListHeading, gutterWidth} from '../../components/list-row.tsx';
import {ProjectRow, projectColumns} from '../../components/project-row.tsx';
import {listRowWidth, WindowedList} from '../../components/windowed-list.tsx';
import {useDashboard, useSelected} from '../../hooks/use-dashboard.ts';
import {placeColumns} from '../../source/terminal/column-layout.ts';
import {listOf, listWindow} from '../current-list.ts';
import type {Layout} from '../layout.ts';
import {ListState} from '../list-state.tsx';
import {projectId, projectList} from './project-list.ts';

/** Projects with their latest verdict and pass rate. */
export function ProjectsBody({layout: {body}}: {layout: Layout}) {
	const dashboard = useDashboard();
	const {projects} = dashboard;
	const {isLoaded, error, histories, all} = useSelected(projects.store, state => ({...state, all: state.projects}));
	useSelected(dashboard.navigation.store, ({views}) => views);
	const list = listOf(dashboard, projectList(dashboard));
	const {cursor, top, end} = listWindow(list);
	const width = listRowWidth(body.width);
	// The same array as long as the width is the same, or every row would be drawn again.
	const columns = useMemo(() => placeColumns(projectColumns, width - gutterWidth), [width]);
	const visibleIds = list.rows.slice(top, end).map(projectId);
	const wanted = visibleIds.join(' ');

	// biome-ignore lint/correctness/useExhaustiveDependencies: read again when other rows are seen or the rows were read anew
	useEffect(() => {
		void projects.lookAt(visibleIds);
	}, [projects, wanted, all]);

	if (list.rows.length === 0)
		return (
			<ListState
				area={body}
				isLoaded={isLoaded}
				error={error}
				isFiltered={all.length > 0}
				empty={{
					title: 'No projects yet',
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
	const minute = Math.floor(dashboard.context.now() / 60_000) * 60_000;
	return (
		<Box flexDirection="column" width={body.width} height={body.height}>
			<ListHeading columns={columns} width={width} />
			<WindowedList
				rows={list.rows}
				top={top}
				height={list.height}
				width={body.width}
				keyOf={projectId}
				renderRow={(project, index) => (
					<ProjectRow
						project={project}
						history={histories.get(project.id)}
						columns={columns}
						isSelected={index === cursor}
						isFocused
						width={width}
						now={minute}
					/>
				)}
			/>
		</Box>
	);
}
