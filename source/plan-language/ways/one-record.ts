import {type Rewording, when} from '../rewording.ts';
import type {Token} from '../tokens.ts';
import {roleAtEnd} from '../names.ts';
import {isCapital, isDataLike} from '../values.ts';
import {recordNouns} from '../words.ts';
import {holding, isDatum, isNumber, isRecord, isSureDatum, isThing} from './guards.ts';

const isWord = (tokens: readonly Token[]) =>
	tokens.length === 1 && tokens[0]!.kind === 'word' && /^\p{Ll}{3,}$/u.test(tokens[0]!.text);
const isKind = (tokens: readonly Token[]) =>
	tokens.length <= 2 && tokens.every(({kind, text}) => kind === 'word' && /^\p{Ll}{3,}$/u.test(text));
const isName = (tokens: readonly Token[]) =>
	isRecord(tokens) && tokens.some(token => isCapital(token) || isDataLike(token));
/** `the Tea pot`, `order #1044`. */
const isNamed = (tokens: readonly Token[]) => {
	const [first, ...rest] = tokens.filter(({lower}, place) => place > 0 || lower !== 'the');
	return isName(tokens) || (rest.length > 0 && isWord([first!]) && isName(rest));
};
/** What a record is marked as, and no state of a control. */
const isMark =
	/^(?:deprecated|obsolete|experimental|optional|overdue|urgent|archived|unread|cancelled|canceled|rejected|blocked|paused|expired)$/;
const isTitle = (tokens: readonly Token[]) =>
	tokens.length <= 8 && (isCapital(tokens[0]) || tokens[0]!.kind === 'quoted');
const isVerbWord = (tokens: readonly Token[]) => tokens.length === 1 && /^\p{L}{3,}$/u.test(tokens[0]!.text);
const shows = '(shows|displays|gives|states|has|lists|mentions)';

const inList = '[in|on|of] [the] [list|table|grid|board|page|drawer|results]';
const isRecordKind = (tokens: readonly Token[]) =>
	isKind(tokens) &&
	!/^(?:row|column|cell|page|tab|step|option|field|button|link|name|heading|error|message|image|item|entry|in|on|of)$/.test(
		tokens.at(-1)!.lower,
	);
const places = ['first', 'second', 'third', 'fourth', 'fifth', 'last'];
const at: Record<string, string> = {
	first: 'first',
	second: '2nd',
	third: '3rd',
	fourth: '4th',
	fifth: '5th',
	last: 'last',
};

