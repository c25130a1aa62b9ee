import {wordsOf} from '../../inference/word-form.ts';
import type {PlanOperation} from '../model/operation.ts';
import type {Call, Value} from '../recipe.ts';
import {sentRecord} from './expect-record.ts';
import type {OwnRecord} from './own-record.ts';
import {withField} from './with-fields.ts';

/** What a deed takes a part of, and what is left of it. */
const parts = new Set(['amount', 'quantity', 'qty']);

/** Deeds that set the field to what they are sent. */
const sets = new Set([
	'set',
	'update',
	'edit',
	'change',
	'replace',
	'adjust',
	'increase',
	'raise',
	'add',
	'restock',
	'extend',
]);

/** Whether a field of a deed says how much of its record it takes: what is answered is how much that has. */
export function takesPart({method, path}: PlanOperation, name: string): boolean {
	const [verb = ''] = wordsOf(path.slice(path.lastIndexOf('/') + 1));
	const isDeed = method === 'POST' && !path.endsWith('}') && path.includes('}/') && !sets.has(verb);
	return isDeed && parts.has(wordsOf(name).at(-1) ?? '');
}

/** A deed that takes no more of its record than there is: to capture 68 of a payment of 51 is refused. */
export function withinRecord(call: Call, operation: PlanOperation, {step}: OwnRecord): Call {
	const there = sentRecord(step.call.body).fields;
	let {body} = call;
	for (const [name, taken] of Object.entries(sentRecord(body).fields)) {
		const own = there[name];
		if (takesPart(operation, name) && isNumber(taken) && isNumber(own) && taken.value > own.value)
			body = withField(body, name, own);
	}
	return {...call, body};
}

const isNumber = (value: Value | undefined): value is {is: 'literal'; value: number} =>
	value?.is === 'literal' && typeof value.value === 'number';
