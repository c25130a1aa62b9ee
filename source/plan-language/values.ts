import type {DayValue, Value} from './reading.ts';
import {type Token, textOf} from './tokens.ts';
import {articles, ordinalOf, vagueGlue, vagueModifiers, vagueNouns} from './words.ts';

/** Looks like data: a digit, `@`, `/`, an inner capital, `VAR_`, or quotes. */
export function isDataLike(token: Token): boolean {
	if (token.kind === 'quoted' || token.kind === 'variable') return true;
	if (token.kind === 'mark') return false;
	return (
		/[\d@/\\_#%€$£]|\p{L}\.\p{L}/u.test(token.text) ||
		/\p{Ll}\p{Lu}|\p{Lu}{2}/u.test(token.text) ||
		/VAR_[A-Z]/.test(token.text)
	);
}

/** Whether the first letter is a capital, as in names. */
export const isCapital = (token: Token | undefined): boolean =>
	token !== undefined && token.kind === 'word' && /^[^\p{L}]*\p{Lu}/u.test(token.text);

/** Names no data: `valid username`, `all required fields`, `some text`, `the name of the product`. */
export function isVague(tokens: readonly Token[]): boolean {
	if (tokens.length === 0) return true;
	if (tokens.length === 1 && /^(?:it|them|this|that|these|those)$/.test(tokens[0]!.lower)) return true;
	if (tokens.some(token => token.kind === 'quoted' || token.kind === 'variable')) return false;
	if (tokens.some(token => /[\d@]/.test(token.text))) return false;
	const [first] = tokens;
	if (first && (articles.has(first.lower) || vagueModifiers.has(first.lower)) && !isCapital(first)) return true;
	return tokens.every(({lower}) => vagueModifiers.has(lower) || vagueNouns.has(lower) || vagueGlue.has(lower));
}

/**
 * The value that these tokens are: one quoted text, or words without quotes among them.
 * @returns null when quoted and unquoted words are mixed, or nothing is there; vagueness is asked for by `isVague`
 */
export function writtenValue(tokens: readonly Token[]): Value | null {
	const [only] = tokens;
	if (!only) return null;
	if (tokens.length === 1 && only.kind === 'quoted') return {text: only.text, isQuoted: true};
	if (tokens.some(token => token.kind === 'quoted')) return null;
	// `the value 69.8`: what it is called is no part of it.
	const [article, noun, data] = tokens;
	if (
		tokens.length === 3 &&
		article!.lower === 'the' &&
		/^(?:value|number|figure)$/.test(noun!.text) &&
		isDataLike(data!)
	)
		return {text: data!.text, isQuoted: false};
	return {text: textOf(tokens), isQuoted: false};
}

/** A value that may be taken as it stands; null: mixed, missing or naming no data. */
export const dataOf = (tokens: readonly Token[]): Value | null => (isVague(tokens) ? null : writtenValue(tokens));

export const months = 'january february march april may june july august september october november december'.split(
	' ',
);
/** 1 to 12 by its name in small letters or the first three of them; 0: it is none. */
export const monthOf = (word: string): number =>
	months.findIndex(month => month === word || (word.length >= 3 && month.startsWith(word.replace(/\.$/, '')))) + 1;

/** `24 December 2026`, `December 24, 2026`, `24.12.2026`, `2026-12-24`, `12/24/2026`, `tomorrow`, `in 3 days`. */
export function dayOf(tokens: readonly Token[]): DayValue | null {
	const text = tokens
		.filter(({lower}) => !['the', ',', 'of'].includes(lower))
		.map(token => (token.kind === 'quoted' ? token.text.toLowerCase() : token.lower))
		.join(' ')
		.trim();
	if (text === 'today' || text === "today's date") return {daysFromToday: 0};
	if (text === 'tomorrow' || text === "tomorrow's date") return {daysFromToday: 1};
	if (text === 'yesterday') return {daysFromToday: -1};
	const [, count, unit, ago] = /^(?:in )?(\d{1,3}) (days?|weeks?)( ago| from now| from today)?$/.exec(text) ?? [];
	if (count && (ago || text.startsWith('in ')))
		return {daysFromToday: (ago === ' ago' ? -1 : 1) * Number(count) * (unit!.startsWith('week') ? 7 : 1)};
	return writtenDay(text.replaceAll(',', ''));
}

function writtenDay(text: string): DayValue | null {
	const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
	if (iso) return day(iso[1], iso[2], iso[3]);
	const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
	if (dotted) return day(dotted[3], dotted[2], dotted[1]);
	const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
	// Written the American way unless that gives no month; which of both is meant shows nowhere in the text.
	if (slashed) return day(slashed[3], slashed[1], slashed[2]) ?? day(slashed[3], slashed[2], slashed[1]);
	const dayFirst = /^(\d{1,2})(?:st|nd|rd|th|\.)? ([a-z]+)\.? (\d{4})$/.exec(text);
	if (dayFirst) return day(dayFirst[3], monthOf(dayFirst[2]!), dayFirst[1]);
	const monthFirst = /^([a-z]+)\.? (\d{1,2})(?:st|nd|rd|th)? (\d{4})$/.exec(text);
	return monthFirst ? day(monthFirst[3], monthOf(monthFirst[1]!), monthFirst[2]) : null;
}

function day(yearText: unknown, monthText: unknown, dayText: unknown): DayValue | null {
	const [year, month, dayOfMonth] = [yearText, monthText, dayText].map(Number) as [number, number, number];
	const date = new Date(Date.UTC(year, month - 1, dayOfMonth));
	return month >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === dayOfMonth
		? {year, month, day: dayOfMonth}
		: null;
}

/** One way to cut `phone number 0123456` into what is meant and what to put there. */
export type Split = {field: Token[]; value: Token[]};

/**
 * Field and value without a word between them. Data begins at the first token that looks like data; else every cut is
 * given, and the page decides.
 */
export function splits(tokens: readonly Token[]): Split[] {
	const cut = (at: number): Split => ({field: tokens.slice(0, at), value: tokens.slice(at)});
	const start = articles.has(tokens[0]?.lower ?? '') ? 1 : 0;
	const quotedAt = tokens.map(token => token.kind === 'quoted');
	if (quotedAt.at(-1)) return tokens.length - start > 1 ? [cut(tokens.length - 1)] : [];
	if (quotedAt.some(Boolean)) return [];
	// `street Hauptstr. 5`, `name Kim Vos`: a label in small letters, and from the first capital on a name or address.
	const nameAt = tokens.findIndex((token, index) => index > start && isCapital(token));
	const isLabelled =
		nameAt > start &&
		tokens.slice(start, nameAt).every(({kind, text, lower}) => kind === 'word' && text === lower && !/\d/.test(text)) &&
		tokens.slice(nameAt).every(token => isCapital(token) || /^\d/.test(token.text));
	if (isLabelled) return [cut(nameAt)];
	const dataAt = tokens.findIndex((token, index) => index > start && isDataLike(token));
	if (dataAt > 0) return ordinalOf(tokens[dataAt]) === null || dataAt > start + 1 ? [cut(dataAt)] : [];
	const cuts: Split[] = [];
	// `user name admin`: the second word of a label begins no value.
	for (let at = start + 1; at < tokens.length; at++)
		if (at === tokens.length - 1 || !/^(?:name|number|code|address|date|id|type|title|field)$/.test(tokens[at]!.text))
			cuts.push(cut(at));
	return cuts.length <= 4 ? cuts : [];
}
