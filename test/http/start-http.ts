import {plainCredential} from '../../service/domain/credentials.ts';
import {randomBytes} from 'node:crypto';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import pino from 'pino';
import {onTestFinished} from 'vitest';
import {type Scope, scopes} from '../../contract/enums.ts';
import {type ErrorEnvelope, errorCodes, errorEnvelope, isErrorCode} from '../../contract/error.ts';
import {
	type BodyInput,
	basePath,
	type Params,
	type QueryInput,
	type ResponseOf,
	type Route,
	successStatus,
} from '../../contract/route.ts';
import {explainTest, createFailures} from '../../service/analysis/failures.ts';
import {createSiteCredentials} from '../../service/auth/environment-secrets.ts';
import {findDeleteEndpoint} from '../../service/cleanup/known-endpoint.ts';
import {codeReader, linesOf} from '../../source/test-code/test-warnings.ts';
import {usualPythons} from '../../source/test-code/lint-code.ts';
import {refuseOrder} from '../../service/analysis/refuse-order.ts';
import {declarationWarnings} from '../../service/analysis/declaration-warnings.ts';
import {hashSecret, keyPrefix, mintSecret} from '../../service/auth/api-keys.ts';
import {createProjectLogins} from '../../service/auth/project-logins.ts';
import {createRunAuth} from '../../service/auth/run-auth.ts';
import {createSweepAuth} from '../../service/auth/sweep-auth.ts';
import {createTargetAgent} from '../../service/auth/target-agent.ts';
import {readInWords} from '../../service/cleanup/cleanup-instruction.ts';
import {createCleanup, readRule} from '../../service/cleanup/create-cleanup.ts';
import {createDeleteRefused} from '../../service/cleanup/delete-refused.ts';
import {sealedSender} from '../../service/cleanup/sealed-sender.ts';
import {createSender} from '../../service/cleanup/send-request.ts';
import {createDiscoveries} from '../../service/discovery/create-discoveries.ts';
import type {DocumentReader} from '../../service/discovery/document-reader.ts';
import {createDocumentFetch} from '../../service/discovery/fetch-document.ts';
import {createProbeSender} from '../../service/discovery/probes/send-probe.ts';
import {createProbeCredentials} from '../../service/auth/probe-credentials.ts';
import {Sweeper} from '../../service/cleanup/sweeper.ts';
import {createSecretBox, type SecretBox, secretKeyBytes} from '../../service/auth/secret-box.ts';
import {createTargetCheck} from '../../service/auth/target-policy.ts';
import {type Settings, settingsOf} from '../../service/process/config.ts';
import {createTallyKeeper} from '../../service/domain/tally.ts';
import {textHash} from '../../service/browser/script/code-text.ts';
import {createEngine} from '../../service/engine/create-engine.ts';
import type {Frontend} from '../../service/engine/plan-execution.ts';
import type {Engine} from '../../service/engine/engine.ts';
import {stepsOfCode} from '../../service/analysis/failed-step.ts';
import {failureSteps} from '../../service/engine/code-step-view.ts';
import {resultView} from '../../service/engine/result-view.ts';
import {createHttpServer} from '../../service/http/server.ts';
import type {Services} from '../../service/http/services.ts';
import {deriveAssetKey} from '../../service/http/signed-url.ts';
import type {Discoveries} from '../../service/domain/discovery.ts';
import type {ChangeSets} from '../../service/domain/change-sets.ts';
import type {ModelSettings} from '../../service/plans/words/model/model-settings.ts';
import {createRefinements} from '../../service/plans/words/create-refinements.ts';
import {createChangeSets} from '../../service/plans/changes/create-change-sets.ts';
import {createPlans} from '../../service/plans/create-plans.ts';
import {createGenerations, type GenerationParts} from '../../service/plans/generation/create-generations.ts';
import {createFindingDecisions} from '../../service/plans/learning/decide-findings.ts';
import {learning} from '../../service/plans/learning/learning.ts';
import {createApiLoader} from '../../service/plans/load-api.ts';
import {createSettling} from '../../service/plans/settle/create-settling.ts';
import {batchEnded, runToEnd} from '../../service/engine/trigger.ts';
import {createLearner, type Learner} from '../../service/plans/learning/settle-learned.ts';
import {storedSecrets} from '../../service/auth/stored-secrets.ts';
import {type SiteReader, withoutPages} from '../../service/browser/site-job.ts';
import {createSiteDiscoveries} from '../../service/discovery/site/create-site-discoveries.ts';
import {frontendUnsupported} from '../../service/engine/selection.ts';
import {systemClock} from '../../service/schedules/ticker.ts';
import {createScheduling, type Scheduling} from '../../service/schedules/create-scheduling.ts';
import {insertAccount} from '../../service/store/accounts/accounts.ts';
import {insertApiKey} from '../../service/store/accounts/api-keys.ts';
import type {Runner} from '../../service/runners/runner.ts';
import type {Database} from '../../service/store/database.ts';
import {createIds, type NewId} from '../../service/store/ids.ts';
import {createRunStore} from '../../service/store/runs/run-store.ts';
import {createSweepStore} from '../../service/store/cleanup/sweep-store.ts';
import {createViews} from '../../service/views/create-views.ts';
import {openNewStore} from '../helpers/open-new-store.ts';
import {readHere} from '../helpers/read-here.ts';
import {type ScriptedRunner, scriptedRunner} from '../helpers/scripted-runner.ts';
import {testProtection} from '../helpers/protection.ts';

