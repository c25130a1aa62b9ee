import {Script} from 'node:vm';
import type {Comparison, Value} from '../../../source/plan-language/reading.ts';
import {tokensOf} from '../../../source/plan-language/tokens.ts';
import {dayOf} from '../../../source/plan-language/values.ts';
import {words} from '../page/words.ts';

/**
 * The number that a text is, currency and thousands signs of either writing taken off; null: it is more than a number.
 */
export function numberOf(text: string): number | null {
	const bare = text
		.replace(/[\s\u00A0\u202F'’]/g, '')
		.replace(/^[-+]?[$€£¥₹]|[$€£¥₹%]$|^(EUR|USD|GBP|CHF)|(EUR|USD|GBP|CHF)$/gi, sign =>
			/^[-+]/.test(sign) ? sign[0]! : '',
		);
	if (!/^[-+]?\d[\d.,]*$/.test(bare)) return null;
	const lastDot = bare.lastIndexOf('.');
	const lastComma = bare.lastIndexOf(',');
	const decimal = lastDot > lastComma ? '.' : ',';
	const at = Math.max(lastDot, lastComma);
	const isThousands = at !== -1 && bare.length - at === 4 && bare.indexOf(decimal) !== at;
	// One comma before three digits groups thousands; one dot before them is a decimal point as programs print it.
	const isGrouping = isThousands || (decimal === ',' && lastDot === -1 && bare.length - at === 4);
	// `1.0.0`, `12.11.2024`: a version or a day; what stands before the decimal sign is grouped by thousands, or not at all.
	const whole = at === -1 || isGrouping ? bare : bare.slice(0, at);
	if (/[.,]/.test(whole) && !/^[-+]?\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/.test(whole)) return null;
	const plain =
		at === -1 || isGrouping
			? bare.replace(/[.,]/g, '')
			: `${bare.slice(0, at).replace(/[.,]/g, '')}.${bare.slice(at + 1)}`;
	const value = Number(plain);
	return Number.isFinite(value) ? value : null;
}

/** The number in a text that says more, if there is only one: `3 items left`. */
export function onlyNumberIn(text: string): number | null {
	const found = text.match(/[-+]?\d[\d.,]*/g) ?? [];
	return found.length === 1 ? numberOf(found[0]!.replace(/[.,]$/, '')) : null;
}

const blanks = (text: string) => text.replace(/\s+/g, ' ').trim();
/** Without the signs that say that something opens: `Any status ▾`. */
const withoutArrows = (text: string) => blanks(text).replace(/^[▴▾▸◂▲▼►◄⌄⌃˅˄] ?| ?[▴▾▸◂▲▼►◄⌄⌃˅˄]$/gu, '');

/**
 * Whether what stands there is what the step says. Text without quotes does not look at case; a pattern that is none
 * never matches.
 */
export function compare(actual: string, comparison: Comparison, {text, isQuoted}: Value): boolean {
	const same = (value: string) => (isQuoted ? blanks(value) : blanks(value).toLowerCase());
	const [have, want] = [same(actual), same(text)];
	switch (comparison) {
		case 'equals':
			return have === want || same(withoutArrows(actual)) === want || areSameNumber(actual, text);
		case 'differs':
			return have !== want && same(withoutArrows(actual)) !== want && !areSameNumber(actual, text);
		case 'contains':
			return have.includes(want);
		case 'starts_with':
			return have.startsWith(want);
		case 'ends_with':
			return have.endsWith(want);
		case 'matches':
			return matches(blanks(actual), text);
		case 'greater':
		case 'at_least':
		case 'less':
		case 'at_most':
			return inOrder(comparison, numberOf(actual) ?? onlyNumberIn(actual), numberOf(text) ?? onlyNumberIn(text));
	}
}

/**
 * A value as a field of that kind holds it: `5 May 2027` in a field for dates is `2027-05-05`, and `27 minutes` in a number
 * called `Length in minutes` is `27`. Anything else stays as it is.
 */
export function asFieldHolds({type, name}: {type: string | null; name: string}, text: string): string {
	if (type === 'date') {
		const day = dayOf(tokensOf(text));
		if (day === null || !('year' in day)) return text;
		return `${day.year}-${String(day.month).padStart(2, '0')}-${String(day.day).padStart(2, '0')}`;
	}
	const [, number, unit] = type === 'number' ? (/^(-?\d+(?:\.\d+)?) (\p{Ll}+)$/u.exec(text.trim()) ?? []) : [];
	return number && unit && words(name).includes(words(unit)[0] ?? '') ? number : text;
}

function areSameNumber(actual: string, expected: string): boolean {
	const [have, want] = [numberOf(actual), numberOf(expected)];
	return have !== null && have === want;
}

export function inOrder(comparison: Comparison, have: number | null, want: number | null): boolean {
	if (have === null || want === null) return false;
	switch (comparison) {
		case 'greater':
			return have > want;
		case 'at_least':
			return have >= want;
		case 'less':
			return have < want;
		case 'at_most':
			return have <= want;
		case 'differs':
			return have !== want;
		default:
			return have === want;
	}
}

/** A pattern of a plan that does not come to an end on a text of a page: neither that it matches nor that it does not. */
export class SlowPattern extends Error {}

/** How long one pattern may look at one text, in ms. The text is a stranger's: it may be made against the pattern. */
const patternMs = 1000;
const matching = new Script('new RegExp(pattern).test(text)');

function matches(text: string, pattern: string): boolean {
	const bare = pattern.replace(/^\/(.*)\/$/, '$1');
	try {
		return matching.runInNewContext({pattern: bare, text}, {timeout: patternMs}) === true;
	} catch (error) {
		if ((error as {code?: unknown} | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
			throw new SlowPattern(
				`the pattern ${bare} takes more than a second on a text of this page; write it without repetitions in repetitions`,
			);
		return false;
	}
}

const signs: Record<Comparison, string> = {
	equals: '',
	contains: 'contains ',
	matches: 'matches ',
	starts_with: 'starts with ',
	ends_with: 'ends with ',
	greater: 'greater than ',
	at_least: 'at least ',
	less: 'less than ',
	at_most: 'at most ',
	differs: 'different from ',
};

/** What is expected, as it is shown beside what stands there. */
export const expectation = (comparison: Comparison, text: string): string => `${signs[comparison]}${text}`;
