import type {ChangePart, ChangeTurn} from '../../source/stores/conversation.ts';
import type {ChangeRow} from '../../source/stores/change-rows.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import type {Column} from '../../source/terminal/column-layout.ts';
import type {Glyphs, Tone} from '../../source/terminal/glyphs.ts';
import type {Span} from '../../source/terminal/spans.ts';
import {isReady} from '../../source/view-model/statuses.ts';
import type {CellsOf} from '../cell-row.tsx';
import {section, textLines} from '../failure/section-lines.ts';
import {labelled, wrapped} from '../pane-lines.ts';
import type {PaneLine} from '../text-pane.tsx';

type ChangeColumn = 'status' | 'text' | 'count' | 'source';

/** Where the width does not do, columns go in this order: source, count. */
export const changeColumns: readonly Column<ChangeColumn>[] = [
	{key: 'status', title: 'STATUS', width: 11},
	{key: 'text', title: 'SAID / CHANGED', width: 30, isFlexible: true},
	{key: 'source', title: 'BY', width: 8, drop: 1},
	{key: 'count', title: 'CHANGES', width: 10, align: 'right', drop: 2},
];

const tones: Readonly<Record<string, Tone>> = {
	drafting: 'running',
	ready: 'blocked',
	applied: 'passed',
	undone: 'cancelled',
	discarded: 'cancelled',
	failed: 'failed',
};

function changeStatusSpan(status: string, glyphs: Glyphs): Span {
	const tone = tones[status] ?? 'idle';
	return {text: `${glyphs.status[tone]} ${cleanLine(status)}`, role: tone};
}

/** `+2 ~1 -3`: how many rows are added, changed, removed. */
export const countsText = ({added, changed, removed}: ChangeTurn['counts']): string =>
	[added > 0 ? `+${added}` : '', changed > 0 ? `~${changed}` : '', removed > 0 ? `-${removed}` : '']
		.filter(Boolean)
		.join(' ');

const kindSigns: Readonly<Record<string, Span>> = {
	added: {text: '+ ', role: 'passed'},
	removed: {text: '- ', role: 'failed'},
	changed: {text: '~ ', role: 'blocked'},
};

export const changeCells: CellsOf<ChangeRow, ChangeColumn> = (row, {glyphs}) => {
	if (row.kind === 'part') return partCells(row);
	const {turn, isOpen} = row;
	const count = turn.counts.added + turn.counts.changed + turn.counts.removed;
	return {
		status: [changeStatusSpan(turn.status, glyphs)],
		text: [
			{text: count === 0 ? '  ' : `${isOpen ? glyphs.open : glyphs.folded} `, role: 'muted'},
			{text: cleanLine(turn.text === '' ? (turn.reply ?? turn.source) : turn.text), role: 'title'},
		],
		source: [{text: cleanLine(turn.source), role: 'muted'}],
		count: [{text: countsText(turn.counts), role: 'muted'}],
	};
};

function partCells({part, turn, isTicked}: Extract<ChangeRow, {kind: 'part'}>): Record<ChangeColumn, readonly Span[]> {
	const box = part.refused !== null ? '    ' : isTicked ? '[x] ' : '[ ] ';
	return {
		status:
			part.refused !== null
				? [{text: '  refused', role: 'failed'}]
				: turn.status === 'applied' && part.applied === false
					? [{text: '  left out', role: 'muted'}]
					: [],
		text: [
			{text: '    '},
			...(isReady(turn) ? [{text: box, role: isTicked ? ('key' as const) : ('muted' as const)}] : []),
			kindSigns[part.kind] ?? {text: '  '},
			{text: cleanLine(part.title)},
			...(part.endpointPath ? [{text: `  ${cleanLine(part.endpointPath)}`, role: 'muted' as const}] : []),
		],
		source: [],
		count: [],
	};
}

type Look = {glyphs: Glyphs; width: number};

