import {projectDetailLines} from '../../components/project-detail-lines.ts';
import type {PaneLine} from '../../components/text-pane.tsx';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import type {Look} from '../screen-view.ts';
import {failingKinds} from './failing-kinds.ts';
import {selectedProject} from './project-list.ts';

/** The pane of the Projects screen: what fails in the project under the cursor, and why. */
export function projectPaneLines(dashboard: Dashboard, look: Look): readonly PaneLine[] {
	const project = selectedProject(dashboard);
	if (!project) return [];
	const history = dashboard.projects.store.getState().histories.get(project.id);
	return projectDetailLines(project, history, failingKinds(dashboard, project), look);
}
