import {dailyActions, dailyClaims, firstDailyActions, firstDailyClaims} from './daily-forms.ts';
import {firstForms, looseForms} from './loose-forms.ts';
import {type Match, matches} from './pattern.ts';
import {begins, holdsData, isShort, type Rewording, when} from './rewording.ts';
import {type Token, textOf, tokensOf} from './tokens.ts';
import {firstActions, spokenActions} from './spoken-actions.ts';
import {firstClaims, spokenClaims} from './spoken-claims.ts';
import {firstTurns, turnsOfPhrase} from './turns-of-phrase.ts';
import {claimOf} from './opening.ts';
import {plainClaim} from './plain-words.ts';
import {laterWays, ways} from './ways/ways.ts';
import {isDataLike} from './values.ts';
import {articles, isVerb, verbOf} from './words.ts';

/**
 * Loose sentences said again in the words that the families know. They are asked only when a step is in no form as it
 * stands, so that none of them changes what another form reads.
 */
export type Reworded = {
	tokens: Token[];
	/** What the new sentence leaves out, for the note of the step; null: nothing. */
	leaves: string | null;
};
type Kind = 'action' | 'assertion';

/** What a control does; filling in and signing in need more than a click. */
const isHandled = ({lower}: Token) =>
	/^(?:close|open|delete|remove|add|switch|turn|toggle|expand|collapse|show|hide|edit|submit|save|confirm|dismiss|cancel|start|stop|reject|accept|refresh|reload|archive|share|reveal|create)$/.test(
		lower,
	);
const dialogs =
	'(pop-up|popup|pop up|alert|prompt|confirmation|confirmation dialog|browser dialog|message box|question|dialog)';
const own = '(his|her|its|their|that|the same|this)';

