import {startsWith} from './pattern.ts';
import type {Token} from './tokens.ts';
import {isVerb} from './words.ts';

const gherkin = /^(?:given|when|then|and|but|background)$/;
const polite =
	/^(?:please|pls|kindly|now|so|next|finally|lastly|also|afterwards|afterward|additionally|furthermore|moreover|first|firstly|secondly|then|again|simply|just|try|let's|ok|okay|oops)$/;
const people = [
	'the user',
	'user',
	'i',
	'we',
	'you',
	'the visitor',
	'visitor',
	'the customer',
	'customer',
	'the tester',
	'tester',
	'an admin',
	'the admin',
	'a user',
	'a visitor',
].map(words => words.split(' '));
const mayDo = [
	'should be able to',
	'is able to',
	'should',
	'can',
	'must',
	'will',
	'shall',
	'may',
	'want to',
	'wants to',
	'need to',
	'needs to',
	'have to',
	'has to',
	'would like to',
	'try to',
	'tries to',
	'attempt to',
	'attempts to',
	'then',
	'successfully',
].map(words => words.split(' '));

/**
 * Without what people put in front of an instruction: list numbers, `Given`, `please`, `the user
 * should`. Nothing is dropped that would leave nothing.
 */
export function withoutOpening(tokens: readonly Token[]): Token[] {
	let rest = withoutNumber(tokens);
	for (let dropped = 1; dropped > 0 && rest.length > dropped; rest = rest.slice(dropped)) {
		dropped = openingWords(rest);
		if (dropped === 0 || dropped >= rest.length) break;
	}
	return rest;
}

/** Without list numbers and `Given`, `Then`, `And`; people stay. */
export function withoutGherkin(tokens: readonly Token[]): Token[] {
	const rest = withoutNumber(tokens);
	return rest.length > 1 && gherkin.test(rest[0]!.lower) ? rest.slice(rest[1]!.text === ',' ? 2 : 1) : rest;
}
export const opensWithPerson = (tokens: readonly Token[]): boolean =>
	people.some(words => startsWith(tokens, 0, words)) || tokens[0]?.lower === 'one' || tokens[0]?.lower === 'users';

function withoutNumber(tokens: readonly Token[]): Token[] {
	if (tokens.length > 1 && /^(?:\.\.\.|…)/.test(tokens[0]!.text) && tokens[0]!.kind === 'word') {
		const text = tokens[0]!.text.replace(/^(?:\.\.\.|…)/, '');
		return withoutNumber(
			text === '' ? tokens.slice(1) : [{...tokens[0]!, text, lower: text.toLowerCase()}, ...tokens.slice(1)],
		);
	}
	const [first, second, third] = tokens;
	const drop = (count: number) => (tokens.length > count ? tokens.slice(count) : [...tokens]);
	if (!first || first.kind === 'quoted') return [...tokens];
	if (first.lower === 'step' && second && /^\d{1,3}[.)]?$/.test(second.text))
		return drop(third?.kind === 'mark' ? 3 : 2);
	if (/^(?:\(?\d{1,3}[.)]|[-–—*•])$/.test(first.text)) return drop(1);
	return /^\d{1,3}$/.test(first.text) && second?.kind === 'mark' && second.text === '.' ? drop(2) : [...tokens];
}

/** How many tokens at the start say nothing. */
function openingWords(tokens: readonly Token[]): number {
	const [first, second] = tokens;
	if (!first || first.kind === 'quoted') return 0;
	const comma = second?.kind === 'mark' && second.text === ',' ? 1 : 0;
	if (gherkin.test(first.lower)) return 1 + comma;
	if (first.lower === 'after' && second?.lower === 'that') return tokens[2]?.text === ',' ? 3 : 2;
	// What is tried may fail where somebody signs in; of anything else the page tells.
	if (first.lower === 'try' && second?.lower === 'to')
		return /^(?:log|login|sign)$/.test(tokens[2]?.lower ?? '') ? 0 : 2;
	if (first.lower === 'go' && second?.lower === 'ahead' && tokens[2]?.lower === 'and') return 3;
	if (/^(?:would|could|can|will)$/.test(first.lower) && second?.lower === 'you')
		return /^(?:please|kindly)$/.test(tokens[2]?.lower ?? '') ? 3 : 2;
	// `Next lesson is …` and `First name is …` are names.
	const mayName = /^(?:next|first|ok|okay|so)$/.test(first.lower);
	if (polite.test(first.lower) && first.lower !== 'try' && (!mayName || comma === 1 || opensRest(first, second)))
		return 1 + comma;
	const person = people.find(words => startsWith(tokens, 0, words));
	if (!person) return actorWords(tokens);
	const next = tokens[person.length]?.lower ?? '';
	// `The customer of order A-1003 is …`
	if (next === 'of') return 0;
	// `Customer reference` and `User name` are names of fields.
	if (!/^(?:i|we|you)$/.test(person[0]!) && !mayFollow(tokens[person.length]) && !(person.length > 1 && isAdverb(next)))
		return 0;
	// `I am on the Orders page` is a claim about where one is.
	if (
		/^(?:am|is|are|was|were|has|should|can|must|will)$/.test(next) &&
		!mayDo.some(
			words =>
				startsWith(tokens, person.length, words) &&
				!/^(?:be|not|no)$/.test(tokens[person.length + words.length]?.lower ?? ''),
		)
	)
		return 0;
	const may = mayDo
		.filter(words => startsWith(tokens, person.length, words))
		.sort((one, other) => other.length - one.length)[0];
	return person.length + (may?.length ?? 0);
}

