import {isPerCase} from '../data/unique-shape.ts';
import type {Recipe, Step, Value, Values} from '../recipe.ts';
import {type Draft, keyOf, stepsOf} from './draft.ts';
import {snake} from './names.ts';
import {valuesInAsserts} from './references.ts';
import {fieldsSent, sentObjects} from './sent-fields.ts';
import {isOnly} from './status.ts';

/** A value that several places of a test need, and the name of the field it was first seen in. */
export type SharedValue = {value: Value; name: string; step: string};

/**
 * Values that more than one place of a test needs: each becomes a variable. Literals stay where they are; what only
 * comes back in an answer is read from what was sent.
 */
export function sharedValues(recipe: Recipe): SharedValue[] {
	const found = new Map<string, {shared: SharedValue; times: number}>();
	const see = (value: Value, name: string, step: Step, isEcho = false) => {
		for (const [own, one] of namedInside(name, value)) {
			if (!isShareable(one)) continue;
			const key = keyOf(one);
			const entry = found.get(key);
			if (entry) entry.times += isEcho ? 0 : 1;
			else found.set(key, {shared: {value: one, name: nameOf(one, own), step: step.id}, times: isEcho ? 0 : 1});
		}
	};
	const captured = new Set(stepsOf(recipe).flatMap(({captures}) => captures.map(({variable}) => variable)));
	const sent = new Set(
		stepsOf(recipe).flatMap(step => sentObjects(step).flatMap(({fields}) => Object.values(fields).map(keyOf))),
	);
	for (const step of stepsOf(recipe)) {
		const {call} = step;
		// A handle that nobody has made says by its name why it is sent.
		if (isOnly(step, 4) && step.cases.length === 0)
			seeAll(call.path, (name, value) => {
				if (value.is === 'unique') see(value, `unknown ${name}`, step);
			});
		for (const values of [call.path, call.query, call.headers]) seeAll(values, (name, value) => see(value, name, step));
		if (call.body && 'value' in call.body) {
			const fields = fieldsSent(step);
			if (fields) seeAll(fields, (name, value) => see(value, name, step));
			else see(call.body.value, 'value', step);
		}
		for (const {patch} of step.cases)
			for (const {at, value} of patch)
				if (value !== 'absent') see(value, at.pointer.replace(/^.*[.$]/, '') || 'value', step);
		for (const value of valuesInAsserts(step)) {
			// A variable is named in the condition and in its message.
			const isEcho = value.is !== 'variable' && sent.has(keyOf(value));
			see(value, 'value', step, isEcho);
		}
	}
	return [...found.values()]
		.filter(({shared: {value}, times}) => times > 1 && !(value.is === 'variable' && captured.has(value.name)))
		.map(({shared}) => shared);
}

/** Every value inside another, with the name of the field that it stands in. */
function namedInside(name: string, value: Value): Array<[string, Value]> {
	if (value.is === 'object') return Object.entries(value.fields).flatMap(([key, one]) => namedInside(key, one));
	if (value.is === 'array') return value.items.flatMap(one => namedInside(name, one));
	return [[name, value]];
}

const seeAll = (values: Values, see: (name: string, value: Value) => void): void => {
	for (const [name, value] of Object.entries(values)) see(name, value);
};

/** What differs from case to case is written where the case is. */
const isShareable = (value: Value): boolean =>
	(value.is === 'unique' && !isPerCase(value.shape)) ||
	value.is === 'variable' ||
	value.is === 'now' ||
	value.is === 'file';

const nameOf = (value: Value, field: string): string => snake(value.is === 'variable' ? value.name : field);

/** Writes the variable of every shared value that a step is the first to need. */
export function writeLocals(
	draft: Draft,
	shared: readonly SharedValue[],
	step: Step,
	write: (value: Value) => string,
): void {
	for (const {value, name, step: first} of shared) {
		if (first !== step.id || draft.locals.has(keyOf(value))) continue;
		const expression = write(value);
		const local = draft.names.take(name, `${name}_value`);
		draft.line(`${local} = ${expression}`);
		draft.locals.set(keyOf(value), local);
	}
}
