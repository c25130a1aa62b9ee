import {expect, it} from 'vitest';
import type {Scope} from '../../../../contract/enums.ts';
import {createProject} from '../../../../contract/routes/projects.ts';
import {createTest} from '../../../../contract/routes/tests.ts';
import {localHome} from '../../../helpers/local-home.ts';
import {svc} from '../../../helpers/memory-system.ts';
import {startHttp} from '../../../http/start-http.ts';

/** A project of two tests whose address answers nobody. @param target empty: it has none */
async function startDead(target = 'http://127.0.0.1:1') {
	const http = await startHttp();
	const {home} = await localHome(http.url);
	const body = {type: 'backend', name: 'Dead', ...(target === '' ? {} : {targetUrl: target})} as const;
	const projectId = (await http.call(createProject, {body})).body.id;
	for (const name of ['one', 'two'])
		await http.call(createTest, {body: {projectId, type: 'backend', name, code: 'import requests\n'}});
	const run = async (argv: string[], scopes?: Scope[]) => {
		const key = scopes ? await http.newKey({scopes}) : http.key;
		const {exitCode, stderr} = await svc(argv, {env: {SVC_HOME: home, SVC_API_URL: 'local', SVC_API_KEY: key}});
		return {
			exitCode,
			stderr,
			warnings: stderr.match(/\[warn\] nothing answers at http:\/\/127\.0\.0\.1:1 /g)?.length ?? 0,
		};
	};
	return {projectId, target, run};
}

it('is told once before a batch, however many tests there are, and for the address of a run', async () => {
	const {projectId, target, run} = await startDead();
	expect(await run(['test', 'run', '--all', '--project', projectId])).toMatchObject({exitCode: 0, warnings: 1});
	const single = await run(['test', 'run', 'one', '--target-url', target]);
	expect(single.warnings).toBe(1);
});

it('is no reason to refuse a key that may run tests and not read projects', async () => {
	const {projectId, run} = await startDead();
	const pipeline: Scope[] = ['read:me', 'read:tests', 'run:tests'];
	expect(await run(['test', 'run', '--all', '--project', projectId], pipeline)).toMatchObject({
		exitCode: 0,
		warnings: 0,
	});
});

it('an address that is missing is told, with the command that gives one, unless the run has one of its own', async () => {
	const {projectId, run} = await startDead('');
	const told = `[warn] the project has no URL, so BASE_URL is empty in its tests: svc project update ${projectId} --url <url> (<url>: the address of what is tested)\n`;
	expect((await run(['test', 'run', '--all', '--project', projectId])).stderr).toContain(told);
	const other = ['test', 'run', '--all', '--project', projectId, '--target-url', 'http://127.0.0.1:1'];
	expect((await run(other)).stderr).not.toContain('has no URL');
});
