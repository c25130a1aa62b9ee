import {expect, it} from 'vitest';
import {type Clock, systemClock} from '../../../../source/client/clock.ts';
import {getRun, triggerRun} from '../../../../contract/routes/runs.ts';
import {basePath} from '../../../../contract/route.ts';
import {sampleIds} from '../../../../contract/samples/ids.ts';
import {sampleAnswer} from '../../../../contract/samples/index.ts';
import {sendJson, startServer} from '../../client/start-server.ts';
import {svc} from '../../../helpers/memory-system.ts';

// The client of a command is made with its first call: it must say what the one behind it knows.
it('a wait of a command outlives a service that has started its run and is killed before the first look', async () => {
	const {run, test} = sampleIds;
	// More than a wait that never had an answer puts up with: two looks of four attempts each.
	const lost = 12;
	// Its pauses are short; everything else takes the time it takes.
	const fast: Clock = {...systemClock, sleep: (ms, signal) => systemClock.sleep(ms / 50, signal)};
	const {url, received} = await startServer((request, response) => {
		if (request.method === 'POST') return sendJson(response, sampleAnswer(triggerRun, {}), {status: 202});
		const looks = received.filter(one => one.url.startsWith(`${basePath}/runs/`)).length;
		if (request.url.startsWith(`${basePath}/runs/`) && looks <= lost) return response.destroy();
		return sendJson(response, {...sampleAnswer(getRun, {params: {runId: run}}), status: 'passed', batchPhase: 'done'});
	});
	const env = {SVC_API_URL: url, SVC_API_KEY: 'sk-user-test', SVC_TARGET_POLICY: 'private', SVC_NO_SKILL_WARNING: '1'};
	const {exitCode, stderr} = await svc(['test', 'run', test, '--wait', '--skip-preflight'], {env, clock: fast});
	expect({exitCode, stderr}).toMatchObject({exitCode: 0});
	expect(received.filter(({method}) => method === 'POST')).toHaveLength(1);
});
