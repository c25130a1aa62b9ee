import {beforeAll, describe, expect, it} from 'vitest';
import {samples} from '../../contract/samples/index.ts';
import {errorAnswer, startStrictService} from '../helpers/strict-service.ts';
import {buildClient, patienceMs} from './built-client.ts';
import {openTerminal} from './pty.ts';

const me = samples.getMe({});
const ticket = {...samples.triggerRun({}), runId: 'r1', batchId: 'b1', dashboardUrl: null};

beforeAll(buildClient, patienceMs);

describe('a person at a terminal', {timeout: patienceMs}, () => {
	it('is asked for the key, which is not shown', async () => {
		const {url} = await startStrictService([{request: 'GET /me', answer: me}]);
		const terminal = openTerminal(['setup', '--endpoint-url', url]);
		await terminal.until(text => text.includes('API key'));
		terminal.type('sk-user-canary\r');
		// What goes into the folder one stands in is asked first.
		await terminal.until(text => text.includes('[Y/n]'));
		terminal.type('\r');
		expect(await terminal.ended).toBe(0);
		expect(terminal.text()).toContain('svc initialized');
		expect(terminal.text()).toContain('**************');
		expect(terminal.text()).not.toContain('canary');
		expect(terminal.text()).not.toContain('--local');
	});

	it('who gives no key after being asked three times is told how else to give it', async () => {
		const terminal = openTerminal(['setup']);
		await terminal.until(text => text.includes('API key'));
		expect(terminal.text()).toContain('[hint] svc setup --local starts the service of this machine and needs no key');
		for (let answered = 0; answered < 3; answered++) {
			await terminal.until(text => text.split('✔').length === answered + 1 && /API key\S*\[11G$/.test(text));
			terminal.type('\r');
		}
		expect(await terminal.ended).toBe(5);
		expect(terminal.text()).toContain('no key was entered; --from-env and --local');
	});

	it('can leave the question with Ctrl-C', async () => {
		const terminal = openTerminal(['setup']);
		await terminal.until(text => text.includes('API key'));
		terminal.type('\u0003');
		expect(await terminal.ended).toBe(130);
		expect(terminal.text()).toContain('[info] profile default was not changed');
	});

	it('can leave the question with Ctrl-D, which answers nothing', async () => {
		const terminal = openTerminal(['setup']);
		await terminal.until(text => text.includes('API key'));
		terminal.type('\u0004');
		expect(await terminal.ended).toBe(5);
		expect(terminal.text()).toContain('[info] profile default was not changed');
		expect(terminal.text()).toContain('no key was entered; --from-env and --local');
	});

	it('sees what is waited for, and stops waiting with Ctrl-C', async () => {
		const {env} = await startStrictService([
			{request: 'POST /tests/t1/runs', status: 202, answer: ticket},
			{request: 'GET /runs/r1?until=batch&waitSeconds=25', answer: () => new Promise(() => undefined)},
			// The look beside the one that is held.
			{
				request: 'GET /runs/r1?includeSteps=true',
				answer: {...samples.getRun({}), runId: 'r1', status: 'running'},
				isOptional: true,
			},
		]);
		const terminal = openTerminal(['test', 'run', 't1', '--wait'], {...env, SVC_NO_SKILL_WARNING: '1'});
		await terminal.until(text => /\r\S+Z {2}r1 {2}queued {2}\d+s/.test(text));
		await terminal.until(text => /\r\S+Z {2}r1 {2}running {2}8 steps {2}\d+s/.test(text));
		terminal.type('\u0003');
		expect(await terminal.ended).toBe(130);
		// The line that was rewritten in place is closed before the next one begins.
		expect(terminal.text()).toMatch(
			/r1 {2}running {2}8 steps {2}\d+s *(\^C)?\r\n\[hint\] still running: svc test wait r1\r\n/,
		);
	});

	it('sees status words in colour, unless NO_COLOR says otherwise', async () => {
		const {env} = await startStrictService([
			{request: 'GET /tests/t1', answer: samples.getTest({})},
			{request: 'GET /tests/t1', answer: samples.getTest({})},
		]);
		const coloured = openTerminal(['test', 'get', 't1'], env);
		await coloured.ended;
		expect(coloured.text()).toContain('status: \u001B[31mfailed\u001B[39m');
		const plain = openTerminal(['test', 'get', 't1'], {...env, NO_COLOR: '1'});
		await plain.ended;
		expect(plain.text()).not.toContain('\u001B');
	});

	it('gets the dashboard without a command, and the terminal back after it', async () => {
		const {env} = await startStrictService([
			{request: 'GET /me', answer: me, isOptional: true},
			{request: 'GET /projects?pageSize=100', answer: {items: [], nextToken: null}, isOptional: true},
		]);
		const terminal = openTerminal([], env);
		await terminal.until(text => text.includes('Projects'));
		terminal.type('q');
		expect(await terminal.ended).toBe(0);
		expect(terminal.text()).toContain('\u001B[?1049h');
		expect(terminal.text().lastIndexOf('\u001B[?1049l')).toBeGreaterThan(terminal.text().lastIndexOf('\u001B[?1049h'));
	});

	it('is told in words why the dashboard cannot open', async () => {
		const {env} = await startStrictService([
			{request: 'GET /projects/nope', status: 404, answer: errorAnswer('NOT_FOUND'), isOptional: true},
		]);
		const terminal = openTerminal(['ui', 'project', 'nope'], env);
		expect(await terminal.ended).toBe(4);
		expect(terminal.text()).not.toContain('\u001B[?1049h');
	});
});
