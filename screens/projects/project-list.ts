import type {Project} from '../../contract/project.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {currentView} from '../../source/stores/navigation.ts';
import type {RowList} from '../../source/stores/screen.ts';
import {listOf, selectedRow} from '../current-list.ts';

export const projectId = ({id}: Project): string => id;

export function projectList(dashboard: Dashboard): RowList<Project> {
	const {filter, sort} = currentView(dashboard.navigation.store.getState());
	const {projects, histories} = dashboard.projects.store.getState();
	return {rows: dashboard.rows.projects(projects, filter, sort, histories), idOf: projectId};
}

export const selectedProject = (dashboard: Dashboard): Project | undefined =>
	selectedRow(listOf(dashboard, projectList(dashboard)));
