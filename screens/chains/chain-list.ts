import type {ChainStep} from '../../contract/chain.ts';
import {type ChainRow, selectChainRows} from '../../source/stores/chain-rows.ts';
import {type ChainsOf, chainsStore} from '../../source/stores/chains.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {currentPlace, currentView} from '../../source/stores/navigation.ts';
import type {RowList} from '../../source/stores/screen.ts';
import {listOf, selectedRow} from '../current-list.ts';

const rowsStore = storeKey(() => selectChainRows());

/** What the shown place reads its chains of. */
export function shownChainsOf({navigation}: Dashboard): ChainsOf | null {
	const {batchId, projectId} = currentPlace(navigation.store.getState());
	if (batchId) return {batchId};
	return projectId ? {projectId} : null;
}

/** Chains of the shown place; a chain is open when its id stands among the folds, as all are folded at first. */
export function chainList(dashboard: Dashboard): RowList<ChainRow> {
	const {data} = dashboard.storeOf(chainsStore).store.getState();
	const {filter, only, folded} = currentView(dashboard.navigation.store.getState());
	const rows = dashboard.storeOf(rowsStore)(data, filter, only, folded);
	return {
		rows,
		idOf: ({id}) => id,
		copyIdOf: ({chain}) => chain.chainId,
		// What is wrong is under the cursor until it is moved.
		followId: rows.find(({chain}) => chain.error !== null)?.id ?? null,
		shown: () => rows.filter(({kind}) => kind === 'chain').length,
	};
}

export const selectedChainRow = (dashboard: Dashboard): ChainRow | undefined =>
	selectedRow(listOf(dashboard, chainList(dashboard)));

export function selectedStep(dashboard: Dashboard): ChainStep | null {
	const row = selectedChainRow(dashboard);
	return row?.kind === 'step' ? row.step : null;
}

/** The step under the cursor with its bodies; null while it is not read. */
export function wholeStep(dashboard: Dashboard): ChainStep | null {
	const row = selectedChainRow(dashboard);
	if (row?.kind !== 'step') return null;
	const {chainId, chain} = dashboard.storeOf(chainsStore).opened.getState();
	if (chainId !== row.chain.chainId) return null;
	return chain?.steps.find(({index}) => index === row.step.index) ?? null;
}

export const countChains = (dashboard: Dashboard): number =>
	dashboard.storeOf(chainsStore).store.getState().data?.length ?? 0;
