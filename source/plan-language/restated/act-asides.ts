import {matches, pattern} from '../pattern.ts';
import {type Token, word} from '../tokens.ts';
import {plainWays} from '../rewordings.ts';
import {colloquial} from '../ways/colloquial.ts';
import {laterParticles, particles} from '../ways/particles.ts';
import {isVerb, ordinalOf, recordNouns} from '../words.ts';
import {act, isMark, isWord, opensWith, type Restate} from './restatement.ts';

const phrases = (all: string): string[][] => all.split('|').map(words => words.split(' '));
const startsAt = (tokens: readonly Token[], at: number, words: readonly string[]): boolean =>
	words.every((text, place) => {
		const token = tokens[at + place];
		return token?.kind === 'word' && (token.text === text || (at + place === 0 && token.lower === text));
	});
const lengthAt = (tokens: readonly Token[], at: number, all: readonly string[][]): number =>
	all.find(words => startsAt(tokens, at, words))?.length ?? 0;
const longestFirst = (all: string[][]): string[][] => all.sort((one, other) => other.length - one.length);

/** Said in front of an act, with a comma, of when it is done: always when its turn comes. */
const openers = longestFirst(
	phrases(
		"this time|this time round|this time around|from there|from here|once there|once in there|while there|while you are there|while you're there|once here|after this|to begin with|to start with|for a start|to start off|to start|straight away|right away|while you're at it|while at it|for now|for good measure|as a last step|as the last step|in the end|last of all|first of all|first off|with that done|that done|once that is done|once that's done|when done|once done|after that|following that|at this point|by the way|without further ado|if you like|if you will|once more|one more time|back there|over there|up there|down there|in there|in the meantime|meanwhile",
	),
);
/** The same behind it; `finally` and the like are dropped elsewhere. */
const closers = longestFirst(
	phrases(
		"this time|this time round|this time around|for now|for good measure|if you like|if you will|if you would|for me|while you're at it|to begin with|to start with|to finish up|to finish off|and you're done|and you're there|and that's it|and that is it|and be done with it|and we're done|and you are done|for a change|in one go|without delay|without further ado|one last time|for the last time|once and for all|as a last step|in passing|for a moment|next up|if need be|as needed|as you like|up top|underneath|over there|up there|down there|right there|down below|there and then|then and there|when asked|when asked for it|when asked to|when prompted|if asked|if prompted|afresh|anew|all over again|over again",
	),
);
const adverbs = /^(?:over|up|down|out|right|there|across|along|round)$/;
const inside = /^(?:on|in|at|inside|under|within)$/;

/** `Over on the Versions tab, …`, `This time, click Save`, `Click Save this time`: words that say nothing of what is done. */
export const withoutActAsides: Restate = (tokens, type) => {
	if (type !== 'action' || tokens.length < 3) return [];
	let rest: readonly Token[] = tokens;
	const opener = lengthAt(rest, 0, openers);
	if (opener > 0 && isMark(rest[opener], /^,$/) && rest.length > opener + 2) rest = rest.slice(opener + 1);
	if (opensWith(rest[0], adverbs) && isWord(rest[1], inside) && rest.some(token => isMark(token, /^,$/)))
		rest = rest.slice(1);
	const kept: Token[] = [];
	const mayBeFirst = opensWith(
		tokens[0],
		/^(?:clear|empty|wipe|close|shut|open|save|reload|refresh|hide|dismiss|reset)$/,
	);
	for (let at = 0; at < rest.length; at++) {
		// `Empty the field first, then …`; `the first` is a place.
		const isFirst = mayBeFirst && isWord(rest[at], /^first$/) && !isWord(rest[at - 1], /^(?:the|a|an|that)$/);
		const length = at > 1 ? (isFirst ? 1 : lengthAt(rest, at, closers)) : 0;
		const next = rest[at + length];
		const isEnd = length > 0 && (next === undefined || isMark(next, /^[,;.]$/) || isWord(next, /^(?:and|then)$/));
		if (isEnd) at += length - 1;
		// `at the far right` is at the right.
		else if (isWord(rest[at], /^(?:far|very|extreme)$/) && isWord(rest[at + 1], /^(?:left|right|top|bottom|end)$/))
			continue;
		else kept.push(rest[at]!);
	}
	while (isMark(kept.at(-1), /^,$/)) kept.pop();
	return kept.length < tokens.length && kept.length > 1 ? [{said: [act(kept)]}] : [];
};

