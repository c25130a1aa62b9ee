import {expect, it} from 'vitest';
import type {Scope} from '../../../../contract/enums.ts';
import {createProject} from '../../../../contract/routes/projects.ts';
import {createTest} from '../../../../contract/routes/tests.ts';
import {localHome} from '../../../helpers/local-home.ts';
import {svc} from '../../../helpers/memory-system.ts';
import {startHttp} from '../../../http/start-http.ts';

/** A project of two tests whose address answers nobody. */
async function startDead() {
	const http = await startHttp();
	const {home} = await localHome(http.url);
	const target = 'http://127.0.0.1:1';
	const body = {type: 'backend', name: 'Dead', targetUrl: target} as const;
	const projectId = (await http.call(createProject, {body})).body.id;
	for (const name of ['one', 'two'])
		await http.call(createTest, {body: {projectId, type: 'backend', name, code: 'import requests\n'}});
	const run = async (argv: string[], scopes?: Scope[]) => {
		const key = scopes ? await http.newKey({scopes}) : http.key;
		const {exitCode, stderr} = await svc(argv, {env: {SVC_HOME: home, SVC_API_URL: 'local', SVC_API_KEY: key}});
		return {exitCode, warnings: stderr.match(/\[warn\] nothing answers at http:\/\/127\.0\.0\.1:1 /g)?.length ?? 0};
	};
	return {projectId, target, run};
}

it('is told once before a batch, however many tests there are, and for the address of a run', async () => {
	const {projectId, target, run} = await startDead();
	expect(await run(['test', 'run', '--all', '--project', projectId])).toEqual({exitCode: 0, warnings: 1});
	const single = await run(['test', 'run', 'one', '--target-url', target]);
	expect(single.warnings).toBe(1);
});

it('is no reason to refuse a key that may run tests and not read projects', async () => {
	const {projectId, run} = await startDead();
	const pipeline: Scope[] = ['read:me', 'read:tests', 'run:tests'];
	expect(await run(['test', 'run', '--all', '--project', projectId], pipeline)).toEqual({exitCode: 0, warnings: 0});
});
