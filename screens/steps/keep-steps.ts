import {isTerminal} from '../../contract/enums.ts';
import type {Keeper} from '../../source/stores/dashboard.ts';
import {stepsStore} from '../../source/stores/steps.ts';
import {shownSteps, type StepsPlace} from './shown-steps.ts';

/** Pause between looks at a run that goes on, in ms: a step takes about as long. */
const pause = 500;

/** Reads the steps of a run, again and again while it goes on. */
export async function keepSteps({dashboard, persist}: Keeper, {runId}: StepsPlace, signal: AbortSignal): Promise<void> {
	const {steps} = dashboard.storeOf(stepsStore);
	for (;;) {
		if (!(await persist(() => steps.load(runId, signal), signal))) return;
		const shown = shownSteps(dashboard);
		if (shown && dashboard.tests.store.getState().project?.id !== shown.run.projectId) {
			dashboard.tests.open(shown.run.projectId);
			await persist(() => dashboard.tests.loadProject(signal), signal);
		}
		if (signal.aborted || (shown && isTerminal(shown.run.status))) return;
		await dashboard.context.wait(pause, signal);
	}
}
