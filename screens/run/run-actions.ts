import {isActive} from '../../source/view-model/batch-progress.ts';
import {isPartial, type BatchMember, type BatchSummary} from '../../contract/batch.ts';
import type {TestId} from '../../contract/ids.ts';
import {attention, producerRowId, waveRowIds} from '../../source/stores/batch-rows.ts';
import {isFailure} from '../../source/stores/failure-rows.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {currentView} from '../../source/stores/navigation.ts';
import {cleanLine, cleanLines} from '../../source/terminal/clean-text.ts';
import {type Actions, attempt} from '../action.ts';
import type {Stage} from '../screen-view.ts';
import {foldGroup, foldGroups} from '../actions/list-actions.ts';
import {ask, choose} from '../actions/choices.ts';
import {counted} from '../../source/view-model/counted.ts';
import {rerunChoices, rerunTests, runTests} from '../actions/run-tests.ts';
import {jumpToRow, selectedRow} from '../current-list.ts';
import {batchList, selectedMember} from './batch-list.ts';
import {outputTailStore} from '../../source/stores/output-tail.ts';

/** The run that decides how the project stands, where the shown one ran a part of its tests; null where there is none. */
export function wholeRun({batches, tests}: Dashboard): BatchSummary | null {
	const {batch} = batches.store.getState();
	const {projectId, standing} = tests.store.getState();
	if (batch === null || !isPartial(batch) || batch.projectId !== projectId) return null;
	return standing !== null && standing.batchId !== batch.batchId ? standing : null;
}

/** Folds or unfolds the wave that the cursor is in; the cursor goes to its head. */
export function toggleFold(dashboard: Dashboard): void {
	const row = selectedRow(batchList(dashboard));
	if (!row) return;
	const id = row.kind === 'wave' ? row.id : `wave ${row.member.wave}`;
	foldGroup(dashboard, id);
}

