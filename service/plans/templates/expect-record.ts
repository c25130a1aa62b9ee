import type {ApiModel} from '../kinds/analyse-api.ts';
import type {Kind} from '../kinds/kind.ts';
import {formOf, isEnvelope} from '../model/answer-form.ts';
import type {PlanOperation} from '../model/operation.ts';
import {below, entry} from '../model/pointer.ts';
import {type Schemas, type SchemaView, textIn} from '../model/schema.ts';
import {isRevisionName} from '../../inference/delete-tiers.ts';
import type {Assert, Body, Check, Value, Values} from '../recipe.ts';
import {hard, isSecretName, isVolatile} from './asserts.ts';

/** The fields of the record in a body that is sent: `{article: {…}}` is the article. */
export function sentRecord(body: Body | null): {pointer: string; fields: Values} {
	if (body === null || !('value' in body) || body.value.is !== 'object') return {pointer: '$', fields: {}};
	const entries = Object.entries(body.value.fields);
	const [only] = entries;
	if (entries.length === 1 && only && only[1].is === 'object')
		return {pointer: below('$', only[0]), fields: only[1].fields};
	return {pointer: '$', fields: body.value.fields};
}

/** What the document says of the record in a body. */
export function viewAt(schemas: Schemas, operation: PlanOperation, pointer: string): SchemaView {
	let view = schemas.view(operation.endpoint.body?.schema);
	if (view.variants.length > 0 && view.properties.size === 0)
		view = schemas.view(view.variants.find(one => schemas.view(one).types.has('object')) ?? {});
	return pointer === '$' ? view : schemas.view(view.properties.get(pointer.slice(2)));
}

/** What the document says of a body that is sent: of the whole and, behind it, of the record in the one object that wraps it. */
export function sentViews(schemas: Schemas, operation: PlanOperation | null): [SchemaView, ...SchemaView[]] {
	const whole = schemas.view(operation?.endpoint.body?.schema);
	const [only, ...others] = whole.properties.values();
	const inner = only === undefined || others.length > 0 ? null : schemas.view(only);
	return inner !== null && inner.properties.size > 0 ? [whole, inner] : [whole];
}

type Equality = Extract<Check, {type: 'equals'}>['as'];

/** How a value that was sent and came back is compared; null: never, such as a password. */
export function equalityOf(name: string, view: SchemaView, value: Value): Equality | null {
	if (view.words['writeOnly'] === true || (isSecretName(name) && !/token_type/i.test(name))) return null;
	if (value.is === 'file' || value.is === 'generated') return null;
	if (value.is === 'now' || /^date/.test(textIn(view.words, 'format') ?? '')) return 'instant';
	if (value.is === 'array') return 'set';
	if (view.types.has('integer') || view.types.has('number')) return 'number';
	if (view.types.has('string') || value.is === 'unique') return 'trimmed';
	return 'exact';
}

/**
 * "Sent = answered": every field that was sent and that the answer's record has. Nothing for an answer of which nothing
 * is known: the first run learns which fields come back.
 */
export function echoes(
	api: ApiModel,
	operation: PlanOperation,
	sent: {sender: PlanOperation; body: Body | null; only?: readonly string[]},
	prefix = 'echo',
): Assert[] {
	const form = formOf(api.schemas, operation);
	if (form.form !== 'record') return [];
	const {fields} = sentRecord(sent.body);
	const compare = (
		name: string,
		value: Value,
		{view: {properties}, pointer: holder}: Place,
		place: string,
	): Assert[] => {
		const schema = properties.get(name);
		if (schema === undefined || isRevision(name, value)) return [];
		const view = api.schemas.view(schema);
		const pointer = below(holder, name);
		// A change gives its record another revision than the one that it names, and a card is shown without its number: what
		// stands beside it is compared alone.
		const isHidden = (inner: string) => view.properties.size > 0 && !view.properties.has(inner);
		if (
			value.is === 'object' &&
			Object.entries(value.fields).some(([inner, one]) => isHidden(inner) || isRevision(inner, one))
		)
			return Object.entries(value.fields).flatMap(([inner, one]) =>
				compare(inner, one, {view, pointer}, `${place}.${inner}`),
			);
		const [item, ...others] = value.is === 'array' ? value.items : [];
		// Of one entry that is a record itself: whom it names, and how much of it.
		if (item?.is === 'object' && others.length === 0) {
			const entries = {view: api.schemas.view(view.items), pointer: entry(pointer, 0)};
			return Object.entries(item.fields).flatMap(([inner, one]) =>
				isOfEntry(inner, one) ? compare(inner, one, entries, `${place}[0].${inner}`) : [],
			);
		}
		const as = isComparable(view, value) ? equalityOf(name, view, value) : null;
		if (as === null) return [];
		const message = `${place}: sent {expected}, got back {actual}`;
		return [hard(`${prefix}:${pointer}`, message, {type: 'equals', pointer, value, as}, 'what was sent comes back')];
	};
	return Object.entries(fields).flatMap(([name, value]) =>
		sent.only && !sent.only.includes(name) ? [] : compare(name, value, form, name),
	);
}

/** What an entry says that nobody else works out: a record that it names, and how many of it. */
const isOfEntry = (name: string, {is}: Value): boolean =>
	is === 'variable' || is === 'step' || (is === 'literal' && /^(?:quantity|qty|count)$/i.test(name));

type Place = {view: SchemaView; pointer: string};
const isRevision = (name: string, value: Value): boolean => value.is === 'step' && isRevisionName(name);

