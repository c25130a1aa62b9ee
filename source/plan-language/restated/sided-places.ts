import {isVerb} from '../words.ts';
import type {Token} from '../tokens.ts';
import {act, isMark, isWord, opensWith, type Restate, wordsOf} from './restatement.ts';

const sides = /^(?:left|right|left-hand|right-hand|top|bottom|upper|lower)$/;
const atEdge: Record<string, string> = {
	top: 'at the top',
	upper: 'at the top',
	bottom: 'at the bottom',
	lower: 'at the bottom',
};
/** Where a page keeps its links. */
const guides = /^(?:navigation|nav|sidebar|menu|toolbar)$/;
/** Areas that stand at an edge of a page: the left one and the right one are told apart by it. */
const areas = /^(?:navigation|nav|sidebar|menu|toolbar|panel|pane|drawer|dropdown|list)$/;
/** Behind an area, what belongs to it: `the left menu button` is no menu. */
const belongings =
	/^(?:button|icon|link|links|item|items|entry|entries|tab|tabs|toggle|option|options|header|heading|title|width|edge|arrow|handle)$/;

/** The area that stands here: how many words it has, and its name without `bar`. */
function areaAt(tokens: readonly Token[], at: number): {length: number; name: Token} | null {
	const name = tokens[at];
	if (!name || !isWord(name, areas)) return null;
	const length = isWord(tokens[at + 1], /^(?:bar|panel)$/) && isWord(name, /^(?:navigation|nav)$/) ? 2 : 1;
	const next = tokens[at + length];
	return next?.kind === 'quoted' || isWord(next, belongings) ? null : {length, name};
}

const chooses = /^(?:pick|select|choose|take)$/;
const leads = /^(?:go|head|move|navigate|jump|switch|get)$/;
/** Where these lead says enough, whatever they are found in. */
const opens = /^(?:open|visit|enter|load|bring|show|view)$/;

/**
 * `Click Users in the left sidebar`: the same as the sidebar on the left. The side says which of them it is, so that it
 * stays in the sentence.
 */
export const sidedPlace: Restate = (tokens, type) => {
	if (type !== 'action' || opensWith(tokens[0], opens)) return [];
	const at = tokens.findIndex(
		(token, place) =>
			isWord(token, sides) &&
			opensWith(tokens[place - 1], /^(?:the|a)$/) &&
			areaAt(tokens, isWord(tokens[place + 1], /^hand$/) ? place + 2 : place + 1) !== null,
	);
	if (at < 0) return [];
	const start = isWord(tokens[at + 1], /^hand$/) ? at + 2 : at + 1;
	const {length} = areaAt(tokens, start)!;
	const side = tokens[at]!.lower.replace(/-hand$/, '');
	return [
		{
			said: [
				{
					type,
					tokens: [
						...tokens.slice(0, at),
						...tokens.slice(start, start + length),
						...wordsOf(atEdge[side] ?? `on the ${side}`),
						...tokens.slice(start + length),
					],
				},
			],
		},
	];
};

/** `Pick Users from the navigation on the left`: a link of it is clicked. `Go to Users via it`: one goes there. */
export const pickedAtSide: Restate = (tokens, type) => {
	if (type !== 'action' || !opensWith(tokens[0], chooses) === !opensWith(tokens[0], leads)) return [];
	const isWay = opensWith(tokens[0], leads);
	const from = tokens.findIndex(
		(token, place) =>
			place > 1 &&
			isWord(token, isWay ? /^(?:via|using|through|from|in|with)$/ : /^(?:from|in|out)$/) &&
			isWord(tokens[place + 1], /^(?:the|of)$/),
	);
	const place = from < 0 ? -1 : tokens.findIndex((token, spot) => spot > from && isWord(token, guides));
	if (place < 0 || !tokens.slice(from + 1, place).every(token => isWord(token, /^(?:the|of)$/))) return [];
	const area = areaAt(tokens, place);
	const end = area ? place + area.length : -1;
	const isSided =
		area !== null &&
		isWord(tokens[end], /^(?:on|at)$/) &&
		isWord(tokens[end + 1], /^the$/) &&
		isWord(tokens[end + 2], /^(?:left|right|top|bottom|left-hand|right-hand)$/) &&
		tokens.slice(end + 3).every(token => isWord(token, /^(?:side|of|the|page|screen|window)$/));
	if (!isSided) return [];
	const to = isWay && isWord(tokens[1], /^(?:over|across)$/) ? 2 : 1;
	if (isWay && !isWord(tokens[to], /^to$/)) return [];
	const named = tokens.slice(isWay ? to + 1 : 1, from);
	const isOne = named.length > 0 && !named.some(token => isMark(token, /./) || isWord(token, /^(?:and|then|or)$/));
	return isOne && !(isVerb(named[0]) && isWord(named[0], /./))
		? [{said: [isWay ? act('go to', named) : act('click', named, 'in the', [tokens[place]!], tokens.slice(end))]}]
		: [];
};
