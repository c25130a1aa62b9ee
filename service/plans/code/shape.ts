import {singular} from '../../inference/word-form.ts';
import type {JsonSchema} from '../recipe.ts';
import {read} from './access.ts';
import type {Draft} from './draft.ts';
import {dict, flat, type Group, shown, type Template, text, tuple} from './expression.ts';
import {nounOf, snake} from './names.ts';
import {isRuledOut, writeRuledOut} from './ruled-out.ts';
import {typesOf, hasRules, mostOptions, writeForms, writeRules} from './value-rules.ts';
import {writeAssert} from './statement.ts';
import {isOnly as areStatuses} from './status.ts';

type Schema = Record<string, unknown>;

const kinds: Record<string, string[]> = {
	string: ['str'],
	integer: ['int'],
	number: ['int', 'float'],
	boolean: ['bool'],
	array: ['list'],
	object: ['dict'],
	null: ['type(None)'],
};

/** Links to other pages and records: that they are there is enough. */
const hypermedia = new Set(['_links', '_embedded']);

const mostDepth = 3;

/**
 * Writes what a schema says about the value that `base` reads: required fields with their types and, when there is
 * room, optional fields, enumerations, patterns, bounds, nested records and entries of lists.
 */
export function writeShape(
	draft: Draft,
	base: string,
	schema: JsonSchema,
	{closed, prefix, name = '', depth = 0}: {closed: boolean; prefix: Template; name?: string; depth?: number},
): void {
	if (typeof schema === 'boolean') return;
	if (isRuledOut(schema)) {
		writeRuledOut(base, schema, (condition, usual) => writeAssert(draft, condition, [...prefix, ...usual]));
		return;
	}
	const types = typesOf(schema);
	const place = (field: string): string => (name === '' ? field : `${name}.${field}`);
	if (types.includes('array')) {
		const isAwaited = schema['minItems'] === 1 && schema['items'] === undefined;
		const isRead = isRecordList(schema) && /^\w+$/.test(base);
		// In a loop over cases it is looked at before anything is read from it.
		if (depth === 0 && !isAwaited && !isRead && !draft.collects)
			writeAssert(draft, `type(${base}) is list`, [...prefix, 'the answer is ', shown(base), ', not a list']);
		// Only where somebody waits for an entry: a document's bound says nothing of what is there.
		if (depth === 0 && isAwaited) writeAssert(draft, base, [...prefix, 'expected at least one entry, got none']);
		writeEntries(draft, base, schema, {closed, prefix, name: name || 'entry', depth});
		return;
	}
	const properties = Object.entries((schema['properties'] as Record<string, JsonSchema> | undefined) ?? {});
	if (properties.length === 0) {
		if (types.length === 0) return;
		const wanted = types.flatMap(type => kinds[type] ?? []);
		const condition = wanted.length === 1 ? `type(${base}) is ${wanted[0]}` : `type(${base}) in (${wanted.join(', ')})`;
		if (depth === 0) writeAssert(draft, condition, [...prefix, name || 'the answer', ' is ', shown(base)]);
		return;
	}
	const required = new Set((schema['required'] as string[] | undefined) ?? []);
	const loop = loopName(prefix);
	const field: Template = [...prefix, ...(name === '' ? [] : [`${name}.`]), {code: loop}];
	const get = `${base}.get(${loop})`;
	const typed = properties.map(([key, part]): Field => ({key, part, types: pythonTypes(part)}));
	const certain = typed.filter(({key}) => required.has(key));
	const untyped = certain.filter(one => one.types.length === 0).map(({key}) => text(key));
	const write = (fields: readonly Field[], wanted: 'kind' | 'kinds', condition: string, message: Template) =>
		writeFields(draft, base, loop, fields, wanted, condition, message);
	write(certain.filter(isOfOne), 'kind', `type(${get}) is kind`, [
		...field,
		' is ',
		{code: get, repr: true},
		', not ',
		{code: 'kind.__name__'},
	]);
	write(certain.filter(isOfSeveral), 'kinds', `${loop} in ${base} and type(${base}[${loop}]) in kinds`, [
		...field,
		' is ',
		{code: get, repr: true},
	]);
	if (untyped.length === 1)
		writeAssert(draft, `${untyped[0]!} in ${base}`, [
			...prefix,
			`${place(certain.find(one => one.types.length === 0)!.key)} is missing: `,
			{code: `sorted(${base})`},
		]);
	else if (untyped.length > 0)
		writeAssert(draft, `{${untyped.join(', ')}} <= ${base}.keys()`, [
			...prefix,
			'a field is missing: ',
			{code: `sorted(${base})`},
		]);
	if (
		depth === 0 &&
		certain.length === 0 &&
		!isOfRefusal(draft) &&
		properties.length > 1 &&
		properties.length <= mostOptions
	)
		writeAssert(draft, `{${properties.map(([key]) => text(key)).join(', ')}} & ${base}.keys()`, [
			...prefix,
			'no documented field is there: ',
			{code: `sorted(${base})`},
		]);
	if (closed && draft.detail.shape > 0)
		writeClosed(
			draft,
			base,
			properties.map(([key]) => key),
			prefix,
		);
	if (draft.detail.shape < 2) return;
	// What may be left out may not be null: only where its schema says so.
	const optional = typed.filter(({key}) => !required.has(key));
	const isLeftOut = `${loop} not in ${base} or `;
	const value = `${base}[${loop}]`;
	const said: Template = [...field, ' is ', {code: value, repr: true}];
	write(optional.filter(isOfOne), 'kind', `${isLeftOut}type(${value}) is kind`, said);
	write(optional.filter(isOfSeveral), 'kinds', `${isLeftOut}type(${value}) in kinds`, said);
	writeForms(draft, base, properties, required, {prefix: [...prefix, ...(name === '' ? [] : [`${name}.`])], loop});
	for (const [key, part] of properties) writeRules(draft, base, key, part, required.has(key), [...prefix, place(key)]);
	if (depth >= mostDepth) return;
	const inner = properties.filter(([key]) => !hypermedia.has(key));
	const below = (key: string) => ({closed, prefix, name: place(key), depth: depth + 1});
	// What a list holds says more than what stands around it.
	for (const [key, part] of inner) {
		if (!isOnly('array', part)) continue;
		if (required.has(key)) writeEntries(draft, read(base, [key]), part, below(key));
		else if (isRecordList(part)) writeEntries(draft, `${base}.get(${text(key)}, [])`, part, below(key));
	}
	for (const [key, part] of inner) {
		if (!isOnly('object', part)) continue;
		const write = () => writeRecord(draft, base, key, part, below(key));
		if (required.has(key)) write();
		else if (draft.detail.shape > 2) {
			const start = draft.lines.length;
			draft.block(`if ${text(key)} in ${base}:`, write);
			// Of some records nothing is said.
			if (draft.lines.length === start + 1) draft.lines.length = start;
		}
	}
}

