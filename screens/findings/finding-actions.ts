import {type Finding, findingStates} from '../../contract/finding.ts';
import type {CallId, RunId} from '../../contract/ids.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {type FindingDecision, findingsStore} from '../../source/stores/findings.ts';
import {currentProjectId, cursorOn} from '../../source/stores/navigation.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import {type Action, type Actions, attempt} from '../action.ts';
import type {Stage} from '../screen-view.ts';
import {choose, chooseOnly} from '../actions/choices.ts';
import {pageText} from '../actions/hand-over.ts';
import {shownProjectId} from '../plan/plan-changes.ts';
import {selectedFinding} from './finding-list.ts';

const done: Record<FindingDecision, string> = {
	accept: 'Accepted: tests expect what the API does. u takes that back',
	fail: 'The document is right: its tests are red until one of the two changes. u takes that back',
	mute: 'Muted. u takes that back',
	reopen: 'It is open again',
};

/** Keys of the findings. */
export function findingActions(stage: Stage, textOf: (dashboard: Dashboard, glyphs: Glyphs) => string): Actions {
	const {dashboard, glyphs} = stage;
	const {ui, navigation} = dashboard;
	const findings = dashboard.storeOf(findingsStore);
	const selected = () => selectedFinding(dashboard);

	const decide = (decision: FindingDecision, isPossible: (finding: Finding) => boolean): Action => ({
		do() {
			const finding = selected();
			if (!finding) return;
			attempt(dashboard, async () => {
				await findings.decide(shownProjectId(dashboard), finding.findingId, decision);
				ui.toast(done[decision], 'success');
			});
		},
		isAvailable() {
			const finding = selected();
			return finding !== undefined && finding.state !== 'gone' && isPossible(finding);
		},
	});

	return {
		'findings.accept': decide('accept', ({state}) => state !== 'accepted'),
		'findings.fail': decide('fail', ({state}) => state !== 'failing'),
		'findings.mute': decide('mute', ({state}) => state !== 'muted'),
		'findings.reopen': decide('reopen', ({state}) => state !== 'open'),
		'findings.only': {do: () => chooseOnly(dashboard, 'Show only findings', findingStates)},
		'findings.changes': {do: () => navigation.open({screen: 'changes', projectId: shownProjectId(dashboard)})},
		'findings.plan': {do: () => navigation.open({screen: 'plan', projectId: shownProjectId(dashboard)})},
		'findings.page': {
			do: () => attempt(dashboard, () => pageText(stage, 'finding.txt', `${textOf(dashboard, glyphs)}\n`)),
			isAvailable: () => selected() !== undefined,
		},
	};
}

/** Opens a call that shows the finding under the cursor; asks which where there are several. */
export function openEvidence({dashboard}: Stage): void {
	const {ui, navigation} = dashboard;
	const evidence = selectedFinding(dashboard)?.evidence ?? [];
	const calls = evidence.flatMap(({callId, runId}) => (runId === null ? [] : [{callId, runId}]));
	const [only, ...others] = calls;
	if (only === undefined) {
		navigation.setFocus('detail');
		// The data flow is that of runs: a probe is in none of them, and stands in the pane.
		if (evidence.length > 0) ui.toast('Discovery saw this with its own probe: here is what was sent and answered.');
		return;
	}
	const open = (call: Evidence) => attempt(dashboard, () => openCall(dashboard, call));
	if (others.length === 0) {
		open(only);
		return;
	}
	choose(dashboard, {
		title: 'Open which call',
		choices: calls.map(({callId, runId}, index) => ({
			id: String(index),
			label: cleanLine(`${callId ?? 'the calls'} of ${runId}`),
		})),
		onChoose(id) {
			const call = calls[Number(id)];
			if (call) open(call);
		},
	});
}

type Evidence = {callId: CallId | null; runId: RunId};

/** The call in the data flow of its run. */
async function openCall({navigation, session, context}: Dashboard, {callId, runId}: Evidence): Promise<void> {
	const projectId = currentProjectId(navigation.store.getState());
	const {getRun} = await import('../../contract/routes/runs.ts');
	const {batchId} = await session.call(getRun, {params: {runId}, query: {}, signal: context.ended});
	navigation.open(
		{screen: 'dataflow', projectId, ...(batchId === undefined ? {} : {batchId})},
		callId === null ? {tab: 'calls'} : {...cursorOn(callId), tab: 'calls'},
	);
}
