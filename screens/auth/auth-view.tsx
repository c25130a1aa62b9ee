import type {ProjectId} from '../../contract/ids.ts';
import {authDetailLines} from '../../components/auth/auth-detail-lines.ts';
import {authCells, authColumns} from '../../components/auth/auth-row.ts';
import type {PaneLine} from '../../components/text-pane.tsx';
import {useDashboard, useSelected} from '../../hooks/use-dashboard.ts';
import {authStore} from '../../source/stores/auth.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {foldGroup} from '../actions/list-actions.ts';
import type {Layout} from '../layout.ts';
import {ListScreen} from '../list-screen.tsx';
import type {Look, ScreenView} from '../screen-view.ts';
import {authActions} from './auth-actions.ts';
import {selectedAuthRow} from './auth-list.ts';

const empty = {title: 'Nothing to show', lines: ['Ctrl-r reads again.']};

const frontend = (projectId: ProjectId) => ({
	title: 'Auth is for backend projects',
	lines: [
		'Tests of a website sign in in its pages, with the user name and password of the project:',
		'',
		`svc project update ${projectId} --username <account> --password-file <password-file>`,
	],
});

function detailLines(dashboard: Dashboard, look: Look): readonly PaneLine[] {
	const {data} = dashboard.storeOf(authStore).store.getState();
	const row = selectedAuthRow(dashboard);
	return data && row ? authDetailLines(row, data, look) : [];
}

function Body({layout}: {layout: Layout}) {
	const dashboard = useDashboard();
	const data = useSelected(dashboard.storeOf(authStore).store, state => state.data);
	const isFrontend = data !== null && data.backend === null;
	return (
		<ListScreen
			layout={layout}
			columns={authColumns}
			cells={authCells}
			empty={isFrontend ? frontend(data.project.id) : empty}
			detailLines={detailLines}
		/>
	);
}

export const authView: ScreenView = {
	Body,
	actions: authActions,
	detailLines,
	open({dashboard}) {
		const row = selectedAuthRow(dashboard);
		if (row?.kind === 'family' && row.family.endpoints.length > 0) foldGroup(dashboard, row.id);
		else if (row) dashboard.navigation.setFocus('detail');
	},
};
