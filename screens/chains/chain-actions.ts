import type {Chain} from '../../contract/chain.ts';
import type {BatchId, ProjectId, RunId} from '../../contract/ids.ts';
import {chainFilters, stepRowId} from '../../source/stores/chain-rows.ts';
import {chainsStore} from '../../source/stores/chains.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {currentPlace, currentView, cursorOn} from '../../source/stores/navigation.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {curlLine} from '../../source/view-model/curl-line.ts';
import {isRed} from '../../source/view-model/statuses.ts';
import {type Action, type Actions, attempt} from '../action.ts';
import type {Stage} from '../screen-view.ts';
import {ask, choose, chooseOnly} from '../actions/choices.ts';
import {foldGroup} from '../actions/list-actions.ts';
import {copyText, pageText} from '../actions/hand-over.ts';
import {sayAboutTest} from '../changes/say.ts';
import {jumpToRow, selectRow} from '../current-list.ts';
import {openFailure} from '../failures/open-failure.ts';
import {projectAtHand} from '../go-to.ts';
import {chainList, countChains, selectedChainRow, selectedStep, shownChainsOf, wholeStep} from './chain-list.ts';
import {chainText} from './chain-pane.ts';
import {counted} from '../../source/view-model/counted.ts';

/** Whether a chain ended red in the batch that is at hand: there is a failure to show. */
export const canShowFailure = (dashboard: Dashboard, chain: Chain | null): chain is Chain & {runId: RunId} =>
	chain !== null && isRed(chain.status) && chain.runId !== null && dashboard.batches.store.getState().batch !== null;

/** Variables that a menu offers to jump to. */
const offered = 10;

