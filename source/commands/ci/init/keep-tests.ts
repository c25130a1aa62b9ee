import {type KeptTest, testFiles, type TestFile} from '../../../ci/test-files.ts';
import {paginate} from '../../../client/paginate.ts';
import type {ProjectId} from '../../../../contract/ids.ts';
import type {Project} from '../../../../contract/project.ts';
import {getCleanupSettings, listCleanupRules} from '../../../../contract/routes/cleanup.ts';
import {listEndpoints} from '../../../../contract/routes/endpoints.ts';
import {getEnvironment} from '../../../../contract/routes/environments.ts';
import {getProject} from '../../../../contract/routes/projects.ts';
import {getTest, getTestCode, listTests} from '../../../../contract/routes/tests.ts';
import type {Context} from '../../../context.ts';

/** The tests of a project as files, and what the workflow has to know of it. */
export type KeptTests = {project: Project; files: TestFile[]; secretKeys: readonly string[]};

/** Reads a project from its service: tests with their sources, what cleanup needs, variables that are no secret. */
export async function keepTests(projectId: ProjectId, {client}: Context): Promise<KeptTests> {
	const params = {projectId};
	const project = await client.call(getProject, {params});
	const {items} = await paginate(query => client.call(listTests, {query: {projectId, ...query}}), {});
	const tests: KeptTest[] = [];
	// Newest first is how they are listed.
	for (const {id: testId} of items.toReversed()) {
		const test = await client.call(getTest, {params: {testId}});
		const {code} = test.planSteps ? {code: null} : await client.call(getTestCode, {params: {testId}});
		tests.push({...test, code});
	}
	const endpoints = await paginate(query => client.call(listEndpoints, {params, query}), {});
	const deletePaths = endpoints.items.filter(({method}) => method === 'DELETE').map(({path}) => path);
	const cleanup =
		project.type === 'backend'
			? {
					settings: await client.call(getCleanupSettings, {params}),
					rules: (await client.call(listCleanupRules, {params})).items,
				}
			: null;
	const name = project.defaultEnvironment ?? 'default';
	const {variables = {}, secretKeys = []} = await client.call(getEnvironment, {params: {projectId, name}});
	const open = Object.fromEntries(Object.entries(variables).filter(([key]) => !secretKeys.includes(key)));
	return {project, files: testFiles({project, tests, cleanup, deletePaths, variables: open}), secretKeys};
}