/** Keys of the run screen. */
export function runActions({dashboard, terminal}: Stage): Actions {
	const {navigation, ui, batches, tests} = dashboard;
	const output = dashboard.storeOf(outputTailStore);
	const batch = () => batches.store.getState().batch;
	const view = () => currentView(navigation.store.getState());
	const isRunning = () => {
		const current = batch();
		return current !== null && isActive(current);
	};

	function askCancel(): void {
		const current = batch();
		if (!current) return;
		const {queued, running} = current.summary;
		choose(dashboard, {
			title: 'Cancel this run',
			lines: [`${running} running and ${queued} queued tests are stopped.`],
			choices: [
				{id: 'keep', label: 'Keep it going'},
				{id: 'cancel', label: 'Cancel, then clean up what was created'},
				{id: 'skip', label: 'Cancel without cleaning up', isDangerous: true},
			],
			onChoose(id) {
				if (id === 'keep') return;
				attempt(dashboard, async () => {
					const {cancelled} = await batches.cancel({skipCleanup: id === 'skip'});
					ui.toast(`Cancelled ${counted(cancelled.length, 'test')}`, 'success');
				});
			},
		});
	}

	function runAgain(): void {
		const current = batch();
		if (!current?.projectId) return;
		const {projectId, members} = current;
		const selected = members.filter(({role}) => role === 'selected').map(({testId}) => testId);
		const broken = members.filter(isFailure).map(({testId}) => testId);
		const isWhole = !isPartial(current);
		const run = async (testIds: readonly TestId[] | null) => {
			tests.open(projectId);
			await runTests(dashboard, testIds);
		};
		const count = (testIds: readonly TestId[]) => counted(testIds.length, 'test');
		ask(dashboard, {
			title: 'Run again',
			lines: ['What they need runs along; what they create is cleaned up.'],
			keep: 'Not now',
			isHarmless: true,
			choices: [
				// A run of all stays one: it decides how the project stands.
				isWhole
					? {id: 'all', label: 'All tests of the project', do: () => run(null)}
					: {id: 'all', label: `The same ${count(selected)}`, do: () => run(selected)},
				...(broken.length > 0 && broken.length < selected.length
					? [{id: 'broken', label: `What failed or was blocked: ${count(broken)}`, do: () => run(broken)}]
					: []),
			],
		});
	}

	async function rerun({testId, projectId}: BatchMember, isAlone: boolean): Promise<void> {
		tests.open(projectId);
		await rerunTests(dashboard, [testId], isAlone);
	}

	const withMember = (work: (member: BatchMember) => void) => ({
		do() {
			const member = selectedMember(dashboard);
			if (member) work(member);
		},
		isAvailable: () => selectedMember(dashboard) !== null && !isRunning(),
	});

	function jumpToProducer(): void {
		const current = batch();
		const member = selectedMember(dashboard);
		const id = current && member ? producerRowId(current, member) : null;
		if (id === null) return;
		const producer = current?.members.find(({runId}) => runId === id);
		// The producer may be hidden: by the fold of its wave, or because it is not among the failed ones.
		navigation.update({
			folded: view().folded.filter(other => other !== `wave ${producer?.wave}`),
			...(producer?.status === 'failed' ? {filter: ''} : {filter: '', only: null}),
		});
		jumpToRow(dashboard, id);
	}

	const hasProducer = () => {
		const current = batch();
		const member = selectedMember(dashboard);
		return current !== null && member !== null && producerRowId(current, member) !== null;
	};

	const outputText = () => {
		const {result} = output.store.getState();
		return [result?.trace, result?.apiOutput].filter(Boolean).join('\n\n');
	};

	return {
		'run.cancel': {do: askCancel, isAvailable: isRunning},
		'run.again': {
			do: runAgain,
			isAvailable: () => batch() !== null && !isRunning() && batch()?.projectId !== null,
		},
		'run.alone': withMember(member => attempt(dashboard, () => rerun(member, true))),
		'run.rerun': withMember(member =>
			ask(dashboard, {
				title: `Run again: ${cleanLine(member.name)}`,
				lines: [],
				keep: 'Not now',
				isHarmless: true,
				choices: rerunChoices(isAlone => rerun(member, isAlone)),
			}),
		),
		'run.attention': {do: () => navigation.update({only: view().only === null ? attention : null})},
		'run.producer': {do: jumpToProducer, isAvailable: hasProducer},
		'run.fold': {do: () => toggleFold(dashboard), isAvailable: () => batch() !== null},
		'run.foldAll': {
			do() {
				const current = batch();
				if (current) foldGroups(dashboard, waveRowIds(current));
			},
			isAvailable: () => batch() !== null,
		},
		'run.follow': {
			do() {
				const {isFollowing} = view();
				// Where the cursor is now is where it stays when the run is not followed any more.
				navigation.update({list: batchList(dashboard).view, isFollowing: !isFollowing});
				ui.toast(isFollowing ? 'Not following any more' : 'Following the run');
			},
			isAvailable: isRunning,
		},
		'run.compare': {
			do() {
				const {batchId: other, previousBatchId: one = null, projectId = null} = batch() ?? {};
				if (one !== null && other) navigation.open({screen: 'compare', projectId, one, other});
			},
			isAvailable: () => (batch()?.previousBatchId ?? null) !== null,
		},
		'run.whole': {
			do() {
				const whole = wholeRun(dashboard);
				if (whole) navigation.open({screen: 'run', batchId: whole.batchId, projectId: whole.projectId});
			},
			isAvailable: () => wholeRun(dashboard) !== null,
		},
		'run.page': {
			do: () =>
				attempt(dashboard, async () => {
					const end = await terminal.page('output.txt', cleanLines(outputText()).join('\n'));
					if ('error' in end) ui.toast(`The pager failed: ${end.error}. Set $PAGER to another one.`, 'error');
				}),
			isAvailable: () => outputText() !== '',
		},
		'run.detach': {
			do() {
				const current = batch();
				if (current?.projectId) navigation.open({screen: 'tests', projectId: current.projectId});
				else navigation.open({screen: 'projects'});
				ui.toast('The run goes on. Press 3 to see it again.');
			},
			isAvailable: isRunning,
		},
	};
}
