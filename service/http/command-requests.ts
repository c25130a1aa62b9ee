import {basePath, type Route} from '../../contract/route.ts';
import {getMe, listKeys} from '../../contract/routes/account.ts';
import {listAccounts} from '../../contract/routes/accounts.ts';
import {getBatch, listBatches, runBatch} from '../../contract/routes/batches.ts';
import {listBatchChains} from '../../contract/routes/chains.ts';
import {listChangeSets} from '../../contract/routes/change-sets.ts';
import {getCleanup, listCleanupRules} from '../../contract/routes/cleanup.ts';
import {discoverEndpoints} from '../../contract/routes/discovery.ts';
import {createUpload, listDocuments} from '../../contract/routes/documents.ts';
import {listEndpoints} from '../../contract/routes/endpoints.ts';
import {
	createEnvironment,
	listEnvironments,
	setDefaultEnvironment,
	updateEnvironment,
} from '../../contract/routes/environments.ts';
import {getTestFailureSummary} from '../../contract/routes/failures.ts';
import {listFindings, muteFinding} from '../../contract/routes/findings.ts';
import {listHeals} from '../../contract/routes/heals.ts';
import {getUsageSummary} from '../../contract/routes/ledger.ts';
import {putPlanSteps} from '../../contract/routes/plan-steps.ts';
import {listMembers} from '../../contract/routes/members.ts';
import {editPlanRow, generatePlan, listPlanRows, refinePlan, selectPlanRows} from '../../contract/routes/plans.ts';
import {getProject, listProjects, updateProject} from '../../contract/routes/projects.ts';
import {refineTest} from '../../contract/routes/refinements.ts';
import {rerunTest} from '../../contract/routes/reruns.ts';
import {listTestRuns, triggerRun} from '../../contract/routes/runs.ts';
import {deleteSchedule, listScheduleRuns, listSchedules, updateSchedule} from '../../contract/routes/schedules.ts';
import {listTestLists, updateTestList} from '../../contract/routes/test-lists.ts';
import {getTestResult, listTestSteps} from '../../contract/routes/results.ts';
import {getTestCode, listTests, putTestCode, updateTest} from '../../contract/routes/tests.ts';

/** Our commands as requests, so that a client of another make reads what it can send; of two that fit, the first. */
export const requestsOfCommands: ReadonlyArray<readonly [command: string, route: Route]> = [
	['test run --all', runBatch],
	['test run', triggerRun],
	['test rerun', rerunTest],
	['test wait', getTestResult],
	['test result --history', listTestRuns],
	['test result', getTestResult],
	['test list', listTests],
	['test refine', refineTest],
	['test update', updateTest],
	['test steps', listTestSteps],
	['test failure summary', getTestFailureSummary],
	['test code get', getTestCode],
	['test code put', putTestCode],
	['test plan put', putPlanSteps],
	['test plan generate', generatePlan],
	['test heal list', listHeals],
	['plan list', listPlanRows],
	['plan changes', listChangeSets],
	['plan refine', refinePlan],
	['plan tick', selectPlanRows],
	['plan edit', editPlanRow],
	['batch list', listBatches],
	['batch get', getBatch],
	['batch watch', getBatch],
	['batch chains', listBatchChains],
	['batch cleanup', getCleanup],
	['project list', listProjects],
	['project get', getProject],
	['project update', updateProject],
	['project env create', createEnvironment],
	['project env update', updateEnvironment],
	['project env set-default', setDefaultEnvironment],
	['project env list', listEnvironments],
	['project docs upload', createUpload],
	['project docs list', listDocuments],
	['project cleanup --list', listCleanupRules],
	['finding list', listFindings],
	['finding mute', muteFinding],
	['endpoint list', listEndpoints],
	['endpoint discover', discoverEndpoints],
	['keys list', listKeys],
	['admin member list', listMembers],
	['admin account list', listAccounts],
	['schedule list', listSchedules],
	['schedule update', updateSchedule],
	['schedule runs', listScheduleRuns],
	['schedule delete', deleteSchedule],
	['testlist list', listTestLists],
	['testlist update', updateTestList],
	['usage', getUsageSummary],
	['auth status', getMe],
];

const word = String.raw`(?:"[^"]*"|'[^']*'|<[^<>]*>|[\w./:*-]*[\w/*])`;
const command = new RegExp(String.raw`\`?\bsvc((?: ${word}|[ ]…)+)\`?`, 'g');

/**
 * A sentence with the commands of `svc` in it as requests of this API; a command that is none stays as it is.
 *
 * @param ids what is known besides, by the name of a path's parameter
 */
export const asRequests = (sentence: string, ids: Ids = {}): string =>
	sentence.replace(command, (whole, words: string) => requestOf(words, ids) ?? whole);

type Ids = Readonly<Record<string, unknown>>;

function requestOf(words: string, ids: Ids): string | null {
	const parts: string[] = words.trim().match(new RegExp(`${word}|…`, 'g')) ?? [];
	const found = requestsOfCommands.find(([name]) =>
		name.split(' ').every((one, place) => (one.startsWith('--') ? parts.includes(one) : parts[place] === one)),
	);
	if (!found) return null;
	const [name, route] = found;
	const idOf = (key: string): string => known(typeof ids[key] === 'string' ? ids[key] : undefined) ?? `{${key}}`;
	const given = parts.slice(name.split(' ').filter(one => !one.startsWith('--')).length);
	const project = given.includes('--project') ? given[given.indexOf('--project') + 1] : undefined;
	const places = given.slice(0, firstFlag(given));
	// The project is an argument of some commands and a flag of the others; whatever else a path needs are arguments.
	const path = String(route.path).replace(/\{(\w+)\}/g, (_, key: string) =>
		key === 'projectId' && project !== undefined ? (known(project) ?? idOf(key)) : (known(places.shift()) ?? idOf(key)),
	);
	const isAsked = route.method === 'GET' && project !== undefined && !String(route.path).includes('{projectId}');
	return `${route.method} ${basePath}${path}${isAsked ? `?projectId=${known(project) ?? idOf('projectId')}` : ''}`;
}

const firstFlag = (given: readonly string[]): number => {
	const place = given.findIndex(one => one.startsWith('--'));
	return place === -1 ? given.length : place;
};

/** A value as it stands in a path; null for a place that the sentence leaves open (`<project-id>`, `…`). */
const known = (value: string | undefined): string | null =>
	value === undefined || value.startsWith('<') || value === '…'
		? null
		: encodeURIComponent(value.replace(/^(["'])(.*)\1$/, '$2'));
