import {failureWords} from '../source/view-model/failure-words.ts';
import type {RunHistoryItem} from '../contract/run.ts';
import type {Test, TestCode} from '../contract/test.ts';
import type {TestDetail} from '../source/stores/test-detail.ts';
import {fitCells, wrapCells} from '../source/terminal/cell-text.ts';
import {cleanLine, cleanLines} from '../source/terminal/clean-text.ts';
import {formatAge, formatAgo, formatDuration} from '../source/terminal/durations.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import type {Span} from '../source/terminal/spans.ts';
import {codeSpans} from './failure/code-lines.ts';
import {whyLines} from './failure/section-lines.ts';
import {labelled, repairWords, wrapped} from './pane-lines.ts';
import {statusSpan} from './status-text.ts';
import type {PaneLine} from './text-pane.tsx';

type Look = {glyphs: Glyphs; width: number; now: number};

/** What is known of a test from the list alone. @param why it did not pass, which comes first */
export function testHeadLines(test: Test, {glyphs, width}: Look, why: string | null = null): PaneLine[] {
	const {name, id, status, priority, type, category, produces, consumes, wiring, after, openHeals = 0} = test;
	const kind = [priority, type, category].filter(Boolean).map(part => cleanLine(String(part)));
	const wires = Object.entries(wiring ?? {}).map(([variable, producer]) => `${variable} from ${producer}`);
	return [
		...wrapped(cleanLine(name), width, 'title'),
		[statusSpan(cleanLine(status), glyphs), {text: `   ${kind.join(`  ${glyphs.separator}  `)}`, role: 'muted'}],
		...wrapped(cleanLine(id), width, 'muted'),
		...whyLines(why, width),
		[],
		...labelled('Repairs', openHeals > 0 ? repairWords(openHeals) : null, width),
		...labelled('Produces', produces?.join(', '), width),
		...labelled('Needs', consumes?.join(', '), width),
		...labelled('Wiring', wires.join(', '), width),
		...labelled('After', after?.map(({title}) => cleanLine(title)).join(', '), width),
	];
}

/**
 * Everything about a test: what it is, how it ran, what it does.
 * @param why it did not pass, right after its name; `above` = lines that come first after its head
 */
export function testDetailLines(
	{test, code, runs}: TestDetail,
	look: Look,
	{why = null, above = []}: {why?: string | null; above?: readonly PaneLine[]} = {},
): PaneLine[] {
	const {width, now} = look;
	return [
		...testHeadLines(test, look, why),
		...above,
		...(above.length > 0 ? [[]] : []),
		...labelled('Updated', formatAgo(Date.parse(test.updatedAt), now), width),
		...labelled('Limit', test.timeoutSeconds ? `${test.timeoutSeconds} s` : undefined, width),
		...labelled('About', test.description ?? undefined, width),
		...section('Runs', runs.length === 0 ? [[{text: 'It has not run yet.', role: 'muted'}]] : runLines(runs, look)),
		...(test.planSteps?.length ? section('Steps', stepLines(test.planSteps, width)) : []),
		...codeSection(code),
	];
}

const section = (title: string, lines: PaneLine[]): PaneLine[] => [[], [{text: title, role: 'accent'}], ...lines];

function runLines(runs: readonly RunHistoryItem[], {glyphs, now}: Look): PaneLine[] {
	return runs.map(({status, startedAt, finishedAt, createdAt, failureKind, source}): PaneLine => {
		const took = startedAt && finishedAt ? formatDuration(Date.parse(finishedAt) - Date.parse(startedAt)) : '';
		const {text, role} = statusSpan(cleanLine(status), glyphs);
		return [
			{text: fitCells(text, 12, glyphs.ellipsis), ...(role ? {role} : {})},
			// Since it ended, as the row of the test counts.
			{text: fitCells(formatAge(Date.parse(finishedAt ?? createdAt), now), 8, glyphs.ellipsis, 'right'), role: 'muted'},
			{text: fitCells(took, 10, glyphs.ellipsis, 'right')},
			// Of one that passed by whom it was started, of another what was wrong, where that is known.
			{
				text: `  ${cleanLine(status === 'passed' ? source : (failureWords(failureKind) ?? ''))}`.trimEnd(),
				role: 'muted',
			},
		];
	});
}

function stepLines(steps: readonly {type: string; description: string}[], width: number): PaneLine[] {
	const digits = String(steps.length).length;
	return steps.flatMap(({type, description}, index) => {
		const head = `${String(index + 1).padStart(digits)}  ${cleanLine(type).padEnd(9)}  `;
		return wrapCells(cleanLine(description), Math.max(10, width - head.length)).map((text, line): Span[] => [
			{text: line === 0 ? head : ' '.repeat(head.length), role: 'muted'},
			{text},
		]);
	});
}

function codeSection(code: TestCode | null): PaneLine[] {
	if (!code?.code) return section('Code', [[{text: 'There is no code yet.', role: 'muted'}]]);
	const title = [cleanLine(code.language), code.codeVersion ? cleanLine(code.codeVersion) : ''].filter(Boolean);
	const lines = codeSpans(cleanLines(code.code.replace(/\n$/, '')), code.language);
	const digits = String(lines.length).length;
	return [
		[],
		[
			{text: 'Code', role: 'accent'},
			{text: `  ${title.join('  ')}`, role: 'muted'},
		],
		// Cut, not folded: folded lines would hide the indentation. The pane can be given the whole screen.
		...lines.map((spans, index): Span[] => [
			{text: `${String(index + 1).padStart(digits)}  `, role: 'muted'},
			...spans,
		]),
	];
}
