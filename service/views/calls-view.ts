import type {Call, CallGroup, CallsView} from '../../contract/call.ts';
import type {RunId} from '../../contract/ids.ts';
import type {CallQuery} from '../domain/views.ts';
import {invalid} from '../domain/service-error.ts';
import type {CallRows, IndexedCall} from '../store/calls/read-calls.ts';
import {type Grouped, groupCalls} from './call-groups.ts';
import type {CallContext} from './call-view.ts';
import {flowGraph, isChain} from './chain-candidates.ts';
import {flowEdges} from './flow-edges.ts';
import {chainIdOf, variableIdOf} from './view-ids.ts';
import {pushTo} from '../domain/push-to.ts';

/** Calls of one page. A group with more of them goes on in the next page, under the same key. */
const callsPerPage = 200;

/** The calls of a batch by endpoint, with everything that pages of them say about a call. */
export type CallIndex = {
	rows: CallRows;
	groups: Grouped<IndexedCall>[];
	summary: CallsView['summary'];
	/** See `verdictsOf`. */
	passedOf(call: IndexedCall): boolean | null;
	contextOf(call: IndexedCall): CallContext;
};

export function indexCalls(rows: CallRows): CallIndex {
	const groups = groupCalls(rows.calls, rows.endpoints, rows.values);
	const passedOf = verdictsOf(rows);
	return {
		rows,
		groups,
		summary: {
			tests: new Set(rows.calls.flatMap(({test_id}) => test_id ?? [])).size,
			calls: rows.calls.length,
			endpoints: groups.length,
			cleanupDeletes: rows.calls.filter(call => call.kind === 'cleanup' && call.method === 'DELETE').length,
		},
		passedOf,
		contextOf: contexts(rows, passedOf),
	};
}

/** The part of the calls of a batch that a page shows, before what was sent and answered is read. */
export type CallsPage = {
	view: Pick<CallsView, 'batchId' | 'available' | 'summary' | 'edges'>;
	parts: Array<{group: Grouped<IndexedCall>; calls: IndexedCall[]}>;
	next: string | null;
};

/** Chooses what a page shows. Filters apply before groups are counted. */
export function pageOfCalls(index: CallIndex, {endpoint, testId, kind, pageSize, after}: CallQuery): CallsPage {
	const {rows} = index;
	const wanted = endpoint?.toLowerCase();
	const isWhole = testId === undefined && kind === undefined;
	const groups = index.groups.flatMap(group => {
		if (wanted !== undefined && !group.groupKey.toLowerCase().includes(wanted)) return [];
		const calls = isWhole
			? group.calls
			: group.calls.filter(
					call => (testId === undefined || call.test_id === testId) && (kind?.includes(call.kind) ?? true),
				);
		// "Top of a group: one card per planned test call. Bottom: other observed behaviors."
		const others = calls.filter(call => call.kind !== 'test');
		if (calls.length === 0) return [];
		return others.length === 0
			? [{...group, calls}]
			: [{...group, calls: [...calls.filter(call => call.kind === 'test'), ...others]}];
	});
	const groupOfCall = new Map<string, string>();
	for (const {groupKey, calls} of groups)
		for (const {id, kind: own} of calls) if (own === 'test') groupOfCall.set(id, groupKey);
	const {parts, next} = sliceOf(groups, pageSize, after);
	return {
		view: {
			batchId: rows.batch.id,
			available: true,
			summary: index.summary,
			edges: flowEdges(rows, id => groupOfCall.get(id)),
		},
		parts,
		next,
	};
}

function sliceOf(groups: readonly Grouped<IndexedCall>[], pageSize: number, after: string | null) {
	const parts: CallsPage['parts'] = [];
	let place = 0;
	let offset = 0;
	if (after !== null) {
		const [key, shown] = placeOf(after);
		place = groups.findIndex(({groupKey}) => groupKey === key);
		if (place < 0) throw invalid('cursor', 'invalid', 'The list has changed; start it from its beginning.');
		offset = shown;
	}
	for (let room = callsPerPage; place < groups.length && parts.length < pageSize && room > 0; place++) {
		const group = groups[place]!;
		const calls = group.calls.slice(offset, offset + room);
		if (calls.length > 0) parts.push({group, calls});
		room -= calls.length;
		offset += calls.length;
		if (offset < group.calls.length) return {parts, next: cursorAt(group.groupKey, offset)};
		offset = 0;
	}
	const following = groups[place];
	return {parts, next: following ? cursorAt(following.groupKey, 0) : null};
}

export const cursorAt = (groupKey: string, offset: number): string => JSON.stringify([groupKey, offset]);

function placeOf(after: string): [string, number] {
	const [key, offset] = JSON.parse(after) as [string, number];
	return [key, offset];
}

