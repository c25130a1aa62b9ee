import * as z from 'zod/mini';
import {splitAddress} from '../address.ts';
import type {Route} from '../route.ts';

type Fields = Record<string, unknown>;
type Given = {params?: unknown; query?: unknown; body?: unknown};

/** Of a list only what names a thing: `pageSize` and `status` of a query choose, they are nobody's fields. */
const namesThing = (key: string): boolean => key.endsWith('Id') || key === 'type';

const fieldsOf = (value: unknown): Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** As a service would show it: an address without an account in it. */
const shown = (value: unknown): unknown => (typeof value === 'string' ? splitAddress(value).url : value);

/** Fields that an answer of a route may have at its top; none where it is no object. */
const fieldsOfAnswer = ({response}: Route): Fields => fieldsOf((response as {shape?: unknown}).shape);

/** Whether a service of today says such a word in that field: what a request may say is not always among them. */
function couldSay(field: unknown, value: unknown): boolean {
	const {'x-values': words} = (z.globalRegistry.get(field as z.ZodMiniType) ?? {}) as {'x-values'?: readonly unknown[]};
	return words === undefined || words.includes(value);
}

/**
 * A sample with what the caller gave: each value of the path and of the body stands in the answer's field of the same
 * name, and what names a thing in each entry of its lists; a value that the answer's schema refuses there is left out.
 */
export function echo(route: Route, sample: unknown, {params, query, body}: Given): unknown {
	if (typeof sample !== 'object' || sample === null || Array.isArray(sample)) return sample;
	const fields = fieldsOfAnswer(route);
	const own = Object.keys(fields);
	let answer = sample as Fields;
	const attempt = (candidate: Fields) => {
		if (route.response.safeParse(candidate).success) answer = candidate;
	};
	const given = {...fieldsOf(body), ...fieldsOf(params)};
	for (const [key, value] of Object.entries(given))
		if (value !== undefined && own.includes(key) && couldSay(fields[key], value))
			attempt({...answer, [key]: shown(value)});
	const named = Object.entries({...fieldsOf(query), ...fieldsOf(params)}).filter(
		([key, value]) => value !== undefined && namesThing(key),
	);
	for (const list of own.filter(key => Array.isArray(answer[key])))
		for (const [key, value] of named) {
			const entries = answer[list] as unknown[];
			if (entries.some(entry => key in fieldsOf(entry)))
				attempt({
					...answer,
					[list]: entries.map(entry => (key in fieldsOf(entry) ? {...fieldsOf(entry), [key]: value} : entry)),
				});
		}
	return answer;
}
