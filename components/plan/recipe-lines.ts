import type {Recipe, Step} from '../../contract/recipe.ts';
import {callWords, captureWords, expectationWords, paceWords} from '../../contract/recipe-words.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {section, textLines} from '../failure/section-lines.ts';
import {wrapped} from '../pane-lines.ts';
import type {PaneLine} from '../text-pane.tsx';

const markWidth = 10;
/** Marks of people and of the API stand out from those of rules and documents. */
const markRole = (mark: string) => (mark === 'yours' || mark === 'learned' ? ('key' as const) : ('accent' as const));

/** A recipe in plain words: what is called, what is sent, and what is expected with where that comes from. */
export function recipeLines({steps, teardown, why}: Recipe, width: number): PaneLine[] {
	return [
		...section('Why', textLines(why, width)),
		...section(
			'Steps',
			steps.flatMap((step, place) => stepLines(step, place + 1, width)),
		),
		...section(
			'Afterwards',
			teardown.flatMap((step, place) => stepLines(step, place + 1, width)),
		),
	];
}

function stepLines(step: Step, place: number, width: number): PaneLine[] {
	const {call, title, role, cases, captures} = step;
	const {method, path} = call.operation;
	const under = (text: string): PaneLine[] =>
		wrapped(cleanLine(text), Math.max(10, width - 3)).map(spans => [{text: '   '}, ...spans]);
	return [
		[
			{text: `${String(place).padStart(2)} `, role: 'muted'},
			{text: cleanLine(method), role: 'accent'},
			{text: ` ${cleanLine(path)}`, role: 'title'},
			{text: `  ${cleanLine(title)}${role === 'setup' ? ' (setup)' : ''}`, role: 'muted'},
		],
		...[...paceWords(step), ...callWords(call)].flatMap(under),
		...(cases.length === 0 ? [] : under(`once for each of: ${cases.map(({name}) => name).join('; ')}`)),
		...expectationWords(step).flatMap(({mark, text}) => markedLines(mark, text, width)),
		...captures.flatMap(capture => under(`gives ${captureWords(capture)}`)),
	];
}

function markedLines(mark: string, text: string, width: number): PaneLine[] {
	const room = Math.max(10, width - markWidth - 3);
	return wrapped(cleanLine(text), room).map(
		(spans, line): PaneLine => [
			{text: '   '},
			{text: (line === 0 ? mark : '').padEnd(markWidth), role: markRole(mark)},
			...spans,
		],
	);
}
