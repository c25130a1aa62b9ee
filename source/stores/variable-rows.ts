import type {Variable} from '../../contract/variable.ts';
import {memoizeLast} from './memoize.ts';

/** Filters of the view, by what people call them. */
export const variableFilters = ['Has cleanup', 'Orphaned', 'Used downstream', 'Unused'] as const;
export const variableOrders = ['name', 'consumers', 'sources'] as const;

const accepts: Record<string, (variable: Variable) => boolean> = {
	'Has cleanup': ({deletedBy}) => deletedBy !== null,
	Orphaned: ({cleanupOutcome}) => cleanupOutcome === 'orphaned',
	'Used downstream': ({usedBy}) => usedBy.length > 0,
	Unused: ({usedBy}) => usedBy.length === 0,
};

const byName = (a: Variable, b: Variable) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
const orders: Record<string, (a: Variable, b: Variable) => number> = {
	name: byName,
	consumers: (a, b) => b.usedBy.length - a.usedBy.length || byName(a, b),
	/** "Rows without a source last." */
	sources(a, b) {
		if (a.source === null || b.source === null)
			return Number(a.source === null) - Number(b.source === null) || byName(a, b);
		return a.source.title < b.source.title ? -1 : a.source.title > b.source.title ? 1 : byName(a, b);
	},
};

/** Variables as they are listed: those that match, in the chosen order. */
export const selectVariables = () =>
	memoizeLast(
		(
			all: readonly Variable[] | null,
			filter: string,
			only: string | null,
			sort: string | null,
		): readonly Variable[] => {
			const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
			const accept = only === null ? null : accepts[only];
			const kept = (all ?? []).filter(
				variable => (accept?.(variable) ?? true) && words.every(word => searchText(variable).includes(word)),
			);
			return kept.sort(orders[sort ?? 'name'] ?? byName);
		},
	);

const searchText = ({name, tag, value, source}: Variable): string =>
	[name, tag, value, source?.title].join(' ').toLowerCase();
