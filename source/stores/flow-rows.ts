import {type LaneCell, layoutLanes, type Wire} from './flow-lanes.ts';
import type {Calls, ListedGroup} from './calls.ts';
import {shortPath} from '../view-model/short-path.ts';
import {memoizeLast} from './memoize.ts';

/** What an endpoint hands on: the names, and the endpoints that take them. */
export type Gift = {names: readonly string[]; to: readonly string[]};

type Tally = {calls: number; passed: number; failed: number; others: number};

/** A row of the Flow form. `lanes` is the picture beside it; a wire in it is named by the endpoint it comes from. */
export type FlowRow = {
	lanes: readonly LaneCell[];
	/** Endpoints that the wires of `lanes` come from. */
	wireKeys: readonly string[];
} & (
	| {kind: 'family'; id: string; family: string; endpoints: readonly ListedGroup[]; tally: Tally; isFolded: boolean}
	| {kind: 'endpoint'; id: string; group: ListedGroup; path: string; takes: readonly string[]}
	/** `isNarrow`: its line has no room for the whole path of who takes it. */
	| {kind: 'gives'; id: string; group: ListedGroup; gift: Gift; isNarrow: boolean}
);

export const familyRowId = (family: string): string => `family ${family}`;
const givesRowId = (groupKey: string): string => `gives ${groupKey}`;

/** What each endpoint hands on and takes, in the order of the arrows. */
export type FlowLinks = {
	gifts: ReadonlyMap<string, Gift>;
	takes: ReadonlyMap<string, readonly {name: string; from: string}[]>;
};

export function flowLinks({edges}: Pick<Calls, 'edges'>): FlowLinks {
	const gifts = new Map<string, {names: Set<string>; to: Set<string>}>();
	const takes = new Map<string, {name: string; from: string}[]>();
	for (const {variable, fromGroup, toGroup} of edges) {
		const gift = gifts.get(fromGroup) ?? {names: new Set<string>(), to: new Set<string>()};
		gifts.set(fromGroup, gift);
		gift.names.add(variable);
		gift.to.add(toGroup);
		const taken = takes.get(toGroup);
		if (taken) taken.push({name: variable, from: fromGroup});
		else takes.set(toGroup, [{name: variable, from: fromGroup}]);
	}
	return {
		gifts: new Map([...gifts].map(([key, {names, to}]) => [key, {names: [...names], to: [...to]}])),
		takes,
	};
}

/** Cells of a row that its text needs beside the arrows, and how many arrows still help. */
const textCells = 38;
const fewestLanes = 3;
const mostLanes = 14;
/** Cells of a row that are neither arrows nor path: cursor, head of the arrow, method, calls. */
const besidePath = 27;

type Plain = FlowRow extends infer Row ? (Row extends unknown ? Omit<Row, 'lanes' | 'wireKeys'> : never) : never;

/**
 * Endpoints by family, in the order of their first calls, with what flows between them drawn beside.
 * The last argument is the width of the list in cells.
 */
export const selectFlowRows = () =>
	memoizeLast((data: Calls | null, filter: string, folded: readonly string[], width: number): readonly FlowRow[] => {
		if (data === null) return [];
		const links = flowLinks(data);
		const rows = plainRows(data.groups, links, filter, new Set(folded));
		const anchors = anchorsOf(rows, data.groups);
		const keys: string[] = [];
		const wires: Wire[] = [];
		for (const [key, {to}] of links.gifts) {
			const from = anchors.givers.get(key);
			if (from === undefined) continue;
			const own = anchors.takers.get(key);
			const targets = new Set(to.flatMap(other => anchors.takers.get(other) ?? []));
			// What an endpoint hands to itself needs no arrow.
			if (own !== undefined) targets.delete(own);
			targets.delete(from);
			keys.push(key);
			wires.push({from, to: [...targets]});
		}
		const room = Math.floor((width - textCells) / 2);
		const lanes = layoutLanes(wires, rows.length, Math.min(mostLanes, Math.max(fewestLanes, room)));
		const pathCells = width - besidePath - 2 * lanes.width;
		return rows.map((row, index): FlowRow => {
			const picture = {lanes: lanes.cells[index] ?? [], wireKeys: keys};
			if (row.kind === 'gives') {
				const {names, to} = row.gift;
				const cells = names.join(', ').length + (to.length === 1 ? (to[0]?.length ?? 0) : 0);
				return {...row, ...picture, isNarrow: cells > pathCells};
			}
			if (row.kind !== 'endpoint') return {...row, ...picture};
			const path = row.path.length > pathCells ? shortPath(row.path) : row.path;
			return {...row, ...picture, path};
		});
	});

function plainRows(
	groups: readonly ListedGroup[],
	{gifts, takes}: FlowLinks,
	filter: string,
	folded: ReadonlySet<string>,
): Plain[] {
	const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
	const namesOf = ({groupKey}: ListedGroup) => [
		...(gifts.get(groupKey)?.names ?? []),
		...(takes.get(groupKey) ?? []).map(({name}) => name),
	];
	const isShown = (group: ListedGroup) => {
		const text = [group.groupKey, ...namesOf(group)].join(' ').toLowerCase();
		return words.every(word => text.includes(word));
	};
	const families = new Map<string, ListedGroup[]>();
	for (const group of groups) {
		if (!isShown(group)) continue;
		const own = families.get(group.family);
		if (own) own.push(group);
		else families.set(group.family, [group]);
	}
	return [...families].flatMap(([family, own]): Plain[] => {
		const id = familyRowId(family);
		const isFolded = folded.has(id);
		const head: Plain = {kind: 'family', id, family, endpoints: own, tally: tallyOf(own), isFolded};
		if (isFolded) return [head];
		return [
			head,
			...own.flatMap((group): Plain[] => {
				const gift = gifts.get(group.groupKey);
				const names = [...new Set((takes.get(group.groupKey) ?? []).map(({name}) => name))];
				return [
					{kind: 'endpoint', id: group.groupKey, group, path: group.path, takes: names},
					...(gift ? [{kind: 'gives' as const, isNarrow: false, id: givesRowId(group.groupKey), group, gift}] : []),
				];
			}),
		];
	});
}

const tallyOf = (groups: readonly ListedGroup[]): Tally => {
	const sum = (count: (group: ListedGroup) => number) => groups.reduce((total, group) => total + count(group), 0);
	return {
		calls: sum(({calls}) => calls),
		passed: sum(({passed}) => passed),
		failed: sum(({failed}) => failed),
		others: sum(({other}) => other.count),
	};
};

/** The rows at which arrows of an endpoint begin and end: its own, or the head of its folded family. */
function anchorsOf(rows: readonly Plain[], groups: readonly ListedGroup[]) {
	const givers = new Map<string, number>();
	const takers = new Map<string, number>();
	const heads = new Map<string, number>();
	for (const [index, row] of rows.entries()) {
		if (row.kind === 'family' && row.isFolded) heads.set(row.family, index);
		if (row.kind === 'endpoint') takers.set(row.id, index);
		if (row.kind === 'gives') givers.set(row.group.groupKey, index);
	}
	for (const {groupKey, family} of groups) {
		const head = heads.get(family);
		if (head === undefined) continue;
		givers.set(groupKey, head);
		takers.set(groupKey, head);
	}
	return {givers, takers};
}
