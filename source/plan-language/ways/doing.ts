import {type Rewording, when} from '../rewording.ts';
import type {Token} from '../tokens.ts';
import {isCapital, isDataLike} from '../values.ts';
import {roleAtEnd} from '../names.ts';
import {recordNouns} from '../words.ts';
import {holding, isDatum, isQuoted, isSureDatum, isThing} from './guards.ts';

type Tokens = readonly Token[];
const isPlain = (most: number) => (tokens: Tokens) =>
	tokens.length <= most && tokens.every(({kind, text}) => kind === 'word' && /^\p{Ll}[\p{L}-]*$/u.test(text));
const isNamed = (tokens: Tokens) =>
	isThing(tokens) && tokens.some(token => token.kind === 'quoted' || isCapital(token) || isDataLike(token));
const codes = [
	'coupon',
	'voucher',
	'promo',
	'promotion',
	'promotional',
	'discount',
	'gift card',
	'gift',
	'referral',
	'rebate',
];
const filters =
	'(filter|filters|filter bar|filter panel|filter area|filter section|sidebar|side bar|facets|left column|filter list)';
const where =
	'[on the left|on the right|at the top|at the left|above the list|above the table|beside the list|on the side]';
const choose = '(select|choose|pick|set|take)';

/** What is done in a word that stands for several acts, or with a part that says only where or for how long. */
export const doing: Rewording[] = [
	...codes
		.flatMap(kind => [kind, `${kind} code`])
		.flatMap(kind =>
			when(
				'action',
				[
					`(apply|redeem|try|try out|cash in|submit) [the|a|another] ${kind} {value} [instead]`,
					`(apply|redeem|try|cash in) {value} as [the|a] ${kind} [instead]`,
				],
				`type {value} into the ${kind} field, then click apply`,
				holding({value: isSureDatum}),
			),
		),
	...when(
		'action',
		[
			`${choose} [the] {field} {value} (in|from|on|under) [the] ${filters} ${where}`,
			`(in|on|under) the ${filters} ${where} [,] ${choose} [the] {field} {value}`,
		],
		'select {value} from {field}',
		holding({field: isPlain(2), value: isSureDatum}),
	),
	...when(
		'action',
		[
			`(open|go to|visit) [the] [category|section|department|page|menu] {one} [from|on|in|via|through] [the] [start page|home page|menu|navigation|main menu] and [there|in it|then|from there] [open|go to|choose|select|click] the [product|item|article|record|entry|page|link] {other}`,
			`(open|go to|visit) [the] [category|section|department] {one} and [there|in it] [the] [product|item|article|record|entry] {other}`,
		],
		'open {one}, then open {other}',
		holding({one: isQuoted, other: isQuoted}),
	),
	// `pick the type Bug`: the list is called by what is chosen of.
	...when(
		'action',
		['(pick|choose|select|take) the {field} {value}'],
		'select {value} from {field}',
		({field, value}) =>
			isPlain(1)(field!) &&
			field![0]!.lower.length > 2 &&
			!recordNouns.has(field![0]!.lower) &&
			roleAtEnd(field!) === null &&
			!/^(?:first|second|third|last|next|previous|other|same|new|day|date|file|button|tab|time|slot|flight)$/.test(
				field![0]!.lower,
			) &&
			(value![0]!.kind === 'quoted'
				? value!.length === 1
				: value!.length <= 3 && value!.every(token => isCapital(token))),
	),
	...when(
		'action',
		[
			'(move|send|transfer|put back|take) {thing} (to|into|back to|over to) [the|my|your] (cart|basket|bag|shopping cart|trolley)',
		],
		'add {thing} to the cart',
		holding({thing: isThing}),
	),
	...['wish list', 'wishlist', 'favourites', 'favorites', 'watchlist'].flatMap(list =>
		when(
			'action',
			[`(move|save|put) {thing} (to|into|on|in) [the|my|your] ${list}`],
			`add {thing} to the ${list}`,
			({thing}) => isThing(thing!) && isNamed(thing!),
		),
	),
	...when(
		'action',
		[
			'(change|edit|correct|replace|rewrite|update) the (text|message|content|wording) to {value}',
			'(change|edit|correct|replace|rewrite|update) the (text|message|content|wording) (with|into) {value}',
			'(correct|change|update) it to {value}',
		],
		'set "text" to {value}',
		holding({value: isQuoted}),
	),
	...when(
		'action',
		[
			'(try|attempt) {name} (with|and) [the] [wrong|right|correct|invalid] password {password}',
			'(try|attempt) to (sign in|log in) (as|with) {name} (with|and) [the] [wrong|right|correct|invalid] password {password}',
			'(try|attempt) [the] [e-mail|email|user name|username|user|account|login] {name} (with|and) [the] [wrong|right|correct|invalid] password {password}',
		],
		'try to log in as {name} with password {password}',
		({name, password}) => name!.length === 1 && isDatum(name!) && password!.length === 1,
	),
];
