import {execFile} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join, relative} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {expect, test} from 'vitest';
import {loadedWith} from '../../build/client-chunks.mjs';
import {startServer, sendJson} from '../source/client/start-server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

test('a command that lists loads nothing of Node that its request does not need', async () => {
	const {url} = await startServer((_, response) => sendJson(response, {items: [], nextToken: null}));
	const loaded = 'process.on("exit", () => process.stderr.write(process.moduleLoadList.join("\\n")))';
	const {stdout, stderr} = await run(
		process.execPath,
		[
			...['--import', `data:text/javascript,${encodeURIComponent(loaded)}`, join(root, 'dist/cli.js')],
			...['test', 'list', '--project', 'prj_1', '--output', 'json'],
		],
		{env: {SVC_API_URL: url, SVC_API_KEY: 'sk-user-1', SVC_HOME: join(root, 'dist', 'no-home')}},
	);
	expect(JSON.parse(stdout)).toEqual({items: [], nextToken: null});
	const names = stderr.split('\n');
	expect(names).toContain('NativeModule net');
	for (const name of ['crypto', 'perf_hooks', 'http2', 'child_process', 'worker_threads'])
		expect(names).not.toContain(`NativeModule ${name}`);
});

test.each([
	['usage', '--dry-run'],
	['batch', 'list', '--project', 'prj_1', '--dry-run'],
	['test', 'result', 'tst_1', '--dry-run'],
])('svc %s %s loads nothing of what draws the dashboard', async (...argv) => {
	const hooks = `data:text/javascript,${encodeURIComponent('export const load = (url, context, next) => (process._rawDebug(url), next(url, context))')}`;
	const register = `import {register} from "node:module"; register(${JSON.stringify(hooks)})`;
	const {stderr} = await run(
		process.execPath,
		['--import', `data:text/javascript,${encodeURIComponent(register)}`, join(root, 'dist/cli.js'), ...argv],
		{env: {SVC_API_KEY: 'sk-user-1', SVC_HOME: join(root, 'dist', 'no-home')}},
	);
	const loaded = stderr.split('\n').flatMap(line => (line.startsWith('file:') ? fileURLToPath(line) : []));
	expect(loaded.length).toBeGreaterThan(5);
	const drawing = loaded.filter(file => readFileSync(file, 'utf8').includes('react.transitional.element'));
	expect(drawing).toEqual([]);
});

test('a command that lists tests makes no shapes of results, scripts or plan files', () => {
	const files = [...loadedWith(join(root, 'source/commands/test/list.ts'))].map(file => relative(root, file));
	expect(files).toContain('contract/test.ts');
	for (const name of ['run', 'result', 'script', 'locator', 'plan-file'])
		expect(files).not.toContain(`contract/${name}.ts`);
});
