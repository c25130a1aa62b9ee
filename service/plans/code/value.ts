import {pythonOfMark} from '../data/unique-shape.ts';
import type {Json, Value, Values} from '../recipe.ts';
import {answerOf, BrokenRecipe, readAnswer} from './access.ts';
import {type Draft, keyOf} from './draft.ts';
import {dict, type Expression, fString, flat, list, literal, type Template, text} from './expression.ts';
import {fileBytes} from './files.ts';
import {generatedValue} from './generated-value.ts';

/** A value as a Python expression. Values that are used more than once are read from their variable. */
export function renderValue(draft: Draft, value: Value): Expression {
	const local = draft.locals.get(keyOf(value));
	if (local !== undefined) return local;
	switch (value.is) {
		case 'literal':
			return literal(value.value);
		case 'unique':
			return fString(templateOf(draft, value.shape));
		case 'generated':
			return literal(generatedValue(value.schema, value.bound, draft.recipe.seed));
		case 'env':
			return `VAR_${value.key}`;
		case 'variable':
			return draft.captured.get(value.name) ?? `variables[${text(value.name)}]`;
		case 'step':
			return value.prefix ? fString(piecesOf(draft, value)) : readAnswer(answerOf(draft, value.step), value.pointer);
		case 'now':
			return momentOf(draft, value);
		case 'object':
			return (
				renderShared(draft, value) ??
				dict(Object.entries(value.fields).map(([key, item]) => [key, renderValue(draft, item)] as const))
			);
		case 'array':
			return repeated(draft, value.items) ?? list(value.items.map(item => renderValue(draft, item)));
		case 'file':
			return fileBytes(draft, value.generator);
	}
}

/** `{**USER, "email": email}`; null for a body that shares nothing. */
function renderShared(draft: Draft, value: Extract<Value, {is: 'object'}>): Expression | null {
	const shared = draft.shared.get(keyOf(value));
	if (!shared) return null;
	const render = (fields: Values) => dict(Object.entries(fields).map(([key, one]) => [key, renderValue(draft, one)]));
	const constant = draft.constant(shared.name, render(shared.fields));
	const own = Object.fromEntries(Object.entries(value.fields).filter(([name]) => !(name in shared.fields)));
	const group = render(own);
	if (group.items.length === 0) return constant;
	return {...group, items: [{prefix: '**', value: constant}, ...group.items]};
}

const worthRepeating = 4;

/** `[{"quantity": 1}] * 51`; null: the entries differ, or are few. */
function repeated(draft: Draft, items: readonly Value[]): string | null {
	const [first] = items;
	if (first === undefined || items.length < worthRepeating || items.some(item => keyOf(item) !== keyOf(first)))
		return null;
	return `[${flat(renderValue(draft, first))}] * ${items.length}`;
}

/** `amber.{RUN_TAG}@example.com`; any other name in braces is a variable that this test has or takes. */
function templateOf(draft: Draft, shape: string): Template {
	return shape.split(/(\{[A-Za-z_]\w*(?::\w+)?\})/).map(piece => {
		const code = pythonOfMark(piece);
		if (code !== null) return {code};
		const name = /^\{(\w+)\}$/.exec(piece)?.[1];
		if (name === undefined) return piece;
		const captured = draft.captured.get(name);
		if (captured === undefined && !draft.recipe.consumes.includes(name)) return piece;
		return {code: captured ?? `variables["${name}"]`};
	});
}

function momentOf(draft: Draft, {offsetSeconds, format}: Extract<Value, {is: 'now'}>): string {
	const sign = offsetSeconds < 0 ? '-' : '+';
	const seconds = Math.abs(offsetSeconds);
	if (format === 'epoch-s' || format === 'epoch-ms') {
		draft.imports.add('import time');
		const [now, offset] =
			format === 'epoch-s' ? ['int(time.time())', seconds] : ['int(time.time() * 1000)', seconds * 1000];
		return offset === 0 ? now : `${now} ${sign} ${offset}`;
	}
	const span = `timedelta(${spanOf(seconds)})`;
	draft.moments.add('datetime').add('timezone');
	if (seconds !== 0) draft.moments.add('timedelta');
	const moment = seconds === 0 ? 'datetime.now(timezone.utc)' : `(datetime.now(timezone.utc) ${sign} ${span})`;
	return `${moment}.strftime("${format === 'date' ? '%Y-%m-%d' : '%Y-%m-%dT%H:%M:%SZ'}")`;
}

/** `days=3, hours=7.5`; `seconds=90` where it is no whole minute. */
function spanOf(seconds: number): string {
	if (seconds % 60 !== 0) return `seconds=${seconds}`;
	const [days, whole, rest] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24, (seconds / 60) % 60];
	// Lines are short, and half an hour is read as one.
	const [hours, minutes] = whole > 0 && rest === 30 ? [whole + 0.5, 0] : [whole, rest];
	const parts = [
		days > 0 ? `days=${days}` : '',
		hours > 0 ? `hours=${hours}` : '',
		minutes > 0 ? `minutes=${minutes}` : '',
	];
	return parts.filter(Boolean).join(', ') || 'days=0';
}

/** A value as the pieces of an f-string: literals as text, everything else in braces. */
export function piecesOf(draft: Draft, value: Value): Template {
	const local = draft.locals.get(keyOf(value));
	if (local !== undefined) return [{code: local}];
	if (value.is === 'literal') return [asText(value.value)];
	if (value.is === 'generated') return [asText(generatedValue(value.schema, value.bound, draft.recipe.seed))];
	if (value.is === 'unique') return templateOf(draft, value.shape);
	if (value.is === 'step' && value.prefix) return [value.prefix, ...piecesOf(draft, {...value, prefix: undefined})];
	const code = renderValue(draft, value);
	if (typeof code !== 'string') throw new BrokenRecipe('an object or a list stands where a text is needed');
	return [{code: flat(code)}];
}

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** `{"email": email}` for `params` and `headers`. */
export const valuesOf = (draft: Draft, values: Values): Array<readonly [string, Expression]> =>
	Object.entries(values).map(([name, value]) => [name, renderValue(draft, value)] as const);

/** The JSON that a value is, when it does not depend on the run; undefined otherwise. */
export function constantOf(value: Value, seed: string): Json | undefined {
	switch (value.is) {
		case 'literal':
			return value.value;
		case 'generated':
			return generatedValue(value.schema, value.bound, seed);
		case 'object': {
			const entries = Object.entries(value.fields).map(([key, item]) => [key, constantOf(item, seed)] as const);
			return entries.some(([, item]) => item === undefined)
				? undefined
				: (Object.fromEntries(entries) as {[key: string]: Json});
		}
		case 'array': {
			const items = value.items.map(item => constantOf(item, seed));
			return items.includes(undefined) ? undefined : (items as Json[]);
		}
		default:
			return undefined;
	}
}

/** Whether a value can be written above the function: it needs neither an answer of a step nor a variable of the function. */
export function isGlobal(draft: Pick<Draft, 'locals'>, value: Value): boolean {
	if (value.is === 'object') return Object.values(value.fields).every(field => isGlobal(draft, field));
	if (value.is === 'array') return value.items.every(item => isGlobal(draft, item));
	return value.is !== 'step' && value.is !== 'variable' && value.is !== 'now' && !draft.locals.has(keyOf(value));
}