/** A record in a record gets a name where several lines look into it. */
function writeRecord(
	draft: Draft,
	base: string,
	key: string,
	schema: Schema,
	options: Parameters<typeof writeShape>[3],
): void {
	const start = draft.lines.length;
	const whole = read(base, [key]);
	const known = draft.shapes?.nameOf(whole, draft.indent);
	writeShape(draft, known ?? whole, schema, options);
	if (known !== undefined) return;
	const written = draft.lines.splice(start);
	// In a message the same is written with other quotes.
	const uses = written.join('\n').replaceAll("'", '"').split(whole).length - 1;
	if (uses < leastUses || !/^\w+$/.test(snake(key))) {
		draft.lines.push(...written);
		return;
	}
	const name = draft.names.take(snake(key), `${nounOf(draft.recipe.endpoint)}_${snake(key)}`);
	draft.shapes?.named(whole, name, draft.indent);
	draft.line(`${name} = ${whole}`);
	writeShape(draft, name, schema, options);
}

/** How often a record in a record is read before it has a name. */
const leastUses = 3;

/** Whether lines that look into a value, or compare it, need it to have its type. */
const isReliedOn = (schema: JsonSchema): boolean =>
	typeof schema === 'object' &&
	(schema['properties'] !== undefined || schema['items'] !== undefined || hasRules(schema));