const table: Rewording[] = [
	// Instructions
	...when('action', ['{purpose} by (pressing|hitting) {key}'], 'press {key}', ({purpose}) => isVerb(purpose![0])),
	...when(
		'action',
		[
			'wait for [the] (message|text|notification|note) {text}',
			'wait until [the] (message|text|notification) {text} (appears|shows up|is shown|is visible)',
		],
		'wait until "{text}" appears',
		({text}) => /^\p{Lu}/u.test(text![0]!.text),
	),
	...when(
		'action',
		[
			'{verb} {value} (in|into|to) [the] (field|box|input|text box|area) (that says|which says|labelled|labeled|called|named|saying|with the text|with the label) {name}',
		],
		'{verb} {value} into "{name}"',
		({verb, value}) => verb!.length === 1 && value!.length === 1,
	),
	...when(
		'action',
		['(clear|remove|delete|empty) (whatever|anything|everything) [that] (is|stands) in {thing}'],
		'clear {thing}',
	),
	...when('action', ['delete [the] {thing} text'], 'clear the {thing} field', ({thing}) => isShort(thing!)),
	...when(
		'action',
		[
			`(remove|delete|edit|open|archive|mark|cancel|approve|rename) {row} (by clicking|by clicking on|by pressing|with|via|using) [on] the {control} (in|at|on|of) [the end of] ${own} (row|line|card|entry)`,
			`(remove|delete|edit|open|archive|mark|cancel|approve|rename) {row} (with|via|using) the {control} at the end of ${own} (row|line|card|entry)`,
		],
		'click {control} in the row of {row}',
	),
	...when(
		'action',
		[`(confirm|accept|acknowledge|answer) (the|this|that) ${dialogs} [with|by clicking|by pressing] [ok|yes]`],
		'accept the confirmation',
	),
	...when(
		'action',
		[`(cancel|dismiss|decline|reject) (the|this|that) ${dialogs} [that|which] [pops up|appears|comes up|opens]`],
		'dismiss the confirmation',
	),
	...when(
		'action',
		[
			`{act} and (cancel|dismiss|decline|reject) (the|this|that) ${dialogs} [that|which] [pops up|appears|comes up|opens]`,
		],
		'{act} and dismiss the confirmation',
	),
	...when(
		'action',
		[
			`{act} and (accept|confirm|ok|acknowledge) (the|this|that) ${dialogs} [that|which] [pops up|appears|comes up|opens]`,
		],
		'{act} and accept the confirmation',
	),
	...when(
		'action',
		[
			'[when|if|once] asked {question} [,] {rest}',
			'(when|once) {question} (appears|pops up|is shown|opens) [,] {rest}',
		],
		'{rest}',
		match => begins('rest')(match) && match['question']!.length === 1,
	),
	...when(
		'action',
		[
			'look for {value} (using|with|in|via) the search [box|field|bar]',
			'search [for] {value} (using|with|in|via) the search [box|field|bar]',
		],
		'search for {value}',
	),
	...when('action', ['search {things} : {value}'], 'search for {value}', ({things}) => isShort(things!)),
	...when(
		'action',
		['filter {things} by (typing|entering) {value}'],
		'type {value} into the filter field',
		({things}) => isShort(things!),
	),
	...when('action', ['(unfold|fold out|unroll|open up) {thing}'], 'expand {thing}'),
	...when('action', ['(fold|fold up|roll up) {thing}'], 'collapse {thing}'),
	...when(
		'action',
		['go (one page|a page|one step) back [in the browser]', 'go back (one page|a page|one step) [in the browser]'],
		'go back',
	),
	...when(
		'action',
		['(note|write|jot) down {thing}', 'keep {thing} (for later|for later use)', '(remember|memorise|memorize) {thing}'],
		'remember {thing} as {NAME}',
		({thing}) => isShort(thing!),
	),
	...when(
		'action',
		['leave (a|the) {field} {value}'],
		'type {value} into the {field} field',
		({value, field}) => value!.length === 1 && value![0]!.kind === 'quoted' && isShort(field!),
	),
	...when(
		'action',
		[
			'(type|enter|put|write|use) the (right|correct|wrong|new|old|other|actual|valid) {field} , {value} , instead',
			'(type|enter|put|write|use) the (right|correct|wrong|new|old|other|actual|valid) {field} , {value}',
		],
		'type {value} into {field}',
		({value}) => value!.length === 1,
	),
	...when(
		'action',
		['{purpose} (with|using|via|through) the {control}'],
		'click the {control}',
		({purpose, control}) => isHandled(purpose![0]!) && isShort(control!),
	),
	...when(
		'action',
		['{purpose} (with|using|via|by choosing|by selecting) {control}'],
		'click {control}',
		({purpose, control}) =>
			isHandled(purpose![0]!) &&
			isShort(control!) &&
			!holdsData(purpose!) &&
			(/^\p{Lu}/u.test(control![0]!.text) || control![0]!.kind === 'quoted'),
	),
	...when(
		'action',
		['(export|save|print|download) {thing} as {format}'],
		'click "export {format}"',
		({format, thing}) => format!.length === 1 && isShort(thing!),
	),
	...when('action', ['(switch|change|move|go) [over] to {thing}'], 'click {thing}', ({thing}) => isShort(thing!)),
	...when(
		'action',
		['(apply|save|submit|send|confirm|close|delete|remove|place|publish) (it|this|that|them)'],
		'click {first}',
	),
	...when(
		'action',
		['{intro} (>|→|->|=>|») {rest}'],
		'click {intro}, then {rest}',
		match => begins('rest')(match) && isShort(match['intro']!),
	),
	...when(
		'action',
		['{area} (>|→|->|=>|») {field} : {value}'],
		'in the {area} section, type {value} into {field}',
		({area, field}) => isShort(area!) && isShort(field!) && !isVerb(area![0]),
	),
	...when(
		'action',
		['{field} (>|→|->|=>|») {value}'],
		'type {value} into {field}',
		({field, value}) => isShort(field!) && !isVerb(field![0]) && value!.length === 1 && holdsData(value!),
	),
	...when('action', ['{intro} : {rest}'], '{rest}', match => begins('rest')(match) && !isVerb(match['intro']!.at(-1)!)),
	...when('action', ['{act} in it', '{act} from it', '{act} there'], '{act}', begins('act')),
	...when('action', ['(complete|finish) the (task|item|todo|to-do) {row}'], 'tick the checkbox of {row}'),
	...when(
		'action',
		['{field} {value}'],
		'type {value} into {field}',
		({field, value}) =>
			!isVerb(field![0]) &&
			field!.length <= 3 &&
			field!.every(token => !isDataLike(token) && token.kind === 'word' && !articles.has(token.lower)) &&
			value!.every(token => isDataLike(token)) &&
			value!.map(({text}) => text).join('').length > 4,
	),
	// Claims
	...when(
		'assertion',
		['expected [result|outcome|behaviour|behavior] : {rest}', '(result|outcome) : {rest}'],
		'{rest}',
	),
	...when(
		'assertion',
		[
			'{who} (gets|is|was|are) (redirected|taken|sent|brought|forwarded|navigated) to {path}',
			'(gets|got|is) (redirected|taken|sent|brought|forwarded|navigated) to {path}',
		],
		'the URL is {path}',
		({path}) => path!.length === 1 && /^(?:\/|https?:)/.test(path![0]!.text),
	),
	...when(
		'assertion',
		[
			'{who} (gets|is|was|are) (redirected|taken|sent|brought|forwarded|navigated) [back] to {page}',
			'(land|lands|arrive|arrives|end up|ends up) (on|at|in) {page}',
		],
		'I am on {page}',
	),
	...when(
		'assertion',
		[
			'{things} (are|is|should be) (listed|sorted|ordered|shown|arranged) by {column} [,] [with|from] [the] (lowest|cheapest|smallest|oldest|earliest) first',
		],
		'{things} are sorted by {column} ascending',
	),
	...when(
		'assertion',
		[
			'{things} (are|is|should be) (listed|sorted|ordered|shown|arranged) by {column} [,] [with|from] [the] (highest|dearest|largest|biggest|newest|latest|most expensive) first',
		],
		'{things} are sorted by {column} descending',
	),
	...when(
		'assertion',
		['{things} (are|is|should be) (listed|sorted|ordered|arranged) [in alphabetical order|alphabetically] by {column}'],
		'{things} are sorted by {column}',
	),
	...when(
		'assertion',
		['[the] [browser] (tab|window|page) [title] (is|should be) (called|titled|named) {name}'],
		'the title is {name}',
		({name}) => name!.length > 0,
	),
	...when('assertion', ['browser tab (is|should be) (called|titled|named) {name}'], 'the title is {name}'),
	...when(
		'assertion',
		[
			'[the] file {file} (is|was|has been|should be) (saved|stored|written) [to|on] [the] [disk|computer|downloads|downloads folder]',
		],
		'{file} was downloaded',
	),
	...when(
		'assertion',
		['{things} (are|is|should be) (listed|sorted|ordered|shown|arranged) by {column} [,] [from] (a to z|a-z)'],
		'{things} are sorted by {column} ascending',
	),
	...when(
		'assertion',
		['{things} (are|is|should be) (listed|sorted|ordered|shown|arranged) by {column} [,] [from] (z to a|z-a)'],
		'{things} are sorted by {column} descending',
	),
	...when(
		'assertion',
		['[expect|verify|see] {number} {things}'],
		'there are {number} {things}',
		({number}) => number!.length === 1 && /^\d+$/.test(number![0]!.text),
	),
	...when('assertion', ['{thing} (is|are) the one (that|which) (is|are) {rest}'], '{thing} is {rest}'),
	...when('assertion', ['{row} belongs to {text}'], 'the row of {row} contains {text}'),
	...when(
		'assertion',
		['{thing} (is|should be) [still] the (active|selected|current) (one|tab|option|entry)'],
		'{thing} is selected',
	),
	...when(
		'assertion',
		[
			'{thing} (is|should be) [still] (preselected|pre-selected|prechecked|pre-checked|preticked|ticked by default|checked by default)',
		],
		'{thing} is checked',
	),
	...when(
		'assertion',
		['{thing} (asks|asking|announces|warns|warning|tells|telling|informs) {text}'],
		'{thing} shows {text}',
		({text}) => text!.length === 1 && text![0]!.kind === 'quoted',
	),
	...when(
		'assertion',
		['{thing} (=|==|:|→|->) {value}'],
		'{thing} is {value}',
		({thing, value}) => isShort(thing!) && value!.length <= 4,
	),
	...when(
		'assertion',
		['{adjective} (text|message|label|heading|line) {text} {rest}'],
		'{text} {rest}',
		({adjective, text}) => adjective!.length === 1 && text!.length === 1 && text![0]!.kind === 'quoted',
	),
	...when('assertion', ['{thing} (is|are) (now|still|already|again|currently) {rest}'], '{thing} is {rest}'),
	...when(
		'assertion',
		[
			'both {one} and {other} (is|are|should be|must be) {rest}',
			'{one} and {other} (are|should be|must be) both {rest}',
		],
		'{one} and {other} are {rest}',
	),
	...when(
		'assertion',
		['neither {one} nor {other} (is|are|should be|must be) {rest}'],
		'{one} and {other} are not {rest}',
	),
];

