import type {Body, Value} from '../recipe.ts';
import {numbered} from './unique-shape.ts';

/** A value as one case sends it: its number stands where no two cases may send the same. */
export function numberedValue(value: Value, number: number): Value {
	if (value.is === 'unique') return {...value, shape: numbered(value.shape, number)};
	if (value.is === 'array') return {...value, items: value.items.map(one => numberedValue(one, number))};
	if (value.is !== 'object') return value;
	const fields = Object.entries(value.fields).map(([name, one]) => [name, numberedValue(one, number)] as const);
	return {...value, fields: Object.fromEntries(fields)};
}

/** A body as one case sends it. */
export function numberedBody<Sent extends Body | null>(body: Sent, number: number): Sent {
	if (body === null || 'raw' in body) return body;
	if ('parts' in body)
		return {...body, parts: body.parts.map(part => ({...part, value: numberedValue(part.value, number)}))};
	return {...body, value: numberedValue(body.value, number)};
}
