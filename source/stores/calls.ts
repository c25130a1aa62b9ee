import {createStore, type StoreApi} from 'zustand/vanilla';
import type {Call, CallGroup, CallsView} from '../../contract/call.ts';
import type {BatchId, CallId, ProjectId, VariableId} from '../../contract/ids.ts';
import {type Dashboard, storeKey} from './dashboard.ts';
import {loadPages, pageSize} from './load-pages.ts';
import type {Loaded} from './loader.ts';
import {memoizeLast} from './memoize.ts';

/** Loaded when they are asked for first: most sessions never open this screen, and shapes cost time to build. */
const loadCallsRoutes = () => import('../../contract/routes/calls.ts');

/** A call as it is listed: what was sent and answered is read when it is opened. */
export type ListedCall = Pick<
	Call,
	| 'callId'
	| 'seq'
	| 'kind'
	| 'testId'
	| 'runId'
	| 'chainId'
	| 'testTitle'
	| 'method'
	| 'url'
	| 'error'
	| 'status'
	| 'statusClass'
	| 'latencyMs'
	| 'startedAt'
	| 'passed'
	| 'produces'
	| 'uses'
>;

/** The calls of one endpoint, with all its pages put together. */
export type ListedGroup = Pick<CallGroup, 'groupKey' | 'method' | 'path' | 'family' | 'calls' | 'passed' | 'failed'> & {
	items: readonly ListedCall[];
	other: Pick<CallGroup['other'], 'count' | 'counts'> & {items: readonly ListedCall[]};
};

export type Calls = Pick<CallsView, 'batchId' | 'available' | 'summary' | 'edges'> & {
	groups: readonly ListedGroup[];
	/** Calls in all groups that have been read so far. */
	count: number;
};

/** What calls are read of: a batch, or the latest batch of a project that is done. */
type CallsOf = {batchId: BatchId} | {projectId: ProjectId};

type CallsStore = {
	/** All calls of a batch without their bodies; during the first reading as many as have come. */
	store: StoreApi<Loaded<Calls>>;
	/** Reads every page; gives the number of requests. */
	load(of: CallsOf, signal: AbortSignal): Promise<number>;
	/** One call with headers and bodies; calls that were read lately are not read again. Null when it is gone. */
	read(group: string, call: ListedCall, signal: AbortSignal): Promise<Call | null>;
	/** Changes whenever a call was read, or could not be. */
	opened: StoreApi<{callId: CallId | null; error: unknown}>;
	/** Reads a call for the pane; what goes wrong stands in `opened`. */
	open(group: string, call: ListedCall, signal: AbortSignal): Promise<void>;
	/** A call as it was read lately. */
	known(callId: CallId): Call | null;
};

/** Characters of bodies that are kept, so that going back and forth asks for nothing. */
const keptCharacters = 8_000_000;
/** Calls of the same answer that are kept with the one that was asked for. */
const keptNeighbours = 200;

export const callsStore = storeKey(createCalls);

