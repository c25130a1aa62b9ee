import {isObject} from '../../inference/json-value.ts';
import type {Check, Json, Step, Value} from '../recipe.ts';
import {answerOf, compared, nameOfPlace, readAnswer} from './access.ts';
import type {Answer, Draft} from './draft.ts';
import {fitsBraces, flat, literal, type Template, type Say} from './expression.ts';
import {sentPlace} from './sent-fields.ts';
import {renderValue} from './value.ts';
import {writeKept} from './without.ts';

/** How two values are compared, as Python around each side. */
const sides: Record<Extract<Check, {type: 'equals'}>['as'], (code: string) => string> = {
	exact: code => code,
	// What is sent has no blanks around it, so that trimming changes nothing.
	trimmed: code => code,
	caseless: code => `str(${code}).casefold()`,
	lower: code => code,
	upper: code => code,
	letters: code => `letters(${code})`,
	rounded: code => code,
	number: code => `str(${code})`,
	instant: code => `moment(${code})`,
	set: code => `sorted(${orEmpty(code, '[]')}, key=str)`,
};

/** A field that may not have come back. */
const orEmpty = (code: string, empty: string): string =>
	code.endsWith(')') && code.includes('.get(') ? `(${code} or ${empty})` : code;

/** Characters of a value that a message shows. */
const mostShown = 60;

/** A place of the answer has the value. */
export function writeEquals(
	draft: Draft,
	step: Step,
	answer: Answer,
	{pointer, value, as}: Extract<Check, {type: 'equals'}>,
	say: Say,
): void {
	const actual = compared(answer, pointer);
	const place = nameOfPlace(answer, pointer);
	const sent = sentPlace(draft, step, value, pointer);
	const isOfCase = value.is === 'literal' && value.value === '{field}' && step.cases.length > 0;
	const expected = isOfCase ? 'field' : (sent ?? flat(renderValue(draft, value)));
	if (as === 'instant') {
		draft.moments.add('datetime');
		draft.helpers.set('moment', [
			'def moment(text):',
			'    try:',
			'        return datetime.fromisoformat(str(text).replace("Z", "+00:00"))',
			'    except ValueError:',
			'        return text',
		]);
	}
	if (as === 'letters') {
		draft.imports.add('import re').add('from html import unescape');
		draft.helpers.set('letters', [
			'def letters(text):',
			'    plain = re.sub(r"<[^<>]*>", "", unescape(str(text)))',
			'    return re.sub(r"[\\W_]+", "", plain).casefold()',
		]);
	}
	if (as === 'rounded')
		draft.helpers.set('is_rounded', [
			'def is_rounded(came, sent):',
			'    places = len(str(came).partition(".")[2])',
			'    return type(came) in (int, float) and abs(came - float(sent)) < 10**-places',
		]);
	const isPlainNumber = as === 'number' && value.is === 'literal' && typeof value.value === 'number';
	const side = isPlainNumber ? sides.exact : sides[as];
	// A case may send a text that fills a screen.
	const most = step.cases.length > 0 ? {most: mostShown} : {};
	const shown: Template = fitsBraces(actual) ? [{code: actual, repr: true, ...most}] : ['another value'];
	const told: Template =
		value.is === 'literal' && !isOfCase && (sent === null || step.cases.length === 0)
			? [literalText(value.value)]
			: fitsBraces(expected)
				? [{code: expected, repr: true, ...most}]
				: ['what was sent'];
	const usual: Template =
		sent === null
			? [`${place}: expected `, ...told, ', got ', ...shown]
			: [`sent ${place} `, {code: expected, repr: true, ...most}, ', got back ', ...shown];
	const isObject =
		value.is === 'object' ||
		(value.is === 'literal' && typeof value.value === 'object' && value.value !== null && !Array.isArray(value.value));
	if (isObject && as === 'exact') {
		// The answer may hold more than was sent, also in what was sent inside of it.
		if (hasRecords(value)) {
			draft.helpers.set('holds', [
				'def holds(whole, part):',
				'    if isinstance(part, dict) and isinstance(whole, dict):',
				'        return all(key in whole and holds(whole[key], item) for key, item in part.items())',
				'    if isinstance(part, list) and isinstance(whole, list):',
				'        return len(whole) == len(part) and all(map(holds, whole, part))',
				'    return whole == part',
			]);
			say(`holds(${actual}, ${expected})`, usual, told, shown);
			return;
		}
		say(`${expected}.items() <= ${orEmpty(actual, '{}')}.items()`, usual, told, shown);
		return;
	}
	if (as === 'rounded') {
		say(`is_rounded(${actual}, ${expected})`, usual, told, shown);
		return;
	}
	if (as === 'lower' || as === 'upper') {
		say(`${actual} == ${expected}.${as}()`, usual, told, shown);
		return;
	}
	const isSingleton = value.is === 'literal' && (value.value === null || typeof value.value === 'boolean');
	say(isSingleton ? `${actual} is ${expected}` : `${side(actual)} == ${side(expected)}`, usual, told, shown);
}

/** Whether a value holds objects that hold something themselves: the API may say more of each. */
function hasRecords(value: Value): boolean {
	const parts =
		value.is === 'object'
			? Object.values(value.fields)
			: value.is === 'array'
				? value.items
				: value.is === 'literal' && typeof value.value === 'object' && value.value !== null
					? Object.values(value.value).map((one): Value => ({is: 'literal', value: one}))
					: [];
	return parts.some(one => isFilled(one) || hasRecords(one));
}

const isFilled = (value: Value): boolean =>
	value.is === 'object'
		? Object.keys(value.fields).length > 0
		: value.is === 'literal' && isObject(value.value) && Object.keys(value.value).length > 0;

/** A value in a message: in single quotes, because the message itself stands in double ones. */
export const literalText = (value: Json): string =>
	(typeof value === 'string' ? `'${value}'` : flat(literal(value))).slice(0, 60);

/** A record is what another step has seen, but for what was changed. */
export function writeSame(draft: Draft, answer: Answer, check: Extract<Check, {type: 'sameAs'}>, say: Say): void {
	const now = readAnswer(answer, check.pointer);
	const other = answerOf(draft, check.step);
	const before = readAnswer(other, check.other);
	const place = check.pointer === '$' ? '' : `${nameOfPlace(answer, check.pointer)} was `;
	if (check.except.length === 0) {
		say(
			`${now} == ${before}`,
			[place || 'was ', {code: before}, ', is ', {code: now}],
			[{code: before}],
			[{code: now}],
		);
		return;
	}
	writeKept(draft, before, check.except);
	say(
		`kept.items() <= ${now}.items()`,
		['was ', {code: 'kept'}, ', is ', {code: now}],
		[{code: 'kept'}],
		[{code: now}],
	);
}