/** A page that is about one thing, one of a list by its place, and what is done to one by its menu. */
export const oneRecord: Rewording[] = [
	...when(
		'assertion',
		[
			`the {kind} page ${shows} the (name|title|heading|headline) {name}`,
			`the {kind} is (titled|called|named|headed) {name}`,
		],
		'the heading "{name}" is visible',
		({kind, name}) => isWord(kind!) && roleAtEnd(kind!) === null && isTitle(name!),
	),
	...when(
		'assertion',
		[`the {kind} page ${shows} [the|a] {field} [of] {value}`],
		'the {field} is {value}',
		({kind, field, value}) =>
			isKind(kind!) &&
			isWord(field!) &&
			isDatum(value!) &&
			!/^(?:message|text|error|button|link|heading|name|title|warning|page|that|toast|banner)$/.test(field![0]!.lower),
	),
	...when(
		'assertion',
		['the {kind} page (says|tells|states|shows|mentions) that {rest}'],
		'the page says that {rest}',
		({kind, rest}) => isKind(kind!) && rest!.length <= 12,
	),
	...when(
		'assertion',
		[
			`the [detail|details|product|item|article|profile|order|overview] page (of|for|about) [the] {name} (is open|opens|is shown|is displayed|is opened|comes up|appears|loads|has opened|is visible|was opened)`,
		],
		'I am on the "{name}" page',
		holding({name: isTitle}),
	),
	...when(
		'assertion',
		['[the|this] (product|item|article|it) (costs|is priced at|sells for|is sold for) {value}'],
		'the price is {value}',
		holding({value: isSureDatum}),
	),
	...when(
		'assertion',
		['the (product|item|article|page) has {n} {things}'],
		'there are {n} {things}',
		holding({n: isNumber, things: isWord}),
	),
	...when(
		'assertion',
		['[the] (results|result) (counter|count) (reads|says|shows|displays|is) [now] {n}'],
		'the page shows "{n} results"',
		holding({n: isNumber}),
	),
	...when(
		'assertion',
		['[the] {thing} (costs|cost) {value}'],
		'the {thing} is {value}',
		({thing, value}) => isKind(thing!) && isSureDatum(value!),
	),
	...when(
		'assertion',
		[
			'{record} is [now|still|already] (marked|tagged|labelled|labeled|flagged) [as] {value}',
			'{record} [now|still] (carries|bears|wears|has|shows) (a|an|the) {value} (label|badge|tag|marker|mark|sticker|flag|ribbon)',
		],
		'the row of {record} contains "{value}"',
		({record, value}) =>
			isNamed(record!) &&
			roleAtEnd(record!) === null &&
			value!.length <= 2 &&
			(isCapital(value![0]) || value![0]!.kind === 'quoted'),
	),
	...(['', ' not'] as const).flatMap(not =>
		when(
			'assertion',
			[`{record} is${not} [now|still|already] (marked|tagged|labelled|labeled|flagged) as {value}`],
			not ? 'the row of {record} does not contain "{value}"' : 'the row of {record} contains "{value}"',
			({record, value}) =>
				isNamed(record!) && roleAtEnd(record!) === null && value!.length === 1 && isMark.test(value![0]!.text),
		),
	),
	...(['out of stock', 'on sale', 'on hold', 'in progress', 'in review', 'signed out', 'checked out'] as const).flatMap(
		state =>
			when(
				'assertion',
				[`{record} is [now|still|already] ${state}`],
				`the row of {record} contains "${state}"`,
				holding({record: isNamed}),
			),
	),
	...places.flatMap(place => [
		...when(
			'assertion',
			[`the ${place} {kind} ${inList} (is from|is by|is for) [the] {name}`],
			`the ${at[place]} {kind} contains "{name}"`,
			({kind, name}) => isRecordKind(kind!) && isTitle(name!) && !name!.some(({kind: one}) => one === 'mark'),
		),
		// What everybody calls a record is read as the row at that place.
		...when(
			'assertion',
			[`the ${place} {kind} ${inList} (is|is called|is named|is titled|is now|reads|says|should be) [the] {name}`],
			`the ${at[place]} {kind} contains "{name}"`,
			({kind, name}) =>
				isRecordKind(kind!) &&
				!kind!.some(({lower}) => recordNouns.has(lower) || /^(?:row|line|result|card|tile|now)$/.test(lower)) &&
				isTitle(name!) &&
				!name!.some(({kind: one}) => one === 'mark'),
		),
	]),
	...when(
		'action',
		[
			'{verb} {record} (using|via|through|from|with|in|by|by using|over|by means of) [the|its|their|his|her] [actions|action|options|option|context|row|card|record|kebab|overflow|more|three-dot|dots|⋯|⋮] menu',
			'{verb} {record} (using|via|through|from) [the|its] [actions|action|options|option|context|row|card|record|more|three-dot] menu (button|icon)',
		],
		'open the menu of {record} and choose "{verb}"',
		({verb, record}) =>
			isVerbWord(verb!) &&
			isNamed(record!) &&
			!/^(?:open|go|choose|select|pick|click|move|change|set)$/.test(verb![0]!.lower),
	),
	...when(
		'action',
		['(take|pull|kick|throw) {thing} out of [the|my|your] {place}'],
		'remove {thing} from the {place}',
		({thing, place}) => isThing(thing!) && isKind(place!),
	),
	...when(
		'action',
		[
			'(save|put|store|keep) {thing} (to|on|in|into|for) [the|my|your] (wishlist|wish list|favourites|favorites|watchlist|saved items|reading list|bookmarks)',
		],
		'save {thing}',
		({thing}) => isThing(thing!),
	),
	...when(
		'action',
		['(pick|choose|select|click|tap|press|take|hit) [on] [the] {name} (swatch|chip|pill|segment)'],
		'click {name}',
		({name}) => isThing(name!) && name!.length <= 3,
	),
	...(['finish', 'size', 'colour', 'color', 'material', 'variant', 'style'] as const).flatMap(kind =>
		when(
			'action',
			[`(pick|choose|select|take|switch to) [the] {name} ${kind}`],
			`select "{name}" from the ${kind}`,
			({name}) => isThing(name!) && name!.length <= 3 && !isNumber(name!),
		),
	),
	...when(
		'action',
		['(go|navigate|get) to {page} (via|using|through|with|by clicking|over) the {icon} (icon|link|logo|symbol)'],
		'click the {icon} icon',
		holding({page: isThing, icon: isThing}),
	),
];