const isOnly = (type: string, schema: JsonSchema): schema is Schema => typesOf(schema).join() === type;

/** Whether a schema tells what a record holds that may be left out, at any depth. */
export function saysOfOptionalRecords(schema: unknown): boolean {
	if (typeof schema !== 'object' || schema === null) return false;
	const {
		properties = {},
		required = [],
		items,
	} = schema as {
		properties?: {[name: string]: JsonSchema};
		required?: string[];
		items?: JsonSchema;
	};
	return (
		saysOfOptionalRecords(items) ||
		Object.entries(properties).some(
			([name, part]) =>
				(isOnly('object', part) && part['properties'] !== undefined && !required.includes(name)) ||
				saysOfOptionalRecords(part),
		)
	);
}

/** Whether what is looked at refuses something: its words may be few. */
const isOfRefusal = ({recipe, subject}: Draft): boolean => {
	const step = [...recipe.steps, ...recipe.teardown].find(({id}) => id === subject?.step);
	return step !== undefined && areStatuses(step, 4);
};

/** A loop over fields inside a loop over cases must not take its variable. */
export const loopName = (prefix: Template): string =>
	prefix.some(piece => typeof piece !== 'string' && piece.code === 'field') ? 'key' : 'field';

/** A field of a record, and what Python calls the types that it may have. */
type Field = {key: string; part: JsonSchema; types: readonly string[]};

const isOfOne = ({types}: Field): boolean => types.length === 1;
const isOfSeveral = ({types}: Field): boolean => types.length > 1;

/** Types of fields: in a loop over cases only what stands outside of a loop over fields ends its case. */
function writeFields(
	draft: Draft,
	base: string,
	loop: string,
	fields: readonly Field[],
	wanted: 'kind' | 'kinds',
	condition: string,
	message: Template,
): void {
	const rowOf = ({key, types}: Field) => [key, wanted === 'kind' ? types[0]! : flat(tuple([...types]))] as const;
	const relied = draft.collects ? fields.filter(({part}) => isReliedOn(part)) : [];
	for (const one of relied)
		if (!draft.guarded.has(`${base}.get(${text(one.key)})`))
			writeLoop(draft, loop, [rowOf(one)], wanted, condition, message);
	writeLoop(draft, loop, fields.filter(one => !relied.includes(one)).map(rowOf), wanted, condition, message);
}

/** One loop over fields and what is expected of each, which stands in a table when it differs; no loop for one field. */
function writeLoop(
	draft: Draft,
	loop: string,
	fields: ReadonlyArray<readonly [string, string]>,
	wanted: string,
	condition: string,
	message: Template,
): void {
	if (fields.length === 0) return;
	const [[key, expected]] = fields as [readonly [string, string]];
	const ofKind = (code: string) => code.replace(new RegExp(`\\b${wanted}\\b`, 'g'), () => expected);
	const told = message.map(piece => {
		if (typeof piece === 'string') return piece;
		return piece.code === 'kind.__name__' ? expected : {...piece, code: ofKind(piece.code)};
	});
	if (fields.length === 1) {
		const put = (code: string) => code.replace(new RegExp(`\\b${loop}\\b`, 'g'), () => text(key));
		const said = told.map(piece => {
			if (typeof piece === 'string') return piece;
			return piece.code === loop ? key : {...piece, code: put(piece.code)};
		});
		writeAssert(draft, put(ofKind(condition)), said);
		return;
	}
	if (fields.every(([, other]) => other === expected)) {
		draft.put(`for ${loop} in `, tuple(fields.map(([name]) => text(name))), ':');
		draft.indented(() => writeAssert(draft, ofKind(condition), told, true));
		return;
	}
	const table: Group = dict(fields);
	draft.put(`for ${loop}, ${wanted} in `, {...table, close: `${table.close}.items()`}, ':');
	draft.indented(() => writeAssert(draft, condition, message, true));
}