const comes = longestFirst(
	phrases(
		'drops down|dropped down|has dropped down|opens|opens up|opened|has opened|has just opened|just opened|pops up|popped up|has popped up|just popped up|pops open|comes up|came up|has come up|just came up|appears|appeared|has appeared|just appeared|shows up|showed up|has shown up|unfolds|unfolded|slides in|slid in|has slid in|slides out|folds out|folded out|rolls down|flies out|is now open|is open|is shown|is displayed|is now shown|turns up|drops open|flips open|you get|you see|follows',
	),
);
/** Things that come and go: which one it is, is said by its kind. */
const comers =
	/^(?:menu|dropdown|drop-down|list|dialog|dialogue|modal|popup|pop-up|overlay|panel|pane|drawer|popover|box|field|prompt|form|sidebar|tooltip|banner|bar|card|sheet|picker|calendar|options|suggestions|submenu|section)$/;

/** `From the menu that drops down, pick "A"`: it has come to be acted on. */
export const withoutComing: Restate = (tokens, type) => {
	if (type !== 'action') return [];
	const at = tokens.findIndex(
		(token, place) =>
			place > 1 &&
			isWord(token, /^(?:that|which)$/) &&
			isWord(tokens[isMark(tokens[place - 1], /^,$/) ? place - 2 : place - 1], comers) &&
			lengthAt(tokens, place + 1, comes) > 0,
	);
	if (at < 0) return [];
	const end = at + 1 + lengthAt(tokens, at + 1, comes);
	const next = tokens[end];
	const isEnd =
		next === undefined || isMark(next, /^[,;.:]$/) || isWord(next, /^(?:and|then|click|choose|pick|select)$/);
	const start = isMark(tokens[at - 1], /^,$/) ? at - 1 : at;
	return isEnd ? [{said: [act(tokens.slice(0, start), tokens.slice(end))]}] : [];
};

const sides =
	/^(?:left|right|top|bottom|side|centre|center|middle|upper|lower|far|very|left-hand|right-hand|top-left|top-right|bottom-left|bottom-right|corner|edge|hand|half|end|of|the|page|screen|window|up|down|way)$/;

/** `On the left, click "A"`, `In the top right corner, open the menu`: a side is no place that the page has. */
export const withoutSide: Restate = (tokens, type) => {
	if (type !== 'action' || !opensWith(tokens[0], /^(?:on|in|at|up|down|over|to)$/)) return [];
	const comma = tokens.findIndex(token => isMark(token, /^,$/));
	const place = tokens.slice(1, Math.max(comma, 0));
	const rest = tokens.slice(comma + 1);
	const isSide =
		place.length > 0 && place.length <= 8 && place.every(token => isWord(token, sides) || isWord(token, inside));
	if (!isSide || !place.some(token => isWord(token, /^(?!of$|the$)\p{L}/u)) || !isVerb(rest[0])) return [];
	// Behind a click it tells equals apart.
	const isClick = opensWith(rest[0], /^(?:click|press|tap|hit)$/) && !rest.some(token => token.kind === 'mark');
	return isClick
		? [{said: [act(rest, [{...tokens[0]!, text: tokens[0]!.lower}], place)]}]
		: [
				{
					said: [act(rest)],
					leaves: tokens
						.slice(0, comma)
						.map(({text}) => text)
						.join(' '),
				},
			];
};

