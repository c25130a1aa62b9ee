import type {Project} from '../project.ts';
import type * as routes from '../routes/projects.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Samples} from './sample.ts';

const project: Project = {
	id: sampleIds.project,
	projectId: sampleIds.project,
	name: 'Sample shop API',
	type: 'backend',
	createdFrom: 'cli',
	createdAt: sampleTimes.created,
	updatedAt: sampleTimes.created,
	targetUrl: 'https://api.example.com',
	defaultEnvironment: 'default',
	environmentCount: 1,
};

export const projectSamples: Samples<typeof routes> = {
	listProjects: () => ({items: [project], nextToken: null}),
	createProject({body}) {
		const {name = project.name, type = project.type, targetUrl} = body ?? {};
		return {...project, name, type, targetUrl};
	},
	getProject({params}) {
		const id = params?.projectId ?? project.id;
		return {...project, id, projectId: id};
	},
	updateProject({params, body}) {
		const id = params?.projectId ?? project.id;
		return {id, projectId: id, updatedFields: Object.keys(body ?? {}), updatedAt: sampleTimes.finished};
	},
	deleteProject: ({params}) => ({projectId: params?.projectId ?? project.id, deletedAt: sampleTimes.finished}),
};
