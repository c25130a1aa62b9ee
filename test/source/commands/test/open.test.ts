import {chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {samples} from '../../../../contract/samples/index.ts';
import {envelopeOf, svc} from '../../../helpers/memory-system.ts';
import {startStrictService} from '../../../helpers/strict-service.ts';

const sampleTest = {...samples.getTest({}), id: 't1', projectId: 'p1'};
const sampleRun = {...samples.getRun({}), runId: 'r1', testId: 't1', projectId: 'p1'};
const url = 'https://portal.example/dashboard/tests/p1/test/t1';
const test = (dashboardUrl?: string | null) => [{request: 'GET /tests/t1', answer: {...sampleTest, dashboardUrl}}];
const run = (fields: object = {}) => [{request: 'GET /runs/r1', answer: {...sampleRun, ...fields}}];

/** A desktop that writes down what it is asked to open. */
function startDesktop() {
	const folder = mkdtempSync(join(tmpdir(), 'svc-desktop-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	const log = join(folder, 'opened');
	for (const name of ['xdg-open', 'open']) {
		writeFileSync(join(folder, name), '#!/bin/sh\nprintf "%s" "$1" > "$OPENED"\n');
		chmodSync(join(folder, name), 0o755);
	}
	return {env: {PATH: folder, OPENED: log}, opened: () => readFileSync(log, 'utf8')};
}

describe('test open', () => {
	it('opens the link of the service in the browser', async () => {
		const {env} = await startStrictService(test('https://svc.example/t1'));
		const desktop = startDesktop();
		expect(await svc(['test', 'open', 't1'], {env: {...env, ...desktop.env}})).toEqual({
			exitCode: 0,
			stdout: '',
			stderr: '[info] opened https://svc.example/t1\n',
		});
		await vi.waitFor(() => expect(desktop.opened()).toBe('https://svc.example/t1'));
	});

	it('prints the link with --no-browser', async () => {
		const {env} = await startStrictService(test('https://svc.example/t1'));
		expect((await svc(['test', 'open', 't1', '--no-browser'], {env})).stdout).toBe('https://svc.example/t1\n');
	});

	it('makes the link where the service sends none and SVC_PORTAL_URL is set', async () => {
		const {env} = await startStrictService(test());
		const line = ['--output', 'json', 'test', 'open', 't1', '--no-browser'];
		const {stdout} = await svc(line, {env: {...env, SVC_PORTAL_URL: 'https://portal.example'}});
		expect(JSON.parse(stdout)).toEqual({url, opened: false});
	});

	it('opens a run', async () => {
		const {env} = await startStrictService([...run({dashboardUrl: 'https://svc.example/r1'})]);
		const line = ['test', 'open', '--run', 'r1', '--no-browser'];
		expect((await svc(line, {env})).stdout).toBe('https://svc.example/r1\n');
	});

	it('of a run of another test is not found', async () => {
		const {env} = await startStrictService([...run({testId: 't2'}), ...test(null)]);
		const {exitCode} = await svc(['test', 'open', 't1', '--run', 'r1', '--no-browser'], {env});
		expect(exitCode).toBe(4);
	});

	it('prints the link where there is no browser', async () => {
		const {env} = await startStrictService(test('https://svc.example/t1'));
		const {exitCode, stdout} = await svc(['test', 'open', 't1'], {env: {...env, PATH: '/nowhere'}});
		expect({exitCode, stdout}).toEqual({exitCode: 0, stdout: 'https://svc.example/t1\n'});
	});

	it.each(['file:///etc/passwd', '--help', 'not a link'])('never opens %s', async link => {
		const {env} = await startStrictService(test(link));
		const desktop = startDesktop();
		const {stdout} = await svc(['--output', 'json', 'test', 'open', 't1'], {env: {...env, ...desktop.env}});
		expect(JSON.parse(stdout)).toEqual({url: link, opened: false});
		expect(desktop.opened).toThrow('ENOENT');
	});

	it('without a link exits 4 and names the dashboard of the terminal', async () => {
		const {env} = await startStrictService(test(null));
		const {exitCode, stderr} = await svc(['--output', 'json', 'test', 'open', 't1'], {env});
		expect(exitCode).toBe(4);
		expect(envelopeOf(stderr)).toMatchObject({
			code: 'NOT_FOUND',
			nextAction: 'svc ui test t1',
			details: {resource: 'test', id: 't1', reason: 'no_dashboard'},
		});
	});

	it('names a test of several words as one word of a shell', async () => {
		const {env} = await startStrictService([
			{request: 'GET /tests/lists%20users', answer: {...sampleTest, dashboardUrl: null}},
		]);
		const {stderr} = await svc(['--output', 'json', 'test', 'open', 'lists users'], {env});
		expect(envelopeOf(stderr).nextAction).toBe("svc ui test 'lists users'");
	});

	it('without a link opens the dashboard of the terminal, if it is large enough', async () => {
		const {env} = await startStrictService([...test(null), ...test(null)]);
		const terminals = {stdin: true, stdout: true, stderr: true};
		const small = {env, terminals, size: {columns: 40, rows: 10}};
		const {exitCode, stderr} = await svc(['test', 'open', 't1'], small);
		expect(exitCode).toBe(5);
		expect(stderr).toContain('The dashboard needs a terminal: it has 40×10 cells');
		expect((await svc(['test', 'open', 't1', '--no-browser'], small)).exitCode).toBe(4);
	});

	it('of nothing exits 5', async () => {
		const {exitCode, stderr} = await svc(['test', 'open']);
		expect(exitCode).toBe(5);
		expect(stderr).toContain('Argument `<test-id>` is invalid: name a test, or a run with --run.');
	});

	it('in a dry run opens nothing', async () => {
		const desktop = startDesktop();
		const {exitCode, stdout} = await svc(['--dry-run', 'test', 'open', 't1'], {env: desktop.env});
		expect({exitCode, stdout}).toMatchObject({exitCode: 0, stdout: expect.stringMatching(/^https:/)});
		expect(desktop.opened).toThrow('ENOENT');
	});
});
