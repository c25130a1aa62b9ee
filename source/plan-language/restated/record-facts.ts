import {matches, pattern} from '../pattern.ts';
import {plainClaim} from '../plain-words.ts';
import {sentenceOf, type Token} from '../tokens.ts';
import {isCapital, isDataLike} from '../values.ts';
import {articles, countOf, ordinalOf} from '../words.ts';
import {heldIn} from './complements.ts';
import {asOne, claim, isMark, isWord, type Restate, type Restatement} from './restatement.ts';
import {membersOf} from './short-claims.ts';

type Held = NonNullable<ReturnType<typeof heldIn>>;

const inPlace = pattern(
	'{name} [,] with {facts} [,] (is|stands|sits|appears|comes|is shown|is listed) [now|still] (in|on) [the] {nth} (row|line)',
);

/** `"Cold Lanterns" with 410 pages is in the first row`: the name and each of its facts in that row. */
export const factsInPlace: Restate = tokens =>
	matches(inPlace, plainClaim(tokens)).flatMap(({name, facts, nth}): Restatement[] => {
		const held = factsOf(facts!);
		if (held === null || !isName(name!) || nth!.length !== 1 || ordinalOf(nth![0]) === null) return [];
		const place = ['in the', nth!, 'row'];
		const said = held.map(one => {
			if ('text' in one) return claim(one.text, 'is', ...place);
			if ('count' in one) return claim('there are', [one.count], one.things, ...place);
			return claim('the', one.label, ...place, one.how, one.value);
		});
		return [{said: [claim(name!, 'is', ...place), ...said]}];
	});

/** `The list has one user, "Ann" with the email "ann@plan.test"`: how many there are, which, and what is said of that one. */
export const oneWithFacts: Restate = tokens => {
	const plain = plainClaim(tokens);
	const at = plain.findIndex((token, place) => place > 1 && isMark(token, /^[,:]$/));
	const left = plain.slice(0, Math.max(at, 0));
	const behind = plain.slice(at + 1);
	const end = behind.findIndex(token => isWord(token, /^with$/));
	const name = behind.slice(0, Math.max(end, 0));
	const held = end > 0 ? factsOf(behind.slice(end + 1)) : null;
	const isOne = left.slice(-3, -1).some(token => token.kind === 'word' && countOf(token) === 1);
	if (held === null || !isOne || !isName(name)) return [];
	const said = held.map(one => {
		if ('text' in one) return claim('the row of', name, 'contains', one.text);
		if ('count' in one) return claim(name, 'has', [one.count], one.things);
		return claim('the', one.label, 'of', name, one.how, one.value);
	});
	return [{said: [claim(left, [{...plain[at]!, isSpaced: false}], name), ...said]}];
};

const inHeading = pattern(
	'the [main|page] (heading|title|headline) (says|reads|shows|is) [now] {name} [,] with {facts}',
);

/** `The heading says "Zoo API" with the version 1.4.0`: it has the value, too; that it is a version is nowhere to be read. */
export const headingWithFacts: Restate = tokens =>
	matches(inHeading, plainClaim(tokens)).flatMap(({name, facts}): Restatement[] => {
		const held = factsOf(facts!);
		if (held === null || !isName(name!)) return [];
		const values = held.flatMap(one =>
			'text' in one ? [one.text] : 'value' in one && one.how === 'is' ? [one.value] : [],
		);
		if (values.length < held.length) return [];
		const labels = held.flatMap(one => ('label' in one ? [sentenceOf(one.label)] : []));
		return [
			{
				said: [name!, ...values].map(text => claim('the heading contains', asOne(text))),
				...(labels.length > 0 ? {leaves: labels.join(', ')} : {}),
			},
		];
	});

/** Each fact alone; null: one of them is in no form. */
function factsOf(tokens: readonly Token[]): Held[] | null {
	const held = membersOf(tokens).map(heldIn);
	return held.length > 0 && held.every(one => one !== null) ? held : null;
}

const isName = (tokens: readonly Token[]): boolean =>
	tokens.length > 0 &&
	tokens.length <= 5 &&
	(tokens[0]!.kind === 'quoted'
		? tokens.length === 1
		: !articles.has(tokens[0]!.lower) && tokens.every(token => isCapital(token) || isDataLike(token)));
