import type {Edge} from '../../contract/edge.ts';
import type {ListedEndpoint} from './endpoints.ts';
import type {Generation, GenerationItem} from '../../contract/generation.ts';
import type {EndpointId} from '../../contract/ids.ts';
import {categoryLabels, type Plan, type PlanRow, type SubPlan} from '../../contract/plan.ts';
import {memoizeLast} from './memoize.ts';
import type {PendingTicks} from './plan.ts';

/** How many of some rows are ticked. */
export type Ticked = {selected: number; rows: number};

/** An endpoint of the plan, or of the list of endpoints while there is no plan. */
export type PlannedEndpoint = Pick<SubPlan, 'endpointId' | 'method' | 'path' | 'family' | 'confirmed' | 'zeroReason'>;

/** A line of the Plan screen. `depth`: how far it stands in. */
export type PlanTreeRow =
	| ({
			kind: 'family';
			id: string;
			title: string;
			endpoints: number;
			unconfirmed: number;
			isOpen: boolean;
			/** Whether a row stands below it. */
			isOf(row: PlanRow): boolean;
	  } & Ticked)
	| ({kind: 'endpoint'; id: string; endpoint: PlannedEndpoint; isOpen: boolean; isPlanned: boolean} & Ticked)
	| {kind: 'edge'; id: string; edge: Edge}
	| ({
			kind: 'category';
			id: string;
			category: string;
			title: string;
			/** Null: the category of the whole plan. */
			endpointId: EndpointId | null;
			isOpen: boolean;
	  } & Ticked)
	| {kind: 'row'; id: string; row: PlanRow; item: GenerationItem | undefined; depth: 1 | 2};

export const planGroupings = ['endpoint', 'category'] as const;
export const planFilters = [
	'ticked',
	'not ticked',
	'p0',
	'p1',
	'p2',
	'p3',
	'edited',
	'rejected',
	'without tests',
	'unconfirmed',
	'ambiguous',
] as const;

const familyRowId = (family: string): string => `family ${family}`;
const categoryRowId = (endpointId: EndpointId | null, category: string): string =>
	`category ${endpointId ?? '*'} ${category}`;
/** The head of rows that belong to no single endpoint. */
const chainsRowId = 'chains';

/** Rows with the ticks that are on their way. */
export const tickedRows = (plan: Plan | null, ticks: PendingTicks): readonly PlanRow[] => {
	const rows = plan?.proposals ?? [];
	if (ticks.size === 0) return rows;
	return rows.map(row => {
		const selected = ticks.get(row.rowId);
		return selected === undefined || selected === row.selected ? row : {...row, selected};
	});
};

const tickedOf = (rows: readonly PlanRow[]): Ticked => ({
	selected: rows.reduce((sum, {selected}) => sum + (selected ? 1 : 0), 0),
	rows: rows.length,
});

/** The lines of the Plan screen: by family and endpoint, or by category. */
export const selectPlanRows = () => {
	const withTicks = memoizeLast(tickedRows);
	const byEndpoint = memoizeLast((rows: readonly PlanRow[]) =>
		groupBy(rows, ({endpointId}) => endpointId ?? chainsRowId),
	);
	const needsOf = memoizeLast((edges: readonly Edge[] | null) =>
		groupBy(edges ?? [], ({consumerEndpointId}) => consumerEndpointId),
	);
	const itemsOf = memoizeLast(
		(generation: Generation | null) =>
			new Map((generation?.items ?? []).flatMap(item => (item.rowId === null ? [] : [[item.rowId, item] as const]))),
	);
	return memoizeLast(
		(
			plan: Plan | null,
			ticks: PendingTicks,
			endpoints: readonly ListedEndpoint[] | null,
			edges: readonly Edge[] | null,
			generation: Generation | null,
			grouping: string,
			filter: string,
			only: string | null,
			toggled: readonly string[],
		): readonly PlanTreeRow[] => {
			const rows = withTicks(plan, ticks);
			const tree: Tree = {
				rows,
				byEndpoint: byEndpoint(rows),
				needs: needsOf(edges),
				// A later plan says by its rows that they have tests; what became of an earlier one is past.
				items: itemsOf(generation?.planId === plan?.planId ? generation : null),
				endpoints: plan && plan.subPlans.length > 0 ? plan.subPlans : (endpoints ?? []).map(unplanned),
				isPlanned: plan !== null && plan.subPlans.length > 0,
				words: filter.toLowerCase().split(/\s+/).filter(Boolean),
				only,
				toggled: new Set(toggled),
			};
			return grouping === 'category' ? categoryLines(tree) : endpointLines(tree);
		},
	);
};