/** A turn: what was said, what was understood, and what it would change. */
export function turnLines(turn: ChangeTurn, {glyphs, width}: Look): PaneLine[] {
	const {text, status, reply, counts, also, choices, errorMessage, source, parts} = turn;
	return [
		...(text === '' ? [] : textLines(text, width, 'title')),
		[changeStatusSpan(status, glyphs), {text: `  ${countsText(counts)}`, role: 'muted'}],
		...(errorMessage ? [[], ...textLines(errorMessage, width, 'failed')] : []),
		...section(source === 'words' || source === 'model' ? 'Understood' : 'What it is', textLines(reply ?? '', width)),
		...section(
			'Which one is meant',
			choices.flatMap((choice, index) => wrapped(cleanLine(`${index + 1}. ${choice}`), width)),
		),
		...section(
			'Also',
			also.flatMap(line => textLines(line, width)),
		),
		...section(
			'Changes',
			(parts ?? []).flatMap(part => partHeadLines(part, width)),
		),
		...(isReady(turn)
			? section('Keys', wrapped('a accepts what is ticked, Space ticks, x puts it away, i says more.', width, 'muted'))
			: status === 'applied'
				? section('Keys', wrapped('u takes it back, and what was applied later with it.', width, 'muted'))
				: []),
	];
}

const partHeadLines = ({kind, title, endpointPath}: ChangePart, width: number): PaneLine[] =>
	wrapped(cleanLine(`${endpointPath ?? ''} ${title}`.trim()), Math.max(10, width - 2)).map((spans, line) => [
		line === 0 ? (kindSigns[kind] ?? {text: '  '}) : {text: '  '},
		...spans,
	]);

/** One part as a diff: its fields, then its code. */
export function partLines({part, turn}: {part: ChangePart; turn: ChangeTurn}, {width}: Look): PaneLine[] {
	const {kind, title, endpointPath, fields, reason, codeDiff, refused} = part;
	return [
		...textLines(title, width, 'title'),
		...textLines(endpointPath ?? '', width, 'muted'),
		[kindSigns[kind] ?? {text: ''}, {text: cleanLine(kind), role: 'muted'}],
		...(refused === null ? [] : [[], ...textLines(`Cannot be applied: ${refused}`, width, 'failed')]),
		[],
		...labelled('Why', reason, width),
		...section(
			'Row',
			fields.flatMap(field => fieldLines(field, width)),
		),
		...section('Code', codeDiff === null ? [] : diffLines(codeDiff, width)),
		...(fields.length === 0 && codeDiff === null && turn.reply !== null ? textLines(turn.reply, width) : []),
	];
}

/** A value before and after, sign first. */
function fieldLines({name, before, after}: ChangePart['fields'][number], width: number): PaneLine[] {
	const side = (sign: string, value: unknown): PaneLine[] =>
		value === null || value === undefined
			? []
			: textLines(typeof value === 'string' ? value : JSON.stringify(value), Math.max(10, width - 2)).map(
					(spans): PaneLine => [
						{text: `${sign} `, role: sign === '+' ? 'passed' : 'failed'},
						...spans.map(({text}): Span => ({text, role: sign === '+' ? 'passed' : 'failed'})),
					],
				);
	return [[{text: cleanLine(name), role: 'muted'}], ...side('-', before), ...side('+', after)];
}

/** A unified diff, coloured by the signs that it has anyway. */
const diffLines = (diff: string, width: number): PaneLine[] =>
	diff
		.split('\n')
		.filter(line => !/^(?:---|\+\+\+|Index:|=====)/.test(line))
		.flatMap(line => textLines(line, width, diffRole(line)));

function diffRole(line: string): 'passed' | 'failed' | 'accent' | 'muted' {
	if (line.startsWith('+')) return 'passed';
	if (line.startsWith('-')) return 'failed';
	return line.startsWith('@@') ? 'accent' : 'muted';
}
