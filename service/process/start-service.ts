import {randomBytes, randomUUID} from 'node:crypto';
import {setTimeout as delay} from 'node:timers/promises';
import process from 'node:process';
import {request} from 'undici';
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
import {type ServeOptions, type WorkKind, workKinds} from '../../contract/service-process.ts';
import {type Settings, settingsOf, type StoredConfig} from './config.ts';
import {createDiscoveries} from '../discovery/create-discoveries.ts';
import {createDocumentReader} from '../discovery/document-reader.ts';
import {createDocumentFetch} from '../discovery/fetch-document.ts';
import {createProbeSender} from '../discovery/probes/send-probe.ts';
import {createSiteDiscoveries} from '../discovery/site/create-site-discoveries.ts';
import {type MailEnvironment, mailSettings} from './mail-settings.ts';
import {type DataPaths, dataPaths, prepareDataDirectory} from './data-directory.ts';
import {asStoreFailure} from './store-failure.ts';
import {refusedNetworks} from '../domain/refused-networks.ts';
import {unreadableFix} from '../domain/blocked.ts';
import {createTallyKeeper} from '../domain/tally.ts';
import {createTargetWatch} from '../engine/target-watch.ts';
import {createEngine} from '../engine/create-engine.ts';
import {stepsOfCode} from '../analysis/failed-step.ts';
import {failureSteps} from '../engine/code-step-view.ts';
import {resultView} from '../engine/result-view.ts';
import {frontendUnsupported} from '../engine/selection.ts';
import {alone, type Others, whenOwned} from '../domain/ownership.ts';
import {openGate} from './open-gate.ts';
import {hasOwnNetwork} from '../runners/sandbox.ts';
import {createFrontend, isFrontendOff} from './frontend.ts';
import {takenAway} from './database-failure.ts';
import {keepHistoryBounded} from './keep-history-bounded.ts';
import {finishDeletions} from './finish-deletions.ts';
import {createHttpServer} from '../http/server.ts';
import {connectionLimit, openFileLimit} from './process-files.ts';
import {deriveAssetKey} from '../http/signed-url.ts';
import {listen} from './listen.ts';
import {type ModelEnvironment, modelSettings, noModel} from './model-settings.ts';
import {databaseClock} from './database-clock.ts';
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
import type {Database} from '../store/database.ts';
import {storageOf} from '../store/dialect/storage.ts';
import {readStoredConfig, writeStoredConfig} from './stored-config.ts';
import {createViews} from '../views/create-views.ts';
import {createChangeWire} from './change-wire.ts';
import {startTeam} from './start-team.ts';
import {readTargetPolicy, writeTargetPolicy} from '../store/team/team-settings.ts';

/** Settings of one process: it serves, or (with what it does) only works for those that serve. */
export type ProcessOptions = Omit<ServeOptions, 'databaseUrl' | 'secretsKeyFile' | 'onReady' | 'stop' | 'hurry'> & {
	/** What it does, and where the key of stored secrets is; null: it serves, and does everything. */
	work: {kinds: readonly WorkKind[]; keyPath: string /** Lets go of the data directory. */; release(): void} | null;
};

export type RunningService = {
	/** `url` and what was said of it are null of a process that does not serve. */
	ready: {url: string | null; pid: number; dataDir: string; version: string};
	/** `host:port/name` of its database; null: a file. */
	place: string | null;
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
	options: ProcessOptions,
	mail: MailEnvironment,
	model: ModelEnvironment = noModel,
	named: NamedDatabase | null = null,
): Promise<RunningService> {
	const releases = new Releases();
	try {
		return await start(options, mail, model, named, releases);
	} catch (error) {
		await releases.run();
		throw named === null ? asStoreFailure(error, dataPaths(options.dataDir)) : error;
	}
}

