import {actingVerbs} from '../clause.ts';
import {roleAtEnd} from '../names.ts';
import {matches, pattern} from '../pattern.ts';
import {plainClaim} from '../plain-words.ts';
import {predicatesOf} from '../predicates.ts';
import {type Token, word} from '../tokens.ts';
import {isCapital, isDataLike} from '../values.ts';
import {articles, isVerb, ordinalOf, verbOf} from '../words.ts';
import {act, claim, isMark, isWord, type Restate, type Restatement} from './restatement.ts';

const one = (...said: Restatement['said']): Restatement[] => [{said}];

const claimLabel =
	/^(?:expected(?: results?)?|results?|expectation|outcome|check|verify|assert|assertion|then|verification|should|should be|exp)$/;
const actLabel = /^(?:action|step|do|test|input|given|when|test step|precondition|setup|todo|execute|task)$/;

/** What is noted in front of a colon, in lower case, and what stands behind it; null: nothing is noted. */
function labelOf(tokens: readonly Token[]): {label: string; rest: readonly Token[]} | null {
	const colon = tokens.findIndex(token => isMark(token, /^:$/));
	if (colon < 1 || colon > 2 || colon === tokens.length - 1) return null;
	const label = tokens.slice(0, colon).map(({lower}) => lower);
	return {label: label.join(' '), rest: tokens.slice(colon + 1)};
}

/** `Check: 3 rows are listed` of what is a claim anyhow, without its label; null: it has none. */
export function withoutClaimLabel(tokens: readonly Token[]): readonly Token[] | null {
	const noted = labelOf(tokens);
	return noted && claimLabel.test(noted.label) ? noted.rest : null;
}

/** `Expected result: the total is 4`, `Action: click Save`: what is noted in front of a colon. */
export const labelledStep: Restate = (tokens, type) => {
	const noted = labelOf(tokens);
	if (noted === null) return [];
	if (claimLabel.test(noted.label)) return one(claim(noted.rest));
	return actLabel.test(noted.label) ? [{said: [{type, tokens: noted.rest}]}] : [];
};

/** The words of a note, each apart. */
const spokenOf = (tokens: readonly Token[]): string => tokens.map(({text}) => text).join(' ');

const asks = /^(?:is|are|was|were|does|do|did|has|have|can|will)$/;

const said =
	/^(?:show|contain|have|list|read|say|match|include|offer|appear|exist|display|start|begin|end|equal|disappear|open|close|hold|point|lead|remain|stay)$/;

/** `Is the button disabled?`, `Does the list show 3 items?`: what is asked is claimed. */
export const question: Restate = tokens => {
	const [verb, ...more] = tokens;
	const last = more.at(-1);
	if (!verb || !last || !asks.test(verb.lower) || !(last.kind === 'word' && last.text.endsWith('?'))) return [];
	const text = last.text.slice(0, -1);
	const rest = text === '' ? more.slice(0, -1) : [...more.slice(0, -1), {...last, text, lower: text.toLowerCase()}];
	if (isWord(rest[0], /^there$/)) return one(claim('there', [{...verb, text: verb.lower}], rest.slice(1)));
	if (isWord(rest[0], /^(?:you|i|we|one)$/)) return one(claim(rest));
	const helper = /^(?:does|do|did)$/.test(verb.lower);
	const found: Restatement[] = [];
	for (let at = rest.length - 1; at > 0 && found.length < 5; at--)
		if (!isWord(rest[at - 1], /^(?:the|a|an|of|in|on|and)$/) && (!helper || isWord(rest[at], said)))
			found.push({said: [claim(rest.slice(0, at), helper ? 'should' : [{...verb, text: verb.lower}], rest.slice(at))]});
	return found;
};

/** `Anna opens the board`, `The project manager then changes the date`: who does it is nothing to the page. */
export const somebodyActs: Restate = (tokens, type) => {
	if (type !== 'action') return [];
	const start = articles.has(tokens[0]?.lower ?? '') ? 1 : 0;
	for (let at = start + 1; at <= start + 3 && at < tokens.length - 1; at++) {
		const actor = tokens.slice(start, at);
		const isActor = actor.every(
			token =>
				token.kind === 'word' &&
				/^\p{L}+$/u.test(token.text) &&
				!isWord(
					token,
					/^(?:and|then|not|is|are|was|were|be|been|being|has|have|had|gets?|can|cannot|must|should|will|the|a|an|back|up|down|out|off|on|over|every|all|each)$/,
				),
		);
		const adverb = isWord(tokens[at], /^(?:then|now|also|again|next|first)$/) ? 1 : 0;
		const verb = tokens[at + adverb];
		const plain = verb && verb.text === verb.lower && verb.lower !== verbOf(verb) ? verbOf(verb) : null;
		if (!isActor || isVerb(actor[0]) || plain === null || !actingVerbs.has(plain)) continue;
		return one(act([word(plain)], tokens.slice(at + adverb + 1)));
	}
	return [];
};

