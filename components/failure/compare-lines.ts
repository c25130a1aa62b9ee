import type {ChangedAnswer, RunDiff} from '../../contract/documents/run.ts';
import type {Call} from '../../contract/call.ts';
import type {Run} from '../../contract/run.ts';
import {cellWidth, wrapCells} from '../../source/terminal/cell-text.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import {compareAnswers} from '../../source/view-model/compare-answers.ts';
import {callSentence} from '../../source/view-model/failing-point.ts';
import {labelled} from '../pane-lines.ts';
import type {PaneLine} from '../text-pane.tsx';
import {nothing, section, textLines} from './section-lines.ts';

type Look = {glyphs: Glyphs; width: number};

/** What the run that passed last and this one did differently. */
export function compareLines(
	passed: Run | null,
	diff: RunDiff | null,
	calls: {then: readonly Call[]; now: readonly Call[]},
	look: Look,
): PaneLine[] {
	const {width, glyphs} = look;
	if (!passed || !diff)
		return nothing('This test never passed before this run, so there is nothing to compare with.', width);
	const change = (a: unknown, b: unknown) =>
		a === b ? `${a ?? 'none'}, the same` : `${a ?? 'none'} ${glyphs.arrow} ${b ?? 'none'}`;
	const {runA, runB, changedSteps} = diff;
	return [
		...labelled('Passed', `${runA.runId}, ${passed.createdAt}`, width),
		...labelled('This run', runB.runId, width),
		...labelled('Verdict', change(runA.status, runB.status), width),
		...labelled('Kind', change(runA.failureKind, runB.failureKind), width),
		...labelled('Step', change(runA.failedStepIndex, runB.failedStepIndex), width),
		...labelled('Code', change(runA.codeVersion, runB.codeVersion), width),
		...section(
			'Steps that differ',
			changedSteps.flatMap(({stepIndex, statusA, statusB, errorB}) => [
				...labelled(`step ${stepIndex}`, `${statusA ?? 'none'} ${glyphs.arrow} ${statusB ?? 'none'}`, width),
				...(errorB ? textLines(errorB, width, 'failed') : []),
			]),
		),
		...section('Calls', callPairs(calls.then, calls.now, look)),
	];
}

/** Calls in their order, then and now; equal ones stand back. */
function callPairs(then: readonly Call[], now: readonly Call[], {glyphs, width}: Look): PaneLine[] {
	const answers = compareAnswers(then, now);
	return Array.from({length: Math.max(then.length, now.length)}, (_, index) => {
		const [a, b] = [sentence(then[index]), sentence(now[index])];
		const changed = answerLines(answers[index] ?? null, {glyphs, width});
		if (a === b)
			return changed.length === 0
				? [[{text: `  ${a}`, role: 'muted' as const}]]
				: [[{text: `${glyphs.marked} `, role: 'key' as const}, {text: a}], ...changed];
		const line = `${a} ${glyphs.arrow} ${b}`;
		return cellWidth(line) + 2 <= width
			? [[{text: `${glyphs.marked} `, role: 'key' as const}, {text: line}], ...changed]
			: [...folded(`${glyphs.marked} `, a, width), ...folded(`  ${glyphs.arrow} `, b, width), ...changed];
	}).flat();
}

/** Whole, as what differs often stands at the end of a long path. */
const folded = (head: string, text: string, width: number): PaneLine[] =>
	wrapCells(text, Math.max(10, width - head.length)).map((line, index) => [
		{text: index === 0 ? head : ' '.repeat(head.length), role: 'key'},
		{text: line},
	]);

/** The places of an answer that say something else, below its call. */
function answerLines(answer: ChangedAnswer | null, {glyphs, width}: Look): PaneLine[] {
	if (!answer) return [];
	return [
		...answer.changes.flatMap(({path, before, after}) =>
			textLines(cleanLine(`    ${path}: ${before} ${glyphs.arrow} ${after}`), width),
		),
		...(answer.more > 0 ? textLines(`    and ${answer.more} more`, width) : []),
	];
}

/** Without its time, which is never the same. */
const sentence = (call: Call | undefined): string =>
	call ? cleanLine(callSentence({...call, latencyMs: null})) : 'no call';