async function start(
	options: ProcessOptions,
	mail: MailEnvironment,
	givenModel: ModelEnvironment,
	named: NamedDatabase | null,
	releases: Releases,
): Promise<RunningService> {
	const {host, port, dataDir, workers, concurrency, env, work} = options;
	/** Where this service listens: no page of a test may go there. */
	const ownPorts: number[] = [];
	const elapsedMs = () => performance.now();
	const paths = prepareDataDirectory(dataDir);
	releases.add(work?.release ?? takeDirectory(paths));
	const config = readStoredConfig(paths.config);
	const outgoing = mailSettings(mail, config.mail);
	const model = modelSettings(givenModel, config.model);
	// Looked at before the store is opened: a key that is damaged stops the start while nothing is changed.
	const keyPath = work?.keyPath ?? paths.secretsKey;
	const ownKey = named?.secretsKey === undefined ? readSecretsKey(keyPath) : null;
	const {logger, close: closeLog} = openLog(options.logFile);
	releases.add(closeLog);
	const lost = new AbortController();
	const {database, place, news} = await openStore(paths, named, releases, () => {
		logger.error({database: place}, 'somebody has taken the database alone');
		lost.abort(takenAway(place));
	});

	const now = await databaseClock(database, logger);
	const settings = await processSettings(database, paths, config, options);
	const newId = createIds(now);
	const ownerAccountId = await ownerAccount(database, newId, config, now());
	const {secretsKey, missing} = await keyOfStore(database, {path: keyPath, ownKey, named, mayMake: work === null});
	/** For what only this process has to read again. */
	const passingBox = createSecretBox(secretsKey);
	const secretBox = missing ? {...passingBox, seal: missing.refuse} : passingBox;
	const sealing = createSealing(secretsKey);
	const lostCaptures = (await hasLostCaptures(database, sealing)) ? 1 : 0;
	const unreadable = (await unreadableSecrets(database, secretBox)) + lostCaptures;
	if (unreadable > 0)
		logger.warn({unreadable, path: paths.secretsKey}, `stored secrets cannot be decrypted: ${unreadableFix}`);
	const sandbox = options.sandbox ?? config.sandbox ?? 'auto';
	const network = hasOwnNetwork(sandbox, settings.targetPolicy) ? await openGate(paths.gate, 'public') : null;
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
	const team =
		news &&
		startTeam({
			database,
			news,
			box: passingBox,
			kinds: work?.kinds ?? workKinds,
			slots: workers * concurrency,
			serves: work === null,
			hasBrowser: frontend.isReady,
			now,
			log: logger,
		});
	const wire = createChangeWire(database, logger);
	const others: Others | undefined = team ? {ownership: team.ownership, wire} : undefined;
	if (team) {
		team.onNews = wire.hear;
		releases.add(() => team.leave());
	}
	/** Another process is at work already: what it has under way is not left over. */
	const hasCompany = team !== null && (await team.live()).length > 0;
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
				...(team ? {ownership: team.ownership} : {}),
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
		...(team ? {team} : {}),
		onBatchHeard: batchId => scheduling.batchDone(batchId),
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
		others,
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
		others,
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
		others,
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
		others,
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
		others,
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
		others,
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
		others,
		log: logger,
	});
	const learner: Learner = createLearner({database, newId, changeSets, others, log: logger});
	releases.add(() => learner.stop());
	releases.add(() => settling.stop());
	if (!team || team.plans) await changeSets.resume(hasCompany);
	const http =
		work === null &&
		(await createHttpServer(
			{
				database,
				engine,
				secretBox,
				passingBox,
				assetKey: deriveAssetKey(secretsKey),
				checkTarget,
				newId,
				others,
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
					readinessChecks(
						engine,
						place,
						{backend: runnerHealth, frontend: frontendHealth},
						model,
						{
							unreadable: () => unreadableSecrets(database, secretBox),
							hasLostCaptures: lostCaptures > 0,
						},
						team,
					),
				planScripts: frontend,
				hasBackendRunner: async () => (await runnerHealth.ask()).ok,
			},
			logger,
			connectionLimit(openFileLimit()),
		));
	if (http) releases.add(() => http.close());
	await engine.start();
	if (work === null) await scheduling.start();
	void learner.start();
	const url = http ? await listen(http, host, port) : null;
	if (url !== null) {
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
	}
	// What a key of this process alone had sealed nobody could open.
	if (!missing)
		sealEarlierCaptures(database, protection, secretsOf).catch((error: unknown) =>
			logger.error({err: error}, 'values captured earlier are not sealed'),
		);
	const tidied = hasCompany
		? Promise.resolve()
		: discoveries.tidy().catch((error: unknown) => logger.error({err: error}, 'what was left half done stays'));
	const goOn = resuming(
		{
			'a deletion is unfinished': () =>
				whenOwned(others?.ownership ?? alone, 'deletions', () => finishDeletions(database, engine)),
			'open generations stay open': () => generations.resume(),
			'open plans stay open': () => plans.resume(),
			'open readings of sites stay open': () => siteDiscoveries.resume(),
			// What tidying takes away must not be what a discovery has just stored.
			'open discoveries stay open': () => tidied.then(() => discoveries.resume()),
		},
		logger,
	);
	if (!team || team.plans) goOn();
	wire.listen('', () => {
		if (team?.plans) goOn();
		if (work === null) scheduling.lookAgain();
	});
	void runnerHealth.ask();
	void frontendHealth.ask();
	if (work === null) releases.add(keepHistoryBounded({database, now, others, log: logger}));
	// Whoever runs a database has copies of it by its own means.
	if (place === null)
		releases.add(keepCopies({database, path: paths.database, folder: paths.copies, now, log: logger}));

	return {
		ready: {url, pid: process.pid, dataDir, version},
		place,
		lost: lost.signal,
		async stop(signal) {
			logger.info('stopping');
			hurry = signal;
			const drop = () => {
				if (http) http.dropConnections();
			};
			signal.addEventListener('abort', drop, {once: true});
			await releases.run();
			signal.removeEventListener('abort', drop);
		},
	};
}

/**
 * The settings of a process that serves are those of its data directory and its flags; one that only works goes by what those that
 * serve have written into the database, and by the strict ones where they have not.
 */
async function processSettings(
	database: Database,
	paths: DataPaths,
	stored: StoredConfig,
	options: ProcessOptions,
): Promise<Settings> {
	if (options.work === null) {
		const settings = storedSettings(paths, stored, options);
		if (storageOf(database).processId !== null) await writeTargetPolicy(database, settings.targetPolicy);
		return settings;
	}
	const targetPolicy = options.targetPolicy ?? (await readTargetPolicy(database)) ?? 'public';
	return settingsOf(stored, {version, host: options.host, targetPolicy});
}

/** Goes on with what other processes have left, each piece by itself. */
function resuming(
	pieces: Record<string, () => Promise<unknown>>,
	log: {error(fields: object, message: string): void},
): () => void {
	const underWay = new Set<string>();
	return () => {
		for (const [what, piece] of Object.entries(pieces)) {
			if (underWay.has(what)) continue;
			underWay.add(what);
			piece()
				.catch((error: unknown) => log.error({err: error}, what))
				.finally(() => underWay.delete(what));
		}
	};
}

function storedSettings(paths: DataPaths, stored: StoredConfig, options: ProcessOptions): Settings {
	const {host, targetPolicy, sandbox} = options;
	// What somebody chose is kept for later starts; what follows from the host is not.
	writeStoredConfig(paths.config, stored, {
		...stored,
		...(targetPolicy === null ? {} : {targetPolicy}),
		...(sandbox === null ? {} : {sandbox}),
	});
	return settingsOf(stored, {version, host, targetPolicy});
}