/** The close ones first. */
const forms: Rewording[] = [
	...dailyActions,
	...dailyClaims,
	...spokenActions,
	...spokenClaims,
	...table,
	...looseForms,
	...turnsOfPhrase,
];

/** Clauses at the end of a claim that say when or why, and are not checked. */
const asides = /^(?:until|till|although|though|since|because|while|whenever|when|after|before|once|so)$/;
const twoWordAsides = [
	['as', 'long'],
	['as', 'soon'],
	['even', 'though'],
	['even', 'if'],
	['for', 'now'],
];
const trailing = [
	', pls',
	', please',
	', thanks',
	', thx',
	'once more',
	'one more time',
	'a second time',
	'another time',
	'for the first time',
	'by default',
	'as before',
	'as expected',
	...['opens', 'appears', 'pops up', 'comes up', 'opened', 'appeared', 'has opened', 'is shown'].flatMap(verb => [
		`that ${verb}`,
		`which ${verb}`,
		`that just ${verb}`,
	]),
].map(words => words.split(' '));

/** What an instruction says that would be read as something else as it stands. */
export const firstRewordings = (tokens: readonly Token[], kind: Kind): Token[][] =>
	[...firstDailyActions, ...firstDailyClaims, ...firstForms, ...firstTurns, ...firstActions, ...firstClaims].flatMap(
		({kind: of, form, say, holds}) =>
			(of === kind ? matches(form, kind === 'action' ? withPlainVerb(tokens) : tokens) : [])
				.filter(holds)
				.map(match => said(say, match, tokens)),
	);

