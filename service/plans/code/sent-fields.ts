import type {Step, Value} from '../recipe.ts';
import {type Draft, keyOf} from './draft.ts';
import {read} from './access.ts';
import {readPointer} from './pointer.ts';

/** An expression for the value in what this step or an earlier one has sent; null when it is not there. */
export function sentPlace(draft: Draft, step: Step, value: Value, pointer: string): string | null {
	if (value.is === 'variable' || value.is === 'step' || value.is === 'env') return null;
	// A case may have sent another value than the one that has a name.
	if (step.cases.length === 0 && draft.locals.has(keyOf(value))) return null;
	const field = readPointer(pointer).at(-1);
	if (typeof field !== 'string') return null;
	const own = draft.answers.get(step.id)?.sent;
	const earlier = draft.recipe.steps.filter(({id}) => draft.answers.has(id)).reverse();
	for (const other of [step, ...earlier]) {
		const sent = other === step ? own : draft.answers.get(other.id)?.sent;
		for (const {at, fields} of sentObjects(other))
			if (sent && fields[field] !== undefined && keyOf(fields[field]) === keyOf(value))
				return read(sent, [...at, field]);
	}
	return null;
}

/** An object in what a step sends, and the keys that lead to it. */
export type SentObject = {at: readonly string[]; fields: {[field: string]: Value}};

/** The JSON object that a step sends, then the one inside it: `{"article": {…}}` is about the article. */
export function sentObjects(step: Step): SentObject[] {
	const fields = fieldsSent(step);
	if (fields === null) return [];
	const inner = Object.entries(fields);
	const [[name, value] = ['', undefined]] = inner;
	const below = inner.length === 1 && value ? fieldsOf(value) : null;
	return [{at: [], fields}, ...(below ? [{at: [name], fields: below}] : [])];
}

/** The fields of the JSON object that a step sends. */
export function fieldsSent({call: {body}}: Step): {[field: string]: Value} | null {
	return body && 'value' in body ? fieldsOf(body.value) : null;
}

function fieldsOf(value: Value): {[field: string]: Value} | null {
	if (value.is === 'object') return value.fields;
	if (value.is !== 'literal' || typeof value.value !== 'object' || value.value === null || Array.isArray(value.value))
		return null;
	return Object.fromEntries(
		Object.entries(value.value).map(([key, item]) => [key, {is: 'literal', value: item} as const]),
	);
}
