import type {Match} from '../pattern.ts';
import {type Rewording, when} from '../rewording.ts';
import {inQuotes, type Token, textOf} from '../tokens.ts';
import {isCapital, isDataLike} from '../values.ts';
import {articles, recordNouns} from '../words.ts';
import {isRecord, isThing} from './guards.ts';

type Tokens = readonly Token[];
type Fact = {label: string | null; value: string};

const isLower = ({kind, text}: Token) => kind === 'word' && /^\p{Ll}[\p{L}-]*$/u.test(text);
const plain = (most: number) => (tokens: Tokens) => tokens.length <= most && tokens.every(isLower);
const isNamed = (all: Tokens) => {
	const tokens = all.filter((_, at) => !isRange(all, at));
	return isRecord(tokens) && tokens.some(token => isCapital(token) || isDataLike(token));
};
const idle =
	/^(?:with|and|the|a|an|its|his|her|their|of|in|on|to|by|for|as|is|has|assigned|now|still|also|set|dated|marked|labelled|from|due|status:)$/;
const said =
	/^(?:been|not|no|already|only|entry|item|row|record|line|error|message|text|heading|button|link|tab|field|nothing)$/;
const endsData = /^(?:is|are|was|were|has|have|shows|says|reads|appears|it|which|that|in|the|column|under|on)$/;

/**
 * `status Open, assigned to Finn Harper and due on 3 May`: what a record has, each with the word in front of it that says
 * what it is. Null: some of it is neither in quotes nor a name, a number or a day.
 */
function factsIn(tokens: Tokens): Fact[] | null {
	const pieces: Token[][] = [[]];
	for (const token of tokens)
		if ((token.kind === 'mark' && token.text === ',') || (token.kind === 'word' && token.text === 'and'))
			pieces.push([]);
		else pieces.at(-1)!.push(token);
	const facts = pieces.filter(({length}) => length > 0).map(factOf);
	return facts.length > 0 && facts.length <= 5 && facts.every(fact => fact !== null) ? (facts as Fact[]) : null;
}

function factOf(piece: Tokens): Fact | null {
	const at = piece.findIndex(token => isDataLike(token) || isCapital(token) || /^[€$£¥+-]/.test(token.text));
	if (at < 0 || piece.length - at > 6) return null;
	const before = piece.slice(0, at);
	if (before.some(({lower}) => said.test(lower))) return null;
	const value = piece.slice(at);
	if (
		!before.every(isLower) ||
		value.some((token, place) => (token.kind === 'mark' && !isRange(value, place)) || endsData.test(token.lower))
	)
		return null;
	if (value.length > 1 && value.some(({kind}) => kind === 'quoted')) return null;
	const label = before.filter(({lower}) => !idle.test(lower));
	return label.length > 2 ? null : {label: label.length > 0 ? textOf(label) : null, value: textOf(value)};
}

/** `20.04.2026 – 24.04.2026` */
const isRange = (tokens: Tokens, at: number): boolean =>
	/^[–—-]$/.test(tokens[at]!.text) &&
	[tokens[at - 1], tokens[at + 1]].every(token => token !== undefined && /\d/.test(token.text));

/** One claim for each thing that the record has. `record` as a phrase: `the first row`. */
const claimsOf = (record: string, facts: readonly Fact[]): string =>
	facts.map(fact => claimOf(record, fact)).join(' and ');

function claimOf(record: string, {label, value}: Fact): string {
	if (label !== null && !/\d/.test(label)) return `the ${label} of ${record} is ${inQuotes(value)}`;
	// `with 2 seats`, `with 4.5 days`: a number in the column of that name.
	const [, number, things] = /^(\d{1,6}(?:[.,]\d{1,3})?) (\p{Ll}{3,20})$/u.exec(value) ?? [];
	if (number === undefined) return `the row of ${record} contains ${inQuotes(value)}`;
	return /^\d+$/.test(number) ? `${record} has ${value}` : `the ${things} of ${record} is ${inQuotes(number)}`;
}