const effects: Array<
	[ReturnType<typeof pattern>, (match: Record<string, Token[]>) => Array<string | readonly Token[]> | null]
> = [
	[pattern('{act} [then|now] closes {thing}'), ({thing}) => [thing!, 'is not visible']],
	[pattern('{act} [then|now] (removes|hides|clears) {thing}'), ({thing}) => [thing!, 'is not visible']],
	[
		pattern('{act} [then|now] (opens|shows|displays|reveals|triggers|brings up|produces|gives) {thing}'),
		({thing}) => [thing!, 'is visible'],
	],
	[
		pattern('{act} [then|now] (changes|sets|updates|switches|turns) {thing} to {value}'),
		({thing, value}) => [thing!, 'is', value!],
	],
	[
		pattern(
			'{act} [then|now] (leads|takes me|takes you|takes us|takes the user|brings me|brings you|brings us|goes|redirects|redirects me|navigates|leads me|leads you) [back] to {thing}',
		),
		({thing}) => ['I am on', thing!],
	],
	[pattern('{act} [then|now] (enables|activates) {thing}'), ({thing}) => [thing!, 'is enabled']],
	[pattern('{act} [then|now] (disables|deactivates) {thing}'), ({thing}) => [thing!, 'is disabled']],
];
const nominal = pattern('(a|one|the) (click|tap|press|double click|double-click) on {thing}');

/** `Clicking Save closes the dialog`, `A click on the heart opens the list`: what is done, and what comes of it. */
export const effectOf: Restate = (tokens, type) => {
	if (type !== 'action') return [];
	return effects.flatMap(([form, say]) =>
		matches(form, tokens).flatMap(match => {
			const done = deedOf(match['act']!);
			const said = say(match);
			return done && said ? one(act(done), claim(...said)) : [];
		}),
	);
};