/** An answer as it came, with what it says parsed by the contract. */
export type Answer<Body> = {status: number; headers: Headers; body: Body};

export type Call<R extends Route> = {
	params?: Params<R>;
	query?: QueryInput<R>;
	body?: BodyInput<R>;
	key?: string | null;
	idempotencyKey?: string;
	headers?: Record<string, string>;
	signal?: AbortSignal;
};

export type HttpUnderTest = {
	url: string;
	port: number;
	/** All scopes, account A. */
	key: string;
	accountId: string;
	ownerToken: string;
	database: Database;
	/** Opens what the service has stored as a secret. */
	secretBox: SecretBox;
	engine: Engine;
	/** For change sets that no sentence makes. */
	changeSets: ChangeSets;
	/** For what the start of the service does. */
	discoveries: Discoveries;
	runner: ScriptedRunner;
	/** Moves both clocks of the service. */
	advance(ms: number): void;
	/** JSON lines of the service's log. */
	log: string[];
	newKey(options?: {scopes?: readonly Scope[]; accountId?: string; expiresAt?: number}): Promise<string>;
	newAccount(): Promise<{accountId: string; key: string}>;
	/** Expects success: parses the answer by the schema of the route. */
	call<R extends Route>(route: R, call?: Call<R>): Promise<Answer<ResponseOf<R>>>;
	/** Expects an error: parses the envelope and checks code against status. */
	fail<R extends Route>(route: R, call?: Call<NoInfer<R>> | {body: unknown}): Promise<Answer<ErrorEnvelope['error']>>;
	/** Any request to a path below the base path; no expectations but the headers every answer has. */
	send(method: string, path: string, init?: RequestInit & {key?: string | null}): Promise<Response>;
	close(): Promise<void>;
};

export type StartOptions = {
	settings?: Partial<Settings>;
	resolve?: (host: string) => Promise<Array<{address: string}>>;
	hasBackendRunner?: boolean;
	/** Reads sentences that no form fits; none unless given. */
	model?: ModelSettings;
	readDocument?: DocumentReader;
	/** Reads sites; without it there is no browser. */
	siteReader?: SiteReader;
	/** Looks at generated tests; by default all of them pass. */
	gate?: GenerationParts['gate'];
	readiness?: Services['readiness'];
	/** Executes plans; without it there is no browser. */
	frontend?: Frontend;
	/** Executes tests in place of the script; stopped by whoever made it. */
	backendRunner?: Runner;
	/** Key of the secrets; a new one unless given. */
	secretsKey?: Uint8Array;
	/** Folder of the store, which stays; a new one that goes with the test unless given. */
	directory?: string;
	/** How many clients may be connected at once. */
	connections?: number;
};

