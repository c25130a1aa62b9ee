import type {RunId, TestId} from '../../contract/ids.ts';
import {isFailure} from '../../source/stores/failure-rows.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {currentPlace} from '../../source/stores/navigation.ts';
import {isRed} from '../../source/view-model/statuses.ts';
import {selectedChainRow} from '../chains/chain-list.ts';
import {selectedMember as comparedMember} from '../compare/compare-list.ts';
import {selectedFailure} from '../failures/failure-list.ts';
import {selectedHistoryRow} from '../history/history-list.ts';
import {selectedMember} from '../run/batch-list.ts';
import {shownSteps} from '../steps/shown-steps.ts';
import {selectedTestList} from '../testlists/test-list-list.ts';
import {selectedTest} from '../tests/test-list.ts';

/** What failed: a run, or a test whose last failed run is meant. */
type Failing = {runId: RunId} | {testId: TestId};

/** The failed or blocked test under the cursor, whatever list it stands in; null where the cursor is on none. */
export function failingAtHand(dashboard: Dashboard): Failing | null {
	const {screen} = currentPlace(dashboard.navigation.store.getState());
	const ofRun = (runId: RunId | null | undefined, status: string | null | undefined): Failing | null =>
		runId && isRed(status) ? {runId} : null;
	switch (screen) {
		case 'run': {
			const member = selectedMember(dashboard);
			return member && isFailure(member) ? {runId: member.runId} : null;
		}
		case 'failures': {
			const {runId, testId} = selectedFailure(dashboard) ?? {};
			if (runId === undefined) return null;
			return runId === testId ? {testId} : {runId};
		}
		case 'tests': {
			const test = selectedTest(dashboard);
			return test && isRed(test.status) ? {testId: test.id} : null;
		}
		case 'testlists': {
			const row = selectedTestList(dashboard);
			return row?.kind === 'case' && isRed(row.test.status) ? {testId: row.test.testId} : null;
		}
		case 'history': {
			const row = selectedHistoryRow(dashboard);
			return row?.kind === 'run' ? ofRun(row.id, row.run.status) : null;
		}
		case 'compare': {
			const {after, before} = comparedMember(dashboard) ?? {};
			return ofRun(after?.runId, after?.status) ?? ofRun(before?.runId, before?.status);
		}
		case 'chains': {
			const chain = selectedChainRow(dashboard)?.chain;
			return ofRun(chain?.runId, chain?.status);
		}
		case 'steps': {
			const run = shownSteps(dashboard)?.run;
			return ofRun(run?.runId, run?.status);
		}
		default:
			return null;
	}
}
