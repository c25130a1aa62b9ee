import {execFile, spawnSync} from 'node:child_process';
import {chmodSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {promisify} from 'node:util';
import {beforeAll, describe, expect, it} from 'vitest';
import {completionTree, completionScript} from '../../../source/commands/made-script.ts';
import {commands} from '../../../source/commands/index.ts';
import {type Shell, shells} from '../../../source/completion/completion-tree.ts';
import {runBatch} from '../../../contract/routes/batches.ts';
import {createProject} from '../../../contract/routes/projects.ts';
import {createTest} from '../../../contract/routes/tests.ts';
import {openTerminal} from './open-terminal.ts';
import {buildClient, dist, patienceMs} from '../../acceptance/built-client.ts';
import {localHome} from '../../helpers/local-home.ts';
import {svc} from '../../helpers/memory-system.ts';
import {startHttp} from '../../http/start-http.ts';

beforeAll(buildClient, patienceMs);

/** A service whose directory says that this process is it, with a project of three tests, two of which are namesakes. */
async function startShop() {
	const http = await startHttp();
	const {folder, home} = await localHome(http.url);
	const bin = join(folder, 'bin');
	mkdirSync(bin);
	writeFileSync(join(bin, 'svc'), `#!/bin/sh\nexec '${process.execPath}' '${join(dist, 'cli.js')}' "$@"\n`);
	chmodSync(join(bin, 'svc'), 0o755);
	const body = {type: 'backend', name: 'Shop', targetUrl: 'http://127.0.0.1:1'} as const;
	const projectId = (await http.call(createProject, {body})).body.id;
	const add = async (name: string) =>
		(await http.call(createTest, {body: {projectId, type: 'backend', name, code: 'import requests\n'}})).body.testId;
	const ids = {pays: await add('pays an order'), smoke: await add('smoke'), again: await add('smoke')};
	const env = {
		PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`,
		HOME: folder,
		SVC_HOME: home,
		SVC_API_URL: 'local',
		SVC_API_KEY: http.key,
		// A busy machine is given its time; a person would not wait.
		SVC_REQUEST_TIMEOUT_MS: '60000',
		TERM: 'xterm',
		LANG: 'C.UTF-8',
	};
	const names = async (...argv: string[]) => {
		const {stdout} = await svc(['completion', '--names', ...argv], {env, cwd: folder});
		return stdout.split('\n').filter(Boolean).sort();
	};
	return {http, projectId, ids, env, folder, names};
}

describe('names of things for completion', () => {
	it('are names that one thing alone has, and ids of the rest or of what begins so', async () => {
		const {http, projectId, ids, names} = await startShop();
		expect(await names('project')).toEqual(['Shop']);
		expect(await names('project', '--beginning', '')).toEqual(['Shop']);
		expect(await names('project', '--beginning', 'prj_')).toEqual([projectId]);
		expect(await names('test')).toEqual(['pays an order', ids.smoke, ids.again].sort());
		expect(await names('test', '--beginning', 'pays')).toEqual(['pays an order']);
		expect(await names('test', '--beginning', 'tst_')).toEqual([ids.pays, ids.smoke, ids.again].sort());
		expect(await names('test', '--project', 'Shop', '--beginning', ids.pays.slice(0, -1))).toEqual([ids.pays]);
		expect(await names('batch')).toEqual([]);
		const {batchId, accepted} = (await http.call(runBatch, {body: {projectId}})).body;
		expect(await names('batch')).toEqual([batchId]);
		expect(await names('run')).toEqual(accepted.map(({runId}) => runId).sort());
		expect(await names('schedule')).toEqual([]);
		expect(await names('testlist')).toEqual([]);
	});

	it('are none, without a word, where the service is away, refuses, or is another one', async () => {
		const {env, folder} = await startShop();
		const ask = (changes: Record<string, string>) =>
			svc(['completion', '--names', 'test'], {env: {...env, ...changes}, cwd: folder});
		const nothing = {exitCode: 0, stdout: '', stderr: ''};
		expect(await ask({SVC_API_KEY: 'sk-user-unknown'})).toEqual(nothing);
		expect(await ask({SVC_API_KEY: ''})).toEqual(nothing);
		expect(await ask({SVC_API_URL: 'https://svc.example.com'})).toEqual(nothing);
		expect(await ask({SVC_HOME: join(folder, 'elsewhere')})).toEqual(nothing);
	});
});

const run = promisify(execFile);
const hasShell = (shell: string) => spawnSync(shell, ['--version']).status === 0;

/** Asks a shell for what follows a line, through its own script and the built client. */
async function offered(shell: Shell, line: string, env: Record<string, string>, folder: string): Promise<string[]> {
	const path = join(folder, `svc.${shell}`);
	writeFileSync(path, completionScript(shell, await completionTree(commands), '1.2.3'));
	const words = line.split(' ').map(word => `'${word}'`);
	const asks: Partial<Record<Shell, string[]>> = {
		bash: [
			'--norc',
			'-c',
			`source '${path}'; COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _svc; printf '%s\\n' "\${COMPREPLY[@]}"`,
		],
		fish: ['--no-config', '-c', `source '${path}'; complete -C '${line}'`],
	};
	const {stdout} = await run(shell, asks[shell] ?? [], {env, cwd: folder});
	return stdout.split('\n').filter(Boolean).sort();
}

describe.each(shells.filter(shell => shell !== 'zsh').filter(hasShell))('completion in %s', shell => {
	it('offers what the service of this machine has', async () => {
		const {env, folder, ids, projectId} = await startShop();
		const name = shell === 'bash' ? String.raw`pays\ an\ order` : 'pays an order';
		expect(await offered(shell, 'svc test get pa', env, folder)).toEqual([name]);
		expect(await offered(shell, 'svc project get ', env, folder)).toContain('Shop');
		expect(await offered(shell, 'svc test list --project ', env, folder)).toEqual(['Shop']);
		expect(await offered(shell, 'svc test get tst_', env, folder)).toEqual([ids.pays, ids.smoke, ids.again].sort());
		expect(await offered(shell, 'svc test list --project S', env, folder)).toEqual(['Shop']);
		expect(await offered(shell, `svc test run --project ${projectId} pa`, env, folder)).toEqual([name]);
		expect(await offered(shell, 'svc test run --project prj_none pa', env, folder)).toEqual([]);
	}, 120_000);
});

describe.runIf(hasShell('zsh'))('completion in zsh', () => {
	it('offers what the service of this machine has', async () => {
		const {env, folder, ids} = await startShop();
		const path = join(folder, 'svc.zsh');
		writeFileSync(path, completionScript('zsh', await completionTree(commands), '1.2.3'));
		const terminal = openTerminal('zsh', ['-f', '-i'], {cwd: folder, env: {...env, PS1: '> '}});
		try {
			await terminal.until(screen => screen.endsWith('>'));
			terminal.type(`source '${path}'; clear; echo loaded\r`);
			await terminal.until(screen => /^loaded\n>/m.test(screen));
			terminal.type('svc test get pa\t');
			await terminal.until(screen => screen.includes(String.raw`svc test get pays\ an\ order`));
			terminal.type('\u0015svc test list --project S\t');
			await terminal.until(screen => screen.includes('svc test list --project Shop'));
			terminal.type('\u0015svc project get \t');
			await terminal.until(screen => screen.includes('svc project get Shop'));
			terminal.type('\u0015svc test get tst_\t\t');
			await terminal.until(screen => Object.values(ids).every(id => screen.includes(id)));
		} finally {
			await terminal.close();
		}
	}, 120_000);
});
