import type {Variable} from '../contract/variable.ts';
import {cellWidth, truncateCells, truncateName} from '../source/terminal/cell-text.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import type {Span} from '../source/terminal/spans.ts';
import {labelled, wrapped} from './pane-lines.ts';
import {statusSpan} from './status-text.ts';
import type {PaneLine} from './text-pane.tsx';
import {deletionSpan, valueSpan} from './variable-row.ts';

type Look = {glyphs: Glyphs; width: number};

/** Consumers that the picture names; more are counted. */
const shownConsumers = 12;

/**
 * The way of a value as a picture, from top to bottom: the test that gives it, the value in a box, the tests that need
 * it, and what deletes the record behind it.
 */
function wiringLines(variable: Variable, look: Look): PaneLine[] {
	const {glyphs, width} = look;
	const {source, usedBy} = variable;
	const down: PaneLine = [{text: `   ${glyphs.divider}`, role: 'muted'}];
	return [
		source
			? node(cleanLine(source.title), source.label, look)
			: [{text: `${glyphs.status.blocked} no test gives it`, role: 'blocked' as const}],
		[
			{text: `   ${glyphs.divider} `, role: 'muted'},
			{text: `${glyphs.produces} ${originOf(variable)}`, role: 'muted'},
		],
		...box(variable, look),
		...(usedBy.length > 0
			? [
					[{text: `   ${glyphs.divider} ${glyphs.needs} used by`, role: 'muted' as const}],
					...usedBy.slice(0, shownConsumers).map(({title, label}, index): PaneLine => {
						const isLast = index === usedBy.length - 1;
						const branch = isLast ? glyphs.branchEnd : glyphs.branch;
						return [
							{text: `   ${branch} `, role: 'muted'},
							...node(cleanLine(title), label, {glyphs, width: width - 6}),
						];
					}),
					...(usedBy.length > shownConsumers
						? [[{text: `   ${glyphs.branchEnd} and ${usedBy.length - shownConsumers} more`, role: 'muted' as const}]]
						: []),
				]
			: [down, [{text: `   ${glyphs.branchEnd} no test needs it`, role: 'muted' as const}]]),
		...cleanupLines(variable, look),
	];
}

function node(title: string, label: string | null, {glyphs, width}: Look): Span[] {
	const status = label === null ? [] : [{text: '  '}, statusSpan(cleanLine(label), glyphs)];
	const room = Math.max(4, width - 14);
	return [{text: truncateName(title, room, glyphs.ellipsis), role: 'title'}, ...status];
}

/** Where in the answer the value stood. */
function originOf({capturedFrom}: Variable): string {
	if (capturedFrom === null) return 'gives';
	if (capturedFrom.location === 'code') return 'given by its code';
	const place = capturedFrom.location === 'header' ? 'header' : 'body';
	return `from the ${place}: ${cleanLine(capturedFrom.path)}`;
}

function box(variable: Variable, {glyphs, width}: Look): PaneLine[] {
	const [topLeft, topRight, bottomLeft, bottomRight, across, side] = glyphs.box;
	const name = truncateName(cleanLine(variable.name), Math.max(4, width - 6), glyphs.ellipsis);
	const value = valueSpan(variable, glyphs);
	const text = truncateCells(value.text, Math.max(4, width - 6), glyphs.ellipsis);
	const inner = Math.min(width - 4, Math.max(cellWidth(name), cellWidth(text)) + 2);
	const edge = (left: string, right: string): PaneLine => [
		{text: ` ${left}${across.repeat(inner)}${right}`, role: 'accent'},
	];
	const line = (span: Span): PaneLine => [
		{text: ` ${side} `, role: 'accent'},
		span,
		{text: ' '.repeat(Math.max(1, inner - 1 - cellWidth(span.text)))},
		{text: side, role: 'accent'},
	];
	return [
		edge(topLeft, topRight),
		line({text: name, role: 'title'}),
		line({...value, text}),
		edge(bottomLeft, bottomRight),
	];
}

function cleanupLines(variable: Variable, {glyphs}: Look): PaneLine[] {
	if (!variable.cleanupRelevant && variable.cleanupOutcome === null) return [];
	return [
		[],
		[{text: '   record  ', role: 'muted'}, {text: `${glyphs.arrow} `, role: 'muted'}, deletionSpan(variable, glyphs)],
	];
}

/** The picture, and below it what else is known. */
export function variableDetailLines(variable: Variable, look: Look): PaneLine[] {
	const {width} = look;
	const {tag, valueType, capturedAt, otherSources, nearMisses, state} = variable;
	return [
		...wiringLines(variable, look),
		[],
		...labelled('Tag', tag, width),
		...labelled('Type', valueType, width),
		...labelled('Captured', capturedAt, width),
		...(variable.secret ? wrapped('Its value is a secret and stays hidden.', width, 'muted') : []),
		...labelled('Not chosen', otherSources.map(({title}) => title).join(', '), width),
		...(otherSources.length > 0 ? wrapped('P chooses which test gives it.', width, 'muted') : []),
		...(nearMisses && nearMisses.length > 0
			? [
					[],
					...labelled('Near miss', nearMisses.join(', '), width, 'blocked'),
					...wrapped('Names match by case, too.', width, 'muted'),
				]
			: []),
		...(state === 'missing'
			? [[], ...wrapped('The run never had this value; its consumers are blocked.', width, 'blocked')]
			: []),
	];
}
