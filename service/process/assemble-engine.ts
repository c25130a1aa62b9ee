import {randomUUID} from 'node:crypto';
import {lookup} from 'node:dns/promises';
import {request} from 'undici';
import type {BatchId} from '../../contract/ids.ts';
import {stepsOfCode} from '../analysis/failed-step.ts';
import {createProjectLogins} from '../auth/project-logins.ts';
import {createRunAuth} from '../auth/run-auth.ts';
import {createSweepAuth} from '../auth/sweep-auth.ts';
import {createTargetAgent} from '../auth/target-agent.ts';
import {createTargetCheck, type Resolve} from '../auth/target-policy.ts';
import {sealedSender} from '../cleanup/sealed-sender.ts';
import {createSender} from '../cleanup/send-request.ts';
import {Sweeper} from '../cleanup/sweeper.ts';
import {traceRuns} from '../engine/trace-runs.ts';
import type {Artifacts} from '../domain/artifacts.ts';
import {createTallyKeeper} from '../domain/tally.ts';
import {createEngine} from '../engine/create-engine.ts';
import {createTargetWatch} from '../engine/target-watch.ts';
import {learning} from '../plans/learning/learning.ts';
import {createSweepStore} from '../store/cleanup/sweep-store.ts';
import {createRunStore} from '../store/runs/run-store.ts';
import type {Company} from './join-company.ts';
import type {Base} from './open-base.ts';
import type {ProcessOptions} from './process-settings.ts';
import type {ReleaseStack} from './release-stack.ts';
import type {Runners} from './start-runners.ts';

const patienceMs = 5000;

/** Addresses of a host name as the system resolves it. Rejects for an unknown name and after five seconds. */
const resolveHost: Resolve = async host => {
	let timer: NodeJS.Timeout | undefined;
	const timeout = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error(`${host} was not resolved in time`)), patienceMs);
	});
	try {
		return await Promise.race([lookup(host, {all: true}), timeout]);
	} finally {
		clearTimeout(timer);
	}
};

/** "First signal: no new work, running tests get 30 s." */
const graceMs = 30_000;

type Parts = {
	base: Base;
	runners: Runners;
	company: Company;
	artifacts: Artifacts;
	options: ProcessOptions;
	/** Hears that a batch has ended with its cleanup: here, or in another process. */
	onBatchDone(batchId: BatchId): void;
	onBatchHeard(batchId: BatchId): void;
	/** Aborted: its stop ends at once. */
	hurry(): AbortSignal;
	releases: ReleaseStack;
};

/** The engine of a process, and what reaches the APIs under test beside it. */
export type Execution = ReturnType<typeof assembleEngine>;

/** Puts the engine together with its logins, its sweeper and the rule of which targets it may reach. */
export function assembleEngine({
	base,
	runners,
	company,
	artifacts,
	options,
	onBatchDone,
	onBatchHeard,
	hurry,
	releases,
}: Parts) {
	const {database, settings, newId, secretBox, protection, elapsedMs, now, log} = base;
	const {team} = company;
	const tally = createTallyKeeper();
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
				log,
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
		runner: runners.backend,
		frontend: runners.frontend,
		...(artifacts.place ? {artifacts: artifacts.place} : {}),
		now,
		workerId: randomUUID(),
		workers: options.workers,
		concurrency: options.concurrency,
		log,
		onEnded: tally.runsEnded,
		...(base.tracing ? {traceRun: traceRuns(base.tracing)} : {}),
		...(team ? {team} : {}),
		...(options.work ? {abandoned: options.work.abandoned} : {}),
		onBatchHeard,
		onBatchDone(batchId) {
			tally.batchDone(batchId);
			onBatchDone(batchId);
		},
	});
	releases.add(() => engine.stop({graceMs, hurry: hurry()}));
	return {engine, tally, checkTarget, targetAgent, logins};
}
