import type {Heal} from '../../contract/heal.ts';
import {isTerminal} from '../../contract/enums.ts';
import type {ProjectId, RunId} from '../../contract/ids.ts';
import type {RunStep} from '../../contract/run.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {memoizeLast} from '../../source/stores/memoize.ts';
import {currentPlace} from '../../source/stores/navigation.ts';
import type {Place, RowList} from '../../source/stores/screen.ts';
import {partKey, partUrl, type ShownSteps, type StepTab, stepsStore, stepTabs} from '../../source/stores/steps.ts';
import type {StepRow} from '../../components/steps/step-row.ts';
import {listOf, selectedRow} from '../current-list.ts';

/** The steps of one run of a plan. */
export type StepsPlace = Place & {projectId: ProjectId | null; runId: RunId};

const noSteps: readonly StepRow[] = [];

const shownRunId = ({navigation}: Dashboard): string => currentPlace(navigation.store.getState())['runId'] ?? '';

/** What was read of the shown run; null until it is there. */
export function shownSteps(dashboard: Dashboard): ShownSteps | null {
	const {key, data} = dashboard.storeOf(stepsStore).steps.store.getState();
	return key === shownRunId(dashboard) ? data : null;
}

/** Steps with a word for every end: of those that have none yet, the first one runs while the run does. */
const withEnds = memoizeLast(({run: {steps = [], status, startedAt}, heals}: ShownSteps): readonly StepRow[] => {
	const first = status === 'running' ? steps.findIndex(step => step.status === null) : -1;
	const isOver = isTerminal(status);
	return steps.map(
		(step, index): StepRow => ({
			...step,
			status: step.status ?? (index === first ? 'running' : isOver ? 'not run' : 'queued'),
			// It began when the one before it ended.
			since: index === first ? (index === 0 ? (startedAt ?? null) : steps[index - 1]!.createdAt) : null,
			repair: heals.find(heal => heal.stepIndex === Number(step.stepIndex))?.status ?? null,
		}),
	);
});

export function stepRows(dashboard: Dashboard): readonly StepRow[] {
	const shown = shownSteps(dashboard);
	return shown ? withEnds(shown) : noSteps;
}

export function stepList(dashboard: Dashboard): RowList<StepRow> {
	const rows = stepRows(dashboard);
	// A step whose repair has just been decided keeps the cursor.
	const isRepaired = (step: RunStep) => healOf(dashboard, step) !== null;
	const isUndecided = (step: RunStep) => healOf(dashboard, step)?.status === 'proposed';
	const ending = (word: string) => rows.find(({status}) => status === word);
	return {
		rows,
		idOf: ({stepIndex}) => stepIndex,
		followId:
			(ending('running') ?? ending('failed') ?? rows.find(isUndecided) ?? rows.find(isRepaired))?.stepIndex ?? null,
	};
}

export const selectedStep = (dashboard: Dashboard): StepRow | null =>
	selectedRow(listOf(dashboard, stepList(dashboard))) ?? null;

/** The repair of a step that a person may still decide, else the one that was decided. */
export const healOf = (dashboard: Dashboard, {stepIndex}: RunStep): Heal | null => {
	const heals = shownSteps(dashboard)?.heals.filter(heal => heal.stepIndex === Number(stepIndex)) ?? [];
	return heals.find(({status}) => status === 'proposed') ?? heals[0] ?? null;
};

/** What the browser or the interpreter left of the steps of a run; a test in Python leaves none of it. */
const keptTabs = memoizeLast((rows: readonly RunStep[]): readonly StepTab[] =>
	stepTabs.filter(tab => rows.some(step => partUrl(step, tab) !== null)),
);

/** The tabs that the steps of the shown run have. */
export const tabsOf = (dashboard: Dashboard): readonly StepTab[] => keptTabs(stepRows(dashboard));

/** The tab that is shown: the chosen one where the run has it; null where it has none. */
export function shownTab(dashboard: Dashboard): StepTab | null {
	const {tab} = dashboard.storeOf(stepsStore).view.getState();
	const tabs = tabsOf(dashboard);
	return tabs.includes(tab) ? tab : (tabs[0] ?? null);
}

/** The step whose picture is meant: the one under the cursor, or the one before it, whose end is its beginning. */
export function picturedStep(dashboard: Dashboard, step: RunStep): RunStep | null {
	const {isBefore} = dashboard.storeOf(stepsStore).view.getState();
	if (!isBefore || shownTab(dashboard) !== 'picture') return step;
	const rows = stepRows(dashboard);
	return rows[rows.findIndex(({stepIndex}) => stepIndex === step.stepIndex) - 1] ?? null;
}

/** The part that is shown of the step under the cursor, by its key; null when nothing is kept of it. */
export function wantedPart(dashboard: Dashboard, wanted: StepTab | null): string | null {
	const step = selectedStep(dashboard);
	const pictured = step && picturedStep(dashboard, step);
	return pictured && wanted !== null && partUrl(pictured, wanted) !== null
		? partKey(shownRunId(dashboard), pictured.stepIndex, wanted)
		: null;
}
