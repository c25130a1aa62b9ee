import type {Chain, ChainStep} from '../../contract/chain.ts';
import type {ChainId} from '../../contract/ids.ts';
import {byRank} from './list-view.ts';
import {memoizeLast} from './memoize.ts';

/** A chain, or one of its steps below it. */
export type ChainRow =
	| {kind: 'chain'; id: string; chain: Chain; isOpen: boolean}
	| {kind: 'step'; id: string; chain: Chain; step: ChainStep};

export const chainFilters = ['passed', 'failed', 'blocked', 'not run yet'] as const;

export const stepRowId = (chainId: ChainId, index: number): string => `${chainId} ${index}`;

const redFirst = ['failed', 'blocked'];

/** Chains that match, what is red on top; those whose ids stand in `opened` with their steps. */
export const selectChainRows = () =>
	memoizeLast(
		(
			chains: readonly Chain[] | null,
			filter: string,
			only: string | null,
			opened: readonly string[],
		): readonly ChainRow[] => {
			const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
			const open = new Set(opened);
			const isShown = (chain: Chain) =>
				(only === null || (chain.status ?? 'not run yet') === only) &&
				words.every(word => searchText(chain).includes(word));
			const shown = byRank((chains ?? []).filter(isShown), ({status}) =>
				redFirst.includes(status ?? '') ? redFirst.indexOf(status ?? '') : redFirst.length,
			);
			return shown.flatMap((chain): ChainRow[] => {
				const {chainId} = chain;
				const isOpen = open.has(chainId);
				const head: ChainRow = {kind: 'chain', id: chainId, chain, isOpen};
				if (!isOpen) return [head];
				return [
					head,
					...chain.steps.map((step): ChainRow => ({kind: 'step', id: stepRowId(chainId, step.index), chain, step})),
				];
			});
		},
	);

const searchText = ({name, captures, steps}: Chain): string =>
	[name, ...captures, ...steps.map(({method, path, title}) => `${method} ${path} ${title}`)].join(' ').toLowerCase();
