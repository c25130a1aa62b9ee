import {momentMs} from '../../../contract/moment.ts';
import type {IncomingHttpHeaders} from 'node:http';
import {isTerminal} from '../../../contract/enums.ts';
import {cancelRun, getRun, listTestRuns, triggerRun} from '../../../contract/routes/runs.ts';
import {listRunTargets} from '../../store/runs/run-targets.ts';
import type {Run} from '../../../contract/run.ts';
import {readCursor, writeCursor} from '../cursor.ts';
import {mediaAddresses} from '../step-media.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {requireTrigger} from '../trigger-input.ts';

const defaultHistorySize = 20;

export function runRoutes(on: On, services: Services): void {
	const {database, engine, checkTarget, now} = services;

	function shown(run: Run, headers: IncomingHttpHeaders): Run {
		const {ofStep} = mediaAddresses(services, headers);
		return run.steps ? {...run, steps: run.steps.map(ofStep)} : run;
	}

	on(triggerRun, async ({caller, params, body}) => {
		const request = await requireTrigger(body, checkTarget, wish =>
			listRunTargets(database, caller.accountId, {testIds: [params.testId]}, wish),
		);
		return engine.triggerRun(caller.accountId, params.testId, request);
	});

	on(getRun, async ({caller, params, query, headers, hold}) => {
		const options = {includeSteps: query.includeSteps ?? false};
		const until = query.until ?? 'run';
		const run = await engine.readRun(caller.accountId, params.runId, options);
		const hasEnded = until === 'run' ? isTerminal(run.status) : run.batchPhase === 'done';
		if (hasEnded || query.waitSeconds === undefined) return shown(run, headers);
		await hold(query.waitSeconds, (waitMs, signal) => engine.waitForRun(params.runId, until, waitMs, signal));
		return shown(await engine.readRun(caller.accountId, params.runId, options), headers);
	});

	on(listTestRuns, async ({caller, params, query}) => {
		const list = `runs ${params.testId}`;
		const history = await engine.listRuns(caller.accountId, params.testId, {
			pageSize: query.pageSize ?? defaultHistorySize,
			after: readCursor(list, query, now()),
			source: query.source,
			sinceMs: query.since === undefined ? undefined : (momentMs(query.since) ?? undefined),
			rerun: query.rerun,
		});
		return {...history, nextCursor: history.nextCursor && writeCursor(list, query, history.nextCursor, now())};
	});

	on(cancelRun, ({caller, params}) => engine.cancelRun(caller.accountId, params.runId));
}