export function createCalls({session, context}: Pick<Dashboard, 'session' | 'context'>): CallsStore {
	const store = createStore<Loaded<Calls>>()(() => ({key: null, data: null, error: null}));
	const opened = createStore<{callId: CallId | null; error: unknown}>()(() => ({callId: null, error: null}));
	const lately = new Map<string, Call>();
	let kept = 0;

	function keep(call: Call): void {
		const known = lately.get(call.callId);
		if (known) kept -= weightOf(known);
		lately.delete(call.callId);
		lately.set(call.callId, call);
		kept += weightOf(call);
		for (const [id, oldest] of lately) {
			if (kept <= keptCharacters || id === call.callId) break;
			lately.delete(id);
			kept -= weightOf(oldest);
		}
	}

	async function read(group: string, {callId, testId, kind}: ListedCall, signal: AbortSignal): Promise<Call | null> {
		const batchId = store.getState().data?.batchId;
		const known = lately.get(callId);
		if (known || !batchId) return known ?? null;
		let cursor: string | undefined;
		do {
			const page = await session.call((await loadCallsRoutes()).listBatchCalls, {
				params: {batchId},
				query: {endpoint: group, kind, pageSize, ...(testId === null ? {} : {testId}), cursor},
				signal,
			});
			const calls = page.items.flatMap(({items, other}) => [...items, ...other.items]);
			const found = calls.find(call => call.callId === callId);
			if (found) {
				// Its neighbours are what is looked at next; itself comes last, so that it stays longest.
				for (const call of [...calls.slice(-keptNeighbours), found]) keep(call);
				return found;
			}
			cursor = page.nextToken ?? undefined;
		} while (cursor !== undefined);
		return null;
	}

	return {
		store,
		known: callId => lately.get(callId) ?? null,
		async load(of, signal) {
			const key = 'batchId' in of ? of.batchId : of.projectId;
			if (store.getState().key !== key) store.setState({key, data: null, error: null});
			const isShown = () => store.getState().key === key;
			let requests = 0;
			let head: Omit<Calls, 'groups' | 'count'> | undefined;
			const whole = (pages: readonly CallGroup[]): Calls => {
				if (!head) throw new Error('No page of calls was read.');
				const groups = mergeGroups(pages);
				return {
					...head,
					groups,
					count: groups.reduce((sum, {items, other}) => sum + items.length + other.items.length, 0),
				};
			};
			try {
				const pages = await loadPages(
					async cursor => {
						requests++;
						const query = {bodies: 'false', pageSize, ...(cursor === undefined ? {} : {cursor})};
						const page =
							'batchId' in of
								? await session.call((await loadCallsRoutes()).listBatchCalls, {params: of, query, signal})
								: await session.call((await loadCallsRoutes()).listProjectCalls, {params: of, query, signal});
						const {batchId, available, summary, edges} = page;
						head ??= {batchId, available, summary, edges};
						return {items: page.items.map(slimGroup), nextToken: page.nextToken};
					},
					context.now,
					rows => {
						const data = whole(rows);
						// A later reading replaces what is shown only when it is complete.
						if (isShown() && (store.getState().data?.count ?? 0) < data.count) store.setState({data});
					},
				);
				if (isShown()) store.setState({data: whole(pages), error: null});
				return requests;
			} catch (error) {
				if (!signal.aborted && isShown()) store.setState({error});
				throw error;
			}
		},
		read,
		opened,
		async open(group, call, signal) {
			const {callId} = call;
			if (opened.getState().callId !== callId) opened.setState({callId, error: null});
			try {
				const whole = await read(group, call, signal);
				const gone = whole ? null : new Error('This call is gone. Its run was deleted.');
				opened.setState({callId, error: gone});
			} catch (error) {
				if (!signal.aborted) opened.setState({callId, error});
			}
		},
	};
}

const weightOf = ({requestBody, responseBody}: Call): number =>
	1000 + (requestBody?.length ?? 0) + (responseBody?.length ?? 0);

/** Headers are dropped as soon as a page has come: ten thousand calls would keep megabytes of them. */
function slimGroup(group: CallGroup): CallGroup {
	return {...group, items: group.items.map(slimCall), other: {...group.other, items: group.other.items.map(slimCall)}};
}

const noHeaders = {};
const slimCall = (call: Call): Call => ({...call, requestHeaders: noHeaders, responseHeaders: null});

/** "A group with more calls goes on in the next page, under the same key." */
function mergeGroups(pages: readonly CallGroup[]): ListedGroup[] {
	const groups: ListedGroup[] = [];
	for (const group of pages) {
		const last = groups.at(-1);
		if (last?.groupKey !== group.groupKey) {
			groups.push(group);
			continue;
		}
		const items = [...last.items, ...group.items];
		const other = {...group.other, items: [...last.other.items, ...group.other.items]};
		groups[groups.length - 1] = {...group, items, other};
	}
	return groups;
}

export type LinkedCall = {call: ListedCall; group: ListedGroup};

/** Who gave a value and who used it. */
export type ValueLink = {name: string; producers: readonly LinkedCall[]; consumers: readonly LinkedCall[]};

/** The calls behind every value, by the id of its variable. */
export const selectCallLinks = () =>
	memoizeLast((data: Calls | null): ReadonlyMap<string, ValueLink> => {
		const links = new Map<string, {name: string; producers: LinkedCall[]; consumers: LinkedCall[]}>();
		const linkOf = (variableId: VariableId, name: string) => {
			const known = links.get(variableId) ?? {name, producers: [], consumers: []};
			links.set(variableId, known);
			return known;
		};
		for (const group of data?.groups ?? [])
			for (const call of [...group.items, ...group.other.items]) {
				for (const {variableId, name} of call.produces) linkOf(variableId, name).producers.push({call, group});
				for (const {variableId, name} of call.uses) linkOf(variableId, name).consumers.push({call, group});
			}
		return links;
	});
