import type {ApiModel} from '../kinds/analyse-api.ts';
import {formOf} from '../model/answer-form.ts';
import {below, entry} from '../model/pointer.ts';
import type {SchemaView} from '../model/schema.ts';
import type {Call, Value, Values} from '../recipe.ts';
import {sentRecord} from './expect-record.ts';
import type {OwnRecord} from './own-record.ts';
import {withRecord} from './with-fields.ts';

/**
 * A request of an action that speaks of entries of its record: `receive {lines: [{lineNumber, quantity}]}` of an order whose
 * creator has answered the numbers of its lines. What the application has given such an entry, nobody can make up: the
 * entry is that of the own record, as it was answered.
 */
export function withItsEntries(api: ApiModel, call: Call, {kind, step}: OwnRecord): Call {
	const {body} = call;
	if (kind.creator === null || body === null || !('value' in body)) return call;
	const form = formOf(api.schemas, kind.creator);
	if (form.form !== 'record') return call;
	const made = sentRecord(step.call.body).fields;
	let isChanged = false;
	const fields: Values = {};
	for (const [name, value] of Object.entries(sentRecord(body).fields)) {
		const sent = firstOf(value);
		const known = firstOf(made[name]);
		const shown = api.schemas.view(api.schemas.view(form.view.properties.get(name)).items);
		const isOfRecord = sent !== null && known !== null && isGiven(sent, known, shown);
		isChanged ||= isOfRecord;
		const from = {step: step.id, at: entry(below(form.pointer, name), 0)};
		fields[name] = isOfRecord ? {is: 'array', items: [asAnswered(sent, shown, from)]} : value;
	}
	return isChanged ? {...call, body: withRecord(body, fields)} : call;
}

type ObjectValue = Extract<Value, {is: 'object'}>;

const firstOf = (value: Value | undefined): ObjectValue | null => {
	const [item] = value?.is === 'array' ? value.items : [];
	return item?.is === 'object' ? item : null;
};

/** Whether an entry names something that its creator did not send and that the answer has. */
const isGiven = (sent: ObjectValue, made: ObjectValue, {properties}: SchemaView): boolean =>
	Object.keys(sent.fields).some(name => properties.has(name) && !(name in made.fields));

/** An entry with what was answered of it in the place of what was made up. */
const asAnswered = (sent: ObjectValue, {properties}: SchemaView, {step, at}: {step: string; at: string}): Value => ({
	is: 'object',
	fields: Object.fromEntries(
		Object.entries(sent.fields).map(([name, value]): [string, Value] => [
			name,
			properties.has(name) && value.is !== 'variable' ? {is: 'step', step, pointer: below(at, name)} : value,
		]),
	),
});
