import type {Json, JsonSchema} from '../recipe.ts';
import {fitsBraces, flat, literal, type Template, text, tuple} from './expression.ts';

/** A schema that only says what a value must not be: `{not: {const}}`, `{not: {enum}}`, or a field with a value. */
export type RuledOut = {
	not: {const?: Json; enum?: Json[]; required?: string[]; properties?: Record<string, {const: Json}>};
};

export const isRuledOut = (schema: JsonSchema): schema is RuledOut =>
	typeof schema === 'object' && Object.keys(schema).join() === 'not' && typeof schema['not'] === 'object';

/** A value that the schema rules out, at the place that `base` is; null: it says nothing that is understood. */
export function ruledOutValue({not}: RuledOut): Json | null {
	if (not.const !== undefined) return not.const;
	if (not.enum?.[0] !== undefined) return not.enum[0];
	if (not.properties === undefined && not.required?.[0] !== undefined) return {[not.required[0]]: 'shown'};
	const [[name, {const: value}] = ['', {const: null}]] = Object.entries(not.properties ?? {});
	return name === '' ? null : {[name]: value};
}

/** Writes that a value is none of those that are ruled out. */
export function writeRuledOut(
	base: string,
	{not}: RuledOut,
	say: (condition: string, usual: Template, expected?: Template, actual?: Template) => void,
): void {
	const shown = (code: string): Template => (fitsBraces(code) ? [{code, repr: true}] : ['what it must not be']);
	const isNot = (actual: string, value: Json, name = 'the answer') => {
		const expected = flat(literal(value));
		const isSingleton = value === null || typeof value === 'boolean';
		say(
			`${actual} ${isSingleton ? 'is not' : '!='} ${expected}`,
			[`${name} is `, ...shown(actual)],
			[expected],
			shown(actual),
		);
	};
	if (not.const !== undefined) isNot(base, not.const);
	else if (not.enum)
		say(
			`${base} not in ${flat(tuple(not.enum.map(literal)))}`,
			['the answer is ', ...shown(base)],
			['another value'],
			shown(base),
		);
	else if (not.properties === undefined)
		for (const name of not.required ?? []) say(`${text(name)} not in ${base}`, [`the answer shows ${name}`]);
	else
		for (const [name, {const: value}] of Object.entries(not.properties ?? {}))
			isNot(`${base}.get(${text(name)})`, value, name);
}