/** Milliseconds until it is noon (UTC), far from midnight: a service that is put forward so does not see a day end. */
export const untilNoon = (): number => 86_400_000 - ((Date.now() + 43_200_000) % 86_400_000);

/** A real HTTP server on a free port over a real store in a temporary directory; gone when the test ends. */
export async function startHttp(options: StartOptions = {}): Promise<HttpUnderTest> {
	const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'svc-http-'));
	if (options.directory === undefined) onTestFinished(() => rmSync(directory, {recursive: true, force: true}));
	const database = await openNewStore(join(directory, 'svc.db'));
	let shift = 0;
	const now = () => Date.now() + shift;
	const newId = createIds(now);
	const log: string[] = [];
	const logger = pino({level: 'info'}, {write: line => log.push(line)});
	const runner = scriptedRunner(now);
	const tally = createTallyKeeper();
	const settings: Settings = {
		...settingsOf({}, {version: '9.9.9', host: '127.0.0.1', targetPolicy: null}),
		...options.settings,
	};
	const secretsKey = options.secretsKey ?? randomBytes(secretKeyBytes);
	const secretBox = createSecretBox(secretsKey);
	const protection = testProtection(secretsKey);
	const secretsOf = async (projectId: string) =>
		storedSecrets(database, secretBox, projectId, (await protection.ruleOf(database, projectId)).isSecret);
	const checkTarget = createTargetCheck(settings.targetPolicy, options.resolve ?? (async () => []));
	const logins = createProjectLogins(
		{database, secretBox, checkTarget, now, onEnded: tally.loginEnded},
		async () => {},
	);
	const targetAgent = createTargetAgent(settings.targetPolicy);
	onTestFinished(() => targetAgent.destroy());
	const engine = createEngine({
		sweep: host =>
			new Sweeper({
				...host,
				store: createSweepStore(database, newId, now, protection),
				auth: createSweepAuth(database, secretBox, host),
				send: sealedSender(
					createSender({
						dispatcher: targetAgent,
						checkTarget: url => checkTarget(url, 'url'),
						elapsedMs: () => performance.now(),
					}),
					protection,
				),
				now,
				chance: Math.random,
				log: logger,
			}),
		auth: createRunAuth(secretBox, logins),
		stepsOf: stepsOfCode,
		store: createRunStore(database, newId, now, protection, learning),
		runner: options.backendRunner ?? runner,
		...(options.frontend ? {frontend: options.frontend} : {}),
		now,
		workerId: 'worker-1',
		workers: 1,
		concurrency: 4,
		log: logger,
		onEnded: tally.runsEnded,
		onBatchDone(batchId) {
			tally.batchDone(batchId);
			scheduling.batchDone(batchId);
			learner.batchDone(batchId);
		},
	});
	const failures = createFailures({
		database,
		readArtifact: async () => null,
		traitsOf: () => plainCredential,
		resultOf: run => resultView(run, null),
		...failureSteps,
	});
	const scheduling: Scheduling = createScheduling({
		database,
		newId,
		startBatch: engine.runSchedule,
		checkTarget,
		failures,
		mailer: null,
		clock: systemClock(now),
		log: logger,
	});
	await engine.start();
	await scheduling.start();
	const ownerToken = randomBytes(32).toString('base64url');
	const accountId = await createAccount(database, newId, now());
	const plans = createPlans({
		database,
		newId,
		now,
		log: logger,
		lockedEdge: (projectId, edge) => changeSets.edgeChosen(projectId, edge),
		lockedChange: (plan, reason, write) => changeSets.replanned(plan, reason, write),
	});
	const readCode = codeReader(usualPythons);
	const gate: GenerationParts['gate'] =
		options.gate ?? (async subjects => subjects.map(({id}) => ({id, rejection: null})));
	const generations = createGenerations({
		database,
		newId,
		now,
		gate,
		secretsOf,
		merge: (projectId, testIds) => changeSets.mergeGenerated(projectId, testIds),
		log: logger,
	});
	onTestFinished(() => generations.stop());
	const changeSets = createChangeSets({
		database,
		newId,
		now,
		gate,
		secretsOf,
		ruleOf: (instruction, ids) => readRule(instruction, {...ids, now: now()}),
		changed: plans.touched,
	});
	const refinements = createRefinements({
		database,
		changeSets,
		cleanupRule: readInWords,
		explain: explainTest(failures),
		model: options.model ?? null,
		now,
		log: logger,
	});
	const settling = createSettling({
		database,
		newId,
		now,
		changeSets,
		load: createApiLoader(database),
		run: (accountId, projectId, testIds) => runToEnd(engine, accountId, {projectId, testIds}),
		deleteRefused: createDeleteRefused({
			database,
			cleanup: createCleanup({database, newId, now, publish: engine.publish}),
			ended: (accountId, batchId) => batchEnded(engine, accountId, batchId),
		}),
		log: logger,
	});
	const learner: Learner = createLearner({database, newId, changeSets, log: logger});
	const discoveries = createDiscoveries({
		demandsOf: projectId => plans.demands(projectId),
		database,
		// In this process: the thread of the built service has tests of its own.
		read: options.readDocument ?? readHere,
		fetchDocument: createDocumentFetch({dispatcher: targetAgent, checkTarget: url => checkTarget(url, 'documentUrl')}),
		checkTarget,
		sendProbe: createProbeSender({
			dispatcher: targetAgent,
			checkTarget: url => checkTarget(url, 'baseUrl'),
			elapsedMs: now,
		}),
		// Time passes at once: the pace has tests of its own.
		probeClock: {elapsedMs: () => 0, wait: async () => {}},
		probeCredentials: createProbeCredentials({
			database,
			secretBox,
			logins: createProjectLogins({database, secretBox, checkTarget, now}),
		}),
		newId,
		now,
		log: logger,
	});
	const siteDiscoveries = createSiteDiscoveries({
		database,
		reader: options.siteReader ?? {
			readSite: () => ({result: Promise.resolve(withoutPages({status: 'failed', error: 'no reader'})), cancel() {}}),
		},
		requireBrowser() {
			if (!options.siteReader) throw frontendUnsupported();
		},
		checkTarget,
		credentialsOf: createSiteCredentials(database, secretBox, secretsOf),
		mayVisitPrivate: settings.targetPolicy === 'private',
		newId,
		now,
		log: logger,
	});
	onTestFinished(() => siteDiscoveries.stop());
	const http = await createHttpServer(
		{
			database,
			engine,
			secretBox,
			passingBox: secretBox,
			checkTarget,
			newId,
			now,
			// The limits of a minute see time pass only when a test says so.
			elapsedMs: () => shift,
			settings,
			ownerToken,
			ownerAccountId: accountId,
			cleanup: createCleanup({database, newId, now, publish: engine.publish}),
			views: createViews(database),
			findDeleteEndpoint,
			discoveries,
			siteDiscoveries,
			plans,
			generations,
			changeSets,
			refinements,
			findingDecisions: createFindingDecisions({database, changeSets}),
			settling,
			failures,
			schedules: scheduling.schedules,
			assetKey: deriveAssetKey(randomBytes(secretKeyBytes)),
			warnings: {
				ofCode: async (code, declared) => linesOf(await readCode({code, ...declared})),
				ofDeclarations: declarationWarnings,
			},
			refuseOrder,
			takeTally: tally.take,
			readiness: options.readiness ?? (async () => [{name: 'store', required: true, ok: true, detail: 'open'}]),
			planScripts: options.frontend ? {...options.frontend, textHash} : null,
			hasBackendRunner: async () => options.hasBackendRunner ?? true,
		},
		logger,
		options.connections ?? 1000,
	);
	const {port} = await http.listen({host: '127.0.0.1', port: 0});
	const url = `http://127.0.0.1:${port}`;

	const newKey: HttpUnderTest['newKey'] = async (key = {}) => {
		const secret = mintSecret();
		await insertApiKey(database, {
			id: newId('key'),
			account_id: key.accountId ?? accountId,
			name: 'test',
			prefix: keyPrefix,
			last4: secret.slice(-4),
			hash: hashSecret(secret),
			scopes: JSON.stringify(key.scopes ?? scopes),
			created_at: now(),
			last_used_at: null,
			expires_at: key.expiresAt ?? null,
			revoked_at: null,
		});
		return secret;
	};
	const key = await newKey();

	const send: HttpUnderTest['send'] = async (method, path, init = {}) => {
		const given = init.key === undefined ? key : init.key;
		const response = await fetch(`${url}${basePath}${path}`, {
			...init,
			method,
			headers: {
				'user-agent': 'svc/9.9.9',
				...(given === null ? {} : {'x-api-key': given}),
				...(init.headers as Record<string, string>),
			},
		});
		expectCommonHeaders(response);
		return response;
	};

	const sendRoute = (route: Route, call: Call<Route> & {body?: unknown}) => {
		const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
			encodeURIComponent((call.params as Record<string, string> | undefined)?.[name] ?? ''),
		);
		const query = new URLSearchParams(
			Object.entries((call.query ?? {}) as Record<string, unknown>)
				.filter(([, value]) => value !== undefined)
				.map(([name, value]): [string, string] => [name, String(value)]),
		);
		return send(route.method, `${path}${query.size > 0 ? `?${query}` : ''}`, {
			key: call.key,
			signal: call.signal,
			headers: {
				...(call.body === undefined ? {} : {'content-type': 'application/json'}),
				...(call.idempotencyKey === undefined ? {} : {'idempotency-key': call.idempotencyKey}),
				...call.headers,
			},
			...(call.body === undefined ? {} : {body: JSON.stringify(call.body)}),
		});
	};

	let isClosed = false;
	const close = async () => {
		if (isClosed) return;
		isClosed = true;
		const closed = http.close();
		await scheduling.stop();
		await plans.stop();
		await discoveries.stop();
		await engine.stop({graceMs: 0, hurry: AbortSignal.abort()});
		await learner.stop();
		await closed;
		http.dropConnections();
		await database.destroy();
	};
	onTestFinished(close);

	return {
		url,
		port,
		key,
		accountId,
		ownerToken,
		database,
		secretBox,
		engine,
		changeSets,
		discoveries,
		runner,
		advance: ms => {
			shift += ms;
		},
		log,
		newKey,
		async newAccount() {
			const id = await createAccount(database, newId, now());
			return {accountId: id, key: await newKey({accountId: id})};
		},
		async call(route, call = {}) {
			const response = await sendRoute(route, call as Call<Route>);
			const text = await response.text();
			if (response.status !== successStatus(route))
				throw new Error(`${route.name} answered ${response.status}: ${text}`);
			return {
				status: response.status,
				headers: response.headers,
				body: route.response.parse(JSON.parse(text)) as never,
			};
		},
		async fail(route, call = {}) {
			const response = await sendRoute(route, call as Call<Route>);
			return {status: response.status, headers: response.headers, body: await readError(response)};
		},
		send,
		close,
	};
}

/** Parses an error answer and checks what holds for every one. */
export async function readError(response: Response): Promise<ErrorEnvelope['error']> {
	const text = await response.text();
	if (response.status < 400) throw new Error(`expected an error, got ${response.status}: ${text}`);
	const {error} = errorEnvelope.parse(JSON.parse(text)) as ErrorEnvelope;
	if (!isErrorCode(error.code)) throw new Error(`unknown error code ${error.code}`);
	if (errorCodes[error.code].status !== response.status)
		throw new Error(`${error.code} does not go with status ${response.status}`);
	if (error.requestId !== response.headers.get('x-request-id')) throw new Error('the request ids differ');
	return error;
}

function expectCommonHeaders({headers}: Response): void {
	if (!/^req_[0-9a-hjkmnp-tv-z]{26}$/.test(headers.get('x-request-id') ?? ''))
		throw new Error(`x-request-id is ${headers.get('x-request-id')}`);
	if (headers.get('cache-control') !== 'no-store') throw new Error('cache-control is not no-store');
}

async function createAccount(database: Database, newId: NewId, at: number): Promise<string> {
	const id = newId('usr');
	await insertAccount(database, {id, email: null, display_name: null, plan: 'Pro', metered: 0, created_at: at});
	return id;
}
