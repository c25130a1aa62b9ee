import {chainCells, chainColumns} from '../../components/chains/chain-row.ts';
import {useDashboard, useSelected} from '../../hooks/use-dashboard.ts';
import {chainsStore} from '../../source/stores/chains.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {foldGroup} from '../actions/list-actions.ts';
import type {Layout} from '../layout.ts';
import {ListScreen} from '../list-screen.tsx';
import type {ScreenView} from '../screen-view.ts';
import {openFailure} from '../failures/open-failure.ts';
import {emptyPart} from '../run-words.ts';
import {chainActions, canShowFailure} from './chain-actions.ts';
import {selectedChainRow, shownChainsOf} from './chain-list.ts';
import {chainPane, chainText} from './chain-pane.ts';

const empty = {
	title: 'No chains yet',
	lines: [
		'A chain is a test whose requests use values of earlier ones. It appears by itself as soon as a test hands a value on with produce("order_id", value) and another one needs it:',
		'',
		'svc test create … --needs order_id',
	],
};

/** Steps are shown with what was sent and answered: their chain is read when the cursor rests on one. */
const onRest = async (dashboard: Dashboard, _id: string, signal: AbortSignal): Promise<void> => {
	const row = selectedChainRow(dashboard);
	const of = shownChainsOf(dashboard);
	const chains = dashboard.storeOf(chainsStore);
	if (row?.kind !== 'step' || of === null) return;
	const {chainId, chain} = chains.opened.getState();
	if (chainId !== row.chain.chainId || chain === null) await chains.open(of, row.chain.chainId, signal);
};

function Body({layout}: {layout: Layout}) {
	const dashboard = useDashboard();
	const batch = useSelected(dashboard.batches.store, ({batch: shown}) => shown);
	const of = shownChainsOf(dashboard);
	const shown = of !== null && 'batchId' in of && of.batchId === batch?.batchId ? batch : null;
	return (
		<ListScreen
			layout={layout}
			columns={chainColumns}
			cells={chainCells}
			empty={emptyPart('chains', shown) ?? empty}
			detailLines={chainPane}
			onRest={onRest}
		/>
	);
}

export const chainsView: ScreenView = {
	Body,
	actions: chainActions,
	detailLines: chainPane,
	open({dashboard}) {
		const row = selectedChainRow(dashboard);
		// As on every screen: what is red leads to why. Its steps are shown by Space.
		if (row?.kind === 'chain' && canShowFailure(dashboard, row.chain)) openFailure(dashboard, row.chain.runId);
		else if (row?.kind === 'chain') foldGroup(dashboard, row.id);
		else if (row) dashboard.navigation.setFocus('detail');
	},
	copyText: chainText,
};
