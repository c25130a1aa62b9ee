import type {RecordedCall} from '../../runners/runner.ts';
import {excerpt, valueText} from '../excerpt.ts';
import {apiCode} from '../fix-target.ts';
import {lastName, pathText, places, requestJson, responseJson, valueAt} from '../json-body.ts';
import type {LocatedValue} from '../located-value.ts';
import type {Symptoms} from '../symptoms.ts';
import type {Rule} from './rule.ts';

/** An assertion did not accept a value that an answer delivered. */
export const wrongValue: Rule = symptoms => {
	const {value, assertion, nameOf, atLine} = symptoms;
	if (!value || !assertion) return null;
	const {call, path, isLength} = value;
	const place = path.length === 0 ? '`$`' : `\`${pathText(path)}\``;
	const actual = excerpt(assertion.actualText ?? '', 120);
	const said = `${isLength ? `a list of ${actual}` : actual} at ${place}`;
	const expected = excerpt(assertion.expectation, 120);
	return {
		cause: `${nameOf(call)} answered ${call.status} with ${said}; the test expected ${expected}${atLine}.${sentText(symptoms, value)}${beforeText(symptoms, value)}`,
		fix: apiCode(symptoms, call, `look at how its handler ${isLength ? 'selects the entries of' : 'fills'} ${place}.`),
		call,
	};
};

/** The request asked for the expected value under the same name: what came back is not what was sent. */
function sentText({assertion}: Symptoms, {call, path, isLength}: LocatedValue): string {
	const expected = assertion?.expected;
	const name = lastName(path);
	if (!expected || isLength || name === null || !sends(call, name, expected.value)) return '';
	const ratio = ratioText(assertion?.actual?.value, expected.value);
	return ` The request itself sent ${valueText(expected.value)} as \`${name}\`${ratio}.`;
}

function sends(call: RecordedCall, name: string, value: unknown): boolean {
	for (const place of places(requestJson(call)))
		if (lastName(place.path) === name && Object.is(place.value, value)) return true;
	return false;
}

/** `, 100 times as much`: percent as fractions, cents as units, seconds as milliseconds. */
function ratioText(actual: unknown, expected: unknown): string {
	if (typeof actual !== 'number' || typeof expected !== 'number' || actual === 0 || expected === 0) return '';
	for (const factor of [10, 60, 100, 1000, 3600]) {
		if (Math.abs(expected / actual - factor) < 1e-9 * factor) return `, ${factor} times what came back`;
		if (Math.abs(actual / expected - factor) < 1e-9 * factor) return `, a ${ordinals[factor]} of what came back`;
	}
	return '';
}

const ordinals: Record<number, string> = {
	10: 'tenth',
	60: 'sixtieth',
	100: 'hundredth',
	1000: 'thousandth',
	3600: '3600th',
};

function beforeText({earlierOf, lastPassed, assertion}: Symptoms, {call, path, isLength}: LocatedValue): string {
	const earlier = lastPassed ? earlierOf(call) : null;
	const before = earlier ? valueAt(responseJson(earlier), path) : undefined;
	if (before === undefined) return '';
	if (isLength) return Array.isArray(before) ? ` In the last passing run it had ${before.length}.` : '';
	// Values that differ from run to run, such as ids, say nothing; the expected one does.
	return assertion?.expected && Object.is(before, assertion.expected.value)
		? ` In the last passing run it was ${valueText(before)}.`
		: '';
}
