import {randomBytes, randomUUID} from 'node:crypto';
import {setTimeout as delay} from 'node:timers/promises';
import process from 'node:process';
import {request} from 'undici';
import type {ServeOptions} from '../../contract/service-process.ts';
import {startTimeOf} from '../../source/process/start-time.ts';
import {version} from '../../package.json';
import {codeWarnings} from '../../source/test-code/code-warnings.ts';
import {codeReader, linesOf} from '../../source/test-code/test-warnings.ts';
import {usualPythons} from '../../source/test-code/lint-code.ts';
import {refuseOrder} from '../analysis/refuse-order.ts';
import {declarationWarnings} from '../analysis/declaration-warnings.ts';
import {explainTest} from '../analysis/explain-test.ts';
import {isOddBasicCredential} from '../auth/static-credential.ts';
import {createFailures} from '../analysis/failures.ts';
import {createProbeCredentials} from '../auth/probe-credentials.ts';
import {createProjectLogins} from '../auth/project-logins.ts';
import {createRunAuth} from '../auth/run-auth.ts';
import {createSealing} from '../auth/sealing.ts';
import {storedSecrets} from '../auth/stored-secrets.ts';
import {createSecretBox} from '../auth/secret-box.ts';
import {createSiteCredentials} from '../auth/site-credentials.ts';
import {hasLostCaptures, unreadableSecrets} from '../auth/unreadable-secrets.ts';
import {createSweepAuth} from '../auth/sweep-auth.ts';
import {createTargetAgent} from '../auth/target-agent.ts';
import {createTargetCheck} from '../auth/target-policy.ts';
import {readInWords} from '../cleanup/cleanup-instruction.ts';
import {createCleanup, readRule} from '../cleanup/create-cleanup.ts';
import {findDeleteEndpoint} from '../cleanup/delete-endpoint-of.ts';
import {sealedSender} from '../cleanup/sealed-sender.ts';
import {createSender} from '../cleanup/send-request.ts';
import {Sweeper} from '../cleanup/sweeper.ts';
import {type Settings, settingsOf, type StoredConfig} from './config.ts';
import {createDiscoveries} from '../discovery/create-discoveries.ts';
import {createDocumentReader} from '../discovery/document-reader.ts';
import {createDocumentFetch} from '../discovery/fetch-document.ts';
import {createProbeSender} from '../discovery/probes/send-probe.ts';
import {createSiteDiscoveries} from '../discovery/site/create-site-discoveries.ts';
import {type MailEnvironment, mailSettings} from './mail-settings.ts';
import {type DataPaths, prepareDataDirectory} from './data-directory.ts';
import {refusedNetworks} from '../domain/refused-networks.ts';
import {unreadableFix} from '../domain/blocked.ts';
import {createTallyKeeper} from '../domain/tally.ts';
import {createTargetWatch} from '../engine/target-watch.ts';
import {createEngine} from '../engine/create-engine.ts';
import {stepsOfCode} from '../analysis/failed-step.ts';
import {failureSteps} from '../engine/code-step-view.ts';
import {resultView} from '../engine/result-view.ts';
import {frontendUnsupported} from '../engine/selection.ts';
import {openGate} from './open-gate.ts';
import {createFrontend, isFrontendOff} from './frontend.ts';
import {takenAway} from './database-failure.ts';
import {keepHistoryBounded} from './keep-history-bounded.ts';
import {finishDeletions} from './finish-deletions.ts';
import {createHttpServer} from '../http/server.ts';
import {connectionLimit, openFileLimit} from './process-files.ts';
import {deriveAssetKey} from '../http/signed-url.ts';
import {listen} from './listen.ts';
import {type ModelEnvironment, modelSettings, noModel} from './model-settings.ts';
import {openLog} from './log.ts';
import {type NamedDatabase, openStore} from './open-store.ts';
import {ownerAccount} from './owner-account.ts';
import {readinessChecks} from './readiness.ts';
import {Releases} from './releases.ts';
import {resolveHost} from './resolve-host.ts';
import {watchRunner} from './runner-health.ts';
import {createChangeSets} from '../plans/changes/create-change-sets.ts';
import {createPlans} from '../plans/create-plans.ts';
import {createGate} from '../plans/gate/gate.ts';
import {createGenerations} from '../plans/generation/create-generations.ts';
import {createRefinements} from '../plans/words/create-refinements.ts';
import {createFindingDecisions} from '../plans/learning/decide-findings.ts';
import {learning} from '../plans/learning/learning.ts';
import {createApiLoader} from '../plans/load-api.ts';
import {createSettling} from '../plans/settle/create-settling.ts';
import {runToEnd} from '../engine/run-to-end.ts';
import {createLearner, type Learner} from '../plans/learning/settle-learned.ts';
import {createBackendRunner} from '../runners/backend.ts';
import {readSecretsKey} from './secrets-key.ts';
import {keyOfStore} from './store-key.ts';
import {systemClock} from '../schedules/clock.ts';
import {createScheduling, type Scheduling} from '../schedules/create-scheduling.ts';
import {createMailer} from '../schedules/mailer.ts';
import {removeServiceFile, writeServiceFile} from './service-file.ts';
import {keepCopies} from './store-copies.ts';
import {takeDirectory} from './take-directory.ts';
import {createIds} from '../store/ids.ts';
import {createProtection} from '../store/calls/protection.ts';
import {createRunStore} from '../store/runs/run-store.ts';
import {sealEarlierCaptures} from '../store/captures/seal-earlier-captures.ts';
import {createSweepStore} from '../store/cleanup/sweep-store.ts';
import {readStoredConfig, writeStoredConfig} from './stored-config.ts';
import {createViews} from '../views/create-views.ts';

