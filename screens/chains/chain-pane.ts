import {chainPaneLines, stepPaneLines} from '../../components/chains/chain-pane-lines.ts';
import {textLines} from '../../components/failure/section-lines.ts';
import type {PaneLine} from '../../components/text-pane.tsx';
import type {ChainStep} from '../../contract/chain.ts';
import type {ChainRow} from '../../source/stores/chain-rows.ts';
import {chainsStore} from '../../source/stores/chains.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {memoizeLast} from '../../source/stores/memoize.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import {errorLine} from '../action.ts';
import {selectedChainRow, wholeStep} from './chain-list.ts';
import {unfoldedText} from '../../source/terminal/spans.ts';

/** Made once for each row and width: a body may have many lines, and keys ask for them again and again. */
const linesStore = storeKey(() =>
	memoizeLast(
		(row: ChainRow, whole: ChainStep | null, error: unknown, glyphs: Glyphs, width: number): readonly PaneLine[] => {
			if (row.kind === 'chain') return chainPaneLines(row.chain, {glyphs, width});
			return [
				...stepPaneLines(row.step, row.chain.steps.length, whole, {glyphs, width}),
				...(error === null
					? []
					: [[], ...textLines(`This could not be read: ${errorLine(error)} Ctrl-r tries again.`, width, 'failed')]),
			];
		},
	),
);

/** The pane of a chain or of one of its steps. */
export function chainPane(dashboard: Dashboard, {glyphs, width}: {glyphs: Glyphs; width: number}): readonly PaneLine[] {
	const row = selectedChainRow(dashboard);
	if (!row) return [];
	const {chainId, error} = dashboard.storeOf(chainsStore).opened.getState();
	const own = chainId === row.chain.chainId ? error : null;
	return dashboard.storeOf(linesStore)(row, wholeStep(dashboard), own, glyphs, width);
}

/** The same as text for clipboard and pager: clean, and not folded. */
export const chainText = (dashboard: Dashboard, glyphs: Glyphs): string =>
	unfoldedText(width => chainPane(dashboard, {glyphs, width}));
