import type {Match} from '../pattern.ts';
import {type Rewording, when} from '../rewording.ts';
import {inQuotes, type Token, textOf} from '../tokens.ts';
import {isVerb} from '../words.ts';
import {holding, isDatum, isQuoted, isThing} from './guards.ts';

type Tokens = readonly Token[];
const searchBox =
	'[the|a|that|its] [site|main|page|global|product|package|big|header|top] (search|search box|search field|search bar|search input|search function|searchbox|search form|finder|filter box|filter field)';
const where =
	'[at the top|up top|on top|at the top of the page|in the header|in the top bar|on the left|on the right|above the list|above the table|above it|in the sidebar|in the corner]';
const by = '(in|with|using|via|through|by means of|into|from)';
const isWord = (tokens: Tokens) => tokens.length === 1 && tokens[0]!.kind !== 'mark' && !isVerb(tokens[0]);
/** What is sought: one word, or data. */
const isSought = (tokens: Tokens) =>
	isDatum(tokens) || (isWord(tokens) && !/^(?:it|them|this|that|something|anything)$/.test(tokens[0]!.lower));
const seek =
	'(look for|look up|search for|search|find|hunt for|hunt down|track down|seek|query|check for|google|do a search for|run a search for|run a search on|do a quick search for|fire off a search for)';

const box =
	'(box|field|input|bar|search box|search field|search bar|text box|text field|input field|textbox|entry field|entry box|filter box|filter field)';
const serves =
	'(that|which|used to|used for|that is used to|that is used for|which is used to|meant to|meant for|there to|there for|that is there to|that lets you|which lets you|that lets me|where you can|where you|where one can|where i can|to|for)';
const gerund = (word: string): string | null => {
	const stem = /^(\p{Ll}{3,})ing$/u.exec(word)?.[1];
	return stem === undefined ? null : stem.replace(/(t)\1$/, '$1');
};
/** `search for a version`, `searching versions` → what the field is for, in plain words; null: it is no purpose. */
function purposeOf(tokens: Tokens): string | null {
	const [first, ...rest] = tokens;
	if (first?.kind !== 'word' || rest.length === 0 || tokens.length > 8) return null;
	const plain = /^(search|find|look|filter)(?:e?s)$/.exec(first.lower)?.[1];
	if (plain) return purposeOf([{...first, text: plain, lower: plain}, ...rest]);
	const verb = /^(?:search|find|look|filter|enter|type|query)$/.test(first.lower) ? first.lower : gerund(first.lower);
	const isVerbOfFields = verb !== null && /^(?:search|find|look|filter|enter|type|query)$/.test(verb);
	const isPlain = rest.every(({kind, text}) => kind === 'word' && /^[\p{L}-]+$/u.test(text));
	return isVerbOfFields && isPlain ? `${verb} ${textOf(rest)}` : null;
}
const fills = ({purpose}: Match): boolean => purposeOf(purpose!) !== null;

const typing = '(type|enter|put|write|key in|key|punch in|pop|stick|paste|input|fill in)';

/** What is sought and sifted, in whatever field there is for it. */
export const seeking: Rewording[] = [
	...when(
		'action',
		[
			'(do|run|make|start|launch|perform|fire off) (a|another) [quick|new] search (for|on) {value}',
			'(look up|hunt for|hunt down|track down|query) {value}',
		],
		'search for {value}',
		holding({value: tokens => isWord(tokens) && !/^(?:it|them|this|that)$/.test(tokens[0]!.lower)}),
	),
	...when(
		'action',
		[`${typing} {value} (in|into|to) the ${box} ${serves} {purpose}`],
		({value, purpose}) => `type ${quote(value!)} into the "${purposeOf(purpose!)!}" field`,
		match => isSought(match['value']!) && fills(match),
	),
	...when(
		'action',
		[`(in|into) the ${box} ${serves} {purpose} , ${typing} {value}`],
		({value, purpose}) => `type ${quote(value!)} into the "${purposeOf(purpose!)!}" field`,
		match => isSought(match['value']!) && fills(match),
	),
	// Sifting
	...when(
		'action',
		[
			'(narrow|whittle|cut|thin|pare|trim|boil) [down] {list} [down] (to|by|with|using) {value}',
			'(narrow|whittle|cut|thin|pare|trim|boil) {list} [on the left|on the right] down (to|by|with|using) {value}',
			'(filter|sift|narrow) {list} (on|down to|to|for) {value}',
		],
		'filter {list} by {value}',
		holding({list: isThing, value: isQuoted}),
	),
	...when(
		'action',
		[
			'(drop|lift|take off|undo|wipe|get rid of|turn off|switch off|cancel) (the|this|that|my) (filter|filters|filtering)',
		],
		'clear the filter',
	),
	...when(
		'action',
		['(drop|lift|take off|undo|wipe|reset|get rid of|cancel) (all|all the|every|any) (filter|filters)'],
		'clear all filters',
	),
];

/** Asked when the sentence is in no form as it stands. */
export const laterSeeking: Rewording[] = [
	...when(
		'action',
		[`${seek} {value} ${by} ${searchBox} ${where}`, `use ${searchBox} ${where} to ${seek} {value}`],
		'search for {value}',
		holding({value: isSought}),
	),
];

const quote = (tokens: Tokens): string => inQuotes(textOf(tokens));
