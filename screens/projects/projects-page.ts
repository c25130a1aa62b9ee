import {cleanLine} from '../../source/terminal/clean-text.ts';
import {listed, type Page, type Reader} from '../reader.ts';
import {projectsStore} from '../../source/stores/projects.ts';

/** Projects in words. */
export function projectsPage(reader: Reader): Page {
	const {dashboard} = reader;
	const {navigation} = dashboard;
	const projects = dashboard.storeOf(projectsStore);
	const {projects: all, isLoaded} = projects.store.getState();
	return {
		lines:
			all.length > 0 || !isLoaded
				? [`Projects: ${all.length}.`]
				: ['No projects yet.', 'Create one: svc project create --type backend --name Shop --url http://127.0.0.1:3000'],
		choices: [
			...listed(reader, all, ({id, name, type}) => ({
				label: `${cleanLine(name)}, ${cleanLine(type)}`,
				do: () => navigation.open({screen: 'tests', projectId: id}),
			})),
		],
	};
}