const sizes = /^(?:little|small|tiny|wee|big|large|round|pretty|nice|cute|tidy|lovely|coloured|colored)$/;
const signs = longestFirst(
	phrases(
		'gear|cog|cogwheel|pencil|magnifier|magnifying glass|hamburger|burger|kebab|trash can|bin|dustbin|paperclip|bell|heart|star|cross|eye|envelope|printer|padlock|floppy disk|three dots',
	),
);
/** Said of every picture, so that it tells none from another. */
const onlySigns = /^(?:gear|cog|cogwheel|hamburger|kebab|paperclip)$/;

/** `Hit the little gear in the top bar`: the icon, whatever its size. */
export const signAsIcon: Restate = (tokens, type) => {
	if (type !== 'action' || !opensWith(tokens[0], /^(?:click|press|hit|tap|push|use|select|open)$/)) return [];
	const the = tokens.findIndex(token => isWord(token, /^(?:the|that|a|this)$/));
	if (the < 1 || the > 2) return [];
	let at = the + 1;
	while (isWord(tokens[at], sizes)) at++;
	const length = lengthAt(tokens, at, signs);
	const next = tokens[at + length];
	const isAlone =
		next === undefined ||
		isMark(next, /^[,;.]$/) ||
		isWord(next, /^(?:in|on|at|next|beside|by|and|then|for|inside|near|above|below|to)$/);
	if (length === 0 || !isAlone || (at === the + 1 && !isWord(tokens[at], onlySigns))) return [];
	return [
		{said: [act(tokens.slice(0, the + 1), tokens.slice(at, at + length), [word('icon')], tokens.slice(at + length))]},
	];
};

const comesFirst = longestFirst(
	phrases('comes first|is first|is at the top|stands first|comes up first|is on top|is listed first|comes top'),
);
const comesLast = longestFirst(phrases('comes last|is last|is at the bottom|stands last|is listed last'));
/** `Click whichever result comes first`: the first of them. */
export const whichever: Restate = (tokens, type) => {
	if (type !== 'action') return [];
	const at = tokens.findIndex(token => isWord(token, /^(?:whichever|whatever)$/));
	if (at < 1) return [];
	for (let end = at + 2; end <= at + 4 && end < tokens.length; end++)
		for (const [ways, place] of [
			[comesFirst, 'first'],
			[comesLast, 'last'],
		] as const) {
			const length = lengthAt(tokens, end, ways);
			if (length > 0)
				return [
					{said: [act(tokens.slice(0, at), `the ${place}`, tokens.slice(at + 1, end), tokens.slice(end + length))]},
				];
		}
	return [];
};

/** `Click the second of the "Edit" links`: one of several, by its place. */
export const oneOfSeveral: Restate = (tokens, type) => {
	if (type !== 'action') return [];
	const at = tokens.findIndex(
		(token, place) =>
			ordinalOf(token) !== null &&
			isWord(tokens[place - 1], /^the$/) &&
			isWord(tokens[place + 1], /^of$/) &&
			isWord(tokens[place + 2], /^(?:the|these|those|all)$/),
	);
	const kind = tokens.findIndex(
		(token, place) => at > 0 && place > at + 2 && place <= at + 6 && isWord(token, severalThings),
	);
	if (at < 1 || kind < 0) return [];
	const one = word(
		tokens[kind]!.text.replace(/(x|ch|sh)es$/, '$1')
			.replace(/ies$/, 'y')
			.replace(/s$/, ''),
	);
	return [{said: [act(tokens.slice(0, at + 1), tokens.slice(at + 3, kind), [one], tokens.slice(kind + 1))]}];
};
const severalThings =
	/^(?:links|buttons|fields|inputs|boxes|checkboxes|rows|entries|items|cards|tabs|results|options|suggestions|icons|images|tiles|dropdowns|switches|toggles|headings|sections|messages|menus|tables|lists)$/;

const answer = phrases(
	'say yes|say no|answer yes|answer no|say ok|say okay|answer with yes|answer with no|answer with ok',
);
/** `Click Remove and say no to the question`: two acts, and no name. */
export const answeredThen: Restate = (tokens, type) => {
	if (type !== 'action') return [];
	const at = tokens.findIndex(
		(token, place) => place > 1 && isWord(token, /^and$/) && lengthAt(tokens, place + 1, answer) > 0,
	);
	return at < 0 ? [] : [{said: [act(tokens.slice(0, at)), act(tokens.slice(at + 1))]}];
};

