import {execFile} from 'node:child_process';
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

test('a command that lists tests makes no shapes of results, scripts or plan files', () => {
	const files = [...loadedWith(join(root, 'source/commands/test/list.ts'))].map(file => relative(root, file));
	expect(files).toContain('contract/test.ts');
	for (const name of ['run', 'result', 'script', 'locator', 'plan-file'])
		expect(files).not.toContain(`contract/${name}.ts`);
});
