import type {Json, Value, Values} from '../recipe.ts';
import type {Schemas, SchemaView} from '../model/schema.ts';
import {inside} from '../code/references.ts';
import {leftOut} from './demand-words.ts';
import type {Demand} from './demands.ts';

type Sent = {fields: Values; others: ReadonlyMap<string, Value>};
type Known = {
	schemas: Schemas;
	/** What the document says of the record. */
	view: SchemaView;
	valueFor(name: string, schema: unknown): Value | undefined;
};

/** A field as a refusal asks for it. */
export type Asked = {
	/** Null: the field is not wanted. */
	value: Value | null;
	/** What is known of the whole field then; null: the refusal speaks of something within it. */
	schema: unknown;
};

/**
 * The fields of a record as a refusal asks for them, by name. What other tests give stays theirs, and what fits already
 * stays as it is.
 */
export function askedValues(
	demands: ReadonlyMap<string, Demand>,
	{fields, others}: Sent,
	known: Known,
): ReadonlyMap<string, Asked> {
	const asked = new Map<string, Asked>();
	for (const [path, demand] of demands) {
		const [name = '', ...rest] = path.split('.');
		const before = asked.get(name)?.value ?? fields[name] ?? others.get(name);
		if (demand === leftOut) {
			if (rest.length === 0 && name in fields) asked.set(name, {value: null, schema: null});
			continue;
		}
		if (before === undefined) continue;
		const isFed = inside(before).some(({is}) => is === 'variable' || is === 'step');
		if (isFed && name in fields) continue;
		const schema = known.view.properties.get(name);
		// It only has to be there: what is sent already is refused for another reason.
		const isPresence = isFed || Object.keys(demand).length === 0;
		if (isPresence && (name in fields || rest.length > 0)) continue;
		const changed = isPresence ? null : changedAt(before, rest, {name, demand, schema, known});
		// What was not sent is missing, however it would have been sent.
		const value = changed ?? (name in fields || rest.length > 0 ? null : before);
		if (value === null) continue;
		const whole = isPresence ? (schema ?? null) : schemaFor(demand, schema, known);
		asked.set(name, {value, schema: rest.length > 0 ? null : whole});
	}
	return asked;
}

type Change = {name: string; demand: Exclude<Demand, typeof leftOut>; schema: unknown; known: Known};

/** A value with what lies at a path in it as it is asked for; null: nothing lies there, or it is so already. */
function changedAt(value: Value, path: readonly string[], change: Change): Value | null {
	const [part, ...rest] = path;
	const {schemas} = change.known;
	const view = schemas.view(change.schema);
	if (part === undefined) return valueAsked(value, change);
	if (value.is === 'array') {
		const place = Number(part);
		const item = value.items[place];
		const changed = item && changedAt(item, rest, {...change, schema: view.items});
		return changed ? {is: 'array', items: value.items.with(place, changed)} : null;
	}
	const own = value.is === 'object' ? value.fields[part] : undefined;
	if (value.is !== 'object' || own === undefined) return null;
	const changed = changedAt(own, rest, {...change, name: part, schema: view.properties.get(part)});
	return changed && {is: 'object', fields: {...value.fields, [part]: changed}};
}

/** States in which a new record is of little use come last. */
const isOfEnd =
	/delet|remov|archiv|cancel|clos|inactive|none|unknown|expir|revok|disabl|final|complet|reject|fail|refund|suspend/i;

function valueAsked(before: Value, change: Change): Value | null {
	const {name, demand, schema, known} = change;
	const {enum: options, items} = demand as {enum?: readonly Json[]; items?: Change['demand']};
	if (options !== undefined && before.is === 'literal' && options.includes(before.value)) return null;
	if (demand['type'] === 'array') {
		const first = before.is === 'array' ? before.items[0] : before;
		const changed = first && items ? valueAsked(first, {...change, demand: items, schema: undefined}) : null;
		if (before.is === 'array') return changed && {is: 'array', items: [changed]};
		return {is: 'array', items: [changed ?? before]};
	}
	const made = known.valueFor(name, schemaFor(demand, schema, known));
	return made === undefined || JSON.stringify(made) === JSON.stringify(before) ? null : made;
}

/** A field's schema with what is asked of it: the API's own word goes before that of the document. */
function schemaFor(demand: Change['demand'], documented: unknown, {schemas}: Known): unknown {
	const {types} = schemas.view(documented);
	const {type, enum: options} = demand as {type?: string; enum?: readonly Json[]};
	const asked =
		options === undefined
			? {...demand}
			: {
					...demand,
					enum: [...options].sort((a, b) => Number(isOfEnd.test(String(a))) - Number(isOfEnd.test(String(b)))),
				};
	if ('items' in demand) return asked;
	const isOther = type !== undefined && types.size > 0 && !types.has(type as never);
	if (documented !== undefined && !isOther) return {allOf: [asked, documented]};
	if (type !== undefined || options !== undefined) return asked;
	return {type: 'minLength' in demand || 'maxLength' in demand ? 'string' : 'number', ...asked};
}
