import type {RunDiff} from '../contract/documents/run.ts';
import {failureWords} from '../source/view-model/failure-words.ts';
import type {Run, RunStep} from '../contract/run.ts';
import {fitCells, wrapCells} from '../source/terminal/cell-text.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import type {Span} from '../source/terminal/spans.ts';
import {section, textLines} from './failure/section-lines.ts';
import {momentText} from './history-detail-lines.ts';
import {tookOf} from './history-row.ts';
import {statusSpan} from './status-text.ts';
import type {PaneLine} from './text-pane.tsx';

type Look = {glyphs: Glyphs; width: number};

/** Cells of the labels left of both runs, with the mark of a difference before them. */
const labelCells = 13;

/** Two runs side by side: what differs is marked, what is the same stands back. */
export function runCompareLines(
	{before, after, diff}: {before: Run; after: Run; diff: RunDiff},
	look: Look,
): PaneLine[] {
	const {width} = look;
	const step = ({failedStepIndex}: Run) => (failedStepIndex === null ? null : `step ${failedStepIndex}`);
	const kind = ({failureKind, error}: Run) => failureWords(failureKind, error);
	return [
		sidesLine({label: '', before: {text: 'BEFORE', role: 'muted'}, after: {text: 'AFTER', role: 'muted'}}, false, look),
		...verdictLine(before, after, look),
		...fact('Failure', kind(before), kind(after), look),
		...fact('Failed at', step(before), step(after), look),
		...fact('Code', before.codeVersion, after.codeVersion, look),
		...(diff.crossTest ? fact('Test', before.testId, after.testId, look) : []),
		...fact('Took', tookOf(before), tookOf(after), look, {isAlwaysQuiet: true}),
		...fact('Started', minuteText(before), minuteText(after), look, {isAlwaysQuiet: true}),
		...fact('By', source(before), source(after), look, {isAlwaysQuiet: true}),
		...fact('Target', before.targetUrl, after.targetUrl, look),
		...fact('Run', before.runId, after.runId, look, {isAlwaysQuiet: true}),
		...errorSections(before.error, after.error, width),
		...section('Steps', stepLines(before.steps ?? [], after.steps ?? [], look)),
	];
}

const source = ({source: by, isRerun}: Run) => `${isRerun ? 'rerun by ' : ''}${by.replaceAll('_', ' ')}`;

/** A moment without its seconds: both columns have to hold it. */
const minuteText = ({startedAt}: Run) => momentText(startedAt)?.replace(/:\d\d UTC$/, ' UTC') ?? null;

function errorSections(before: string | null, after: string | null, width: number): PaneLine[] {
	const lines = (error: string | null) => (error ? textLines(error, width, 'failed') : []);
	if (before === after) return section('Error, the same in both', lines(after));
	return [...section('Error before', lines(before)), ...section('Error after', lines(after))];
}

type Sides = {label: string; before: Span; after: Span};

/** One line of two columns. */
function sidesLine({label, before, after}: Sides, isChanged: boolean, {glyphs, width}: Look): PaneLine {
	const column = Math.max(8, Math.floor((width - labelCells - 2) / 2));
	const fitted = ({text, role}: Span): Span => ({
		text: fitCells(text, column, glyphs.ellipsis),
		...(role ? {role} : {}),
	});
	return [
		{text: isChanged ? `${glyphs.marked} ` : '  ', role: 'key'},
		{text: label.padEnd(labelCells - 2), role: 'muted'},
		fitted(before),
		{text: '  '},
		fitted(after),
	];
}

/** A fact of both runs, folded into two columns; nothing where neither has it. */
function fact(
	label: string,
	before: string | null,
	after: string | null,
	look: Look,
	{isAlwaysQuiet = false}: {isAlwaysQuiet?: boolean} = {},
): PaneLine[] {
	if (!before && !after) return [];
	const isChanged = !isAlwaysQuiet && before !== after;
	const column = Math.max(8, Math.floor((look.width - labelCells - 2) / 2));
	const [left, right] = [before, after].map(text => wrapCells(cleanLine(text || '-'), column)) as [string[], string[]];
	return Array.from({length: Math.max(left.length, right.length)}, (_, index) => {
		const span = (text = ''): Span => (isChanged ? {text} : {text, role: 'muted'});
		const sides = {label: index === 0 ? label : '', before: span(left[index]), after: span(right[index])};
		return sidesLine(sides, isChanged && index === 0, look);
	});
}

const verdictLine = (before: Run, after: Run, look: Look): PaneLine[] => [
	sidesLine(
		{
			label: 'Verdict',
			before: statusSpan(cleanLine(before.status), look.glyphs),
			after: statusSpan(cleanLine(after.status), look.glyphs),
		},
		before.status !== after.status,
		look,
	),
];

/** Every step of both runs, those that flipped marked; a step that one run does not have is a dash there. */
function stepLines(before: readonly RunStep[], after: readonly RunStep[], look: Look): PaneLine[] {
	const byIndex = (steps: readonly RunStep[]) => new Map(steps.map(step => [Number(step.stepIndex), step]));
	const [then, now] = [byIndex(before), byIndex(after)];
	const indexes = [...new Set([...then.keys(), ...now.keys()])].sort((a, b) => a - b);
	return indexes.flatMap(index => {
		const [a, b] = [then.get(index), now.get(index)];
		const isChanged = (a?.status ?? null) !== (b?.status ?? null) || !a !== !b;
		const side = (step: RunStep | undefined): Span =>
			step ? statusSpan(cleanLine(step.status ?? 'not run'), look.glyphs) : {text: '-', role: 'muted'};
		const head = sidesLine({label: `step ${index}`, before: side(a), after: side(b)}, isChanged, look);
		const description = cleanLine((b ?? a)?.description ?? '');
		// The only step of a test in code is described by what it failed with, which stands above.
		const isError = [a?.error, b?.error].some(error => error && cleanLine(error).includes(description));
		const text = isError ? '' : description;
		const told = text === '' ? [] : wrapCells(text, Math.max(10, look.width - labelCells)).slice(0, isChanged ? 3 : 1);
		return [
			head,
			...told.map((line): PaneLine => [{text: ' '.repeat(labelCells)}, {text: line, role: 'muted'}]),
			...errors(a, b, isChanged, look),
		];
	});
}

/** What a step that flipped said when it failed. */
function errors(a: RunStep | undefined, b: RunStep | undefined, isChanged: boolean, {width}: Look): PaneLine[] {
	if (!isChanged) return [];
	return [b?.error ?? a?.error ?? '']
		.filter(Boolean)
		.flatMap(text => textLines(text, width - labelCells, 'failed'))
		.map(line => [{text: ' '.repeat(labelCells)}, ...line]);
}
