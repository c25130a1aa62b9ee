import {another} from '../data/unique-shape.ts';
import type {Recipe, Step, Value, Values} from '../recipe.ts';
import {outcomeName} from '../code/outcome.ts';
import {inside} from '../code/references.ts';
import {sentRecord} from '../templates/expect-record.ts';
import {isIdempotencyKey} from '../templates/idempotent.ts';
import {recordAt} from '../templates/with-fields.ts';
import type {Rung} from './ladder.ts';

/** Refusals that no other body mends. */
const final = [404, 405, 410, 429];

/** A test that sends the bodies of a ladder one after the other and takes every answer. */
export function ladderRecipe(recipe: Recipe, step: Step, rungs: readonly Rung[]): Recipe {
	const place = recipe.steps.indexOf(step);
	const setup = recipe.steps.slice(0, place).map(one => ({...one, asserts: one.asserts.filter(isOfStatus)}));
	const cases = rungs.map(({name, fields}, number) => {
		const body = {at: {in: 'body' as const, pointer: '$'}, value: bodyWith(step, distinct(fields, number))};
		return {name, patch: [body, ...ownKeys(step, number)]};
	});
	const {method, path} = step.call.operation;
	return {
		...recipe,
		template: 'custom',
		title: `Settle ${method} ${path}`,
		why: 'Looks for a body that the API accepts.',
		produces: [],
		consumes: [...new Set([...recipe.consumes, ...rungs.flatMap(({fields}) => variablesIn(fields))])],
		steps: [...setup, {...step, role: 'act', cases, asserts: [], captures: []}],
		teardown: [],
	};
}

/** Another key for each trial: an API that remembers keys repeats what it said to the first, or refuses another body. */
const ownKeys = (step: Step, number: number): Step['cases'][number]['patch'] =>
	Object.entries(step.call.headers).flatMap(([name, value]) =>
		isIdempotencyKey(name) ? [{at: {in: 'header' as const, pointer: name}, value: numbered(value, number)}] : [],
	);

/**
 * The code of a ladder, ended by the first answer that is no refusal: "the next step only when the last was refused". A
 * smaller body may work where a larger one breaks the server.
 */
export function endedByAcceptance(code: string): string {
	const sent = [...code.matchAll(/^ {8}(\w+) = requests\./gm)].at(-1)?.[1];
	const end = code.search(/\n\n\ntest_\w+\(\)\n*$/);
	if (sent === undefined || end < 0 || !/^ {4}for .* in (?:CASES|cases):$/m.test(code)) return code;
	const status = code.includes(`\ndef ${outcomeName}(`) ? `${outcomeName}(${sent})` : `${sent}.status_code`;
	const isOver = `${status} < 400 or ${status} in (${final.join(', ')})`;
	const leave = `\n        if ${isOver}:\n            break`;
	return code.slice(0, end) + leave + code.slice(end);
}

/** The body of a step with other fields in its record. */
const bodyWith = (step: Step, fields: Values): Value => recordAt(sentRecord(step.call.body).pointer, fields);

/** The step with other fields in the record that it sends. */
export const withRecord = (step: Step, fields: Values): Step => {
	const contentType = step.call.body && 'value' in step.call.body ? step.call.body.contentType : 'application/json';
	return {...step, call: {...step.call, body: {contentType, value: bodyWith(step, fields)}}};
};

const variablesIn = (fields: Values): string[] =>
	Object.values(fields)
		.flatMap(inside)
		.flatMap(value => (value.is === 'variable' ? [value.name] : []));

const isOfStatus = ({check}: Step['asserts'][number]): boolean => check.type === 'status';

const distinct = (fields: Values, number: number): Values =>
	Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, numbered(value, number)]));

/** "Cut from the front to maxLength": a shape of words makes room for a number, as it may be as long as it can be already. */
const shortened = (shape: string, by: number): string =>
	/^[A-Za-z]+ [A-Za-z]* ?\{/.test(shape) ? shape.slice(by) : shape;

/** Records of one test may not share what has to be unique, nor begin at one time. */
export function numbered(value: Value, number: number): Value {
	if (value.is === 'now' && value.offsetSeconds > 0)
		return {...value, offsetSeconds: value.offsetSeconds + number * 86_400};
	if (value.is === 'unique') return {...value, shape: another(shortened(value.shape, `${number}`.length), number)};
	if (value.is === 'array') return {...value, items: value.items.map(one => numbered(one, number))};
	return value.is === 'object' ? {...value, fields: distinct(value.fields, number)} : value;
}
