import {explained} from './clauses.ts';
import {dailyActions, firstDailyActions} from './daily-actions.ts';
import {dailyClaims, firstDailyClaims} from './daily-claims.ts';
import {firstForms, looseForms} from './loose-forms.ts';
import {type Match, matches, pattern} from './pattern.ts';
import {tableOfActions} from './reworded-actions.ts';
import {tableOfClaims} from './reworded-claims.ts';
import type {Rewording} from './rewording.ts';
import {type Token, textOf, tokensOf} from './tokens.ts';
import {firstActions, spokenActions} from './spoken-actions.ts';
import {firstClaims, spokenClaims} from './spoken-claims.ts';
import {firstTurns, turnsOfPhrase} from './turns-of-phrase.ts';
import {manyFields} from './left-over.ts';
import {roleAtEnd} from './names.ts';
import {claimOf} from './opening.ts';
import {plainClaim} from './plain-words.ts';
import {predicatesOf} from './predicates.ts';
import {isCapital} from './values.ts';
import {ways} from './ways/ways.ts';
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

/** The close ones first. */
const forms: Rewording[] = [
	...dailyActions,
	...dailyClaims,
	...spokenActions,
	...spokenClaims,
	...tableOfActions,
	...tableOfClaims,
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
	['instead', 'of'],
	['rather', 'than'],
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
export function plainWays(tokens: readonly Token[], kind: Kind, which: readonly Rewording[] = ways): Token[][] {
	const words = kind === 'action' ? withPlainVerb(tokens) : plainClaim(claimOf(tokens, true) ?? tokens);
	if (words.length === 0 || words.length > longestWay) return [];
	const found: Token[][] = [];
	for (const {kind: of, form, say, holds} of which) {
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
	if (kind === 'action') found.push(...unfilled(tokens), ...undone(tokens));
	else found.push(...nothingFound(tokens));
	const shownBy = kind === 'assertion' ? explained(tokens) : null;
	if (shownBy) found.unshift({tokens: shownBy.claim, leaves: textOf(shownBy.leaves)});
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

const filling = pattern(
	'{act} without (filling|filling in|filling out|entering|typing|typing in|typing into|putting|providing|completing|inputting) {field}',
);

/**
 * `Click Save without filling in the name`: the field is empty, then Save is clicked. Where nothing at all is filled in,
 * there is no field to look at, and the step says so.
 */
function unfilled(tokens: readonly Token[]): Reworded[] {
	return matches(filling, tokens).flatMap(({act, field}): Reworded[] => {
		const thing = /^(?:in|out)$/.test(field!.at(-1)!.lower) && field!.length > 1 ? field!.slice(0, -1) : field!;
		const leaves = textOf(tokens.slice(act!.length));
		if (
			/^(?:anything|something|any (?:data|fields?|values?|text|information|details)|(?:the|a) (?:form|fields?|data|values?))$/i.test(
				textOf(thing),
			)
		)
			return [{tokens: act!, leaves}];
		const isName =
			thing.length <= 5 && !thing.some(({kind, lower}) => kind === 'mark' || /^(?:and|or|any|all)$/.test(lower));
		const held = thing.filter(({lower}, at) => at > 0 || !articles.has(lower));
		return isName && held.length > 0
			? [
					{
						tokens: [
							...tokensOf('verify that the'),
							...held.map(spaced),
							...tokensOf(roleAtEnd(held) === null || held.length === 1 ? ' field is empty, then' : ' is empty, then'),
							...act!.map(spaced),
						].map(spaced),
						leaves: null,
					},
				]
			: [];
	});
}

const leaving = pattern('{act} without {left}');
const unfilledEnds = pattern(
	'{act} with (all|every|the|its) [required|mandatory] (field|fields|input|inputs) (empty|blank|unfilled)',
);
const untouchedFields = [
	'leave {field} (empty|blank|untouched|as it is|as they are|unchanged|unfilled) [,] (and|then|and then) {act}',
	'{act} (while leaving|and leave|leaving|and leaving) {field} (empty|blank|untouched|unchanged|unfilled)',
].map(pattern);
const emptyThing = pattern('(submit|post|send|save|add|publish|create) (a|an|the) (empty|blank) {thing}');

/** `Go on without choosing an answer`, `Post an empty review`: it is done, and nothing is done before it. */
function undone(tokens: readonly Token[]): Reworded[] {
	const left = matches(leaving, tokens).filter(
		({act, left}) =>
			isVerb(act![0]) &&
			/^(?:choosing|selecting|picking|ticking|checking|agreeing|accepting|answering|rating|uploading|attaching|adding|giving|setting)$/.test(
				left![0]!.text,
			) &&
			left!.length <= 8,
	);
	const cut = [...left, ...matches(unfilledEnds, tokens).filter(({act}) => isVerb(act![0]))].map(({act}) => ({
		tokens: act!,
		leaves: textOf(tokens.slice(act!.length)),
	}));
	const empty = matches(emptyThing, tokens)
		.filter(({thing}) => !/^(?:form|fields?)$/.test(thing!.at(-1)!.lower))
		.map(({thing}) => ({tokens: [tokens[0]!, ...tokensOf('the').map(spaced), ...thing!.map(spaced)], leaves: 'empty'}));
	const untouched = untouchedFields.flatMap(form =>
		matches(form, tokens)
			.filter(({field, act}) => isVerb(act![0]) && manyFields.test(textOf(field!)))
			.map(({act}) => ({tokens: act!, leaves: textOf(tokens.filter(token => !act!.includes(token)))})),
	);
	return [...cut, ...empty, ...untouched];
}

const searched = pattern(
	'no {things} [are|were|is|was|have been|has been|could be|can be] (found|available|shown|listed) (for|matching|with|that match) {term}',
);

/** `No results are found for "xyz"`: the page says that there are none; what was sought stands in a field. */
function nothingFound(tokens: readonly Token[]): Reworded[] {
	return matches(searched, tokens)
		.filter(({things, term}) => things!.length <= 2 && term!.length === 1 && things!.every(({kind}) => kind === 'word'))
		.map(({things, term}) => ({
			tokens: tokensOf(`the page shows "no ${textOf(things!)}"`).map(spaced),
			leaves: textOf(tokens.slice(tokens.indexOf(term![0]!) - 1)),
		}));
}

function said(form: Rewording['say'], match: Match, tokens: readonly Token[]): Token[] {
	if (typeof form === 'function') return tokensOf(form(match)).map((token, at) => (at === 0 ? spaced(token) : token));
	const say = form;
	return format(say, {...match, first: [{...tokens[0]!, text: capital(tokens[0]!.text)}]})
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

/** A thing that is named, and nothing that happens to it. */
const saysNoEvent = (tokens: readonly Token[]): boolean =>
	tokens.some(token => token.kind === 'quoted' || isCapital(token)) &&
	predicatesOf(tokens).length === 0 &&
	!tokens.some(token => /ing$/.test(token.lower) || isVerb(token));

function asideAt(tokens: readonly Token[], kind: Kind): number | null {
	for (let at = kind === 'action' ? 2 : 3; at < tokens.length - 1; at++) {
		const {kind: what, lower, text} = tokens[at]!;
		if (what !== 'word' || text !== lower) continue;
		const isTwo = twoWordAsides.some(([one, other]) => lower === one && tokens[at + 1]!.lower === other);
		const isSoThat = lower === 'so' && /^(?:that|the|it|we|i|you|they|this|there)$/.test(tokens[at + 1]!.lower);
		const isInOrder = lower === 'in' && tokens[at + 1]!.lower === 'order';
		// `A is listed before "B"`: what it stands before, and no time.
		const isPlaced = /^(?:before|after)$/.test(lower) && saysNoEvent(tokens.slice(at + 1));
		if (kind === 'action' ? isSoThat || isInOrder : (asides.test(lower) && !isPlaced) || isTwo)
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
