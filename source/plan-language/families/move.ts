import {type Draft, type Family, one, type Form} from '../draft.ts';
import {byForms, type Match, form} from '../pattern.ts';
import {placeScopes} from '../scopes.ts';
import {targetsOf} from '../targets.ts';
import {type Token, textOf} from '../tokens.ts';

type Direction = 'down' | 'up' | 'end' | 'start';
const toward = (direction: Direction, inside: readonly Token[] | null): Draft[] =>
	inside === null || isPage(inside)
		? [one({op: 'scroll', to: {direction, inside: null}})]
		: targetsOf(inside).map(target => one({op: 'scroll', to: {direction, inside: target}}));
const isPage = (tokens: readonly Token[]): boolean =>
	/^(?:(?:the|this) )?(?:page|screen|window|website|site)$/i.test(textOf(tokens));

const scrolls: Form[] = [
	form('scroll (down|downwards|further down) [the page|a bit|a little]', () => toward('down', null)),
	form('scroll (up|upwards) [the page|a bit|a little]', () => toward('up', null)),
	form('scroll [the page] [all the way] [down] to [the] [very] (bottom|end) [of the page|of page|of the screen]', () =>
		toward('end', null),
	),
	form('scroll all the way down', () => toward('end', null)),
	form(
		'scroll [the page] [all the way] [up|back up] to [the] [very] (top|start|beginning) [of the page|of page|of the screen]',
		() => toward('start', null),
	),
	form('scroll [down|up] to [the] (bottom|end) of {inside}', ({inside}) => toward('end', inside!)),
	form('scroll [up] to [the] (top|start) of {inside}', ({inside}) => toward('start', inside!)),
	form('scroll {inside} to the (end|bottom)', ({inside}) => toward('end', inside!)),
	form('scroll {inside} to the (start|top|beginning)', ({inside}) => toward('start', inside!)),
	form('scroll {inside} (down|up)', ({inside}) => [...toward('down', inside!)]),
	form('scroll (down|up) (in|inside|within) {inside}', ({inside}) => toward('down', inside!)),
	form(
		'scroll [down|up] until {thing} (is|are|becomes|comes) [in|into] (visible|shown|displayed|view|in view|into view|in sight)',
		({thing}) => targetsOf(thing!).map(until => one({op: 'scroll', to: {until}})),
	),
	form('scroll [down|up] until {thing} appears', ({thing}) =>
		targetsOf(thing!).map(until => one({op: 'scroll', to: {until}})),
	),
	form('scroll [down|up] until (i|you|we) [can] see {thing}', ({thing}) =>
		targetsOf(thing!).map(until => one({op: 'scroll', to: {until}})),
	),
	form('scroll [down|up|over|the page] (to|until|towards) {thing}', ({thing}) =>
		targetsOf(thing!).map(target => one({op: 'scroll', to: {target}})),
	),
	form('scroll {thing} into view', ({thing}) => targetsOf(thing!).map(target => one({op: 'scroll', to: {target}}))),
	form('bring {thing} into view', ({thing}) => targetsOf(thing!).map(target => one({op: 'scroll', to: {target}}))),
];

/** "scroll to the footer, scroll down, scroll until … is visible". */
export const scroll: Family = tokens => {
	const drafts = byForms(scrolls, tokens);
	const upwards = tokens.some(({lower}) => lower === 'up' || lower === 'upwards');
	const first = drafts.slice(0, 1);
	if (!upwards) return first;
	return first.map(draft => {
		const [part] = 'parts' in draft ? draft.parts : [];
		const isDown = part?.op === 'scroll' && 'direction' in part.to && part.to.direction === 'down';
		return isDown ? one({op: 'scroll', to: {direction: 'up', inside: (part.to as {inside: null}).inside}}) : draft;
	});
};

const moved =
	(place: 'onto' | 'above' | 'below') =>
	({thing, to}: Match): Draft[] => {
		// The focus is no thing that is drawn.
		if (/^(?:the )?(?:keyboard )?(?:focus|cursor|caret)$/i.test(textOf(thing!))) return [];
		return targetsOf(thing!).flatMap(target =>
			targetsOf(to!).map(other => one({op: 'drag', target, to: {target: other, place}})),
		);
	};

/** `from To do to the Done column`: the last `to` parts where it was from where it goes. */
function carried({thing, from, to}: Match): Draft[] {
	if (to!.some(({text}) => text === 'to')) return [];
	const target = targetsOf(thing!)[0];
	const [onto] = targetsOf(to!);
	const [scope] = placeScopes('in', from!);
	return target && onto && scope
		? [one({op: 'drag', target: {...target, scopes: [...scope, ...target.scopes]}, to: {target: onto, place: 'onto'}})]
		: [];
}

const drags: Form[] = [
	form('(drag|move|drag and drop) {thing} from {from} (to|onto|into|on|in) {to}', carried),
	form('(drag|move|slide|set) {slider} to {value}', ({slider, value}) => slid(slider!, value!)),
	form('(drag|drag and drop|drag-and-drop|move) {thing} (above|before|over|in front of) {to}', moved('above')),
	form('(drag|drag and drop|drag-and-drop|move) {thing} (below|after|under|behind|beneath) {to}', moved('below')),
	form(
		'(drag|drag and drop|drag-and-drop) {thing} (onto|on|to|into|in|on to|over to|on top of|from) {to}',
		moved('onto'),
	),
	form('drag {thing} and drop [it] (onto|on|to|into|in|on to|over) {to}', moved('onto')),
	form('move {thing} (onto|to|into|on to|over to) {to}', moved('onto')),
];

/** "drag "Task A" onto Done, drag the slider to 70, move row 2 above row 1". */
export const drag: Family = tokens => {
	const drafts = byForms(drags, tokens);
	const slides = drafts.filter(
		draft => 'parts' in draft && draft.parts.some(part => part.op === 'drag' && 'value' in part.to),
	);
	const isFrom = tokens.some(({lower}) => lower === 'from');
	return slides.length > 0 || isFrom ? [...slides, ...drafts].slice(0, 1) : drafts;
};

function slid(slider: readonly Token[], value: readonly Token[]): Draft[] {
	const number = textOf(value);
	if (value.length !== 1 || !/^-?\d+(?:\.\d+)?%?$/.test(number)) return [];
	return targetsOf(slider)
		.filter(({role}) => role === 'slider')
		.map(target => one({op: 'drag', target, to: {value: Number.parseFloat(number)}}));
}
