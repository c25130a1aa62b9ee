import type {ApiModel} from '../kinds/analyse-api.ts';
import {isRevisionName} from '../../inference/delete-tiers.ts';
import {handleField, isLastResort} from '../kinds/find-handle.ts';
import {formOf} from '../model/answer-form.ts';
import {below, partsOf} from '../model/pointer.ts';
import type {PlanOperation} from '../model/operation.ts';
import {isScalar, numberIn, type SchemaView, textIn} from '../model/schema.ts';
import {fixedFields} from '../data/fixed-fields.ts';
import {harmlessValue} from '../data/effect-switch.ts';
import {boundsOf} from '../data/scalar.ts';
import {type Body, isSameValue, type Json, type Step, type Value, type Values} from '../recipe.ts';
import {viewAt, sentRecord} from './expect-record.ts';
import type {OwnRecord} from './own-record.ts';
import {withRecord} from './with-fields.ts';

/**
 * A change keeps the name by which its record is known: what it is sent to would be another record afterwards. Where only a
 * part is sent it is left out, unless it has to be there.
 */
export function withSameHandle(
	api: ApiModel,
	operation: PlanOperation,
	body: Body | null,
	{kind, handle}: OwnRecord,
): Body | null {
	if (!body || !('value' in body) || !kind.handle) return body;
	const {pointer, fields} = sentRecord(body);
	const name = kind.handle.from === 'location' ? namedBeside(api, kind) : String(partsOf(kind.handle.pointer).at(-1));
	if (name === null || !(name in fields)) return body;
	const {[name]: _, ...rest} = fields;
	const isLeftOut = isPartial(api, operation) && !viewAt(api.schemas, operation, pointer).required.has(name);
	return withRecord(body, isLeftOut ? rest : {...fields, [name]: handle});
}

/** The field of a record that says what its address says; null: none does. */
function namedBeside({schemas}: ApiModel, {record, parameter, word}: OwnRecord['kind']): string | null {
	const asked = parameter ?? 'id';
	const field = record && handleField(schemas, record, asked, word);
	return field === null || isLastResort(field, asked, word) ? null : field;
}

/**
 * A change that names the revision of its record names the one that was shown last: `{lockVersion: 3}`. One that the maker
 * of the record chooses is data like any other.
 *
 * @param shown the step whose answer showed the record last
 */
export function withRevision(
	api: ApiModel,
	body: Body | null,
	{kind, step}: OwnRecord,
	shown: {operation: PlanOperation | null; step: string} = {operation: kind.creator, step: step.id},
): Body | null {
	const form = shown.operation ? formOf(api.schemas, shown.operation) : null;
	if (!body || !('value' in body) || form?.form !== 'record') return body;
	const renewed = (fields: Values, chosen: Values, view: SchemaView, pointer: string): Values =>
		Object.fromEntries(
			Object.entries(fields).map(([name, value]): [string, Value] => {
				const field = view.properties.get(name);
				if (field === undefined) return [name, value];
				const own = chosen[name];
				const at = below(pointer, name);
				if (value.is === 'object') {
					const inner = own?.is === 'object' ? own.fields : {};
					return [name, {is: 'object', fields: renewed(value.fields, inner, api.schemas.view(field), at)}];
				}
				const isRevision = own === undefined && isRevisionName(name) && isScalar(api.schemas.view(field));
				return [name, isRevision ? {is: 'step', step: shown.step, pointer: at} : value];
			}),
		);
	return withRecord(body, renewed(sentRecord(body).fields, sentRecord(step.call.body).fields, form.view, form.pointer));
}

/** Whether a body is made here, of fields: what a person has given stays as it is. */
const isOwnToChange = ({endpoint}: PlanOperation, body: Body | null): body is Extract<Body, {value: Value}> =>
	body !== null && 'value' in body && !endpoint.body?.isGiven;

/** The fields of a change, what the document says of them, and those that the record was made with. */
function changeOf({schemas}: ApiModel, operation: PlanOperation, body: Body, made: Step) {
	const {pointer, fields} = sentRecord(body);
	return {fields, view: viewAt(schemas, operation, pointer), made: sentRecord(made.call.body).fields};
}