type Tree = {
	rows: readonly PlanRow[];
	byEndpoint: ReadonlyMap<string, readonly PlanRow[]>;
	needs: ReadonlyMap<string, readonly Edge[]>;
	items: ReadonlyMap<string, GenerationItem>;
	endpoints: readonly PlannedEndpoint[];
	isPlanned: boolean;
	words: readonly string[];
	only: string | null;
	toggled: ReadonlySet<string>;
};

const unplanned = ({endpointId, method, path, family, confirmed}: ListedEndpoint): PlannedEndpoint => ({
	endpointId,
	method,
	path,
	family,
	confirmed,
	zeroReason: null,
});

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
	const groups = new Map<string, Item[]>();
	for (const item of items) {
		const known = groups.get(keyOf(item));
		if (known) known.push(item);
		else groups.set(keyOf(item), [item]);
	}
	return groups;
}

/** Filters that look at rows; the others look at endpoints. */
const rowFilters: Record<string, (row: PlanRow, item: GenerationItem | undefined) => boolean> = {
	ticked: ({selected}) => selected,
	'not ticked': ({selected}) => !selected,
	edited: ({edited}) => edited,
	rejected: (_row, item) => item?.status === 'rejected',
	p0: ({priority}) => priority === 'p0',
	p1: ({priority}) => priority === 'p1',
	p2: ({priority}) => priority === 'p2',
	p3: ({priority}) => priority === 'p3',
};

const textOf = ({title, category, template, endpointPath}: PlanRow): string =>
	`${title} ${category} ${template} ${endpointPath ?? ''}`.toLowerCase();

/** Whether a row passes the filters; `named`: its endpoint has the words already. */
const isShown = ({words, only, items}: Tree, row: PlanRow, named: boolean): boolean => {
	const accept = only === null ? undefined : rowFilters[only];
	if (accept && !accept(row, items.get(row.rowId))) return false;
	if (named || words.length === 0) return true;
	const text = textOf(row);
	return words.every(word => text.includes(word));
};

function endpointLines(tree: Tree): readonly PlanTreeRow[] {
	const {words, only, toggled, byEndpoint, needs} = tree;
	const looksAtRows = only !== null && only in rowFilters;
	const lines: PlanTreeRow[] = [];
	for (const [family, endpoints] of groupBy(tree.endpoints, one => one.family)) {
		const shown = endpoints.flatMap(endpoint => {
			const {endpointId, method, path, confirmed} = endpoint;
			const all = byEndpoint.get(endpointId) ?? [];
			const edges = needs.get(endpointId) ?? [];
			if (only === 'without tests' && all.length > 0) return [];
			if (only === 'unconfirmed' && confirmed) return [];
			if (only === 'ambiguous' && !edges.some(edge => edge.ambiguous)) return [];
			const name = `${method} ${path}`.toLowerCase();
			const isNamed = words.every(word => name.includes(word));
			const rows = all.filter(row => isShown(tree, row, isNamed));
			if (rows.length === 0 && (looksAtRows || !isNamed)) return [];
			return [{endpoint, all, rows, edges, isForced: looksAtRows || !isNamed}];
		});
		if (shown.length === 0) continue;
		const id = familyRowId(family);
		const isOpen = !toggled.has(id) || words.length > 0 || only !== null;
		lines.push({
			kind: 'family',
			id,
			title: family,
			endpoints: endpoints.length,
			unconfirmed: endpoints.filter(({confirmed}) => !confirmed).length,
			isOpen,
			isOf: ({endpointId}) => endpoints.some(one => one.endpointId === endpointId),
			...tickedOf(endpoints.flatMap(({endpointId}) => byEndpoint.get(endpointId) ?? [])),
		});
		if (!isOpen) continue;
		for (const {endpoint, all, rows, edges, isForced} of shown) {
			const open = isForced || toggled.has(endpoint.endpointId);
			lines.push({
				kind: 'endpoint',
				id: endpoint.endpointId,
				endpoint,
				isOpen: open,
				isPlanned: tree.isPlanned,
				...tickedOf(all),
			});
			if (!open) continue;
			if (!isForced) for (const edge of edges) lines.push({kind: 'edge', id: edge.edgeId, edge});
			pushCategories(lines, tree, endpoint.endpointId, all, rows);
		}
	}
	pushChains(lines, tree);
	return lines;
}

