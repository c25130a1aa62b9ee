import {roleAtEnd} from '../names.ts';
import {keyOf} from '../families/keys.ts';
import type {Match} from '../pattern.ts';
import {type Token, textOf} from '../tokens.ts';
import {isCapital, isDataLike} from '../values.ts';
import {areaRoles, isVerb, recordNouns} from '../words.ts';

type Tokens = readonly Token[];
/** What every name of one record or thing is not: a place in front, or all of many. */
const opens =
	/^(?:on|in|at|under|for|of|to|from|with|next|every|each|all|any|both|some|no|none|as|by|and|but|if|when|after|before)$/;
const small = /^(?:in|into|on|onto|at|of|for|from|to|with|and|or|as|by|under|is|are|it|that|which|then|was)$/;
const isPlainWord = ({kind, text, lower}: Token) => kind !== 'mark' && !(text === lower && small.test(lower));

/** Data as it is typed or chosen: in quotes, or a few words that begin like data or a name. */
export const isDatum = (tokens: Tokens): boolean =>
	tokens.length === 1
		? isDataLike(tokens[0]!) || isCapital(tokens[0])
		: tokens.length <= 6 &&
			tokens.every(token => token.kind === 'word' && isPlainWord(token)) &&
			(isDataLike(tokens[0]!) || isCapital(tokens[0]));

/** Data that cannot be a name: in quotes, or with a digit or sign. */
export const isSureDatum = (tokens: Tokens): boolean =>
	isDatum(tokens) && tokens.some(token => isDataLike(token) && token.kind !== 'mark');

/** What a control is called: a few words without a preposition, a mark or a verb in front. */
export const isThing = (tokens: Tokens): boolean =>
	tokens.length <= 7 &&
	!opens.test(tokens[0]!.lower) &&
	!(isVerb(tokens[0]) && tokens[0]!.text === tokens[0]!.lower) &&
	!/^(?:it|this|that|there|here|no|not|nothing|everything)$/.test(
		tokens.length === 1 ? tokens[0]!.lower : tokens[0]!.lower.replace(/^(?:this|that)$/, ''),
	) &&
	tokens.every(
		token =>
			token.kind !== 'mark' &&
			!(
				token.text === token.lower &&
				/^(?:and|or|then|is|are|in|into|on|onto|at|from|to|with|as|by|under|for|it)$/.test(token.lower)
			),
	);

/** A thing that holds other things is a place, and no field. */
export const isField = (tokens: Tokens): boolean => {
	const role = roleAtEnd(tokens)?.role;
	return (
		isThing(tokens) &&
		!(role && role !== 'dropdown' && role !== 'column' && areaRoles.has(role)) &&
		role !== 'row' &&
		role !== 'button' &&
		role !== 'link' &&
		role !== 'card'
	);
};

/** A record by its name: in quotes, a code, or capitals. */
export const isRecord = (tokens: Tokens): boolean => {
	const rest = /^(?:the|a|an)$/.test(tokens[0]!.lower) && tokens.length > 1 ? tokens.slice(1) : tokens;
	const isNamed = recordNouns.has(rest[0]!.lower) && isCapital(rest[1]);
	return (
		isThing(rest) && (isDataLike(rest[0]!) || isCapital(rest[0]) || isNamed || rest.some(token => isDataLike(token)))
	);
};

/** Where nothing stands between a name and a value, the value is one word or words with capitals. */
export const isTightDatum = (tokens: Tokens): boolean =>
	isDatum(tokens) && (tokens.length === 1 || tokens.every(token => isCapital(token) || isDataLike(token)));

export const isControl = (tokens: Tokens): boolean =>
	isThing(tokens) && /^(?:button|icon|link|cross|bin|symbol|x|×)$/.test(tokens.at(-1)!.lower);

export const isFile = (tokens: Tokens): boolean =>
	/\.[a-z][a-z0-9]{1,4}$/i.test(tokens.at(-1)!.text) && !/^https?:/.test(tokens[0]!.text);
export const isKey = (tokens: Tokens): boolean => keyOf(textOf(tokens)) !== null;
/** Keys that nothing else is called by: a button may be called `Delete`, `Home` or `End`. */
export const isSureKey = (tokens: Tokens): boolean => {
	const key = tokens.every(({kind}) => kind === 'word') ? keyOf(textOf(tokens)) : null;
	return (
		key !== null &&
		(key.includes('+') || /^(?:Enter|Escape|Tab|Space|Backspace|Arrow[A-Z][a-z]{1,6}|F\d{1,2})$/.test(key))
	);
};
export const isQuoted = (tokens: Tokens): boolean => tokens.length === 1 && tokens[0]!.kind === 'quoted';
/** `"A"`, `"A" and "B"`, `"A", "B" and "C"`. */
export const areQuoted = (tokens: Tokens): boolean =>
	tokens[0]!.kind === 'quoted' &&
	tokens.every(({kind, lower, text}) => kind === 'quoted' || lower === 'and' || text === ',');
export const isNumber = (tokens: Tokens): boolean =>
	tokens.length === 1 &&
	/^(?:\d{1,6}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$/.test(
		tokens[0]!.lower || tokens[0]!.text,
	);

type Guard = (tokens: Tokens) => boolean;
/** Every slot that the form has holds what it ought to. */
export const holding =
	(guards: Record<string, Guard>) =>
	(match: Match): boolean =>
		Object.entries(guards).every(([slot, guard]) => match[slot] === undefined || guard(match[slot]!));