/** Keys of the chains. */
export function chainActions(stage: Stage): Actions {
	const {dashboard, glyphs} = stage;
	const {navigation, ui, batches} = dashboard;
	const chains = dashboard.storeOf(chainsStore);
	const selected = () => selectedChainRow(dashboard)?.chain ?? null;
	const here = () => {
		const {batchId = '', projectId = null} = currentPlace(navigation.store.getState());
		return {batchId, projectId: projectId ?? projectAtHand(dashboard)};
	};
	const openRun = (batchId: BatchId) => navigation.open({screen: 'run', batchId, projectId: here().projectId});

	/** A run in flight is not started a second time. */
	const isIdle = (chain: Chain | null) => chain !== null && chain.status !== 'queued' && chain.status !== 'running';

	async function rerun(chain: Chain, isAlone: boolean): Promise<void> {
		const of = shownChainsOf(dashboard);
		if (of) openRun(await chains.rerun(of, chain, {isAlone}));
	}

	async function rerunAll(projectId: ProjectId, isAlone: boolean): Promise<void> {
		const {batchId, conflicts} = await chains.rerunAll(projectId, {isAlone});
		if (batchId === null) throw new Error(conflicts[0]?.message ?? 'No chain could be started.');
		openRun(batchId);
		if (conflicts.length > 0)
			ui.toast(`Not started: ${counted(conflicts.length, 'test')}. ${conflicts[0]?.message}`, 'error');
	}

	function askHow(): void {
		const chain = selected();
		const {projectId} = here();
		const count = countChains(dashboard);
		const all = `All ${counted(count, 'chain')}`;
		ask(dashboard, {
			title: 'Run again',
			lines: chain ? [cleanLine(chain.name)] : [],
			keep: 'Not now',
			choices: [
				...(chain && isIdle(chain)
					? [
							{id: 'with', label: 'This chain, with what it depends on', do: () => rerun(chain, false)},
							{id: 'alone', label: 'This chain alone, with values from before', do: () => rerun(chain, true)},
						]
					: []),
				...(projectId === null
					? []
					: [
							{id: 'all', label: `${all}, from scratch`, do: () => rerunAll(projectId, false)},
							{
								id: 'allAlone',
								label: `${all}, reusing values still valid`,
								do: () => rerunAll(projectId, true),
							},
						]),
			],
		});
	}

	/** The row of a run in the batch below. */
	function jumpToTest(): void {
		const row = selectedChainRow(dashboard);
		const members = batches.store.getState().batch?.members ?? [];
		const named = row?.kind === 'step' ? members.find(({name}) => name === row.step.title) : undefined;
		const runId = named?.runId ?? members.find(member => member.runId === row?.chain.runId)?.runId;
		if (runId) navigation.open({screen: 'run', ...here()}, cursorOn(runId));
		else ui.toast('That test is not part of this run.');
	}

	const names = (): string[] => {
		const row = selectedChainRow(dashboard);
		if (row?.kind === 'step') return [...new Set([...row.step.produces, ...row.step.uses.map(({name}) => name)])];
		return row ? row.chain.captures.slice() : [];
	};
	const showVariable = (name: string) => navigation.open({screen: 'variables', ...here()}, cursorOn(name));

	function jumpToVariable(): void {
		const [only, ...others] = names();
		if (only === undefined) return;
		if (others.length === 0) {
			showVariable(only);
			return;
		}
		goOneOf(
			'Jump to the variable',
			names().map(name => ({id: name, label: cleanLine(name), go: () => showVariable(name)})),
		);
	}

	/** Steps of the chain that give what the selected one uses. */
	const origins = () => {
		const row = selectedChainRow(dashboard);
		if (row?.kind !== 'step') return [];
		return row.step.uses.flatMap(({name, fromStep}) =>
			fromStep === null || fromStep === row.step.index
				? []
				: [
						{
							id: `${name} ${fromStep}`,
							label: cleanLine(`${name}: step ${fromStep}`),
							go: () => jumpToStep(row.chain, fromStep),
						},
					],
		);
	};

	const jumpToStep = ({chainId}: Chain, index: number) => jumpToRow(dashboard, stepRowId(chainId, index));

	function goOneOf(title: string, ways: readonly {id: string; label: string; go(): void}[]): void {
		const [only, ...others] = ways;
		if (only && others.length === 0) only.go();
		else if (only)
			choose(dashboard, {
				title,
				choices: ways.slice(0, offered).map(({id, label}) => ({id, label})),
				onChoose: id => ways.find(way => way.id === id)?.go(),
			});
	}

	const onRow = (work: () => void): Action => ({do: work, isAvailable: () => selected() !== null});

	return {
		'chains.rerun': {
			do() {
				const chain = selected();
				if (chain) attempt(dashboard, () => rerun(chain, false));
			},
			isAvailable: () => isIdle(selected()),
		},
		'chains.rerunHow': onRow(askHow),
		'chains.fold': onRow(() => {
			const chain = selected();
			if (chain) foldGroup(dashboard, chain.chainId);
		}),
		'chains.foldAll': onRow(() => {
			const {folded} = currentView(navigation.store.getState());
			const ids = chainList(dashboard).rows.map(({chain}) => chain.chainId);
			navigation.update({folded: folded.length > 0 ? [] : ids});
			const chain = selected();
			if (chain) selectRow(dashboard, chain.chainId);
		}),
		'chains.only': {do: () => chooseOnly(dashboard, 'Show only chains', chainFilters)},
		'chains.failure': {
			do() {
				const runId = selected()?.runId;
				if (runId) openFailure(dashboard, runId);
			},
			isAvailable: () => canShowFailure(dashboard, selected()),
		},
		'chains.origin': {
			do: () => goOneOf('Jump to the step that gives', origins()),
			isAvailable: () => origins().length > 0,
		},
		'chains.test': {do: jumpToTest, isAvailable: () => selected() !== null && here().batchId !== ''},
		'chains.variable': {do: jumpToVariable, isAvailable: () => names().length > 0 && here().batchId !== ''},
		'chains.call': {
			do() {
				const callId = selectedStep(dashboard)?.callId;
				if (callId) navigation.open({screen: 'dataflow', ...here()}, {...cursorOn(callId), tab: 'calls'});
			},
			isAvailable: () => Boolean(selectedStep(dashboard)?.callId) && here().batchId !== '',
		},
		'chains.curl': {
			do() {
				const request = wholeStep(dashboard)?.request;
				const method = selectedStep(dashboard)?.method;
				if (request && method) copyText(stage, curlLine({method, ...request}), 'the request as a curl line');
				else ui.toast('It is being read. Press again in a moment.');
			},
			isAvailable: () => Boolean(selectedStep(dashboard)?.request),
		},
		'chains.say': onRow(() => {
			const chain = selected();
			if (chain) sayAboutTest(dashboard, {id: chain.testId, name: chain.name});
		}),
		'chains.page': onRow(() =>
			attempt(dashboard, () => pageText(stage, 'chain.txt', `${chainText(dashboard, glyphs)}\n`)),
		),
	};
}
