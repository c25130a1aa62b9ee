import {environmentDetailLines} from '../../components/environment-detail-lines.ts';
import {environmentCells, environmentColumns} from '../../components/environment-row.ts';
import type {PaneLine} from '../../components/text-pane.tsx';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import type {Layout} from '../layout.ts';
import {ListScreen} from '../list-screen.tsx';
import type {Look, ScreenView} from '../screen-view.ts';
import {environmentActions} from './environment-actions.ts';
import {selectedEnvironment} from './environment-list.ts';

const empty = {title: 'No environments', needs: 'write:projects' as const, lines: ['Press n to create one.']};

function detailLines(dashboard: Dashboard, look: Look): readonly PaneLine[] {
	const one = selectedEnvironment(dashboard);
	return one ? environmentDetailLines(one, look) : [];
}

const Body = ({layout}: {layout: Layout}) => (
	<ListScreen
		layout={layout}
		columns={environmentColumns}
		cells={environmentCells}
		empty={empty}
		detailLines={detailLines}
	/>
);

export const environmentsView: ScreenView = {Body, actions: environmentActions, detailLines};
