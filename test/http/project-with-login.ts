import {createProject} from '../../contract/routes/projects.ts';
import {getRun, triggerRun} from '../../contract/routes/runs.ts';
import {createTest} from '../../contract/routes/tests.ts';
import {startHttp} from './start-http.ts';

export async function startWithProject() {
	const http = await startHttp();
	const {body: project} = await http.call(createProject, {
		body: {type: 'backend', name: 'Shop', targetUrl: 'http://127.0.0.1:9'},
	});
	const params = {projectId: project.id};
	const create = async (name: string, more: {produces?: string[]; consumes?: string[]; category?: string} = {}) => {
		const body = {projectId: project.id, type: 'backend' as const, name, code: 'assert 1', ...more};
		return (await http.call(createTest, {body})).body.testId;
	};
	return {http, params, create, testId: await create('a')};
}

export type Started = Awaited<ReturnType<typeof startWithProject>>;

export const run = async ({http}: Started, testId: string) => {
	const {body} = await http.call(triggerRun, {params: {testId}});
	return (await http.call(getRun, {params: {runId: body.runId}, query: {waitSeconds: 25, until: 'batch'}})).body;
};

export const secret = 'sk-live-0123456789abcdef';

export const passwordLogin = (url: string) => ({
	method: 'password' as const,
	inject: 'bearer' as const,
	loginUrl: `${url}/login`,
	username: 'ann',
	password: 'correct-horse',
});