/** Most tokens of a sentence that one way covers, and most ways that are tried: neither a text nor its parts cost much. */
const longestWay = 32;
const mostWays = 24;

/** The same in the words of the families, for every way of `ways/` that it is said in. */
export function plainWays(tokens: readonly Token[], kind: Kind, isLater = false): Token[][] {
	const words = kind === 'action' ? withPlainVerb(tokens) : plainClaim(claimOf(tokens, true) ?? tokens);
	if (words.length === 0 || words.length > longestWay) return [];
	const found: Token[][] = [];
	for (const {kind: of, form, say, holds} of isLater ? laterWays : ways) {
		if (of !== kind) continue;
		for (const match of matches(form, words)) if (holds(match)) found.push(said(say, match, words));
		if (found.length >= mostWays) break;
	}
	return found.slice(0, mostWays);
}

/** `opens`, `opened` → `open`, so that a form needs only one of them. */
function withPlainVerb(tokens: readonly Token[]): readonly Token[] {
	const [first, ...rest] = tokens;
	const verb = verbOf(first);
	return first && verb && verb !== first.lower && first.text === first.lower
		? [{...first, text: verb, lower: verb}, ...rest]
		: tokens;
}

/** Every way to say it again, the most literal first. */
export function rewordings(tokens: readonly Token[], kind: Kind): Reworded[] {
	const found: Reworded[] = [];
	const shorter = withoutTrail(tokens);
	if (shorter) found.push({tokens: shorter, leaves: null});
	for (const {kind: of, form, say, holds} of forms) {
		if (of !== 'any' && of !== kind) continue;
		for (const match of matches(form, kind === 'action' ? withPlainVerb(tokens) : tokens))
			if (holds(match)) found.push({tokens: said(say, match, tokens), leaves: null});
	}
	const plain = withoutLooks(tokens);
	if (plain) found.push({tokens: plain, leaves: null});
	const cut = asideAt(tokens, kind);
	if (cut !== null)
		found.push({
			tokens: tokens.slice(0, cut),
			leaves: tokens
				.slice(cut)
				.map(({text}) => text)
				.join(' '),
		});
	const ahead = kind === 'assertion' ? leadingAside(tokens) : 0;
	if (ahead > 0)
		found.push({
			tokens: tokens.slice(ahead + 1),
			leaves: tokens
				.slice(0, ahead)
				.map(({text}) => text)
				.join(' '),
		});
	return found;
}

