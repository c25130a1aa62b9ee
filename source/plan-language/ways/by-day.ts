import {type Rewording, when} from '../rewording.ts';
import {type Token, textOf} from '../tokens.ts';
import {isCapital} from '../values.ts';
import {isQuoted, isThing} from './guards.ts';

const month =
	/^(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?$/;
const weekday = /^(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday),?$/;

/** `7 April`, `April 7th`, `the 7th of April`, `Monday, 7 April 2026`, `07.04.2026`, `2026-04-07`. */
export function isDay(tokens: readonly Token[]): boolean {
	const own = tokens.filter(({lower, text}) => !/^(?:the|of|,)$/.test(lower || text) && !weekday.test(lower));
	const [first, second, year] = own;
	if (own.length === 1)
		return /^(?:\d{1,2}\.\d{1,2}\.\d{4}|\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{1,2}\/\d{4})$/.test(first!.text);
	const isNumber = (token: Token) => /^\d{1,2}(?:st|nd|rd|th|\.)?$/.test(token.lower);
	return (
		own.length >= 2 &&
		own.length <= 3 &&
		((isNumber(first!) && month.test(second!.lower)) || (month.test(first!.lower) && isNumber(second!))) &&
		(year === undefined || /^\d{4}$/.test(year.text))
	);
}

const isWhat = (tokens: readonly Token[]): boolean =>
	isQuoted(tokens) || (tokens.length <= 5 && isThing(tokens) && tokens.some(token => isCapital(token)));
const dayText = (tokens: readonly Token[]): string =>
	textOf(tokens.filter(({lower, text}) => !/^(?:the|of|,)$/.test(lower || text) && !weekday.test(lower)));
const whatText = (tokens: readonly Token[]): string => `"${textOf(tokens).replaceAll('"', '')}"`;

const entered =
	'(entered|shown|listed|displayed|marked|noted|booked|scheduled|planned|visible|in the calendar|off|absent|away|there|recorded)';
const be = '(is|are|has been|was|stands|appears)';
const now = '[now|also|already|still|again]';
const cell = '(cell|entry|box|tile|day|field|square|slot) [of|for]';

/** What a calendar says of a day: its cell is the one with that number while that month is shown. */
export const byDay: Rewording[] = [
	...when(
		'assertion',
		[
			`(on|at|under|for) {day} [,] {what} ${be} ${now} ${entered}`,
			`(on|at|under|for) {day} [,] {what} (stands|appears)`,
			`(on|at|under|for) {day} [,] (there is|there are|there stands|i see|you see|one sees) [an|a] [entry|event|appointment|absence] [for|of|called|named] {what}`,
			`(on|at|under|for) {day} [,] the calendar (shows|has|lists|contains|displays) {what}`,
			`{what} ${be} ${now} ${entered} (on|at|under|for|in) {day}`,
			`{what} (stands|appears) (on|at|under|for|in) {day}`,
			`{day} ${be} ${now} (marked|labelled|labeled|shown|flagged|highlighted|named|displayed) (as|with|by) {what}`,
			`{day} (shows|has|contains|says|reads|carries|displays|lists) [the entry|the event|the label] {what}`,
			`{day} is {what}`,
			`[the] ${cell} {day} (shows|has|contains|says|reads|carries|displays|lists) [the entry|the event|the label] {what}`,
			`[the] calendar (shows|has|lists|contains|displays) {what} (on|at|under|for) {day}`,
			`(there is|there are) [an|a] [entry|event|appointment|absence] [for|of|called|named] {what} (on|at|under|for) {day}`,
		],
		({day, what}) => `the row of ${dayText(day!)} contains ${whatText(what!)}`,
		({day, what}) => isDay(day!) && isWhat(what!),
	),
	...when(
		'assertion',
		[
			`(on|at|under|for) {day} [,] {what} (is not|is no longer|are not|has not been) [any longer] ${entered} [any more|any longer]`,
			`{what} (is not|is no longer|are not|has not been) ${entered} (on|at|under|for|in) {day} [any more|any longer]`,
			`{day} (does not show|does not contain|no longer shows|no longer contains) {what} [any more|any longer]`,
			`{day} is (not|no longer) (marked|labelled|shown) (as|with|by) {what}`,
		],
		({day, what}) => `the row of ${dayText(day!)} does not contain ${whatText(what!)}`,
		({day, what}) => isDay(day!) && isWhat(what!),
	),
];