const nameOf = (tokens: Tokens): string => {
	const rest = articles.has(tokens[0]!.lower) ? tokens.slice(1) : tokens;
	const own = rest.length > 1 && isLower(rest[0]!) && recordNouns.has(rest[0]!.lower) ? rest.slice(1) : rest;
	return own.length === 1 && own[0]!.kind === 'quoted' ? inQuotes(own[0]!.text) : textOf(own);
};

/** `{facts}` told of the record at a place, or of the one that is named. */
const ofRecord = (forms: string[], record: (match: Match) => string | null): Rewording[] =>
	when(
		'assertion',
		forms,
		match => claimsOf(record(match)!, factsIn(match['facts']!)!),
		match => record(match) !== null && factsIn(match['facts']!) !== null,
	);

const listing =
	'(listed|shown|displayed|in the list|in the table|in the overview|on the list|there|listed there|visible|entered|found|included)';
const top =
	'(at the top|at the very top|on top|first|the first entry|in the first row|at the top of the page|at the head)';
const bottom = '(at the bottom|at the very bottom|last|the last entry|in the last row|at the end)';
const ofList = '[of|in] [the] [list|table|page|overview|results]';

/** What is listed, with everything that is told of it. */
export const withFacts: Rewording[] = [
	...ofRecord(
		[
			`[the|a|an] [new|newly created|newly added|latest|newest] {kind} (is|stands|appears|is shown|is listed|comes|sits) ${top} ${ofList} with {facts}`,
			`[the|a|an] [new|newly created|newly added|latest|newest] {kind} (is|stands|appears|is shown|is listed|comes|sits) ${top} ${ofList} , {facts}`,
		],
		({kind}) => (plain(2)(kind!) ? 'the first row' : null),
	),
	...ofRecord(
		[
			`[the|a|an] [new|newly created|newly added] {kind} (is|stands|appears|is shown|is listed|comes|sits) ${bottom} ${ofList} with {facts}`,
		],
		({kind}) => (plain(2)(kind!) ? 'the last row' : null),
	),
	...(['first', 'last', 'second', 'third'] as const).flatMap(place =>
		ofRecord(
			[
				`the ${place} {kind} [in the list|in the table|of the list|of the table|on the page] (has|carries|bears) [the|a|an] {facts}`,
			],
			({kind}) =>
				plain(1)(kind!) && (recordNouns.has(kind![0]!.lower) || /^(?:row|line|entry|item)$/.test(kind![0]!.lower))
					? `the ${place} row`
					: null,
		),
	),
	...(['first', 'last', 'second', 'third'] as const).flatMap(place =>
		when(
			'assertion',
			[
				`the ${place} (row|entry|result|item|line|record|card) [in the list|of the list|in the table|of the table] (is|reads|shows|contains) {record} with {facts}`,
			],
			({record, facts}) =>
				`the ${place} row contains ${inQuotes(nameOf(record!))} and ${claimsOf(`the ${place} row`, factsIn(facts!)!)}`,
			({record, facts}) => isNamed(record!) && factsIn(facts!) !== null,
		),
	),
	...ofRecord(
		[
			`{record} (is|are) [now|still|also|again] ${listing} with {facts}`,
			`(in|on|under) {place} [,] {record} (is|are) [now|still|also|again] ${listing} with {facts}`,
			`(in|on|under) {place} [,] [the|a] {kind} {record} (is|are) [now|still|also|again] ${listing} with {facts}`,
			`{record} (appears|shows up|turns up|stands) [in the list|in the table|in the overview|there] with {facts}`,
			`(there is|the list has|the table has|the list shows|the table shows|i see|you see) [an entry|a row|a line|an item|a record] [for] {record} with {facts}`,
		],
		({record, place, kind}) =>
			isNamed(record!) && (place === undefined || isThing(place)) && (kind === undefined || plain(1)(kind))
				? nameOf(record!)
				: null,
	),
	// A page that is about one thing
	...when(
		'assertion',
		[
			'(the|this) {kind} [page|view|screen] (has|carries|bears|shows|displays|gives|states|lists|mentions) [the|a|an] {facts}',
		],
		({facts}) =>
			factsIn(facts!)!
				.map(({label, value}) =>
					label === null ? `${inQuotes(value)} is visible` : `the ${label} is ${inQuotes(value)}`,
				)
				.join(' and '),
		({kind, facts}) =>
			plain(2)(kind!) &&
			/^(?:page|detail|details|view|profile|summary|overview|header|sidebar|panel|drawer)$/.test(
				kind!.at(-1)!.lower,
			) === false &&
			recordNouns.has(kind!.at(-1)!.lower) &&
			!/^(?:list|board|column|card|tile|label|row|tag|category|group|collection|field|option|entry|record|note|comment|message|review|summary|cart|basket|section)$/.test(
				kind!.at(-1)!.lower,
			) &&
			(factsIn(facts!)?.some(({label}) => label !== null) ?? false),
	),
	...when(
		'assertion',
		[
			'(the|this) {kind} (costs|is priced at|is sold for|sells for|is offered for) {value}',
			'(the|this) {kind} is (available|on sale) for {value}',
		],
		'the price is {value}',
		({kind, value}) => plain(2)(kind!) && value!.length <= 3 && value!.some(isDataLike),
	),
	// Of one thing that holds them: none of them may stand elsewhere.
	...when(
		'assertion',
		[
			'the {thing} [now] (offers|contains|lists|shows|displays|has|includes) [the] [entries|options|items|buttons|links|tabs|choices|values|actions|fields|columns] {texts}',
		],
		({thing, texts}) =>
			quotedIn(texts!)
				.map(text => `the ${textOf(thing!)} contains ${inQuotes(text)}`)
				.join(' and '),
		({thing, texts}) => plain(3)(thing!) && !isNoPlace(thing!) && areSeveralQuoted(texts!),
	),
	...when(
		'assertion',
		['the {control} (offers|contains|lists|shows|has) [the] [entries|options|items|choices|values] {texts}'],
		({texts}) => `${listOf(texts!)} are visible`,
		({control, texts}) => plain(3)(control!) && isNoPlace(control!) && areSeveralQuoted(texts!),
	),
	...when(
		'assertion',
		[
			'{things} (are|are now|are called|are named|read|are labelled|are as follows :) {texts}',
			'{things} are [now] [:|,] {texts}',
			'the {things} (offer|contain|list|show|have) [the] [entries|options|items|buttons|links|tabs|choices|values|actions|fields|columns] {texts}',
			'(there is|there are|below {place} there is|under {place} there is|above {place} there is) [a|an|the] {things} with {texts}',
		],
		({texts}) => `${listOf(texts!)} are visible`,
		({things, texts, place}) =>
			plain(3)(things!.filter(({lower}) => !articles.has(lower))) &&
			(place === undefined || isThing(place)) &&
			areSeveralQuoted(texts!),
	),
];

/** The page is no place of its own, and what a control offers stands outside it. */
const noPlaces = new Set(
	'page screen view site app application website window dropdown drop-down select selector picker box field'.split(' '),
);
const isNoPlace = (tokens: Tokens) => noPlaces.has(tokens.at(-1)!.lower);
const quotedIn = (tokens: Tokens) => tokens.filter(({kind}) => kind === 'quoted').map(({text}) => text);
const areSeveralQuoted = (tokens: Tokens) =>
	quotedIn(tokens).length > 1 &&
	tokens.every(({kind, lower, text}) => kind === 'quoted' || lower === 'and' || text === ',');
const listOf = (tokens: Tokens) =>
	tokens
		.map(({kind, text}) => (kind === 'quoted' ? inQuotes(text) : text))
		.join(' ')
		.replaceAll(' ,', ',');