function said(say: string, match: Match, tokens: readonly Token[]): Token[] {
	return format(say, match)
		.split(/(\{\w+\})/)
		.filter(piece => piece !== '' && piece !== ' ')
		.flatMap(piece => {
			const slot = /^\{(\w+)\}$/.exec(piece)?.[1];
			if (slot === undefined) return tokensOf(piece).map(spaced);
			if (slot === 'first') return [{...tokens[0]!, text: capital(tokens[0]!.text), isSpaced: true}];
			if (slot === 'NAME') return tokensOf(nameOf(match['thing']!)).map(spaced);
			return match[slot]!.map((token, at) => (at === 0 ? spaced(token) : token));
		});
}

/** Slots inside quotes are text. */
const format = (say: string, match: Match) =>
	say.replace(/"[^"]*"/g, quote =>
		quote.replace(/\{(\w+)\}/g, (_, slot: string) => textOf(match[slot]!).replaceAll('"', '')),
	);
const spaced = (token: Token): Token => ({...token, isSpaced: true});
const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1).toLowerCase()}`;

/** `the order number` → `ORDER_NUMBER`. */
const nameOf = (thing: readonly Token[]): string =>
	thing
		.filter(({lower}) => !articles.has(lower))
		.map(({text}) => text.replace(/\W+/g, '_').toUpperCase())
		.join('_')
		.replace(/^(?=\d)/, 'N')
		.slice(0, 60) || 'VALUE';

function withoutTrail(tokens: readonly Token[]): Token[] | null {
	const end = trailing.find(
		words =>
			tokens.length > words.length + 1 &&
			words.every((word, at) => tokens[tokens.length - words.length + at]!.lower === word),
	);
	return end ? tokens.slice(0, tokens.length - end.length) : null;
}

const looks = /^(?:little|small|big|tiny|large|bold|prominent|respective|corresponding)$/;
const colours = /^(?:green|red|blue|yellow|grey|gray|orange|purple|pink|black|white)$/;

const isNamedBy = ({kind, text, lower}: Token) => kind === 'quoted' || text !== lower;

/** Without what things look like. */
function withoutLooks(tokens: readonly Token[]): Token[] | null {
	const kept = tokens.filter(
		({kind, lower, text}, at) =>
			!(
				kind === 'word' &&
				text === lower &&
				at > 0 &&
				at < tokens.length - 1 &&
				(looks.test(lower) || (colours.test(lower) && isNamedBy(tokens[at + 1]!)))
			),
	);
	return kept.length < tokens.length ? kept : null;
}

function asideAt(tokens: readonly Token[], kind: Kind): number | null {
	for (let at = kind === 'action' ? 2 : 3; at < tokens.length - 1; at++) {
		const {kind: what, lower, text} = tokens[at]!;
		if (what !== 'word' || text !== lower) continue;
		const isTwo = twoWordAsides.some(([one, other]) => lower === one && tokens[at + 1]!.lower === other);
		const isSoThat = lower === 'so' && /^(?:that|the|it|we|i|you|they|this|there)$/.test(tokens[at + 1]!.lower);
		const isInOrder = lower === 'in' && tokens[at + 1]!.lower === 'order';
		if (kind === 'action' ? isSoThat || isInOrder : asides.test(lower) || isTwo)
			return tokens[at - 1]!.text === ',' ? at - 1 : at;
	}
	return null;
}

/** `As nothing was published, "No results" appears`: up to the comma. */
function leadingAside(tokens: readonly Token[]): number {
	if (!/^(?:as|since|because|while|after|once|when|with)$/.test(tokens[0]?.lower ?? '')) return 0;
	const comma = tokens.findIndex(({kind, text}) => kind === 'mark' && text === ',');
	return comma > 1 && comma < tokens.length - 2 ? comma : 0;
}
