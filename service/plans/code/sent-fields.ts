import type {Step, Value} from '../recipe.ts';
import {type Draft, keyOf} from './draft.ts';
import {text} from './expression.ts';
import {readPointer} from './pointer.ts';

/** An expression for the value in what this step or an earlier one has sent; null when it is not there. */
export function sentPlace(draft: Draft, step: Step, value: Value, pointer: string): string | null {
	if (value.is === 'variable' || value.is === 'step' || value.is === 'env' || draft.locals.has(keyOf(value)))
		return null;
	const field = readPointer(pointer).at(-1);
	if (typeof field !== 'string') return null;
	const own = draft.answers.get(step.id)?.sent;
	const earlier = draft.recipe.steps.filter(({id}) => draft.answers.has(id)).reverse();
	for (const other of [step, ...earlier]) {
		const sent = other === step ? own : draft.answers.get(other.id)?.sent;
		const fields = fieldsSent(other);
		if (sent && fields?.[field] !== undefined && keyOf(fields[field]) === keyOf(value))
			return `${sent}[${text(field)}]`;
	}
	return null;
}

/** The fields of the JSON object that a step sends. */
export function fieldsSent({call: {body}}: Step): {[field: string]: Value} | null {
	if (!body || !('value' in body)) return null;
	const {value} = body;
	if (value.is === 'object') return value.fields;
	if (value.is !== 'literal' || typeof value.value !== 'object' || value.value === null || Array.isArray(value.value))
		return null;
	return Object.fromEntries(
		Object.entries(value.value).map(([key, item]) => [key, {is: 'literal', value: item} as const]),
	);
}