function deedOf(tokens: readonly Token[]): readonly Token[] | null {
	const [thing] = matches(nominal, tokens);
	if (thing) return [word(/^double/.test(tokens[1]!.lower) ? 'double-click' : 'click'), ...thing['thing']!];
	const [first] = tokens;
	if (!first || !/^[a-z]{2,}ing$/i.test(first.text) || tokens.length < 2) return null;
	const stem = first.lower.slice(0, -3);
	const verb = [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1')].find(text => verbOf(word(text)) === text);
	return verb ? [word(verb), ...tokens.slice(1)] : null;
}

const redirected = pattern(
	'(the application|the app|the system|the site|the website|the browser|it|this|that) [then|now] (redirects|takes|sends|brings|leads|forwards|returns) (the user|me|you|us|him|her|the visitor|the customer) [back] (to|on|onto) {page}',
);
const seesValue = [
	'(i|we|you|the user) [now|can|should now|should] (see|sees|get|gets) (a|the|an) {label} of {value}',
	'(there is|there should be) (a|an|the) {label} of {value}',
	'(a|an|the) {label} of {value} (is|should be|is now) (shown|displayed|visible|listed|there|given)',
	'(a|an|the) {label} of {value} (appears|is due|remains|is left)',
	'(i|we|you|the user) [now|can|should now|should] (see|sees|get|gets) (my|our|your|his|her|their) {label} of {value}',
].map(pattern);
const perfect = pattern('{subject} (should|must|ought to) have {verb} {rest}');
const passedTime = [
	'{claim} (within|after|in) [at most|about|under|less than] {n} (s|sec|secs|seconds|second|ms|minutes|minute)',
	'{claim} after a (while|moment|few seconds|short while|second)',
].map(pattern);
const reloaded = pattern('after (a|the) [page] (reload|refresh) [of the page] [,] {claim}');
const leftOver = pattern(
	'(exactly|precisely) {n} {things} (are|is|remain|remains) [left|remaining|shown|listed|displayed|visible]',
);
const corner = pattern(
	'(in|at|on) the {side} (corner|side|edge|half|part|area) [of the page|of the screen|of the window] [,] {claim}',
);

/** `I see a balance of 18 days`: what is called so, and what it is. */
export const amountOf: Restate = tokens =>
	seesValue
		.flatMap(form => matches(form, plainClaim(tokens)))
		.filter(({label, value}) => isLabel(label!) && isAmount(value!))
		.slice(0, 1)
		.map(({label, value}) => ({said: [claim('the', label!, 'is', value!)]}));

/** Claims in another order, of another person, or with words that change nothing. */
export const otherwiseSaid: Restate = tokens => {
	const plain = plainClaim(tokens);
	const found: Restatement[] = [];
	for (const {page} of matches(redirected, plain)) found.push({said: [claim('I am on', page!)]});
	for (const form of seesValue)
		for (const {label, value} of matches(form, plain))
			if (isLabel(label!) && isData(value!)) found.push({said: [claim('the', label!, 'is', value!)]});
	for (const {subject, verb, rest} of matches(perfect, plain))
		if (verb!.length === 1 && subject!.length <= 6)
			found.push({said: [claim(subject!, 'has', verb!, rest!)]}, {said: [claim(subject!, 'is', rest!)]});
	for (const form of passedTime)
		for (const {claim: own, n} of matches(form, tokens))
			if (own!.length > 1 && (n === undefined || n.length === 1) && !isDenied(own!))
				found.push({
					said: [claim(own!)],
					leaves: spokenOf(tokens.slice(own!.length)),
				});
	for (const {claim: own} of matches(reloaded, tokens))
		if (own!.length > 2)
			found.push({
				said: [claim(own!)],
				leaves: spokenOf(tokens.slice(0, tokens.length - own!.length)),
			});
	for (const {n, things} of matches(leftOver, plain))
		if (n!.length === 1 && things!.length <= 3) found.push({said: [claim('there are exactly', n!, things!)]});
	for (const {claim: own, side} of matches(corner, tokens))
		if (side!.length <= 2)
			found.push({
				said: [claim(own!)],
				leaves: spokenOf(tokens.slice(0, tokens.length - own!.length)),
			});
	return found;
};

const isLabel = (tokens: readonly Token[]): boolean =>
	tokens.length <= 4 &&
	tokens.every(token => isWord(token, /^\p{Ll}[\p{L}-]*$/u)) &&
	roleAtEnd(tokens)?.role !== 'message';
/** What is not to happen in ten seconds would have to be watched for ten seconds. */
const isDenied = (tokens: readonly Token[]): boolean =>
	tokens.some(
		token =>
			isWord(token, /^(?:not|no|never|none|nothing|without|stays?|remains?)$|n't$/) ||
			/^(?:no|nothing|none)$/.test(token.lower),
	);
const isAmount = (tokens: readonly Token[]): boolean => tokens.length <= 4 && /^[\d€$£+−-]/.test(tokens[0]!.text);
const isData = (tokens: readonly Token[]): boolean => tokens.length <= 4 && isDataLike(tokens[0]!);

/** `The first entry is "A", the second one "B"`: the verb of the first holds for the second. */
export const gapped: Restate = tokens => {
	const cut = tokens.findIndex(
		(token, at) => at > 2 && (isMark(token, /^,$/) || isWord(token, /^and$/)) && isOrdinal(tokens, at + 1),
	);
	const [left, right] = [tokens.slice(0, Math.max(cut, 0)), tokens.slice(cut + 1)];
	const start = isWord(left[0], /^the$/) || left[0]?.text === 'The' ? 1 : 0;
	const [predicate] = predicatesOf(left);
	if (cut < 0 || ordinalOf(left[start]) === null || !predicate || predicatesOf(right).length > 0) return [];
	const verb = left[predicate.subject.length]!;
	const at = isWord(right[0], /^the$/) ? 1 : 0;
	const value = right.slice(isWord(right[at + 1], /^one$/) ? at + 2 : at + 1);
	if (value.length === 0 || value.length > 5) return [];
	return one(claim(left), claim('the', right.slice(at, at + 1), predicate.subject.slice(start + 1), [verb], value));
};
const isOrdinal = (tokens: readonly Token[], from: number): boolean => {
	const at = isWord(tokens[from], /^(?:the|and)$/) ? from + 1 : from;
	return ordinalOf(tokens[at]) !== null && tokens[at]!.text === tokens[at]!.lower;
};

const inOrder = pattern('[the] order (of|in) {things} (is|reads|must be|should be) [now] {names}');
const comesFirst = pattern(
	'{one} (comes|is|stands|is listed) (first|at the top|on top) and {other} [comes|is|stands] (last|second|at the end|at the bottom)',
);
/** `The order of the items is A, B, C`. */
export const orderOf: Restate = tokens => {
	const [match] = matches(inOrder, plainClaim(tokens));
	const names = match
		? match['names']!.filter(token => !isMark(token, /^(?:,|>|→)$/) && !isWord(token, /^(?:and|then)$/))
		: [];
	const isName =
		names.length > 1 && names.every(token => token.kind === 'quoted' || isCapital(token) || isDataLike(token));
	const [ends] = matches(comesFirst, tokens);
	if (ends && [ends['one']!, ends['other']!].every(name => name.length <= 4))
		return one(claim(ends['one']!, 'comes before', ends['other']!));
	return isName ? one(...names.slice(1).map((name, at) => claim([names[at]!], 'comes before', [name]))) : [];
};

const lacking = pattern('{act} without [a|an|the|any|its] {field}');
/** `Save without a name`: the field of that name is empty. */
export const withoutField: Restate = (tokens, type) =>
	type === 'action'
		? matches(lacking, tokens)
				.filter(
					({act: deed, field}) =>
						isVerb(deed![0]) &&
						!/^(?:log|sign|login)$/.test(deed![0]!.lower) &&
						field!.length <= 3 &&
						field!.every(token => isWord(token, /^\p{Ll}[\p{L}-]*$/u)) &&
						!/ing$/.test(field![0]!.lower),
				)
				.slice(0, 1)
				.flatMap(({act: deed, field}) =>
					one(claim('the', field!, ...(roleAtEnd(field!) ? [] : ['field']), 'is empty'), act(deed!)),
				)
		: [];

/** `log in again as "bob"`, `Then click Save once more to …`: how often it was done before is nothing to what is done. */
export const withoutAgain: Restate = (tokens, type) => {
	const at = tokens.findIndex((token, place) => place > 0 && isWord(token, /^again$/));
	return type === 'action' && at > 0 && at < tokens.length - 1
		? one(act(tokens.slice(0, at), tokens.slice(at + 1)))
		: [];
};

const bareRole = /^(?:field|button|link|dialog|box|table|list|tab|checkbox|menu|panel|toast|card|row)$/;

/** `… under the IBAN field and the field has the focus`: the one that was named before. */
export const sameThing: Restate = (tokens, type) => {
	const at = tokens.findIndex(
		(token, place) =>
			place > 3 &&
			isWord(token, bareRole) &&
			isWord(tokens[place - 1], /^the$/) &&
			(isWord(tokens[place - 2], /^and$/) || isMark(tokens[place - 2], /^[,;:]$/)) &&
			isWord(
				tokens[place + 1],
				/^(?:is|has|shows|says|reads|contains|gets|keeps|closes|stays|should|must|still|now|does)$/,
			),
	);
	const before = at < 0 ? -1 : tokens.slice(0, at - 1).findLastIndex(({lower}) => lower === tokens[at]!.lower);
	if (before < 1) return [];
	const start = tokens.slice(0, before).findLastIndex(token => isWord(token, /^the$/) || token.text === 'The');
	const name = tokens.slice(start + 1, before);
	if (start < 0 || name.length === 0 || name.length > 3 || name.some(token => isMark(token, /./))) return [];
	return [{said: [{type, tokens: [...tokens.slice(0, at), ...name, ...tokens.slice(at)]}]}];
};

/** `On the Notifications tab, switch on "A"`: the tab is opened first. */
export const onTab: Restate = (tokens, type) => {
	const comma = tokens.findIndex(token => isMark(token, /^[,:]$/));
	const place = tokens.slice(0, Math.max(comma, 0));
	const isTab =
		comma > 2 && comma <= 6 && /^(?:on|in|under|at)$/.test(place[0]!.lower) && isWord(place.at(-1), /^tab$/);
	return type === 'action' && isTab && isVerb(tokens[comma + 1])
		? one(act('click', place.slice(1)), act(tokens.slice(comma + 1)))
		: [];
};
