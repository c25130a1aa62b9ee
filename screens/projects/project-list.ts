import type {Project} from '../../contract/project.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {currentView} from '../../source/stores/navigation.ts';
import type {RowList} from '../../source/stores/screen.ts';
import {listOf, selectedRow} from '../current-list.ts';
import {projectsStore, selectProjects} from '../../source/stores/projects.ts';

/** One selector a dashboard, so that two of them do not make each other forget. */
const rowsOf = storeKey(() => selectProjects());

export function projectList(dashboard: Dashboard): RowList<Project> {
	const {filter, sort} = currentView(dashboard.navigation.store.getState());
	const {projects, histories} = dashboard.storeOf(projectsStore).store.getState();
	return {rows: dashboard.storeOf(rowsOf)(projects, filter, sort, histories), idOf: ({id}) => id};
}

export const selectedProject = (dashboard: Dashboard): Project | undefined =>
	selectedRow(listOf(dashboard, projectList(dashboard)));
