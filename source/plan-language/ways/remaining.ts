import {type Rewording, when} from '../rewording.ts';
import type {Token} from '../tokens.ts';
import {holding, isNumber, isRecord, isThing} from './guards.ts';

const left =
	'(remain|remains|are left|is left|are left over|are remaining|is remaining|are still left|is still left|are still there|stay visible)';
const shows = '(has|have|shows|show|contains|contain|lists|list|holds|hold|displays|display)';
const listing = '(list|table|grid|board|page|overview|result list|search|gallery|catalogue|catalog|screen)';
const only = '(exactly|only|just|precisely)';

const isPlain = (tokens: readonly Token[]) =>
	tokens.length <= 3 &&
	tokens.every(({kind, text, lower}) => kind === 'word' && text === lower && /^\p{L}+$/u.test(text)) &&
	!/^(?:the|a|an|of|in|on|at|no|not|items?|more|other|is|are)$/.test(tokens[0]!.lower);
const isItems = (tokens: readonly Token[]) => tokens.length === 1 && /^items?$/.test(tokens[0]!.text);
const isWordNumber = (tokens: readonly Token[]) => isNumber(tokens) && /^\p{L}/u.test(tokens[0]!.lower);
const isPlural = (tokens: readonly Token[]) => isPlain(tokens) && /[^s]s$|^people$/.test(tokens.at(-1)!.lower);
const isState = (tokens: readonly Token[]) =>
	tokens.length === 1 &&
	/^\p{Ll}{4,}(?:ed|en|ing|nt)$|^(?:open|closed|active|inactive|overdue|new|late|urgent|free|public|private|paid|sent|shipped)$/u.test(
		tokens[0]!.text,
	) &&
	!/^(?:shown|seen|listed|displayed|hidden|selected|checked|ticked|given|found|remaining|missing|present|different|loaded|sorted|disabled|enabled|expanded|opened|visible)$/.test(
		tokens[0]!.lower,
	);
const isName = (tokens: readonly Token[]) => isRecord(tokens) || (tokens.length === 1 && tokens[0]!.kind === 'quoted');

/** How many of a list there are now, in the words of whoever has filtered it: said as a plain count, or as all there is. */
export const remaining: Rewording[] = [
	...when(
		'assertion',
		[`${only} {n} {things} ${left}`],
		'there are {n} {things}',
		holding({n: isNumber, things: isPlain}),
	),
	...when('assertion', [`{n} {things} ${left}`], 'there are {n} {things}', holding({n: isWordNumber, things: isPlain})),
	...when(
		'assertion',
		[`{n} {things} (remain|remains)`],
		'there are {n} {things}',
		holding({n: isNumber, things: isPlain}),
	),
	...when(
		'assertion',
		[`[exactly|only|just|precisely] {n} {things} ${left} (in|on) {place}`],
		'there are {n} {things} in {place}',
		holding({n: isNumber, things: tokens => isPlain(tokens) || isItems(tokens), place: isThing}),
	),
	...when(
		'assertion',
		['{place} (counts|tallies) [up to] {n} {things}'],
		'{place} has {n} {things}',
		holding({place: isThing, n: isNumber, things: tokens => isPlain(tokens) || isItems(tokens)}),
	),
	...when(
		'assertion',
		[
			`[the] ${listing} (is|was|has been|shrinks|shrank|goes|went) [now] (down|reduced|narrowed|narrowed down|filtered|filtered down|limited|cut|cut down) to {n} {things}`,
		],
		'there are {n} {things}',
		holding({n: isNumber, things: isPlain}),
	),
	...when(
		'assertion',
		[`{place} ${shows} (a single|one single|a lone|only a single|just a single) {things}`],
		'{place} has 1 {things}',
		holding({place: isThing, things: isPlain}),
	),
	...when(
		'assertion',
		[
			`(a single|one single|one|only one|just one|exactly one) {things} (remains|is left|is listed|is shown|is displayed) : {name}`,
			`the (only|single|sole) {things} [left|listed|shown|remaining] (in|on) [the] ${listing} is {name}`,
			'the (only|single|sole) {things} (left|listed|shown|remaining|in view) is {name}',
		],
		'only {name} is listed',
		holding({things: isPlain, name: isName}),
	),
	...when(
		'assertion',
		[`no {things} (are|were) (left|remaining|left over|there any more|there anymore)`, 'no {things} remain'],
		'no {things} are shown',
		holding({things: isPlural}),
	),
	...when(
		'assertion',
		[`[the] ${listing} (shows|has|contains|lists|displays|holds) no {things} [any more|anymore|now]`],
		'no {things} are shown',
		holding({things: isPlural}),
	),
	...when(
		'assertion',
		['{n} {things} are [now|still|already] {state}'],
		'there are {n} {state} {things}',
		holding({n: isNumber, things: isPlural, state: isState}),
	),
	// What stands in a bubble on something
	...when(
		'assertion',
		[
			'[the] {owner} (badge|counter|count|bubble) (went up|goes up|increases|increased|jumped|jumps|rises|rose|changes|changed|drops|dropped|goes down|went down|is back) to {n}',
			'[the] {owner} (icon|link|button|tab) (has|shows|carries|displays) a (count|badge|number|bubble|counter) of {n}',
			'[the] {owner} (icon|link|button|tab) (has|shows|carries|displays) (a|the) (badge|bubble|counter) (with|saying|reading|showing) {n}',
		],
		'the {owner} badge is {n}',
		holding({owner: isThing, n: isNumber}),
	),
	...when(
		'assertion',
		[
			`[the|my|your] {place} (has|contains|holds) (no items|no products|no articles|nothing|nothing at all) [in it|any more|anymore|yet]`,
			'there (is|are) (nothing|no items|no products|no articles) [left] in [the|my|your] {place} [any more|anymore|yet]',
		],
		'the {place} is empty',
		({place}) =>
			/^(?:cart|basket|bag|trolley|wishlist|inbox|queue|list)$/.test(place!.at(-1)!.lower) && place!.length <= 2,
	),
];