export type RunningService = {
	ready: Parameters<ServeOptions['onReady']>[0];
	/** Takes no new work, gives running tests `graceMs` (`hurry` ends it), and puts everything away. */
	stop(hurry: AbortSignal): Promise<void>;
	/** Aborted, with a `ServeError`, when another service has taken the database. */
	lost: AbortSignal;
};

/** "First signal: no new work, running tests get 30 s." */
const graceMs = 30_000;

/**
 * Puts the service of one data directory together and starts it. What is opened is registered for release before the
 * next thing is, so that a failure at any point leaves nothing behind. Throws `ServeError` for what a person can act on.
 */
export async function startService(
	options: ServeOptions,
	mail: MailEnvironment,
	model: ModelEnvironment = noModel,
	named: NamedDatabase | null = null,
): Promise<RunningService> {
	const releases = new Releases();
	try {
		return await start(options, mail, model, named, releases);
	} catch (error) {
		await releases.run();
		throw error;
	}
}

async function start(
	options: ServeOptions,
	mail: MailEnvironment,
	givenModel: ModelEnvironment,
	named: NamedDatabase | null,
	releases: Releases,
): Promise<RunningService> {
	const {host, port, dataDir, workers, concurrency, env} = options;
	/** Where this service listens: no page of a test may go there. */
	const ownPorts: number[] = [];
	const now = Date.now;
	const elapsedMs = () => performance.now();
	const paths = prepareDataDirectory(dataDir);
	releases.add(takeDirectory(paths));
	const config = readStoredConfig(paths.config);
	const settings = storedSettings(paths, config, options);
	const outgoing = mailSettings(mail, config.mail);
	const model = modelSettings(givenModel, config.model);
	// Looked at before the store is opened: a key that is damaged stops the start while nothing is changed.
	const ownKey = named?.secretsKey === undefined ? readSecretsKey(paths.secretsKey) : null;
	const {logger, close: closeLog} = openLog(options.logFile);
	releases.add(closeLog);
	const lost = new AbortController();
	const {database, place} = await openStore(paths, named, releases, () => {
		logger.error({database: place}, 'another service has taken the database');
		lost.abort(takenAway(place));
	});

	const newId = createIds(now);
	const ownerAccountId = await ownerAccount(database, newId, config, now());
	const {secretsKey, missing} = await keyOfStore(database, {path: paths.secretsKey, ownKey, named});
	/** For what only this process has to read again. */
	const passingBox = createSecretBox(secretsKey);
	const secretBox = missing ? {...passingBox, seal: missing.refuse} : passingBox;
	const sealing = createSealing(secretsKey);
	const lostCaptures = (await hasLostCaptures(database, sealing)) ? 1 : 0;
	const unreadable = (await unreadableSecrets(database, secretBox)) + lostCaptures;
	if (unreadable > 0)
		logger.warn({unreadable, path: paths.secretsKey}, `stored secrets cannot be decrypted: ${unreadableFix}`);
	const sandbox = options.sandbox ?? config.sandbox ?? 'auto';
	const network =
		sandbox === 'strict' && settings.targetPolicy === 'public' ? await openGate(paths.gate, 'public') : null;
	if (network) releases.add(() => network.close());
	const runner = createBackendRunner({
		gate: network?.path ?? null,
		box: passingBox,
		scratchDir: paths.scratch,
		dataDir,
		env,
		maxParallel: Math.max(1, workers * concurrency),
		sandbox,
		// Asking before each connection costs a test 8 % of its CPU time, so only where private networks are refused.
		refusedNetworks: settings.targetPolicy === 'public' ? refusedNetworks('public') : [],
		now,
	});
	releases.add(() => runner.stop());
	const frontend = createFrontend({
		folder: paths.browser,
		env,
		refusedPorts: () => ownPorts,
		maxParallel: Math.max(1, workers * concurrency),
		mayVisitPrivate: settings.targetPolicy === 'private',
		elapsedMs,
		now,
	});
	releases.add(() => frontend.runner.stop());
	const runnerHealth = watchRunner(runner, elapsedMs);
	const frontendHealth = watchRunner(
		isFrontendOff(env) ? {check: async () => ({ok: false, detail: 'SVC_FRONTEND is off'})} : frontend.runner,
		elapsedMs,
	);
	const tally = createTallyKeeper();
	const protection = createProtection(sealing);
	const secretsOf = async (projectId: string) =>
		storedSecrets(database, secretBox, projectId, (await protection.ruleOf(database, projectId)).isSecret);
	const checkTarget = createTargetCheck(settings.targetPolicy, resolveHost);
	const targetAgent = createTargetAgent(settings.targetPolicy);
	releases.add(() => targetAgent.destroy());
	const logins = createProjectLogins({database, secretBox, checkTarget, now, onEnded: tally.loginEnded});
	const engine = createEngine({
		sweep: host =>
			new Sweeper({
				...host,
				store: createSweepStore(database, newId, now, protection),
				auth: createSweepAuth(database, secretBox, host),
				send: sealedSender(
					createSender({dispatcher: targetAgent, checkTarget: url => checkTarget(url, 'url'), elapsedMs}),
					protection,
				),
				now,
				chance: Math.random,
				log: logger,
			}),
		auth: createRunAuth(secretBox, logins),
		stepsOf: stepsOfCode,
		target: createTargetWatch(async url => {
			try {
				await checkTarget(url, 'url');
				const {body} = await request(url, {method: 'HEAD', dispatcher: targetAgent, headersTimeout: 5000});
				await body.dump();
				return true;
			} catch {
				return false;
			}
		}),
		store: createRunStore(database, newId, now, protection, learning),
		runner,
		frontend,
		now,
		workerId: randomUUID(),
		workers,
		concurrency,
		log: logger,
		onEnded: tally.runsEnded,
		onBatchDone(batchId) {
			tally.batchDone(batchId);
			scheduling.batchDone(batchId);
			learner.batchDone(batchId);
		},
	});
	let hurry = AbortSignal.abort();
	releases.add(() => engine.stop({graceMs, hurry}));

	const failures = createFailures({
		database,
		resultOf: run => resultView(run, null),
		isOddBasic: (projectId, stored) => isOddBasicCredential(secretBox, projectId, stored),
		...failureSteps,
	});
	const scheduling: Scheduling = createScheduling({
		database,
		newId,
		startBatch: engine.runSchedule,
		checkTarget,
		failures,
		mailer: outgoing && createMailer(outgoing),
		clock: systemClock(now),
		log: logger,
	});
	// No fire is taken any more when the engine stops, and ends of batches are told until it has.
	releases.add(() => scheduling.stop());

	const ownerToken = randomBytes(32).toString('base64url');
	const discoveries = createDiscoveries({
		demandsOf: projectId => plans.demands(projectId),
		database,
		read: createDocumentReader(),
		fetchDocument: createDocumentFetch({dispatcher: targetAgent, checkTarget: url => checkTarget(url, 'documentUrl')}),
		checkTarget,
		sendProbe: createProbeSender({dispatcher: targetAgent, checkTarget: url => checkTarget(url, 'baseUrl'), elapsedMs}),
		probeClock: {elapsedMs, wait: async (ms, signal) => void (await delay(ms, undefined, {signal}))},
		probeCredentials: createProbeCredentials({database, secretBox, logins}),
		newId,
		now,
		log: logger,
	});
	releases.add(() => discoveries.stop());
	const siteDiscoveries = createSiteDiscoveries({
		database,
		reader: frontend.runner,
		requireBrowser() {
			if (!frontend.isReady()) throw frontendUnsupported();
		},
		checkTarget,
		credentialsOf: createSiteCredentials(database, secretBox, secretsOf),
		mayVisitPrivate: frontend.mayVisitPrivate,
		newId,
		now,
		log: logger,
	});
	releases.add(() => siteDiscoveries.stop());
	const plans = createPlans({
		database,
		newId,
		now,
		log: logger,
		lockedEdge: (projectId, edge) => changeSets.edgeChosen(projectId, edge),
		lockedChange: (plan, reason, write) => changeSets.replanned(plan, reason, write),
	});
	releases.add(() => plans.stop());
	const readCode = codeReader([env['SVC_PYTHON'], ...usualPythons]);
	const gate = createGate({runner, newId: randomUUID, warningsOf: codeWarnings});
	const generations = createGenerations({
		database,
		newId,
		now,
		gate,
		secretsOf,
		merge: (projectId, testIds) => changeSets.mergeGenerated(projectId, testIds),
		log: logger,
	});
	releases.add(() => generations.stop());
	const changeSets = createChangeSets({
		database,
		newId,
		now,
		gate,
		secretsOf,
		ruleOf: (instruction, ids) => readRule(instruction, {...ids, now: now()}),
		changed: plans.touched,
	});
	releases.add(() => changeSets.stop());
	const refinements = createRefinements({
		database,
		changeSets,
		cleanupRule: readInWords,
		explain: explainTest(failures),
		model,
		now,
		log: logger,
	});
	releases.add(() => refinements.stop());
	const settling = createSettling({
		database,
		newId,
		now,
		changeSets,
		load: createApiLoader(database),
		run: (accountId, projectId, testIds) => runToEnd(engine, accountId, {projectId, testIds}),
		log: logger,
	});
	const learner: Learner = createLearner({database, newId, changeSets, log: logger});
	releases.add(() => learner.stop());
	releases.add(() => settling.stop());
	await changeSets.resume();
	const http = await createHttpServer(
		{
			database,
			engine,
			secretBox,
			passingBox,
			assetKey: deriveAssetKey(secretsKey),
			checkTarget,
			newId,
			now,
			elapsedMs,
			settings,
			ownerToken,
			ownerAccountId,
			cleanup: createCleanup({database, newId, now, publish: engine.publish}),
			views: createViews(database),
			findDeleteEndpoint,
			discoveries,
			siteDiscoveries,
			plans,
			changeSets,
			refinements,
			findingDecisions: createFindingDecisions({database, changeSets}),
			settling,
			generations,
			failures,
			schedules: scheduling.schedules,
			warnings: {
				ofCode: async (code, declared) => linesOf(await readCode({code, ...declared})),
				ofDeclarations: declarationWarnings,
			},
			refuseOrder,
			takeTally: tally.take,
			readiness: () =>
				readinessChecks(engine, place, {backend: runnerHealth, frontend: frontendHealth}, model, {
					unreadable: () => unreadableSecrets(database, secretBox),
					hasLostCaptures: lostCaptures > 0,
				}),
			planScripts: frontend,
			hasBackendRunner: async () => (await runnerHealth.ask()).ok,
		},
		logger,
		connectionLimit(openFileLimit()),
	);
	releases.add(() => http.close());
	await engine.start();
	await scheduling.start();
	void learner.start();
	const url = await listen(http, host, port);
	ownPorts.push(Number(new URL(url).port));
	const file = {
		pid: process.pid,
		startTime: (await startTimeOf(process.pid)) ?? 'unknown',
		url,
		version,
		startedAt: new Date(now()).toISOString(),
		ownerToken,
		workers,
		database: place,
	};
	writeServiceFile(paths.serviceFile, file);
	releases.add(() => removeServiceFile(paths.serviceFile, file));
	logger.info({url, version, dataDir, database: place, targetPolicy: settings.targetPolicy}, 'serving');
	// What a key of this process alone had sealed nobody could open.
	if (!missing)
		sealEarlierCaptures(database, protection, secretsOf).catch((error: unknown) =>
			logger.error({err: error}, 'values captured earlier are not sealed'),
		);
	finishDeletions(database, engine).catch((error: unknown) => logger.error({err: error}, 'a deletion is unfinished'));
	generations.resume().catch((error: unknown) => logger.error({err: error}, 'open generations stay open'));
	plans.resume().catch((error: unknown) => logger.error({err: error}, 'open plans stay open'));
	siteDiscoveries.resume().catch((error: unknown) => logger.error({err: error}, 'open readings of sites stay open'));
	discoveries.resume().catch((error: unknown) => logger.error({err: error}, 'open discoveries stay open'));
	void runnerHealth.ask();
	void frontendHealth.ask();
	releases.add(keepHistoryBounded({database, now, log: logger}));
	// Whoever runs a database has copies of it by its own means.
	if (place === null)
		releases.add(keepCopies({database, path: paths.database, folder: paths.copies, now, log: logger}));

	return {
		ready: {url, pid: process.pid, dataDir, version},
		lost: lost.signal,
		async stop(signal) {
			logger.info('stopping');
			hurry = signal;
			const drop = () => http.dropConnections();
			signal.addEventListener('abort', drop, {once: true});
			await releases.run();
			signal.removeEventListener('abort', drop);
		},
	};
}

function storedSettings(paths: DataPaths, stored: StoredConfig, options: ServeOptions): Settings {
	const {host, targetPolicy, sandbox} = options;
	// What somebody chose is kept for later starts; what follows from the host is not.
	writeStoredConfig(paths.config, stored, {
		...stored,
		...(targetPolicy === null ? {} : {targetPolicy}),
		...(sandbox === null ? {} : {sandbox}),
	});
	return settingsOf(stored, {version, host, targetPolicy});
}