/** `From the Status drop-down, go for Shipped`: a place, and a way of speaking behind it. */
export const placedAct: Restate = (tokens, type) => {
	if (type !== 'action' || !opensWith(tokens[0], /^(?:from|in|on|under|inside|within|at)$/)) return [];
	const comma = tokens.findIndex(token => isMark(token, /^,$/));
	const rest = tokens.slice(comma + 1);
	if (comma < 2 || comma > 8 || rest.length < 2) return [];
	return plainWays(rest, 'action', [...particles, ...colloquial, ...laterParticles])
		.slice(0, 3)
		.map(said => ({said: [act(tokens.slice(0, comma + 1), said)]}));
};

const callings = [
	'(name|call|title) (it|this|that) {name}',
	'(name|call|title) (the|this|that) [new|first|second] {kind} {name}',
].map(pattern);
/** `Name it "Quarterly"`, `Call the new list "Groceries"`: what is open for it gets a name. */
export const calledSo: Restate = (tokens, type) =>
	type === 'action'
		? callings
				.flatMap(form => matches(form, tokens))
				.filter(
					({kind, name}) =>
						name!.length === 1 &&
						name![0]!.kind === 'quoted' &&
						(kind === undefined || (kind.length === 1 && recordNouns.has(kind[0]!.lower))),
				)
				.map(({name}) => ({said: [act('set the name to', name!)]}))
		: [];

const switched = pattern('(switch|turn|flip|flick|set|toggle) {one} {way} [,] and {other} {turn}');
/** `Switch Sound off and Vibration on`: each in its own way. */
export const eachSwitched: Restate = (tokens, type) =>
	type === 'action'
		? matches(switched, tokens)
				.filter(
					({one, way, other, turn}) =>
						isWord(way![0], /^(?:on|off)$/) &&
						isWord(turn![0], /^(?:on|off)$/) &&
						way!.length === 1 &&
						turn!.length === 1 &&
						one!.length <= 5 &&
						other!.length <= 5,
				)
				.map(({one, way, other, turn}) => ({said: [act('switch', way!, one!), act('switch', turn!, other!)]}))
		: [];

/** `Once the page has loaded, click Next`: it is waited for, and then done. */
export const onceDone: Restate = (tokens, type) => {
	const comma = tokens.findIndex(token => isMark(token, /^,$/));
	const length = opensWith(tokens[0], /^(?:once|when)$/)
		? 1
		: opensWith(tokens[0], /^as$/) && isWord(tokens[1], /^soon$/) && isWord(tokens[2], /^as$/)
			? 3
			: 0;
	const claim = tokens.slice(length, Math.max(comma, 0));
	const rest = tokens.slice(comma + 1);
	const isOfPage = claim.length >= 2 && !isWord(claim[0], /^(?:you|i|we|they|he|she|one|it|users?|asked|prompted)$/);
	return type === 'action' && length > 0 && isOfPage && isVerb(rest[0])
		? [{said: [act('wait until', claim), act(rest)]}]
		: [];
};

/** `Open the last entry's menu`: whose it is stands behind. */
export const ownedByPlace: Restate = (tokens, type) => {
	const at = tokens.findIndex(
		(token, place) =>
			place > 2 &&
			isWord(token, /^[a-z]{2,}['’]s$/) &&
			ordinalOf(tokens[place - 1]) !== null &&
			isWord(tokens[place - 2], /^the$/),
	);
	const rest = tokens.slice(at + 1);
	if (type !== 'action' || at < 0 || rest.length === 0 || rest.length > 3 || !rest.every(({kind}) => kind === 'word'))
		return [];
	const owner = word(tokens[at]!.text.slice(0, -2));
	return [{said: [act(tokens.slice(0, at - 2), 'the', rest, 'of', tokens.slice(at - 2, at), [owner])]}];
};
