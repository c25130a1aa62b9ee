import type {TestId} from '../contract/ids.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import type {Span} from '../source/terminal/spans.ts';
import {type FlakyVerdict, judge} from '../source/view-model/judge-flaky.ts';
import type {FlakyState} from '../source/stores/flaky-check.ts';
import {statusSpan} from './status-text.ts';
import type {PaneLine} from './text-pane.tsx';

/** How a check goes, in a few words for the right end of the header; nothing while none runs. */
export function flakyAside({isRunning, isStopping, attempts, wanted}: FlakyState): Span[] {
	if (!isRunning) return [];
	const step = `${attempts.length + 1}/${wanted}`;
	return [{text: `flaky check ${step}${isStopping ? ', the last one' : ''}   `, role: 'running'}];
}

const tones = {stable: 'passed', flaky: 'blocked', failing: 'failed'} as const;

const verdictSpan = (verdict: FlakyVerdict, {status}: Glyphs): Span => ({
	text: `${status[tones[verdict]]} ${verdict}`,
	role: tones[verdict],
});

/** A section of the pane of the test that is judged, or was judged last; nothing for another test. */
export function flakyLines(state: FlakyState, testId: TestId, glyphs: Glyphs): PaneLine[] {
	const {attempts, wanted, isRunning, isStopping} = state;
	if (state.testId !== testId || (attempts.length === 0 && !isRunning)) return [];
	const {verdict, passed, runs} = judge(testId, attempts);
	const next = isStopping ? 'ends after this attempt' : 'c stops it';
	return [
		[],
		[
			{text: 'Flaky check', role: 'accent'},
			{text: `   ${passed} of ${runs} passed`, role: 'muted'},
		],
		...attempts.map(
			({attempt, outcome, failureKind}): PaneLine => [
				{text: `${String(attempt).padStart(2)}  `, role: 'muted'},
				statusSpan(cleanLine(outcome), glyphs),
				{text: failureKind ? `   ${cleanLine(failureKind)}` : '', role: 'muted'},
			],
		),
		isRunning
			? [
					{text: `${String(attempts.length + 1).padStart(2)}  `, role: 'muted'},
					statusSpan('running', glyphs),
					{text: `   of ${wanted}; ${next}`, role: 'muted'},
				]
			: [{text: '    '}, verdictSpan(verdict, glyphs)],
	];
}
