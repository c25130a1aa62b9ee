import {masked} from '../../domain/sealed-text.ts';
import type {Locator} from '../../../contract/locator.ts';
import type {ScriptElement} from '../../../contract/script.ts';
import {isAroundLabel} from '../page/roles.ts';
import type {Comparison, Value} from '../../../source/plan-language/reading.ts';
import {type Argument, type Call, locatorCalls} from './locator-calls.ts';
import {createHash} from 'node:crypto';
import type {PlanFileStep} from '../../../contract/plan-file.ts';

/** Values, locators and patterns as TypeScript of an exported file. */

/** Names that earlier steps captured: they are variables of the file; all others come from the environment. */
export type Names = ReadonlySet<string>;

const variable = /\bVAR_([A-Za-z0-9_]+)\b/g;

/** `"…"` in single quotes, as people write it. */
export const quoted = (text: string): string => `'${escaped(text).replaceAll("'", "\\'")}'`;

/** Control characters of every kind as escapes: the file is printed in terminals too. */
const escaped = (text: string): string =>
	JSON.stringify(text)
		.slice(1, -1)
		.replaceAll('\\"', '"')
		.replace(
			/[\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/g,
			one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
		);

/** A template with its variables: `VAR_CITY` is `process.env.VAR_CITY`, or what a step before it captured. */
export function textCode(template: string, names: Names): string {
	const parts = template.split(variable);
	if (parts.length === 1) return quoted(template);
	const codes = parts.map((part, place) => (place % 2 === 0 ? part : variableCode(part, names)));
	if (parts.length === 3 && parts[0] === '' && parts[2] === '') return codes[1]!;
	const literal = (text: string) => escaped(text).replaceAll('`', '\\`').replaceAll('${', '\\${');
	return `\`${codes.map((code, place) => (place % 2 === 0 ? literal(code) : `\${${code}}`)).join('')}\``;
}

const variableCode = (name: string, names: Names) =>
	names.has(name) ? capturedName(name) : `process.env.VAR_${name}!`;

/** Values of secrets stand in the script by their name; the file asks the environment for them. */
export type SavedValue = Value | {secret: string};

/** What a step spells and a run hides, such as a password, is in no script: whoever runs the file gives it. */
export function valueCode(value: SavedValue, names: Names): string {
	if ('secret' in value) return `process.env.${value.secret.toUpperCase().replace(/\W/g, '_')}!`;
	return value.text.includes(masked)
		? 'process.env.TEST_PASSWORD! /* hidden here: the value that the step spells */'
		: textCode(value.text, names);
}

/** The local variable of a captured name. */
export const capturedName = (name: string): string => `VAR_${name.replace(/^VAR_/, '').replace(/\W/g, '_')}`;

/** Case and the kind of blanks do not matter. */
export const patternCode = (text: string): string =>
	`/${text
		.trim()
		.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
		.replace(/\s+/g, '\\s+')}/i`;

/** A pattern with variables cannot be a literal. */
export const looseCode = (template: string, names: Names): string =>
	template.includes('VAR_') ? textCode(template, names) : patternCode(template);

/** `page.getByRole('button', {name: 'Save', exact: true})`. */
export const locatorCode = (locator: Locator, names: Names): string => callsCode(locatorCalls(locator), names);

export const elementCode = ({locator, fingerprint}: ScriptElement, names: Names): string =>
	// What stands around the label of a hidden box says nothing of its state, and takes no `check`; the label does.
	isAroundLabel(fingerprint) ? `${locatorCode(locator, names)}.locator('label')` : locatorCode(locator, names);

const callsCode = (calls: Call[], names: Names): string =>
	`page${calls.map(({method, args}) => `.${method}(${args.map(argument => argumentCode(argument, names)).join(', ')})`).join('')}`;

function argumentCode(argument: Argument, names: Names): string {
	if (typeof argument === 'number') return String(argument);
	if (typeof argument === 'string') return textCode(argument, names);
	const entries = Object.entries(argument).map(([key, value]) => {
		if (typeof value === 'boolean') return `${key}: ${value}`;
		return `${key}: ${typeof value === 'string' ? textCode(value, names) : callsCode(value.has, names)}`;
	});
	return `{${entries.join(', ')}}`;
}

/** sha256 of what a step says: its type, its text and its hints. An entry of a script never outlives it. */
export function textHash(step: PlanFileStep): string {
	const hints = Object.entries(step)
		.filter(([, value]) => value !== undefined && value !== null)
		.sort(([one], [other]) => (one < other ? -1 : 1));
	return createHash('sha256').update(JSON.stringify(hints)).digest('hex');
}

/** A value that is asked for until it is as wanted. */
export const poll = (value: string, matcher: string): string =>
	`await expect.poll(async () => ${value.startsWith('[') ? `(${value})` : value})${matcher};`;

export const visibleOnly = (code: string): string =>
	code.endsWith('.filter({visible: true})') ? code : `${code}.filter({visible: true})`;

export const numberMatcher = (comparison: Comparison): string =>
	({
		greater: 'toBeGreaterThan',
		at_least: 'toBeGreaterThanOrEqual',
		less: 'toBeLessThan',
		at_most: 'toBeLessThanOrEqual',
	})[comparison as 'greater'];
