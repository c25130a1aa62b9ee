import {warningLines} from '../../components/member-detail-lines.ts';
import {flakyLines} from '../../components/flaky-lines.ts';
import {testDetailLines, testHeadLines} from '../../components/test-detail-lines.ts';
import type {PaneLine} from '../../components/text-pane.tsx';
import type {BatchMember} from '../../contract/batch.ts';
import type {Test} from '../../contract/test.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {flakyCheckStore, type FlakyState} from '../../source/stores/flaky-check.ts';
import {memoizeBy} from '../../source/stores/memoize.ts';
import {type TestDetailState, testDetailsStore} from '../../source/stores/test-detail.ts';
import type {Look} from '../screen-view.ts';
import {whyOf} from './failed-run.ts';

type Shown = {
	test: Test | null;
	details: TestDetailState;
	flaky: FlakyState;
	why: string | null;
	last: BatchMember | undefined;
};

/** Made once a minute and width: code may be long, and every key of the pane asks for the lines. */
const linesOf = storeKey(() =>
	memoizeBy(
		({test, details, flaky, why, last}: Shown, {glyphs, width, now}: Look) => [
			test,
			details,
			flaky,
			why,
			last,
			glyphs,
			width,
			now,
		],
		paneLines,
	),
);

/** The detail pane of the Tests screen: what the list knows at once, the rest when it is read. */
export const testPaneLines = (dashboard: Dashboard, test: Test | null, look: Look): readonly PaneLine[] =>
	dashboard.storeOf(linesOf)(
		{
			test,
			details: dashboard.storeOf(testDetailsStore).store.getState(),
			flaky: dashboard.storeOf(flakyCheckStore).store.getState(),
			why: whyOf(dashboard, test),
			last: test ? dashboard.tests.store.getState().histories.get(test.id)?.last : undefined,
		},
		look,
	);

function paneLines({test, details: {testId, detail}, flaky, why, last}: Shown, look: Look): PaneLine[] {
	const above = [...warningLines(last, look.width), ...flakyLines(flaky, test?.id ?? testId ?? '', look.glyphs)];
	if (detail && testId === (test?.id ?? testId)) return testDetailLines(detail, look, {why, above});
	if (!test) return [[{text: 'Reading', role: 'muted'}]];
	return [...testHeadLines(test, look, why), ...above, [], [{text: 'Reading', role: 'muted'}]];
}
