import {chmodSync, mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {describe, expect, it} from 'vitest';
import {inspectRuntimes, preparePython} from '../../../service/main.ts';
import {requestsCommand} from '../../../service/runners/prepare-python.ts';
import {temporaryDirectory} from './run-serve.ts';

/** A folder for `PATH` with executable scripts in it. */
function pathWith(scripts: Record<string, string>): string {
	const folder = temporaryDirectory();
	for (const [name, text] of Object.entries(scripts)) {
		writeFileSync(join(folder, name), text);
		chmodSync(join(folder, name), 0o755);
	}
	return folder;
}

const answers = (requests: string) =>
	`#!/bin/sh\necho '{"executable": "/opt/python3", "version": "3.12.1", "requests": ${requests}, "userSite": null}'\n`;

describe('the runtimes of a machine', () => {
	it('are fine with a Python that has requests and a browser', async () => {
		const PATH = pathWith({python3: answers('"2.31.0"'), chromium: '#!/bin/sh\necho Chromium 156.0.1\n'});
		expect(await inspectRuntimes({dataDir: temporaryDirectory(), env: {PATH}})).toEqual([
			{name: 'Python', status: 'ok', detail: '3.12.1 (/opt/python3), requests 2.31.0'},
			{name: 'Sandbox', status: 'ok', detail: 'none: test code has every right of this user'},
			{
				name: 'Chromium',
				status: 'ok',
				detail: `Chromium 156.0.1 (${join(PATH, 'chromium')}), ${process.getuid?.() === 0 ? 'no sandbox, as svc runs as root' : 'sandboxed'}`,
			},
		]);
	});

	it('that name a Python which is not there say which one is used instead', async () => {
		const env = {SVC_PYTHON: '/nowhere/python', PATH: pathWith({python3: answers('"2.31.0"')})};
		const [python] = await inspectRuntimes({dataDir: temporaryDirectory(), env});
		expect(python).toEqual({
			name: 'Python',
			status: 'warn',
			detail:
				'SVC_PYTHON names /nowhere/python (not found), so tests run on /opt/python3; correct SVC_PYTHON or unset it',
		});
	});

	it('say what tests are kept away by, and what stands against strict', async () => {
		const env = {PATH: pathWith({python3: answers('"2.31.0"')})};
		const sandboxOf = async (config: object) => {
			const dataDir = temporaryDirectory();
			writeFileSync(join(dataDir, 'config.json'), JSON.stringify(config));
			return (await inspectRuntimes({dataDir, env})).find(({name}) => name === 'Sandbox');
		};
		expect(await sandboxOf({sandbox: 'off'})).toMatchObject({status: 'ok', detail: expect.stringMatching(/^off: /)});
		expect(await sandboxOf({sandbox: 'strict'})).toMatchObject({
			status: 'warn',
			detail: expect.stringContaining('install bubblewrap'),
		});
		// The kernel alone keeps no program from the network.
		expect(await sandboxOf({sandbox: 'strict', targetPolicy: 'public'})).toMatchObject({
			status: 'warn',
			detail: expect.stringContaining('which only bubblewrap holds programs of tests to'),
		});
	});

	it('say that frontend tests are switched off', async () => {
		const env = {SVC_FRONTEND: 'off', PATH: pathWith({python3: answers('"2.31.0"'), chromium: '#!/bin/sh\n'})};
		const [, , browser] = await inspectRuntimes({dataDir: temporaryDirectory(), env});
		expect(browser).toMatchObject({status: 'warn', detail: expect.stringContaining('SVC_FRONTEND is off')});
	});

	it('that name a browser which is not there say what to do', async () => {
		const env = {SVC_BROWSER: join(temporaryDirectory(), 'chrome'), PATH: pathWith({python3: answers('"2.31.0"')})};
		const [, , browser] = await inspectRuntimes({dataDir: temporaryDirectory(), env});
		expect(browser).toMatchObject({name: 'Chromium', status: 'warn'});
		expect(browser?.detail).toContain('SVC_BROWSER');
	});
});

describe('the command that brings requests', () => {
	const envWithApt = () => ({PATH: `${pathWith({'apt-get': '#!/bin/sh\n'})}:/bin`});
	const python = (executable: string) => ({executable, version: '3.11.2', requests: null, userSite: null});

	it('is the package of the system for the Python of the system', async () => {
		const env = envWithApt();
		expect(await requestsCommand(python('/usr/bin/python3'), {env, isRoot: true})).toBe(
			'apt-get install -y python3-requests',
		);
		expect(await requestsCommand(python('/usr/bin/python3'), {env, isRoot: false})).toMatch(/^sudo apt-get /);
	});

	it('is the own pip of any other Python', async () => {
		expect(await requestsCommand(python('/opt/python3'), {env: envWithApt(), isRoot: true})).toBe(
			'/opt/python3 -m pip install requests',
		);
	});
});

describe('preparing Python', () => {
	it('says what is there when requests is', async () => {
		const PATH = pathWith({python3: answers('"2.31.0"')});
		const dataDir = join(temporaryDirectory(), 'service');
		const lines: string[] = [];
		const finding = await preparePython({dataDir, env: {PATH}, report: line => lines.push(line)});
		expect(finding).toMatchObject({name: 'Python', status: 'ok'});
		expect(lines).toEqual([]);
		expect(readdirSync(dataDir)).toContain('store');
	});

	it('touches no folder that is not a data directory', async () => {
		const dataDir = temporaryDirectory();
		mkdirSync(join(dataDir, 'photos'));
		await expect(preparePython({dataDir, env: {}, report: () => undefined})).rejects.toMatchObject({
			failure: {details: {reason: 'not_empty'}},
		});
	});
});
