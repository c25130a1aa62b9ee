import {checkCells, checkColumns, checkLines, doctorSentence} from '../../components/doctor-row.ts';
import {Line} from '../../components/line.tsx';
import type {PaneLine} from '../../components/text-pane.tsx';
import {useDashboard, useSelected} from '../../hooks/use-dashboard.ts';
import {useGlyphs} from '../../hooks/use-terminal.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {doctorKey, doctorStore} from '../../source/stores/doctor.ts';
import {fillSpans} from '../../source/terminal/spans.ts';
import {doctorReport} from '../../source/view-model/doctor-report.ts';
import {type Actions, attempt} from '../action.ts';
import type {Layout} from '../layout.ts';
import {ListScreen} from '../list-screen.tsx';
import type {Look, ScreenView, Stage} from '../screen-view.ts';
import {selectedCheck, shownChecks} from './doctor-list.ts';

const empty = {title: 'No checks', lines: ['Press r to make them.']};

function detailLines(dashboard: Dashboard, look: Look): readonly PaneLine[] {
	const check = selectedCheck(dashboard);
	return check ? checkLines(check, look) : [];
}

function Body({layout}: {layout: Layout}) {
	const dashboard = useDashboard();
	const glyphs = useGlyphs();
	const checks = useSelected(dashboard.storeOf(doctorStore).store, ({data}) => data);
	const sentence = checks && doctorSentence(doctorReport(checks), glyphs);
	return (
		<ListScreen
			layout={layout}
			columns={checkColumns}
			cells={checkCells}
			empty={empty}
			head={sentence && <Line spans={fillSpans([{text: '   '}, ...sentence], layout.body.width, glyphs.ellipsis)} />}
			detailLines={detailLines}
		/>
	);
}

function doctorActions({dashboard}: Stage): Actions {
	const {ui, context} = dashboard;
	async function again(): Promise<void> {
		ui.toast('Checking');
		await dashboard.storeOf(doctorStore).load(doctorKey, context.ended);
		const {failures, warnings} = doctorReport(shownChecks(dashboard));
		ui.toast(
			failures + warnings === 0
				? 'Checked: everything is ready'
				: `Checked: ${failures} failed, ${warnings} to look at`,
			failures > 0 ? 'error' : 'success',
		);
	}
	return {'doctor.again': {do: () => attempt(dashboard, again)}};
}

export const doctorView: ScreenView = {Body, actions: doctorActions, detailLines};
