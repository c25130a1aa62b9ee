import {createProject} from '../../contract/routes/projects.ts';
import {type HttpUnderTest, startHttp} from './start-http.ts';
import type {TestInput} from '../../contract/test.ts';
import {createTest} from '../../contract/routes/tests.ts';

export const code = 'import requests\nassert requests.get(TARGET_URL).ok\n';

export async function startWithProject(type: 'backend' | 'frontend' = 'backend') {
	const http = await startHttp();
	const {body} = await http.call(createProject, {body: {type, name: 'Shop', targetUrl: 'http://127.0.0.1:1'}});
	return {http, projectId: body.id};
}

export async function add(http: HttpUnderTest, projectId: string, test: Partial<TestInput> = {}) {
	const {body} = await http.call(createTest, {body: {projectId, type: 'backend', name: 'list users', code, ...test}});
	return body;
}
