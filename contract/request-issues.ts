import {refusalText} from './error.ts';
import {correctRequest} from './usual-step.ts';
import type * as z from 'zod/mini';
import type {Route} from './route.ts';

type Issue = z.core.$ZodIssue;

const shownProblems = 20;

/** One field that is wrong: `planSteps[0].type`, and why in one word. */
type FieldProblem = {field: string; reason: string; accepted?: readonly string[]; message: string};

/** What VALIDATION_ERROR says of a request. */
export type RequestProblem = {
	message: string;
	nextAction: string;
	details: {field: string; reason: string; accepted?: readonly string[]; issues?: {field: string; reason: string}[]};
};

/**
 * What is wrong with a body, or null. "null in requests: same as absent on POST", also within the body, but not in
 * fields that hold any JSON.
 */
export function readBody({method, body, bodyOptional, jsonFields}: Route, given: unknown) {
	if (!body) return {value: undefined, problem: null};
	const optional = given === undefined && bodyOptional ? {} : given;
	const input = method === 'POST' ? withoutNulls(optional, jsonFields) : optional;
	const result = body.safeParse(input);
	return result.success
		? {value: result.data, problem: null}
		: {value: undefined, problem: requestProblem(result.error.issues, input, 'body')};
}

/** The same of a query, whose values arrive as text. */
export function readQuery({query}: Route, given: unknown) {
	if (!query) return {value: undefined, problem: null};
	const result = query.safeParse(given);
	return result.success
		? {value: result.data, problem: null}
		: {value: undefined, problem: requestProblem(result.error.issues, given, 'query')};
}

/** No body is nested deeper than a list of tests with lists of steps; what is deeper is free JSON or refused. */
const deepestField = 6;

/** A body without the fields that are null, also of objects inside it; `jsonFields` hold any JSON and stay as they are. */
function withoutNulls(body: unknown, jsonFields: readonly string[] = [], depth = 0): unknown {
	if (typeof body !== 'object' || body === null || depth > deepestField) return body;
	if (Array.isArray(body)) return body.map(entry => withoutNulls(entry, [], depth + 1));
	return Object.fromEntries(
		Object.entries(body)
			.filter(([, value]) => value !== null)
			.map(([name, value]) => [name, jsonFields.includes(name) ? value : withoutNulls(value, [], depth + 1)]),
	);
}

/**
 * Turns the issues of a failed validation into words: `details` name the first field, `issues` all of them when there
 * are several.
 *
 * @param where what the whole input is called, and whether its values arrived as text
 */
export function requestProblem(issues: readonly Issue[], input: unknown, where: 'body' | 'query'): RequestProblem {
	const problems = issues.slice(0, shownProblems).map(issue => problemOf(issue, input, where));
	const [first] = problems;
	const {field, reason, accepted, message} = first ?? {field: where, reason: 'invalid', message: 'is not valid'};
	return {
		message: refusalText(`Field \`${field}\``, message),
		nextAction: correctRequest,
		details: {
			field,
			reason,
			...(accepted ? {accepted} : {}),
			...(problems.length > 1 ? {issues: problems.map(({field, reason}) => ({field, reason}))} : {}),
		},
	};
}

function problemOf(issue: Issue, input: unknown, where: 'body' | 'query'): FieldProblem {
	const field = fieldName(issue.path) || where;
	if (isMissing(input, issue.path)) return {field, reason: 'required', message: 'is required'};
	switch (issue.code) {
		case 'invalid_type':
			// A number in a query arrives as text: whatever is not one is outside its range.
			if (where === 'query' && (issue.expected === 'number' || issue.expected === 'int'))
				return {field, reason: 'out_of_range', message: 'it must be a whole number'};
			return {field, reason: 'type', message: `it must be ${article(jsonType(issue.expected))}`};
		case 'invalid_value': {
			const accepted = issue.values.map(String);
			return {field, reason: 'enum', accepted, message: `it must be one of ${accepted.join(', ')}`};
		}
		case 'invalid_union': {
			// The kind that chooses between several shapes.
			if (!('options' in issue) || !Array.isArray(issue.options)) return {field, reason: 'invalid', message: formless};
			const accepted = issue.options.map(String);
			return {field, reason: 'enum', accepted, message: `it must be one of ${accepted.join(', ')}`};
		}
		case 'too_big':
			if (issue.origin === 'number' || issue.origin === 'int')
				return {field, reason: 'out_of_range', message: `it must be at most ${issue.maximum}`};
			return {field, reason: 'too_long', message: `it has more than ${issue.maximum} ${units(issue.origin)}`};
		case 'too_small':
			if (issue.origin === 'number' || issue.origin === 'int')
				return {field, reason: 'out_of_range', message: `it must be at least ${issue.minimum}`};
			return {field, reason: 'empty', message: 'it must not be empty'};
		case 'custom': {
			const reason = typeof issue.params?.['reason'] === 'string' ? issue.params['reason'] : 'invalid';
			return {field, reason, message: reason === 'empty' ? 'it must not be empty' : issue.message};
		}
		default:
			return {field, reason: 'invalid', message: formless};
	}
}

const units = (origin: string) => (origin === 'array' ? 'entries' : 'characters');
/** What JSON calls a type. */
const jsonType = (type: string) => (type === 'record' ? 'object' : type === 'int' ? 'whole number' : type);
const article = (type: string) => (/^[aio]/.test(type) ? `an ${type}` : `a ${type}`);
const formless = 'it does not have the required form';

function fieldName(path: readonly PropertyKey[]): string {
	let name = '';
	for (const part of path) name += typeof part === 'number' ? `[${part}]` : `${name === '' ? '' : '.'}${String(part)}`;
	return name;
}

function isMissing(input: unknown, path: readonly PropertyKey[]): boolean {
	let value = input;
	for (const part of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[part];
	return value === undefined;
}
