import type {PlanBody} from '../model/plan-endpoint.ts';
import type {Value, Values} from '../recipe.ts';
import type {DataInput} from './body-value.ts';
import {another, perCase} from './unique-shape.ts';
import {asOneWord, isChanged} from './variants.ts';

type Wish = Pick<DataInput, 'fields' | 'unique'>;

/** A body as it was seen to work: of its record the fields that may be sent, with the values that are taken. */
export function settledValue(value: Value, {only, values = {}}: PlanBody, wish: Wish): Value {
	if (only === undefined || value.is !== 'object') return value;
	const [[key, inner] = ['', undefined], ...more] = Object.entries(value.fields);
	const isWrapped = more.length === 0 && inner?.is === 'object' && !only.includes(key);
	const record: Values = isWrapped && inner?.is === 'object' ? inner.fields : value.fields;
	const fields: Values = {};
	for (const name of only) {
		const planned = record[name];
		const settled = values[name];
		const isFed = planned?.is === 'variable' || planned?.is === 'step';
		if (settled && !isFed && (planned || wish.fields === 'all'))
			fields[name] = varied(inFormOf(settled, planned), wish.unique);
		else if (planned) fields[name] = planned;
	}
	const own: Value = {is: 'object', fields};
	return isWrapped ? {is: 'object', fields: {[key]: own}} : own;
}

/**
 * A text that was accepted because it is one word tells a form and no value: two records with the very same one may be one
 * too many. What is planned is sent in that form.
 */
function inFormOf(settled: Value, planned: Value | undefined): Value {
	if (settled.is !== 'literal' || planned?.is !== 'literal' || typeof settled.value !== 'string') return settled;
	const word = asOneWord(planned);
	return isChanged({word}, {word: planned}) && /^[a-z\d]+(?:_[a-z\d]+)+$/.test(settled.value) ? word : settled;
}

const mostRecords = 20;

/** Two records of a test, and the cases of a table, do not share what has to be unique. */
function varied(value: Value, unique: DataInput['unique'] = {}): Value {
	if (value.is === 'array') return {is: 'array', items: value.items.map(one => varied(one, unique))};
	if (value.is === 'object')
		return {
			is: 'object',
			fields: Object.fromEntries(Object.entries(value.fields).map(([name, one]) => [name, varied(one, unique)])),
		};
	if (value.is !== 'unique') return value;
	const base = unique.perCase ? perCase(value.shape) : value.shape;
	for (let number = 1; number <= mostRecords; number++) {
		const shape = number === 1 ? base : another(base, number);
		if (!unique.taken?.has(shape)) return {is: 'unique', shape};
	}
	return {is: 'unique', shape: base};
}
