import {callFilters, otherRowId, highlightStore} from '../../source/stores/call-rows.ts';
import {callsStore} from '../../source/stores/calls.ts';
import {familyRowId} from '../../source/stores/flow-rows.ts';
import {initialView} from '../../source/stores/list-view.ts';
import {currentPlace, cursorOn} from '../../source/stores/navigation.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {type Actions, attempt} from '../action.ts';
import type {Stage} from '../screen-view.ts';
import {ask, choose, chooseOnly} from '../actions/choices.ts';
import {foldGroup, foldGroups} from '../actions/list-actions.ts';
import {pageText, copyCall} from '../actions/hand-over.ts';
import {runTests} from '../actions/run-tests.ts';
import {callText} from './call-pane.ts';
import {canShowConsumers, originsOf, showConsumers, showProducer} from './data-flow-jumps.ts';
import {
	dataFlowList,
	selectedCall,
	selectedDataFlowRow,
	selectedGroup,
	shownCalls,
	shownForm,
} from './data-flow-list.ts';

/** Variables that a menu offers to jump to. */
const offered = 10;

/** Keys of the data flow. */
export function dataFlowActions(stage: Stage): Actions {
	const {dashboard, glyphs} = stage;
	const {navigation, ui, batches, tests, context} = dashboard;
	const calls = dashboard.storeOf(callsStore);
	const highlight = dashboard.storeOf(highlightStore);
	const here = () => {
		const {projectId = null} = currentPlace(navigation.store.getState());
		return {batchId: shownCalls(dashboard)?.batchId ?? '', projectId};
	};
	const isCall = () => selectedCall(dashboard) !== null;
	/** Keys of one call are pressed on endpoints and values as well. */
	const whyNoCall = () => (isCall() ? null : 'That is for one call: m lists the calls of an endpoint.');

	/** Reads the selected call whole, then does something with it. */
	const withCall = (work: (whole: NonNullable<ReturnType<typeof calls.known>>) => Promise<void> | void) => ({
		do() {
			const selected = selectedCall(dashboard);
			if (!selected) return;
			attempt(dashboard, async () => {
				const whole = await calls.read(selected.group.groupKey, selected.call, context.ended);
				if (!whole) throw new Error('This call is gone. Its run was deleted.');
				await work(whole);
			});
		},
		isAvailable: isCall,
		why: whyNoCall,
	});

	/** The other form, with the cursor on the same endpoint. */
	function turnForm(): void {
		const group = selectedGroup(dashboard);
		const isFlow = shownForm(dashboard) === 'flow';
		highlight.clear();
		navigation.update({
			tab: isFlow ? 'calls' : null,
			only: null,
			...(group ? {list: {...initialView, id: group.groupKey}} : {}),
		});
	}

	/** Names of the values at the cursor, each once. */
	const names = (): string[] => {
		const row = selectedDataFlowRow(dashboard);
		if (row?.kind === 'call') return [...new Set([...row.call.produces, ...row.call.uses].map(({name}) => name))];
		if (row?.kind === 'gives') return [...row.gift.names];
		return row?.kind === 'endpoint' ? [...row.takes] : [];
	};
	const showVariable = (name: string) => navigation.open({screen: 'variables', ...here()}, cursorOn(name));

	function jumpToVariable(): void {
		const all = names();
		const [only, ...others] = all;
		if (only === undefined) return;
		if (others.length === 0) {
			showVariable(only);
			return;
		}
		choose(dashboard, {
			title: 'Jump to the variable',
			choices: all.slice(0, offered).map(id => ({id, label: cleanLine(id)})),
			onChoose: id => showVariable(id),
		});
	}

	const foldId = (): string | null => {
		const row = selectedDataFlowRow(dashboard);
		if (!row) return null;
		if (row.kind === 'endpoint' || row.kind === 'gives') return familyRowId(row.group.family);
		if (row.kind !== 'call') return row.id;
		return row.call.kind === 'test' ? row.group.groupKey : otherRowId(row.group.groupKey);
	};

	return {
		'dataflow.form': {do: turnForm, isAvailable: () => shownCalls(dashboard)?.available ?? false},
		'dataflow.consumers': {
			do: () => showConsumers(dashboard),
			isAvailable: () => canShowConsumers(dashboard),
			why: () => 'Nothing uses a value of it.',
		},
		'dataflow.producer': {
			do: () => showProducer(dashboard),
			isAvailable: () => originsOf(dashboard).length > 0,
			why: () => 'It takes no value from a call.',
		},
		'dataflow.unmark': {do: highlight.clear, isAvailable: () => highlight.store.getState().ids.length > 0},
		'dataflow.curl': withCall(call => copyCall(stage, call)),
		'dataflow.page': withCall(whole => pageText(stage, 'call.txt', `${callText(dashboard, whole, glyphs)}\n`)),
		'dataflow.only': {
			do: () => chooseOnly(dashboard, 'Show only calls', callFilters),
			isAvailable: () => shownForm(dashboard) === 'calls',
			why: () => 'That is for the list of calls: m shows it.',
		},
		'dataflow.fold': {
			do() {
				const id = foldId();
				if (id !== null) foldGroup(dashboard, id);
			},
			isAvailable: () => selectedDataFlowRow(dashboard) !== undefined,
		},
		'dataflow.foldAll': {
			do() {
				const heads = dataFlowList(dashboard).rows.filter(({kind}) => kind === 'family' || kind === 'group');
				foldGroups(
					dashboard,
					heads.map(({id}) => id),
				);
			},
			isAvailable: () => selectedDataFlowRow(dashboard) !== undefined,
		},
		'dataflow.test': {
			do() {
				const runId = selectedCall(dashboard)?.call.runId;
				const isMember = batches.store.getState().batch?.members.some(member => member.runId === runId);
				if (runId && isMember) navigation.open({screen: 'run', ...here()}, cursorOn(runId));
				else ui.toast('No test of this run made that call.');
			},
			isAvailable: isCall,
			why: whyNoCall,
		},
		'dataflow.variable': {
			do: jumpToVariable,
			isAvailable: () => names().length > 0,
			why: () => 'No variable of a test flows here.',
		},
		'dataflow.chain': {
			do() {
				const chainId = selectedCall(dashboard)?.call.chainId;
				if (chainId) navigation.open({screen: 'chains', ...here()}, cursorOn(chainId));
			},
			isAvailable: () => Boolean(selectedCall(dashboard)?.call.chainId),
			why: () => whyNoCall() ?? 'The call is no step of a chain.',
		},
		'dataflow.runAll': {
			do() {
				const {projectId} = here();
				if (projectId === null) return;
				ask(dashboard, {
					title: 'Run all tests',
					lines: ['All tests of the project run, then what they created is cleaned up.'],
					keep: 'Not now',
					isHarmless: true,
					choices: [
						{
							id: 'run',
							label: 'Run all',
							async do() {
								tests.open(projectId);
								await runTests(dashboard, null);
							},
						},
					],
				});
			},
			isAvailable: () => shownCalls(dashboard)?.available === false && here().projectId !== null,
			why: () => 'That is for a project without calls. To run its tests again: 2, then a.',
		},
	};
}