/** A group with the calls that a page shows of it. */
export function groupView(
	{group, calls}: CallsPage['parts'][number],
	shown: ReadonlyMap<string, Call>,
	passedOf: CallIndex['passedOf'],
): CallGroup {
	const all = group.calls;
	const isPlanned = ({kind}: IndexedCall) => kind === 'test';
	const planned = all.filter(isPlanned);
	const count = (kind: IndexedCall['kind']) => all.filter(call => call.kind === kind).length;
	const items = (list: readonly IndexedCall[]) => list.flatMap(({id}) => shown.get(id) ?? []);
	return {
		groupKey: group.groupKey,
		endpointId: group.endpointId,
		method: group.method,
		path: group.path,
		family: group.family,
		calls: planned.length,
		passed: planned.filter(call => passedOf(call) === true).length,
		failed: planned.filter(call => passedOf(call) === false).length,
		items: items(calls.filter(isPlanned)),
		other: {
			count: all.length - planned.length,
			counts: {
				discovery: count('discovery'),
				auth: count('auth'),
				cleanup: count('cleanup'),
				prerequisite: count('prerequisite'),
			},
			items: items(calls.filter(call => !isPlanned(call))),
		},
	};
}

/**
 * Whether a planned call did what its test wanted: every call of a test that passed, and all but the last one of a test
 * that failed. Null while that is not decided, and for calls that are not planned.
 */
function verdictsOf(rows: CallRows): (call: IndexedCall) => boolean | null {
	const runs = new Map(rows.runs.map(run => [run.id, run]));
	const last = new Map<string, string>();
	for (const {id, kind, run_id} of rows.calls) if (kind === 'test' && run_id !== null) last.set(run_id, id);
	return ({id, kind, run_id}) => {
		const run = kind === 'test' && run_id !== null ? runs.get(run_id) : undefined;
		if (run?.status === 'passed') return true;
		if (run?.status !== 'failed') return null;
		return last.get(run.id) !== id;
	};
}

/** What a call says about its test and the values that flow through it. */
function contexts(rows: CallRows, verdict: (call: IndexedCall) => boolean | null): CallIndex['contextOf'] {
	const runs = new Map(rows.runs.map(run => [run.id, run]));
	const batchId = rows.batch.id;
	const titles = new Map(rows.runs.map(run => [run.test_id, run.name]));
	const keyOf = (runId: RunId, name: string) => `${runId} ${name}`;
	const sources = new Map(rows.edges.map(edge => [keyOf(edge.to_run_id, edge.variable), edge.from_test_id]));
	const links = new Map<string, CallRows['links']>();
	for (const link of rows.links) {
		if (link.call_id === null) continue;
		pushTo(links, link.call_id, link);
	}
	const {steps, ends} = chainsOf(rows);
	const swept = new Map(rows.swept.map(one => [one.url, one]));
	return call => {
		const record = call.kind === 'cleanup' && call.run_id === null ? swept.get(call.url) : undefined;
		const run = call.run_id === null ? undefined : runs.get(call.run_id);
		const own = links.get(call.id) ?? [];
		const step = steps.get(call.id) ?? null;
		const isOfChain = step !== null || (call.kind === 'prerequisite' && run !== undefined && ends.has(run.id));
		return {
			chainId: run && isOfChain ? chainIdOf(run.test_id) : null,
			testTitle: run?.name ?? null,
			step,
			passed: verdict(call),
			produces: own
				.filter(({role}) => role === 'produces')
				.map(({name}) => ({name, variableId: variableIdOf(batchId, name, run?.test_id ?? null)})),
			uses: record
				? [
						{
							name: record.variable,
							variableId: variableIdOf(batchId, record.variable, record.test_id),
							fromTestId: record.test_id,
							fromTitle: titles.get(record.test_id) ?? null,
						},
					]
				: own
						.filter(({role}) => role === 'uses')
						.map(({run_id, name}) => {
							const given = sources.get(keyOf(run_id, name));
							const fromTestId = given === undefined ? (run?.test_id ?? null) : given;
							return {
								name,
								variableId: variableIdOf(batchId, name, fromTestId),
								fromTestId,
								fromTitle: fromTestId === null ? null : (titles.get(fromTestId) ?? null),
							};
						}),
		};
	};
}

/** Place of every call of a chain's last test among the steps of the chain, from 1, and the runs in which chains end. */
function chainsOf(rows: CallRows): {steps: Map<string, number>; ends: Set<string>} {
	const byRun = new Map<string, string[]>();
	for (const {id, kind, run_id} of rows.calls) {
		if (kind !== 'test' || run_id === null) continue;
		pushTo(byRun, run_id, id);
	}
	const graph = flowGraph(rows.edges);
	const teardowns = new Set(rows.runs.flatMap(({id, teardown}) => (teardown === 1 ? [id] : [])));
	const steps = new Map<string, number>();
	const ends = new Set<string>();
	for (const run of rows.runs) {
		const calls = byRun.get(run.id) ?? [];
		if (calls.length === 0 || !isChain(run, calls.length, graph, teardowns)) continue;
		ends.add(run.id);
		const before = graph.upstream(run.id).size;
		for (const [place, id] of calls.entries()) steps.set(id, before + place + 1);
	}
	return {steps, ends};
}
