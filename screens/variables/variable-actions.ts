import type {TestId} from '../../contract/ids.ts';
import {currentPlace, cursorOn} from '../../source/stores/navigation.ts';
import {variableFilters, variableOrders} from '../../source/stores/variable-rows.ts';
import {variablesStore} from '../../source/stores/variables.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import type {Actions} from '../action.ts';
import type {Stage} from '../screen-view.ts';
import {ask, choose, chooseOnly, chooseOrder} from '../actions/choices.ts';
import {selectedVariable} from './variable-list.ts';

/** Consumers that a menu offers to jump to. */
const offered = 10;

/** Keys of the variables screen. */
export function variableActions({dashboard}: Stage): Actions {
	const {navigation, ui, batches} = dashboard;
	const variables = dashboard.storeOf(variablesStore);
	const here = () => {
		const {batchId = '', projectId = null} = currentPlace(navigation.store.getState());
		return {batchId, projectId};
	};

	/** The row of a test in the run below. */
	function jumpToTest(testId: TestId): void {
		const member = batches.store.getState().batch?.members.find(other => other.testId === testId);
		if (member) navigation.open({screen: 'run', ...here()}, cursorOn(member.runId));
		else ui.toast('That test is not part of this run.');
	}

	function jumpToConsumer(): void {
		const {usedBy = []} = selectedVariable(dashboard) ?? {};
		const [only, ...others] = usedBy;
		if (!only) return;
		if (others.length === 0) {
			jumpToTest(only.testId);
			return;
		}
		choose(dashboard, {
			title: 'Jump to',
			choices: usedBy.slice(0, offered).map(({testId, title}) => ({id: testId, label: cleanLine(title)})),
			onChoose: id => jumpToTest(id),
		});
	}

	function askPin(): void {
		const variable = selectedVariable(dashboard);
		if (!variable) return;
		const consumers = variable.usedBy.map(({testId}) => testId);
		ask(dashboard, {
			title: `Which test gives ${cleanLine(variable.name)}`,
			lines: [
				`From their next run on, ${consumers.length === 1 ? 'its consumer takes' : `its ${consumers.length} consumers take`} the value of that test.`,
			],
			keep: `Stay with ${cleanLine(variable.source?.title ?? 'no test')}`,
			choices: variable.otherSources.slice(0, offered - 1).map(({testId, title}) => ({
				id: testId,
				label: cleanLine(title),
				async do() {
					await variables.pin(variable.name, testId, consumers);
					ui.toast(`${cleanLine(title)} gives it from the next run on`, 'success');
				},
			})),
		});
	}

	return {
		'variables.only': {do: () => chooseOnly(dashboard, 'Show only', variableFilters)},
		'variables.sort': {do: () => chooseOrder(dashboard, 'Order by', variableOrders)},
		'variables.producer': {
			do() {
				const source = selectedVariable(dashboard)?.source;
				if (source) jumpToTest(source.testId);
			},
			isAvailable: () => Boolean(selectedVariable(dashboard)?.source),
		},
		'variables.consumer': {
			do: jumpToConsumer,
			isAvailable: () => (selectedVariable(dashboard)?.usedBy.length ?? 0) > 0,
		},
		'variables.record': {
			do() {
				const id = selectedVariable(dashboard)?.resourceId;
				if (id) navigation.open({screen: 'cleanup', ...here()}, cursorOn(id));
			},
			isAvailable: () => Boolean(selectedVariable(dashboard)?.resourceId),
		},
		'variables.pin': {
			do: askPin,
			isAvailable() {
				const variable = selectedVariable(dashboard);
				return (variable?.otherSources.length ?? 0) > 0 && (variable?.usedBy.length ?? 0) > 0;
			},
		},
	};
}