/** A change leaves what no change may set, as the document says: it is not sent, or with the value that the record has. */
export function withFixedFields(
	api: ApiModel,
	operation: PlanOperation,
	body: Body | null,
	{step}: OwnRecord,
): Body | null {
	if (!isOwnToChange(operation, body)) return body;
	const {fields, view, made} = changeOf(api, operation, body, step);
	const fixed = fixedFields(api.schemas, view, operation.endpoint.description);
	const mayDrop = (name: string) => isPartial(api, operation) || !view.required.has(name);
	const left = Object.entries(fields).flatMap(([name, value]): Array<[string, Value]> => {
		if (!fixed.has(name)) return [[name, value]];
		if (!isPartial(api, operation) && made[name] !== undefined) return [[name, made[name]]];
		return mayDrop(name) ? [] : [[name, value]];
	});
	// A body of nothing but such fields is what the operation is about, whatever the document says.
	if (left.length === 0) return body;
	return withRecord(body, Object.fromEntries(left));
}

/** A change sets no state that the record has already: its creator's, the default, or the first of the list. */
export function withOtherStates(
	api: ApiModel,
	operation: PlanOperation,
	body: Body | null,
	{step}: OwnRecord,
): Body | null {
	if (!isOwnToChange(operation, body)) return body;
	const {fields, view, made: before} = changeOf(api, operation, body, step);
	const changed: Values = {};
	for (const [name, value] of Object.entries(fields)) {
		const field = api.schemas.view(view.properties.get(name));
		const {enum: states, words} = field;
		// No state of the record, but what a change would do besides.
		if (harmlessValue(name, field) !== undefined) continue;
		if (value.is === 'literal' && typeof value.value === 'boolean' && isSameValue(before[name], value))
			changed[name] = {is: 'literal', value: !value.value};
		const other = isSameValue(before[name], value) ? otherValue(field, value) : null;
		if (other) changed[name] = other;
		if (states === null || states.length < 2 || value.is !== 'literal') continue;
		const sent = before[name];
		const current = sent?.is === 'literal' ? sent.value : ((words['default'] as Json | undefined) ?? states[0]!);
		if (value.value !== current) continue;
		const next = states[(states.indexOf(current) + 1) % states.length]!;
		if (next !== null) changed[name] = {is: 'literal', value: next};
	}
	if (Object.keys(changed).length === 0) return body;
	return withRecord(body, {...fields, ...changed});
}

/** Another number or free text than an example that both records have; null: nothing is free there. */
function otherValue(view: SchemaView, value: Value): Value | null {
	if (value.is !== 'literal' || view.enum !== null) return null;
	if (typeof value.value === 'number') {
		const {min, max, step} = boundsOf(view);
		const unit = step || 1;
		const more = value.value + unit;
		const less = value.value - unit;
		const next = max === null || more <= max ? more : min === null || less >= min ? less : null;
		return next === null ? null : {is: 'literal', value: Number(next.toFixed(6))};
	}
	const isFree = textIn(view.words, 'format') === undefined && textIn(view.words, 'pattern') === undefined;
	if (typeof value.value !== 'string' || !isFree || /^[\w-]*$/.test(value.value)) return null;
	const longer = `${value.value} too`;
	return longer.length <= (numberIn(view.words, 'maxLength') ?? longer.length) ? {is: 'literal', value: longer} : null;
}

/** Whether an operation changes what it names of a record and leaves the rest: PATCH, and the POST of a record's own path. */
export const isPartial = (api: ApiModel, operation: PlanOperation): boolean =>
	operation.method === 'PATCH' ||
	(operation.method === 'POST' && api.kindAt(operation)?.updaters.includes(operation) === true);

/** Whether one field may be sent alone. Of a body that settling has found, the rest may be what the API asked for. */
export const takesOneField = (api: ApiModel, operation: PlanOperation): boolean =>
	isPartial(api, operation) && !operation.endpoint.body?.only;
