import {expect, it} from 'vitest';
import {samples} from '../../../../contract/samples/index.ts';
import {sendJson, startServer} from '../../client/start-server.ts';
import {envelopeOf, MemorySystem} from '../../../helpers/memory-system.ts';

const ticket = samples.triggerRun({params: {testId: 'tst_1'}});
const running = {...samples.getRun({params: {runId: ticket.runId}}), status: 'running', batchPhase: 'tests'};

it.each([
	['SIGINT', 130],
	['SIGTERM', 143],
	['SIGHUP', 129],
] as const)(
	'a wait ended by %s before its first answer tells the state of now and the run id',
	async (signal, exitCode) => {
		let memory: MemorySystem | undefined;
		const {url} = await startServer((request, response) => {
			if (request.method === 'POST') return sendJson(response, {...ticket, status: 'queued'});
			// The service holds the first look; the signal comes meanwhile.
			if (request.url.includes('waitSeconds')) return memory?.raise(signal);
			return sendJson(response, running);
		});
		const env = {SVC_API_URL: url, SVC_API_KEY: 'sk-user-test', SVC_NO_SKILL_WARNING: '1'};
		memory = new MemorySystem(['--output', 'json', 'test', 'run', 'tst_1', '--wait'], {env});
		expect(await memory.run()).toBe(exitCode);
		expect(JSON.parse(memory.stdout.text)).toMatchObject({runId: ticket.runId, status: 'running'});
		expect(envelopeOf(memory.stderr.text)).toMatchObject({
			code: 'INTERRUPTED',
			nextAction: `svc test wait ${ticket.runId}`,
			details: {signal, runIds: [ticket.runId]},
		});
	},
);
