import {summaryLines} from '../../components/batch-summary.ts';
import {isFailure} from '../../source/stores/failure-rows.ts';
import {openFailure} from '../failures/open-failure.ts';
import type {ScreenView} from '../screen-view.ts';
import {selectedMember} from './batch-list.ts';
import {runActions, toggleFold} from './run-actions.ts';
import {RunBody, hypothesisOf, memberPaneLines} from './run-body.tsx';

export const runView: ScreenView = {
	Body: RunBody,
	actions: runActions,
	open({dashboard}) {
		const member = selectedMember(dashboard);
		if (member === null) toggleFold(dashboard);
		else if (isFailure(member)) openFailure(dashboard, member.runId);
		else dashboard.navigation.setFocus('detail');
	},
	detailLines(dashboard, look) {
		const member = selectedMember(dashboard);
		if (!member) return summaryLines(dashboard.batches.store.getState().batch?.members ?? []);
		const {head, sections} = memberPaneLines(
			member,
			dashboard.output.store.getState(),
			look,
			hypothesisOf(dashboard, member),
		);
		return [...head, ...sections.flat()];
	},
};