const acts =
	/^(?:clicks|taps|presses|selects|chooses|types|enters|fills|ticks|unticks|unchecks|hovers|uploads|drags|scrolls|hits|writes|clicked|tapped|pressed|selected|chose|typed|entered|filled|ticked|unticked)$/;

/** `Receptionist clicks on …`, `The nurse selects …`: only people do these things. */
function actorWords(tokens: readonly Token[]): number {
	const start = /^(?:the|a|an|our|he|she)$/.test(tokens[0]!.lower) ? 1 : 0;
	if (/^(?:he|she)$/.test(tokens[0]!.lower)) return isVerb(tokens[1]) ? 1 : 0;
	const [actor, act] = [tokens[start], tokens[start + 1]];
	const long =
		start === 1 ? tokens.findIndex(({lower}, at) => at > start + 1 && at <= start + 4 && acts.test(lower)) : -1;
	// `the box office clerk clicks`: nothing but plain words in front of what only people do.
	if (long > 0 && tokens.slice(start, long).every(isPlainWord) && tokens.length > long + 1) return long;
	const isActor = actor?.kind === 'word' && /^\p{L}{3,}$/u.test(actor.text) && !isVerb(actor);
	return isActor && act?.text === act?.lower && acts.test(act?.lower ?? '') ? start + 1 : 0;
}

const isPlainWord = (token: Token): boolean =>
	token.kind === 'word' && !/^(?:is|are|was|were|been|be)$/.test(token.lower) && /^\p{Ll}[\p{L}-]*$/u.test(token.text);

/** What follows `next` or `so` when it is no part of a name. */
const opensRest = (first: Token, second: Token | undefined): boolean =>
	first.lower !== 'first' && (isVerb(second) || /^(?:i|we|you|the|a|an|now|there|that|it)$/.test(second?.lower ?? ''));

const isAdverb = (word: string): boolean =>
	/^(?:then|also|now|first|next|finally|still|just|again|already|never|always|only|immediately|successfully|not|all|both|either|correctly|automatically|directly)$/.test(
		word,
	);

/** A verb behind `user` or `customer`, so that these are people. */
const mayFollow = (token: Token | undefined): boolean =>
	isVerb(token) ||
	mayDo.some(([word]) => word === token?.lower) ||
	/^(?:am|is|are|was|were|has|have|can|cannot|sees|gets|lands|arrives|does|doesn't|goes|stays|and)$/.test(
		token?.lower ?? '',
	);

const starters: Array<{words: string[]; needsThat: boolean}> = [
	...[
		'verify',
		'ensure',
		'make sure',
		'expect',
		'assert',
		'validate',
		'observe',
		'double check',
		'double-check',
		'doublecheck',
		'it should be verified',
		'it must be checked',
		'it must be verified',
		'it should be checked',
		'it is checked',
		'be sure',
		'it is verified',
		'verifies',
		'ensures',
		'expects',
		'verified',
		'should',
	].map(words => ({words: words.split(' '), needsThat: false})),
	...['check', 'confirm', 'checks', 'confirms', 'see', 'test', 'notice', 'look'].map(words => ({
		words: [words],
		needsThat: true,
	})),
];

/**
 * What is claimed, when the words say that something is to be verified; null: they are no assertion of their own.
 * @param isAssertion whether the step is one anyway, so that `check the Save button is visible` needs no `that`
 */
export function claimOf(tokens: readonly Token[], isAssertion: boolean): readonly Token[] | null {
	for (const {words, needsThat} of starters) {
		if (!startsWith(tokens, 0, words) || tokens.length === words.length) continue;
		const rest = tokens.slice(words.length);
		const that = thatWords.find(word => startsWith(rest, 0, word));
		if (that) return rest.length > that.length ? rest.slice(that.length) : null;
		if (!needsThat || (isAssertion && words[0] !== 'see' && words[0] !== 'look')) return rest;
	}
	return null;
}

const thatWords = ['that', 'if', 'whether', 'the fact that', 'to see if', 'for'].map(words => words.split(' '));
