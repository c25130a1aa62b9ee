import {randomUUID} from 'node:crypto';
import {setTimeout as delay} from 'node:timers/promises';
import {codeWarnings} from '../../source/test-code/code-warnings.ts';
import {explainTest} from '../analysis/failures.ts';
import {createSiteCredentials} from '../auth/environment-secrets.ts';
import {createProbeCredentials} from '../auth/probe-credentials.ts';
import {readInWords} from '../cleanup/cleanup-instruction.ts';
import {createCleanup, readRule} from '../cleanup/create-cleanup.ts';
import {createDeleteRefused} from '../cleanup/delete-refused.ts';
import {createDiscoveries} from '../discovery/create-discoveries.ts';
import {createDocumentReader} from '../discovery/document-reader.ts';
import {createDocumentFetch} from '../discovery/fetch-document.ts';
import {createProbeSender} from '../discovery/probes/send-probe.ts';
import {createSiteDiscoveries} from '../discovery/site/create-site-discoveries.ts';
import type {Failures} from '../domain/failures.ts';
import {batchEnded, runToEnd} from '../engine/trigger.ts';
import {frontendUnsupported} from '../engine/selection.ts';
import {createChangeSets} from '../plans/changes/create-change-sets.ts';
import {createPlans} from '../plans/create-plans.ts';
import {createGate} from '../plans/gate/gate.ts';
import {unpublishedSecrets} from '../plans/gate/published-secrets.ts';
import {createGenerations} from '../plans/generation/create-generations.ts';
import {createFindingDecisions} from '../plans/learning/decide-findings.ts';
import {createLearner} from '../plans/learning/settle-learned.ts';
import {createApiLoader} from '../plans/load-api.ts';
import {createSettling} from '../plans/settle/create-settling.ts';
import {createRefinements} from '../plans/words/create-refinements.ts';
import type {Execution} from './assemble-engine.ts';
import type {Company} from './join-company.ts';
import type {Base} from './open-base.ts';
import type {ReleaseStack} from './release-stack.ts';
import type {Runners} from './start-runners.ts';

/** What a process does between a document and a finished plan. */
export type Planning = ReturnType<typeof assemblePlanning>;

type Parts = {
	base: Base;
	runners: Runners;
	company: Company;
	execution: Execution;
	failures: Failures;
	releases: ReleaseStack;
};

/** Puts discovery, plans, generation, change sets and learning together; none of them starts anything by itself. */
export function assemblePlanning({base, runners, company, execution, failures, releases}: Parts) {
	const {database, newId, secretBox, secretsOf, elapsedMs, now, log} = base;
	const {frontend, backend} = runners;
	const {engine, checkTarget, targetAgent, logins} = execution;
	const {others} = company;
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
		log,
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
		log,
	});
	releases.add(() => siteDiscoveries.stop());
	const plans = createPlans({
		database,
		newId,
		now,
		log,
		lockedEdge: (projectId, edge) => changeSets.edgeChosen(projectId, edge),
		lockedChange: (plan, reason, write) => changeSets.replanned(plan, reason, write),
		others,
	});
	releases.add(() => plans.stop());
	const gate = createGate({runner: backend, newId: randomUUID, warningsOf: codeWarnings});
	const forbidden = unpublishedSecrets(database, secretsOf);
	const generations = createGenerations({
		database,
		newId,
		now,
		gate,
		secretsOf: forbidden,
		merge: (projectId, testIds) => changeSets.mergeGenerated(projectId, testIds),
		others,
		log,
	});
	releases.add(() => generations.stop());
	const changeSets = createChangeSets({
		database,
		newId,
		now,
		gate,
		secretsOf: forbidden,
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
		model: base.model,
		now,
		log,
	});
	releases.add(() => refinements.stop());
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
		others,
		log,
	});
	const learner = createLearner({database, newId, changeSets, others, log});
	releases.add(() => learner.stop());
	releases.add(() => settling.stop());
	return {
		discoveries,
		siteDiscoveries,
		plans,
		changeSets,
		refinements,
		findingDecisions: createFindingDecisions({database, changeSets}),
		settling,
		generations,
		learner,
	};
}