/** Whether reading a list by name has said already that it is one, of records. */
const isRecordList = ({items}: Schema): boolean => typeof items === 'object' && items !== null && 'properties' in items;

function writeClosed(draft: Draft, base: string, keys: string[], prefix: Template): void {
	draft.put(`unknown = ${base}.keys() - `, {
		open: '{',
		items: keys.map(key => ({prefix: '', value: text(key)})),
		close: '}',
	});
	writeAssert(draft, 'not unknown', [...prefix, 'fields that the document does not know: ', {code: 'sorted(unknown)'}]);
}

function writeEntries(
	draft: Draft,
	list: string,
	schema: JsonSchema,
	options: {closed: boolean; prefix: Template; name: string; depth: number},
): void {
	const items = typeof schema === 'boolean' ? undefined : (schema['items'] as JsonSchema | undefined);
	if (items === undefined || typeof items === 'boolean' || draft.detail.shape < 1) return;
	const last = options.name.split('.').at(-1)!;
	const usual =
		isGeneric.test(last) && answersRecords(draft)
			? nounOf(draft.recipe.endpoint)
			: snake(singular(last) === last ? `one_${last}` : singular(last));
	const isTaken = usual.endsWith('_') || draft.names.has(usual);
	const entry = isTaken ? `one_${usual.replace(/_$/, '')}` : usual;
	const start = draft.lines.length;
	const {subject} = draft;
	if (subject) draft.subject = {...subject, isOfEntries: true};
	let isLooked = false;
	draft.block(`for ${entry} in ${list}:`, () => {
		const before = draft.lines.length;
		const itemTypes = pythonTypes(items);
		// What holds fields is looked into: another entry must end in words.
		if (items['properties'] === undefined && itemTypes.length === 1)
			writeAssert(draft, `type(${entry}) is ${itemTypes[0]!}`, [
				...options.prefix,
				`${options.name} holds `,
				shown(entry),
				`, not ${itemTypes[0]!}`,
			]);
		if (items['properties'] !== undefined && (draft.collects || !(options.depth === 0 && /^\w+$/.test(list))))
			writeAssert(draft, `type(${entry}) is dict`, [
				...options.prefix,
				`${options.name} holds `,
				shown(entry),
				', no record',
			]);
		const guards = draft.lines.length;
		const key = identifier(items);
		const which: Template = key === null ? [] : [{code: `${entry}.get(${text(key)})`, repr: true}, ': '];
		writeShape(draft, entry, items, {
			...options,
			prefix: [...options.prefix, ...which],
			name: options.name,
			depth: options.depth + 1,
		});
		isLooked = draft.lines.length > guards || (guards > before && (options.depth === 0 || itemTypes.length === 1));
	});
	draft.subject = subject;
	// A schema that says nothing about the entries leaves a loop without a body.
	if (!isLooked) draft.lines.splice(start);
}

/** Whether an answer is a list, in whatever envelope: entries of a list in a record are no records of its kind. */
const answersRecords = ({recipe: {endpoint}}: Draft): boolean =>
	endpoint.method === 'GET' && !endpoint.path.endsWith('}');

/** Names of lists that say nothing of their entries. */
const isGeneric = /^(?:data|items|results?|entries|records|list|rows|values?|content|objects|entry)$/;

const identifiers = ['id', '_id', 'uuid', 'key', 'slug', 'fingerprint', 'name'];

/** The field by which a message says which entry of a list it is about; null: it has none. */
function identifier(items: Schema): string | null {
	const properties = Object.keys((items['properties'] as Record<string, JsonSchema> | undefined) ?? {});
	return identifiers.find(name => properties.includes(name)) ?? null;
}

const pythonTypes = (schema: JsonSchema): string[] => [
	...new Set([
		...typesOf(schema).flatMap(type => kinds[type] ?? []),
		...(typeof schema === 'object' && schema['nullable'] === true ? kinds['null']! : []),
	]),
];
