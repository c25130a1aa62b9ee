import type {BatchMember} from '../../contract/batch.ts';
import type {BatchId, RunId} from '../../contract/ids.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {failuresStore, maxRerun} from '../../source/stores/failures.ts';
import {failingCall} from '../../source/view-model/failing-point.ts';
import {fixPrompt} from '../../source/view-model/fix-prompt.ts';
import {type Actions, attempt} from '../action.ts';
import type {Stage} from '../screen-view.ts';
import {ask} from '../actions/choices.ts';
import {copyText, copyCall} from '../actions/hand-over.ts';
import {projectAtHand} from '../go-to.ts';
import {editCode} from '../tests/code-actions.ts';
import {allFailures, batchOfFailures, batchOfRun, membersInView, neighbour} from './failure-list.ts';

type Subject = {
	layer: string;
	/** The failure that keys act on. */
	selected(): BatchMember | null;
	/** Only failures with a run can be shown here; a list shows the others as well. */
	needsRun?: boolean;
	/** Goes to another failure: `beside` the shown one, or, as a jump, to come back from. */
	show(member: BatchMember, way: 'beside' | 'jump'): void;
};

/** What both screens of failures do: next and previous, rerun, prompt, bundle, code. */
export function failureActions(stage: Stage, {layer, selected, show, needsRun = false}: Subject): Actions {
	const {dashboard} = stage;
	const {ui, context} = dashboard;
	const whole = () => (batchOfFailures(dashboard) === null ? 'project' : 'batch');
	const failures = dashboard.storeOf(failuresStore);
	const isSelected = () => selected() !== null;
	const readNow = (runId: RunId) => failures.read(runId, context.ended);

	/** Does something to the selected failure; what goes wrong is told. */
	const withSelected = (work: (member: BatchMember) => Promise<void>) => ({
		do() {
			const member = selected();
			if (member) attempt(dashboard, () => work(member));
		},
		isAvailable: isSelected,
	});

	const step = (direction: 1 | -1) => ({
		do() {
			const listed = allFailures(dashboard).filter(({runId}) => !needsRun || batchOfRun(dashboard, runId) !== null);
			const next = neighbour(listed, selected()?.runId ?? null, direction);
			if (next) show(next, 'beside');
			else ui.toast(`There is no other failure in this ${whole()}.`);
		},
		isAvailable: () => allFailures(dashboard).length > 0,
	});

	const root = () => {
		const producer = selected()?.blockedBy?.producer;
		const member = membersInView(dashboard).find(({testId}) => testId === producer?.testId);
		return member?.status === 'failed' || member?.status === 'blocked' ? member : null;
	};

	async function rerunAll(): Promise<void> {
		const testIds = allFailures(dashboard).map(({testId}) => testId);
		const batchId = await failures.rerunAll(testIds);
		if (batchId === null) throw new Error('None of these tests could be started: they are running already.');
		openRun(dashboard, batchId);
		if (testIds.length > maxRerun) ui.toast(`The first ${maxRerun} of ${testIds.length} tests run again.`);
	}

	function askHow(member: BatchMember): void {
		const count = allFailures(dashboard).length;
		ask(dashboard, {
			title: 'Run again',
			lines: [member.name],
			keep: 'Not now',
			isHarmless: true,
			choices: [
				{id: 'with', label: 'With the tests it depends on', do: () => rerun(member, false)},
				{id: 'alone', label: 'Alone, with the values captured before', do: () => rerun(member, true)},
				{id: 'all', label: `All failed and blocked tests of this ${whole()}: ${count}`, do: rerunAll},
			],
		});
	}

	async function rerun({testId}: BatchMember, isAlone: boolean): Promise<void> {
		openRun(dashboard, await failures.rerun(testId, {isAlone}));
	}

	return {
		[`${layer}.next`]: step(1),
		[`${layer}.previous`]: step(-1),
		[`${layer}.rerun`]: withSelected(member => rerun(member, false)),
		[`${layer}.alone`]: withSelected(member => rerun(member, true)),
		[`${layer}.rerunHow`]: withSelected(async member => askHow(member)),
		[`${layer}.prompt`]: withSelected(async ({runId, testId, name}) => {
			const {context: failure} = await readNow(runId);
			const batchId = batchOfRun(dashboard, runId);
			const calls = batchId === null ? [] : await failures.readCalls(batchId, testId, runId, context.ended);
			copyText(stage, fixPrompt(failure, name, calls), 'the prompt');
		}),
		[`${layer}.curl`]: withSelected(async ({runId, testId, status}) => {
			const {context: failure} = await readNow(runId);
			const batchId = batchOfRun(dashboard, runId);
			const calls = batchId === null ? [] : await failures.readCalls(batchId, testId, runId, context.ended);
			const call = failingCall(calls, failure);
			if (call) copyCall(stage, call);
			else
				ui.toast(
					status === 'blocked'
						? 'It was blocked and sent no request: b goes to the test that it waits for.'
						: 'No request of this run was recorded.',
				);
		}),
		[`${layer}.save`]: withSelected(async ({runId}) => {
			const {context: failure, requestId} = await readNow(runId);
			const {directory, files} = await context.files.saveBundle(failure, runId, requestId);
			ui.toast(`Saved ${files} files to ${directory}`, 'success');
		}),
		[`${layer}.producer`]: {
			do() {
				const member = root();
				if (member) show(member, 'jump');
			},
			isAvailable: () => root() !== null,
		},
		[`${layer}.edit`]: {
			...withSelected(({testId, name}) => editCode(stage, {id: testId, name})),
			isAvailable: () => selected()?.type === 'backend',
		},
	};
}

function openRun(dashboard: Dashboard, batchId: BatchId): void {
	dashboard.navigation.open({screen: 'run', batchId, projectId: projectAtHand(dashboard)});
}
