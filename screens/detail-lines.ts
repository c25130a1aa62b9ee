import {memberHeadLines, outputLines} from '../components/member-detail-lines.ts';
import {testDetailLines, testHeadLines} from '../components/test-detail-lines.ts';
import type {PaneLine} from '../components/text-pane.tsx';
import type {Test} from '../source/contract/test.ts';
import type {BatchMember} from '../source/contract/batch.ts';
import type {OutputState} from '../source/stores/output-tail.ts';
import type {TestDetailState} from '../source/stores/test-detail.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';

export type Look = {glyphs: Glyphs; width: number; now: number};

/** The detail pane of the Tests screen: what the list knows at once, the rest when it is read. */
export function testPaneLines(test: Test | null, {testId, detail}: TestDetailState, look: Look): PaneLine[] {
	if (detail && testId === (test?.id ?? testId)) return testDetailLines(detail, look);
	if (!test) return [[{text: 'Reading', role: 'muted'}]];
	return [...testHeadLines(test, look), [], [{text: 'Reading', role: 'muted'}]];
}

/** The detail pane of the run screen in two parts: facts, and output. */
export function memberPaneLines(
	member: BatchMember,
	output: OutputState,
	{glyphs, width, now}: Look,
): {head: PaneLine[]; output: PaneLine[]} {
	const isShown = output.runId === member.runId;
	return {
		head: memberHeadLines(member, now, glyphs, width),
		output: isShown ? outputLines(output, width) : [],
	};
}
