import type {ScreenView} from '../screen-view.ts';
import {projectActions} from './project-actions.ts';
import {selectedProject} from './project-list.ts';
import {ProjectsBody, projectPaneLines} from './projects-body.tsx';

export const projectsView: ScreenView = {
	Body: ProjectsBody,
	actions: projectActions,
	detailLines: projectPaneLines,
	open({dashboard}) {
		const project = selectedProject(dashboard);
		if (project) dashboard.navigation.open({screen: 'tests', projectId: project.id});
	},
};
