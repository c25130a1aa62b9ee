import type {CallsView} from '../../contract/call.ts';
import type {AccountId, BatchId, CallId, ProjectId} from '../../contract/ids.ts';
import {notFound, ServiceError} from '../domain/service-error.ts';
import type {ViewedThing, Views, VariableQuery} from '../domain/views.ts';
import type {Database} from '../store/database.ts';
import {findLatestBatch} from '../store/batches/latest-batch.ts';
import {requireProject} from '../store/projects/projects.ts';
import {findCall, findCalls, findCallStamp} from '../store/calls/read-calls.ts';
import {findChainEnds, readProjectChains} from '../store/batches/read-chains.ts';
import {findVariables} from '../store/captures/read-variables.ts';
import {callView, noContext} from './call-view.ts';
import {type CallIndex, indexCalls} from './calls-view.ts';
import {batchChains, chainsOfBatch, projectChains} from './chains-view.ts';
import {chainTests, declaredGraph, declaredOrder} from './declared-chain.ts';
import {maskers} from './mask-values.ts';
import {pageOf} from './page-of.ts';
import {readCallsView} from './read-calls-view.ts';
import {variablesOf, compare, type VariableSketch} from './variables-view.ts';
import {chainIdOf} from './view-ids.ts';

/** Remembers the last few values that were worked out, each as long as its stamp is the same. */
export function createRecent<Value>(most: number): {
	/** @param stamp `changing`: the value is not remembered */
	get(key: string, stamp: string, make: () => Promise<Value>): Promise<Value>;
} {
	const values = new Map<string, {stamp: string; value: Value}>();
	return {
		async get(key, stamp, make) {
			const known = values.get(key);
			values.delete(key);
			if (known && stamp !== 'changing' && known.stamp === stamp) {
				values.set(key, known);
				return known.value;
			}
			const value = await make();
			if (stamp !== 'changing') values.set(key, {stamp, value});
			for (const oldest of values.keys()) {
				if (values.size <= most) break;
				values.delete(oldest);
			}
			return value;
		},
	};
}

/** The variables that a query asks for, in its order. @param variables in the order of their names */
function selectVariables(
	variables: readonly VariableSketch[],
	{q, cleanup, consumer, sort}: Pick<VariableQuery, 'q' | 'cleanup' | 'consumer' | 'sort'>,
): VariableSketch[] {
	const wanted = q?.toLowerCase();
	const chosen = variables.filter(
		({name, deletedBy, cleanupOutcome, usedBy}) =>
			(wanted === undefined || name.toLowerCase().includes(wanted)) &&
			(cleanup === undefined || (cleanup === 'has-cleanup' ? deletedBy !== null : cleanupOutcome === 'orphaned')) &&
			(consumer === undefined || usedBy > 0 === (consumer === 'used')),
	);
	// Sorting is stable: equal ones stay in the order of their names.
	if (sort === 'consumers') return chosen.sort((a, b) => b.usedBy - a.usedBy);
	if (sort === 'sources')
		return chosen.sort((a, b) => {
			if (a.sourceTitle === null || b.sourceTitle === null)
				return Number(a.sourceTitle === null) - Number(b.sourceTitle === null);
			return compare(a.sourceTitle, b.sourceTitle);
		});
	return chosen;
}

/** Batches whose calls by endpoint are remembered: those that somebody pages through. */
const keptIndexes = 2;

/** Views over the store. */
export function createViews(database: Database): Views {
	/** The batch that is looked at; null for a project without one. */
	async function batchOf(accountId: AccountId, of: ViewedThing, done: boolean): Promise<string | null> {
		if ('batchId' in of) return of.batchId;
		await requireProject(database, accountId, of.projectId);
		return findLatestBatch(database, accountId, of.projectId, {done});
	}

	async function requireEnds(accountId: AccountId, batchId: BatchId) {
		const ends = await findChainEnds(database, accountId, batchId);
		if (!ends) throw notFound('batch', batchId);
		return ends;
	}

	const known = createRecent<CallIndex>(keptIndexes);

	async function indexOf(accountId: AccountId, batchId: BatchId): Promise<CallIndex> {
		const stamp = await findCallStamp(database, accountId, batchId);
		if (stamp === null) throw notFound('batch', batchId);
		return known.get(batchId, stamp, async () => {
			const rows = await findCalls(database, accountId, batchId);
			if (!rows) throw notFound('batch', batchId);
			return indexCalls(rows);
		});
	}

	return {
		async variables(accountId, of, query) {
			const batchId = await batchOf(accountId, of, false);
			if (batchId === null) throw noBatch('projectId' in of ? of.projectId : '');
			const rows = await findVariables(database, accountId, batchId);
			if (!rows) throw notFound('batch', batchId);
			const chosen = selectVariables(variablesOf(rows), query);
			const {items, next} = pageOf(chosen, ({key}) => key, query);
			return {batchId, version: rows.batch.version, items: items.map(item => item.whole()), nextToken: next};
		},

		async calls(accountId, of, query) {
			const batchId = await batchOf(accountId, of, true);
			if (batchId === null) return noCalls;
			return readCallsView(database, await indexOf(accountId, batchId), query);
		},

		async call(accountId, projectId, callId, {bodies}) {
			await requireProject(database, accountId, projectId);
			const call = await findCall(database, projectId, callId);
			if (!call) throw goneCall(projectId, callId);
			const context = call.batch_id === null ? noContext : (await indexOf(accountId, call.batch_id)).contextOf(call);
			const maskOf = await maskers(database, call.run_id === null ? [] : [call.run_id]);
			return callView(call, call, context, {mask: maskOf(call.run_id), bodies});
		},

		async chains(accountId, of, query) {
			if ('batchId' in of) {
				const ends = await requireEnds(accountId, of.batchId);
				return {batchId: of.batchId, ...(await batchChains(database, ends, query))};
			}
			await requireProject(database, accountId, of.projectId);
			const rows = await readProjectChains(database, of.projectId);
			return {batchId: null, ...(await projectChains(database, rows, query))};
		},

		async testOfChain(accountId, batchId, chainId) {
			const ends = await requireEnds(accountId, batchId);
			const place = chainsOfBatch(ends).find(({testId}) => chainIdOf(testId) === chainId);
			if (!place) throw notFound('chain', chainId);
			return place.testId;
		},

		async testsOfChains(accountId, projectId, {withProducers}) {
			await requireProject(database, accountId, projectId);
			const rows = await readProjectChains(database, projectId);
			const graph = declaredGraph(rows.tests);
			const ends = chainTests(rows, graph);
			if (!withProducers) return ends;
			return [...new Set(ends.flatMap(testId => declaredOrder(testId, graph).map(({id}) => id)))];
		},
	};
}

const noBatch = (projectId: ProjectId) =>
	new ServiceError('NOT_FOUND', 'This project has not been run yet, so it has no variables.', {
		nextAction: `Run it: svc test run --all --project ${projectId}`,
		details: {resource: 'batch', id: projectId, reason: 'no_batch'},
	});

const goneCall = (projectId: ProjectId, callId: CallId) =>
	new ServiceError('NOT_FOUND', `There is no recorded call ${callId} in this project.`, {
		nextAction: `Probes are kept until the next discovery: svc finding list --project ${projectId}`,
		details: {resource: 'call', id: callId},
	});

/** "`available: false` is the empty state: the project has no completed batch yet". */
const noCalls: CallsView = {
	batchId: null,
	available: false,
	summary: {tests: 0, calls: 0, endpoints: 0, cleanupDeletes: 0},
	items: [],
	edges: [],
	nextToken: null,
};
