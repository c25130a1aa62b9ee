import type {PaneLine} from '../../components/text-pane.tsx';
import {variableCells, variableColumns} from '../../components/variable-row.ts';
import {variableDetailLines} from '../../components/wiring-lines.ts';
import {useDashboard, useSelected} from '../../hooks/use-dashboard.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {currentPlace} from '../../source/stores/navigation.ts';
import type {Layout} from '../layout.ts';
import {ListScreen} from '../list-screen.tsx';
import type {Look, ScreenView} from '../screen-view.ts';
import {emptyPart} from '../run-words.ts';
import {variableActions} from './variable-actions.ts';
import {selectedVariable} from './variable-list.ts';

const empty = {
	title: 'No variables yet',
	lines: [
		'A test hands a value on with produce("order_id", value), and another one declares that it needs it:',
		'',
		'svc test create … --produces order_id',
		'svc test create … --needs order_id',
	],
};

function detailLines(dashboard: Dashboard, {glyphs, width}: Look): readonly PaneLine[] {
	const variable = selectedVariable(dashboard);
	return variable ? variableDetailLines(variable, {glyphs, width}) : [];
}

function Body({layout}: {layout: Layout}) {
	const dashboard = useDashboard();
	const batch = useSelected(dashboard.batches.store, ({batch: shown}) => shown);
	const {batchId} = useSelected(dashboard.navigation.store, currentPlace);
	const none = emptyPart('variables', batch?.batchId === batchId ? batch : null) ?? empty;
	return (
		<ListScreen
			layout={layout}
			columns={variableColumns}
			cells={variableCells}
			empty={none}
			detailLines={detailLines}
		/>
	);
}

export const variablesView: ScreenView = {Body, actions: variableActions, detailLines};