function pushCategories(
	lines: PlanTreeRow[],
	{items}: Tree,
	endpointId: EndpointId,
	all: readonly PlanRow[],
	rows: readonly PlanRow[],
): void {
	const every = groupBy(all, ({category}) => category);
	for (const [category, own] of groupBy(rows, row => row.category)) {
		lines.push({
			kind: 'category',
			id: categoryRowId(endpointId, category),
			category,
			title: labelOf(category),
			endpointId,
			isOpen: true,
			...tickedOf(every.get(category) ?? []),
		});
		for (const row of own) lines.push({kind: 'row', id: row.rowId, row, item: items.get(row.rowId), depth: 2});
	}
}

/** Rows without an endpoint: chains, and what a person has added for the API as a whole. */
function pushChains(lines: PlanTreeRow[], tree: Tree): void {
	if (tree.only !== null && !(tree.only in rowFilters)) return;
	const all = tree.byEndpoint.get(chainsRowId) ?? [];
	const rows = all.filter(row => isShown(tree, row, false));
	if (rows.length === 0) return;
	const isFiltered = tree.words.length > 0 || tree.only !== null;
	const isOpen = !tree.toggled.has(chainsRowId) || isFiltered;
	lines.push({
		kind: 'family',
		id: chainsRowId,
		title: all.every(({kind}) => kind === 'integration') ? 'Chains' : 'Chains and others',
		endpoints: 0,
		unconfirmed: 0,
		isOpen,
		isOf: ({endpointId}) => endpointId === null,
		...tickedOf(all),
	});
	if (isOpen)
		for (const row of rows) lines.push({kind: 'row', id: row.rowId, row, item: tree.items.get(row.rowId), depth: 1});
}

const categoryOrder = Object.keys(categoryLabels);
const labelOf = (category: string): string =>
	(categoryLabels as Readonly<Record<string, string>>)[category] ?? category;

function categoryLines(tree: Tree): readonly PlanTreeRow[] {
	const {rows, items, toggled, words, only} = tree;
	if (only !== null && !(only in rowFilters)) return [];
	const groups = groupBy(rows, ({category}) => category);
	const order = [...groups.keys()].sort((one, other) => placeOf(one) - placeOf(other));
	return order.flatMap((category): PlanTreeRow[] => {
		const all = groups.get(category) ?? [];
		const own = all.filter(row => isShown(tree, row, false));
		if (own.length === 0) return [];
		const id = categoryRowId(null, category);
		const isOpen = !toggled.has(id) || words.length > 0 || only !== null;
		return [
			{kind: 'category', id, category, title: labelOf(category), endpointId: null, isOpen, ...tickedOf(all)},
			...(isOpen ? own : []).map(
				(row): PlanTreeRow => ({kind: 'row', id: row.rowId, row, item: items.get(row.rowId), depth: 1}),
			),
		];
	});
}

const placeOf = (category: string): number => {
	const place = categoryOrder.indexOf(category);
	return place < 0 ? categoryOrder.length : place;
};