/**
 * An id that is answered with the whole record behind it is not the same value; nor is a list of records, to whose
 * entries an API adds what it knows of each (a price, an id).
 */
function isComparable(view: SchemaView, value: Value): boolean {
	if (value.is === 'array' && value.items.some(({is}) => is === 'object')) return false;
	if (view.types.size === 0) return true;
	const isStructure = value.is === 'object' || value.is === 'array';
	const mayBe = view.types.has('object') || view.types.has('array');
	return isStructure ? mayBe : !mayBe || view.types.size > 1;
}

/** How far a job is, of one that goes on after its creator has answered 202. */
const jobFields =
	/^(?:status|state|phase|progress|percent\w*|result\w*|output\w*|error\w*|(?:finished|completed|started)_?at)$/i;

/** Fields that may differ between two looks at a record, and those that only one of the answers has. */
export function uncompared(api: ApiModel, one: PlanOperation, other: PlanOperation): string[] | null {
	const [first, second] = [formOf(api.schemas, one), formOf(api.schemas, other)];
	if (first.form !== 'record' || second.form !== 'record') return null;
	const names = new Set([...first.view.properties.keys(), ...second.view.properties.keys()]);
	const typesIn = ({view}: typeof first, name: string) => api.schemas.view(view.properties.get(name)).types;
	const shared = [...names].filter(
		name =>
			first.view.properties.has(name) &&
			second.view.properties.has(name) &&
			mayBeEqual(typesIn(first, name), typesIn(second, name)) &&
			!isOtherRecord(api.schemas.view(first.view.properties.get(name))),
	);
	if (shared.length === 0) return null;
	const isJob = [one, other].some(operation =>
		(api.kindMadeBy(operation) ?? api.kindAt(operation))?.creator?.statuses.includes(202),
	);
	// A secret is mostly shown once, by the answer that hands it out.
	return [...names].filter(
		name => !shared.includes(name) || isVolatile(name) || isSecretName(name) || (isJob && jobFields.test(name)),
	);
}

/** Whether values of two documented types can be the same: an id in one answer and its record in the other are not. */
function mayBeEqual(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
	const plain = (types: ReadonlySet<string>) =>
		new Set([...types].filter(type => type !== 'null').map(type => (type === 'integer' ? 'number' : type)));
	const [first, second] = [plain(one), plain(other)];
	return first.size === 0 || second.size === 0 || [...first].some(type => second.has(type));
}

/** A whole record inside another one, such as the project of a task: other tests change it meanwhile. */
const isOtherRecord = ({properties}: SchemaView): boolean =>
	properties.size > 1 && ['id', '_id', 'uuid'].some(name => properties.has(name));

/** What a server sets once: a change of something else leaves it as it is. */
const setOnce = /^(?:created|inserted|registered)|(?:^|_)(?:id|uuid|guid)$|Id$|(?:^|_)by$|By$/;

/**
 * Fields of an answer that no request about such a record can send. The server works them out, and they may follow what
 * was changed: a checksum its content, what is available the number of copies.
 */
export function workedOut(api: ApiModel, shown: PlanOperation, {creator, updaters, parameter}: Kind): string[] {
	const form = formOf(api.schemas, shown);
	if (form.form !== 'record') return [];
	const sent = new Set<string>();
	for (const {properties} of [creator, ...updaters].flatMap(one => sentViews(api.schemas, one)))
		for (const [name, schema] of properties) if (api.schemas.view(schema).words['readOnly'] !== true) sent.add(name);
	if (sent.size === 0) return [];
	return [...form.view.properties.keys()].filter(
		name => !sent.has(name) && name !== parameter && !setOnce.test(name) && !isVolatile(name),
	);
}

/** "Read = created": the whole record but for what changes by itself; null when the shapes have nothing in common. */
export function sameRecord(
	api: ApiModel,
	reader: PlanOperation,
	earlier: {operation: PlanOperation; step: string},
	{
		id = 'stored',
		message,
		except = [],
		follows = [],
	}: {id?: string; message: string; except?: readonly string[]; follows?: readonly string[]},
): Assert | null {
	const left = uncompared(api, reader, earlier.operation);
	const [shown, answered] = [formOf(api.schemas, reader), formOf(api.schemas, earlier.operation)];
	if (left === null || shown.form !== 'record' || answered.form !== 'record') return null;
	const check: Check = {
		type: 'sameAs',
		pointer: shown.pointer,
		step: earlier.step,
		other: answered.pointer,
		except: [...new Set([...left, ...except])],
		...(follows.length > 0 ? {follows: [...follows]} : {}),
	};
	return hard(id, message, check, 'what was stored is what is read');
}

/** The field of a record's answer that has to be the handle it was asked for by; null: no such field. */
export function handlePointer(api: ApiModel, reader: PlanOperation, kind: Kind): string | null {
	const form = formOf(api.schemas, reader);
	if (form.form !== 'record') return null;
	const wanted = [kind.parameter, handleName(kind), 'id', 'uuid'];
	const name = wanted.find(one => one && !isEnvelope(one) && form.view.properties.has(one));
	return name ? below(form.pointer, name) : null;
}

const handleName = ({handle}: Kind): string | null =>
	handle?.from === 'body' || (handle?.from === 'sent' && handle.in === 'body')
		? handle.pointer.slice(handle.pointer.lastIndexOf('.') + 1)
		: null;
