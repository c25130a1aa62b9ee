import {expect, it} from 'vitest';
import {createProject} from '../../contract/routes/projects.ts';
import {createTest} from '../../contract/routes/tests.ts';
import {startHttp} from '../http/start-http.ts';
import {sendMalformed} from './malformed/trial.mjs';

it('requests that are wrong in any way are answered as documented, and none breaks the service', async () => {
	const many = 1_000_000;
	const limits = {requests: many, triggers: many, auth: many};
	const http = await startHttp({settings: {limits}});
	const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'x'}});
	const {body: test} = await http.call(createTest, {
		body: {projectId: project.id, type: 'backend', name: 't', code: 'assert 1'},
	});
	const document = (await (await fetch(`${http.url}/openapi.json`)).json()) as object;
	const {byStatus, complaints} = await sendMalformed({
		...{host: '127.0.0.1', port: http.port, key: http.key, document},
		ids: {projectId: project.id, testId: test.testId},
		...{requests: 300, seed: 7, atOnce: 8},
	});
	expect(complaints).toEqual([]);
	expect(Object.keys(byStatus)).toEqual(expect.arrayContaining(['200', '400', '401', '404']));
	expect(http.log.map(line => JSON.parse(line)).filter(entry => entry.level >= 50)).toEqual([]);
});
