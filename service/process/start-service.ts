import process from 'node:process';
import {startTimeOf} from '../../source/process/start-time.ts';
import {version} from '../../package.json';
import {createFailures} from '../analysis/failures.ts';
import {traitsOfStored} from '../auth/static-credential.ts';
import {failureSteps} from '../engine/code-step-view.ts';
import {resultView} from '../engine/result-view.ts';
import {systemClock} from '../schedules/ticker.ts';
import {createScheduling, type Scheduling} from '../schedules/create-scheduling.ts';
import {createMailer} from '../schedules/mailer.ts';
import {openArtifacts} from './artifacts/open-artifacts.ts';
import {assembleEngine, type Execution} from './assemble-engine.ts';
import {assembleHttp} from './assemble-http.ts';
import {assemblePlanning, type Planning} from './assemble-planning.ts';
import {dataPaths, removeServiceFile, writeServiceFile} from './data-directory.ts';
import {joinCompany} from './join-company.ts';
import {listen} from './listen.ts';
import type {MailEnvironment} from './mail-settings.ts';
import {type ModelEnvironment, noModel} from './model-settings.ts';
import {type Given, openBase} from './open-base.ts';
import type {NamedDatabase} from './open-store.ts';
import type {ProcessOptions} from './process-settings.ts';
import {ReleaseStack} from './release-stack.ts';
import {resumeWork} from './resume-work.ts';
import {createMetrics} from '../http/metrics.ts';
import {unreadableSecrets} from '../auth/unreadable-secrets.ts';
import {readinessChecks} from './readiness.ts';
import {listenForProbes} from './worker-listener.ts';
import {startRunners} from './start-runners.ts';
import {asStoreFailure} from './store-failure.ts';
import {watchDirectory} from './watch-directory.ts';

export type RunningService = {
	/** `url` and what was said of it are null of a process that does not serve. */
	ready: {url: string | null; pid: number; dataDir: string; version: string};
	/** `host:port/name` of its database; null: a file. */
	place: string | null;
	/** Takes no new work, gives running tests `graceMs` (`hurry` ends it), and puts everything away. */
	stop(hurry: AbortSignal): Promise<void>;
	/** Aborted, with a `ServeError`, when another service has taken the database, or the file of the store is gone. */
	lost: AbortSignal;
};

/**
 * Puts the service of one data directory together and starts it. What is opened is registered for release before the
 * next thing is, so that a failure at any point leaves nothing behind. Throws `ServeError` for what a person can act on.
 */
export async function startService(
	options: ProcessOptions,
	mail: MailEnvironment,
	model: ModelEnvironment = noModel,
	named: NamedDatabase | null = null,
): Promise<RunningService> {
	const releases = new ReleaseStack();
	try {
		return await start(options, {mail, model, named}, releases);
	} catch (error) {
		await releases.run();
		throw named === null ? asStoreFailure(error, dataPaths(options.dataDir)) : error;
	}
}

async function start(options: ProcessOptions, given: Given, releases: ReleaseStack): Promise<RunningService> {
	const {env, dataDir} = options;
	const serves = options.work === null;
	const base = await openBase(options, given, releases);
	const {database, log, newId, now, outgoing} = base;
	const artifacts = await openArtifacts(env);
	const runners = await startRunners(base, options, releases);
	const company = await joinCompany(base, options, runners.frontend.isReady, releases);
	let hurry = AbortSignal.abort();
	const execution: Execution = assembleEngine({
		base,
		runners,
		company,
		artifacts,
		options,
		onBatchHeard: batchId => scheduling.batchDone(batchId),
		onBatchDone(batchId) {
			scheduling.batchDone(batchId);
			planning.learner.batchDone(batchId);
		},
		hurry: () => hurry,
		releases,
	});
	const {engine} = execution;
	const failures = createFailures({
		database,
		readArtifact: artifacts.read,
		resultOf: run => resultView(run, null),
		traitsOf: (projectId, stored) => traitsOfStored(base.secretBox, projectId, stored),
		...failureSteps,
	});
	const scheduling: Scheduling = createScheduling({
		database,
		newId,
		startBatch: engine.runSchedule,
		checkTarget: execution.checkTarget,
		failures,
		mailer: outgoing && createMailer(outgoing),
		others: company.others,
		clock: systemClock(now),
		log,
	});
	// No fire is taken any more when the engine stops, and ends of batches are told until it has.
	releases.add(() => scheduling.stop());
	const planning: Planning = assemblePlanning({base, runners, company, execution, failures, releases});
	if (company.plans) await planning.changeSets.resume(company.hasCompany);
	const readiness = () =>
		readinessChecks(
			engine,
			base.place,
			runners.health,
			base.model,
			{unreadable: () => unreadableSecrets(database, base.secretBox), hasLostCaptures: base.hasLostCaptures},
			company.team,
			artifacts,
		);
	const served = serves
		? await assembleHttp({
				...{base, runners, company, execution, planning, scheduling, failures, env, readiness, releases},
			})
		: null;
	const metricsPort = options.work?.metricsPort ?? null;
	if (metricsPort !== null) {
		const metrics = createMetrics({...base, takeTally: execution.tally.take});
		const probes = await listenForProbes({port: metricsPort, readiness, metrics, log});
		releases.add(() => probes.close());
		log.info({port: probes.port}, 'metrics');
	}
	await engine.start();
	if (serves) await scheduling.start();
	void planning.learner.start();
	const storeLost = new AbortController();
	const url = served ? await listen(served.http, options.host, options.port) : null;
	if (served && url !== null) {
		runners.ownPorts.push(Number(new URL(url).port));
		const file = {
			pid: process.pid,
			startTime: (await startTimeOf(process.pid)) ?? 'unknown',
			url,
			version,
			startedAt: new Date(now()).toISOString(),
			ownerToken: served.ownerToken,
			workers: options.workers,
			database: base.place,
		};
		writeServiceFile(base.paths.serviceFile, file);
		releases.add(() => removeServiceFile(base.paths.serviceFile, file));
		releases.add(watchDirectory({paths: base.paths, file, log, onLost: error => storeLost.abort(error)}));
		log.info({url, version, dataDir, database: base.place, targetPolicy: base.settings.targetPolicy}, 'serving');
	}
	resumeWork({base, company, execution, planning, scheduling, serves, artifactPlace: artifacts.place, releases});
	void runners.health.backend.ask();
	void runners.health.frontend.ask();

	return {
		ready: {url, pid: process.pid, dataDir, version},
		place: base.place,
		lost: AbortSignal.any([base.lost, storeLost.signal]),
		async stop(signal) {
			log.info('stopping');
			hurry = signal;
			const drop = () => served?.http.dropConnections();
			signal.addEventListener('abort', drop, {once: true});
			await releases.run();
			signal.removeEventListener('abort', drop);
		},
	};
}
