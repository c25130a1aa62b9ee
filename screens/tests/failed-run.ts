import {memberReason} from '../../components/member-detail-lines.ts';
import type {Test} from '../../contract/test.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {failuresStore} from '../../source/stores/failures.ts';
import {neverRan} from '../../source/stores/red-tests.ts';
import {testDetailsStore} from '../../source/stores/test-detail.ts';
import {glyphSets} from '../../source/terminal/glyphs.ts';
import {isRed} from '../../source/view-model/statuses.ts';

/** The run by which a test is red, as far as it was read; null where it is not red. */
function failedRun(dashboard: Dashboard, {id, status}: Test): string | null {
	if (!isRed(status)) return null;
	const {detail} = dashboard.storeOf(testDetailsStore).store.getState();
	const run = detail?.test.id === id ? detail.runs.find(other => isRed(other.status)) : undefined;
	const last = dashboard.tests.store.getState().histories.get(id)?.last;
	return run?.runId ?? (isRed(last?.status) ? (last?.runId ?? null) : null);
}

/** Why a red test did not pass: the hypothesis where it was read, else the reason that its last batch told. */
export function whyOf(dashboard: Dashboard, test: Test | null): string | null {
	if (!test) return null;
	const runId = failedRun(dashboard, test);
	if (runId === null) {
		const {detail} = dashboard.storeOf(testDetailsStore).store.getState();
		return isRed(test.status) && detail?.test.id === test.id && detail.runs.length === 0 ? neverRan : null;
	}
	const hypothesis = dashboard.storeOf(failuresStore).store.getState().digests.get(runId)?.hypothesis;
	if (hypothesis) return hypothesis;
	const last = dashboard.tests.store.getState().histories.get(test.id)?.last;
	return last?.runId === runId ? memberReason(last, glyphSets.unicode) || null : null;
}

/** Reads why a test is red. */
export async function lookAtFailure(dashboard: Dashboard, test: Test, signal: AbortSignal): Promise<void> {
	const runId = failedRun(dashboard, test);
	if (runId !== null) await dashboard.storeOf(failuresStore).look([runId], signal);
}
