import * as z from 'zod/mini';
import {deletedEnvironment, environment, environmentInput, environmentPatch, environments} from '../environment.ts';
import {defineRoute} from '../route.ts';

export const listEnvironments = defineRoute({
	name: 'listEnvironments',
	summary: 'Environments of a project, the default one first, without their variables',
	method: 'GET',
	path: '/projects/{projectId}/env',
	scope: 'read:projects',
	query: z.object({}),
	response: environments,
});

export const createEnvironment = defineRoute({
	name: 'createEnvironment',
	summary: 'Creates an environment: a named target with its account and its variables',
	method: 'POST',
	path: '/projects/{projectId}/env',
	keyPrefix: 'cli-proj-env-create-',
	scope: 'write:projects',
	status: 201,
	body: environmentInput,
	response: environment,
	errors: ['CONFLICT', 'UNSUPPORTED'],
});

export const getEnvironment = defineRoute({
	name: 'getEnvironment',
	summary: 'One environment with its variables; secret values are masked',
	method: 'GET',
	path: '/projects/{projectId}/env/{name}',
	scope: 'read:projects',
	response: environment,
});

export const updateEnvironment = defineRoute({
	name: 'updateEnvironment',
	summary: 'Changes an environment; variables merge, null removes one',
	method: 'PATCH',
	path: '/projects/{projectId}/env/{name}',
	keyPrefix: 'cli-proj-env-update-',
	scope: 'write:projects',
	body: environmentPatch,
	response: environment,
	errors: ['CONFLICT', 'UNSUPPORTED'],
});

export const deleteEnvironment = defineRoute({
	name: 'deleteEnvironment',
	summary: 'Deletes an environment; the last and the default one stay, and one that a schedule or a list names',
	method: 'DELETE',
	path: '/projects/{projectId}/env/{name}',
	keyPrefix: 'cli-proj-env-delete-',
	scope: 'write:projects',
	response: deletedEnvironment,
	errors: ['CONFLICT'],
});

export const setDefaultEnvironment = defineRoute({
	name: 'setDefaultEnvironment',
	summary: 'Makes an environment the one that runs use unless they name another',
	method: 'POST',
	path: '/projects/{projectId}/env/{name}/default',
	keyPrefix: 'cli-proj-env-default-',
	scope: 'write:projects',
	response: environment,
});
