import {createStore, type StoreApi} from 'zustand/vanilla';
import type {Calls, ListedCall, ListedGroup} from './calls.ts';
import {memoizeLast} from './memoize.ts';
import {storeKey} from './dashboard.ts';

/** A row of the Calls form: the head of an endpoint, one of its calls, or the head of what else was observed there. */
export type CallRow =
	| {kind: 'group'; id: string; group: ListedGroup; isFolded: boolean}
	| {kind: 'call'; id: string; call: ListedCall; group: ListedGroup}
	| {kind: 'other'; id: string; group: ListedGroup; shown: number; isFolded: boolean};

/** Filters by how a call was answered. */
export const callFilters = ['2xx', '3xx', '4xx', '5xx', 'no response', 'failed', 'other behaviors'] as const;

const accepts: Record<string, (call: ListedCall) => boolean> = {
	'no response': ({status}) => status === null,
	failed: ({passed}) => passed === false,
	'other behaviors': ({kind}) => kind !== 'test',
};

export const otherRowId = (groupKey: string): string => `other ${groupKey}`;

/**
 * Calls by endpoint. Heads of endpoints fold by their ids in `folded`; other observed behaviours are folded unless their
 * id stands there, or a filter looks for something.
 */
export const selectCallRows = () => {
	/** What the words of a filter are looked for in, made once for each call: a filter looks at all of them at every letter. */
	const texts = new WeakMap<ListedCall, string>();
	const textOf = (call: ListedCall): string => {
		const known = texts.get(call) ?? searchText(call);
		texts.set(call, known);
		return known;
	};
	return memoizeLast(
		(data: Calls | null, filter: string, only: string | null, folded: readonly string[]): readonly CallRow[] => {
			if (data === null) return [];
			const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
			const isFiltered = words.length > 0 || only !== null;
			const accept = only === null ? null : (accepts[only] ?? (({statusClass}: ListedCall) => statusClass === only));
			const toggled = new Set(folded);
			const rows: CallRow[] = [];
			for (const group of data.groups) {
				const missing = words.filter(word => !group.groupKey.toLowerCase().includes(word));
				const isShown = (call: ListedCall) =>
					(accept?.(call) ?? true) && missing.every(word => textOf(call).includes(word));
				const keep = (calls: readonly ListedCall[]) =>
					accept === null && missing.length === 0 ? calls : calls.filter(isShown);
				const planned = keep(group.items);
				const others = keep(group.other.items);
				if (planned.length === 0 && others.length === 0) continue;
				const isFolded = toggled.has(group.groupKey);
				rows.push({kind: 'group', id: group.groupKey, group, isFolded});
				if (isFolded) continue;
				for (const call of planned) rows.push({kind: 'call', id: call.callId, call, group});
				if (others.length === 0) continue;
				const id = otherRowId(group.groupKey);
				const isOtherFolded = !isFiltered && !toggled.has(id);
				rows.push({
					kind: 'other',
					id,
					group,
					shown: isFiltered ? others.length : group.other.count,
					isFolded: isOtherFolded,
				});
				if (!isOtherFolded) for (const call of others) rows.push({kind: 'call', id: call.callId, call, group});
			}
			return rows;
		},
	);
};

const searchText = ({url, testTitle, kind, status, produces, uses}: ListedCall): string =>
	[url, testTitle, kind, status, ...produces.map(({name}) => name), ...uses.map(({name}) => name)]
		.join(' ')
		.toLowerCase();

/** Rows that stand out because a value flows between them. */
type HighlightState = {
	/** Ids of the rows, in the order of the list. */
	ids: readonly string[];
	/** Endpoint whose arrows stand out. */
	giver: string | null;
};

const nothing: HighlightState = {ids: [], giver: null};

type Highlight = {store: StoreApi<HighlightState>; show(state: HighlightState): void; clear(): void};

export const highlightStore = storeKey<Highlight>(() => {
	const store = createStore<HighlightState>()(() => nothing);
	return {store, show: state => store.setState(state), clear: () => store.setState(nothing)};
});
