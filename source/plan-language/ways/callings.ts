import {type Rewording, when} from '../rewording.ts';
import {type Token, textOf} from '../tokens.ts';
import {articles, isVerb} from '../words.ts';
import {holding, isQuoted, isSureDatum, isThing} from './guards.ts';

const called = '(named|called|titled|labelled|labeled|entitled)';
const holds = '(contains|includes|lists|shows|has|holds|offers|displays)';

/** What kind of thing it is: one or two words in small letters. */
const isKind = (tokens: readonly Token[]): boolean =>
	tokens.length <= 2 &&
	tokens.every(({kind, text, lower}) => kind === 'word' && text === lower && /^\p{Ll}+$/u.test(text)) &&
	!articles.has(tokens[0]!.lower) &&
	!/^(?:no|not|only|more|new|first|last|second)$/.test(tokens[0]!.lower);
/** A name as it is said: a few words, and nothing that goes on behind it. */
const isName = (tokens: readonly Token[]): boolean =>
	isQuoted(tokens) || (tokens.length <= 4 && isThing(tokens) && !articles.has(tokens[0]!.lower));
/** What somebody is warned of: a few words, none of which tells where or when. */
const isMatter = (tokens: readonly Token[]): boolean =>
	isQuoted(tokens) ||
	(tokens.length <= 4 &&
		tokens.every(({kind}) => kind === 'word') &&
		!articles.has(tokens[0]!.lower) &&
		!tokens.some(({lower}) =>
			/^(?:and|or|then|in|on|at|to|from|by|with|for|it|this|that|them|what|which|who|when|before|after|again|once)$/.test(
				lower,
			),
		));
const isDialog = (tokens: readonly Token[]): boolean =>
	tokens.length <= 2 &&
	/^(?:dialog|dialogue|modal|popup|pop-up|prompt|confirmation|overlay)$/.test(tokens.at(-1)!.lower);
/** A word for a value, and for no state that a control is in. */
const isPlainValue = (tokens: readonly Token[]): boolean =>
	tokens.length === 1 &&
	tokens[0]!.kind === 'word' &&
	/^\p{Ll}{3,}$/u.test(tokens[0]!.text) &&
	!/(?:\p{L}{2}ed|able|ible)$/u.test(tokens[0]!.text) &&
	!isVerb(tokens[0]) &&
	!/^(?:empty|blank|gone|hidden|shown|visible|there|missing|present|correct|right|wrong|required|read-only|bold|italic|editable|active|inactive|open|close|checked|selected|different|same|set|given|known|unknown|new|old|long|short|fine|okay|valid|invalid)$/.test(
		tokens[0]!.text,
	);

/** Things by what they are called, and what is said about them. */
export const callings: Rewording[] = [
	...when(
		'assertion',
		[`{place} [now|also|still] ${holds} (a|an|one) {things} ${called} {name}`],
		({place, things, name}) => `there is a ${textOf(things!)} called ${inQuotes(name!)} in ${textOf(place!)}`,
		holding({place: isThing, things: isKind, name: isName}),
	),
	...when(
		'assertion',
		[
			'(i|we|you) (am|are|get|got|was|were) [now|then] (warned|alerted) (about|of) {what}',
			'[the] (user|visitor|customer|editor) (is|gets|was) [now|then] (warned|alerted) (about|of) {what}',
			'(the page|the app|the application|a message|a warning|a banner|a notice) [now] (warns|alerts) [me|us|you|the user] (about|of) {what}',
			'(a|an|the) (warning|alert) (about|of) {what} (appears|shows up|pops up|comes up|is shown|is displayed)',
		],
		({what}) => `the page shows ${inQuotes(what!)}`,
		holding({what: isMatter}),
	),
	...when(
		'assertion',
		['(a|the) (dialog|dialogue|modal|popup|pop-up) [now] (warns|alerts) [me|us|you|the user] (about|of) {what}'],
		({what}) => `the dialog contains ${inQuotes(what!)}`,
		holding({what: isMatter}),
	),
	...when(
		'assertion',
		['(in|on) the {name} table [,] the {label} (for|of) {row} is [now|still] {value}'],
		'in the {name} table, the {label} for {row} is "{value}"',
		holding({name: isThing, label: isKind, row: isName, value: isPlainValue}),
	),
	...(['cancel', 'accept', 'decline', 'abort'] as const).flatMap(answer =>
		when(
			'action',
			[`${answer} (in|on|inside) the {dialog}`],
			`click "${answer}" in the dialog`,
			holding({dialog: isDialog}),
		),
	),
	...when(
		'action',
		['narrow {place} [down] to {value}', 'narrow down {place} to {value}'],
		'search {place} for {value}',
		holding({place: isThing, value: isSureDatum}),
	),
];

/** A text as one in quotes, whether it was or not. */
const inQuotes = (tokens: readonly Token[]): string => `"${textOf(tokens)}"`;
