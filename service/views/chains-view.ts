import type {Call} from '../../contract/call.ts';
import type {Chain} from '../../contract/chain.ts';
import type {RunId, TestId} from '../../contract/ids.ts';
import {exactJson} from '../domain/value-place.ts';
import {notFound} from '../domain/service-error.ts';
import type {ChainQuery} from '../domain/views.ts';
import type {Database} from '../store/database.ts';
import {readCallDetails} from '../store/calls/read-calls.ts';
import {type ChainEnds, readChains, readTestCodes, type ProjectChainRows} from '../store/batches/read-chains.ts';
import {templateFinder} from './call-groups.ts';
import {callView, noContext} from './call-view.ts';
import {flowGraph, isChain} from './chain-candidates.ts';
import {type PlannedStep, stepsOf} from './chain-steps.ts';
import {chainView} from './chain-view.ts';
import {chainTests, declaredChain, declaredGraph} from './declared-chain.ts';
import {maskers} from './mask-values.ts';
import {pageOf} from './page-of.ts';
import {cyclesOf} from './run-cycles.ts';
import {chainIdOf} from './view-ids.ts';

/** Where a chain ends. `runId` null: it has not run. */
type ChainPlace = {testId: TestId; runId: RunId | null};
type ChainsPage = {items: Chain[]; nextToken: string | null};

/** The chains of a batch, in the order in which their last tests run. */
export function chainsOfBatch({runs, edges, calls}: ChainEnds): ChainPlace[] {
	const graph = flowGraph(edges);
	const teardowns = new Set(runs.flatMap(({id, teardown}) => (teardown === 1 ? [id] : [])));
	const circular = new Set(cyclesOf(runs, edges).map(({named}) => named[0].id));
	return runs
		.filter(run => circular.has(run.test_id) || isChain(run, calls.get(run.id) ?? 0, graph, teardowns))
		.map(({id, test_id}) => ({testId: test_id, runId: id}));
}

export async function batchChains(database: Database, ends: ChainEnds, query: ChainQuery): Promise<ChainsPage> {
	const {items, next} = choose(chainsOfBatch(ends), query);
	return {items: await assemble(database, items, query.bodies, () => null), nextToken: next};
}

/** The chains of a project, oldest first, each with its latest run. */
export async function projectChains(
	database: Database,
	rows: ProjectChainRows,
	query: ChainQuery,
): Promise<ChainsPage> {
	const graph = declaredGraph(rows.tests);
	const runs = new Set(rows.runs.map(({id}) => id));
	const lastRuns = new Map(rows.tests.map(({id, last_run_id}) => [id, last_run_id]));
	const places = chainTests(rows, graph).map((testId): ChainPlace => {
		const runId = lastRuns.get(testId) ?? null;
		return {testId, runId: runId !== null && runs.has(runId) ? runId : null};
	});
	const {items, next} = choose(places, query);
	const hasSilent = items.some(({runId}) => runId === null);
	const codes = hasSilent
		? await readTestCodes(
				database,
				graph.members.map(({id}) => id),
			)
		: new Map<string, string>();
	return {
		items: await assemble(database, items, query.bodies, testId => declaredChain(testId, graph, codes)),
		nextToken: next,
	};
}

function choose(places: readonly ChainPlace[], {chainId, ...page}: ChainQuery) {
	const chosen = chainId === undefined ? places : places.filter(({testId}) => chainIdOf(testId) === chainId);
	if (chainId !== undefined && chosen.length === 0) throw notFound('chain', chainId);
	return pageOf(chosen, ({testId}) => testId, page);
}

async function assemble(
	database: Database,
	places: readonly ChainPlace[],
	bodies: boolean,
	withoutRun: (testId: TestId) => Chain | null,
): Promise<Chain[]> {
	const rows = await readChains(
		database,
		places.flatMap(({runId}) => runId ?? []),
	);
	const runs = new Map(rows.runs.map(run => [run.id, run]));
	const graph = flowGraph(rows.edges);
	const planned = new Map<string, PlannedStep[]>();
	for (const {runId} of places) {
		const end = runId === null ? undefined : runs.get(runId);
		if (end) planned.set(end.id, stepsOf(end, rows, graph));
	}
	const calls = await readSteps(database, [...planned.values()].flat(), bodies);
	const template = templateFinder(rows.endpoints, new Set(rows.captures.flatMap(({value}) => scalarText(value))));
	const cycles = cyclesOf(rows.runs, rows.edges);
	const parts = {
		rows,
		template,
		calls,
		cycleOf(testId: TestId): readonly [string, string] | null {
			const cycle = cycles.find(({members}) => members.some(({id}) => id === testId));
			return cycle ? [cycle.named[0].id, cycle.named[1].id] : null;
		},
	};
	return places.flatMap(({testId, runId}) => {
		const end = runId === null ? undefined : runs.get(runId);
		if (end) return [chainView(end, planned.get(end.id)!, parts)];
		return withoutRun(testId) ?? [];
	});
}

function scalarText(json: string): string[] {
	try {
		const value = exactJson(json);
		return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
	} catch {
		return [];
	}
}

async function readSteps(
	database: Database,
	steps: readonly PlannedStep[],
	bodies: boolean,
): Promise<Map<string, Call>> {
	const wanted = new Map(steps.flatMap(({call}) => (call ? [[call.id, call] as const] : [])));
	const maskOf = await maskers(database, [...new Set(steps.map(({run}) => run.id))]);
	const details = await readCallDetails(database, [...wanted.keys()]);
	return new Map(
		details.map(detail => {
			const call = wanted.get(detail.id)!;
			const indexed = {...call, kind: 'test' as const, test_id: null};
			return [detail.id, callView(indexed, detail, noContext, {mask: maskOf(call.run_id), bodies})];
		}),
	);
}
