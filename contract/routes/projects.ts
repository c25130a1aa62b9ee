import * as z from 'zod/mini';
import {cursor, page, pageSize} from '../fields.ts';
import {deletedProject, project, projectInput, projectPatch, updatedProject} from '../project.ts';
import {defineRoute} from '../route.ts';

export const listProjects = defineRoute({
	name: 'listProjects',
	summary: 'Projects, newest first',
	method: 'GET',
	path: '/projects',
	scope: 'read:projects',
	query: z.object({pageSize, cursor}),
	response: page(project),
});

export const createProject = defineRoute({
	name: 'createProject',
	summary: 'Creates a project: a named container of tests of one type, with a target URL',
	method: 'POST',
	path: '/projects',
	keyPrefix: 'cli-proj-create-',
	scope: 'write:projects',
	status: 201,
	body: projectInput,
	response: project,
});

export const getProject = defineRoute({
	name: 'getProject',
	summary: 'One project',
	method: 'GET',
	path: '/projects/{projectId}',
	scope: 'read:projects',
	response: project,
});

export const updateProject = defineRoute({
	name: 'updateProject',
	summary: 'Changes a non-empty subset of a project',
	method: 'PATCH',
	path: '/projects/{projectId}',
	keyPrefix: 'cli-proj-update-',
	scope: 'write:projects',
	body: projectPatch,
	response: updatedProject,
});

export const deleteProject = defineRoute({
	name: 'deleteProject',
	summary: 'Deletes a project with all that belongs to it; runs in flight are cancelled; there is no restore',
	method: 'DELETE',
	path: '/projects/{projectId}',
	keyPrefix: 'cli-proj-delete-',
	scope: 'write:projects',
	response: deletedProject,
});
