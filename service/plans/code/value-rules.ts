import type {Json, JsonSchema} from '../recipe.ts';
import {read} from './access.ts';
import type {Draft} from './draft.ts';
import {flat, literal, shown, type Template, text, tuple} from './expression.ts';
import {writeAssert} from './statement.ts';

type Schema = Record<string, unknown>;

/** Entries of an enumeration that are still read. */
export const mostOptions = 20;

/** Whether a value of the schema is compared with something that only a value of its type can be compared with. */
export const hasRules = (schema: Schema): boolean =>
	['pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].some(rule => schema[rule] !== undefined) ||
	[...Object.keys(forms), ...Object.keys(formats)].includes(String(schema['format']));

/** Forms of text that several fields of a record may have: what they are called in a test, and what a comment says of them. */
const forms: {[format: string]: {name: string; code: string; words: string}} = {
	'date-time': {
		name: 'STAMP',
		words: 'A moment as RFC 3339 writes it, with its offset.',
		code: 're.compile(r"\\d{4}-(0\\d|1[0-2])-([0-2]\\d|3[01])[T ]([01]\\d|2[0-3]):[0-5]\\d:[0-6]\\d(\\.\\d+)?(Z|[+-]\\d\\d:?\\d\\d)")',
	},
	date: {
		name: 'DATE',
		words: 'A day as ISO 8601 writes it.',
		code: 're.compile(r"\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])")',
	},
	uuid: {
		name: 'UUID',
		words: '',
		code: 're.compile(r"(?i)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")',
	},
};

/** Every moment, day and UUID of a record is one from its beginning to its end: those of a form in one loop. */
export function writeForms(
	draft: Draft,
	base: string,
	properties: ReadonlyArray<readonly [string, JsonSchema]>,
	required: ReadonlySet<string>,
	{prefix, loop}: {prefix: Template; loop: string},
): void {
	for (const [format, {name, code, words}] of Object.entries(forms)) {
		const own = properties.flatMap(([key, part]) =>
			typeof part === 'object' && hasForm(part, format) ? [{key, part}] : [],
		);
		if (own.length === 0) continue;
		draft.imports.add('import re');
		draft.constant(name, code);
		if (words !== '') draft.explain(name, words);
		writeForm(draft, base, {name, own}, required, {prefix, loop});
	}
}

const hasForm = (schema: Schema, format: string): boolean =>
	schema['format'] === format && schema['enum'] === undefined && typesOf(schema).includes('string');

function writeForm(
	draft: Draft,
	base: string,
	{name, own: moments}: {name: string; own: Array<{key: string; part: Schema}>},
	required: ReadonlySet<string>,
	{prefix, loop}: {prefix: Template; loop: string},
): void {
	const write = (isCertain: boolean) => {
		const names = moments
			.filter(({key, part}) => (required.has(key) && !isNullable(part)) === isCertain)
			.map(({key}) => key);
		const [only] = names;
		if (only === undefined) return;
		const key = names.length === 1 ? text(only) : loop;
		const mayBeNull = !isCertain && moments.some(one => names.includes(one.key) && isNullable(one.part));
		const value = mayBeNull ? `${base}.get(${key})` : `${base}[${key}]`;
		const said: Template = [...prefix, names.length === 1 ? only : {code: loop}, ' is ', shown(value)];
		const either = isCertain ? '' : mayBeNull ? `${value} is None or ` : `${key} not in ${base} or `;
		const condition = `${either}${name}.fullmatch(${value})`;
		if (names.length === 1) {
			writeAssert(draft, condition, said);
			return;
		}
		draft.put(`for ${loop} in `, tuple(names.map(text)), ':');
		draft.indented(() => writeAssert(draft, condition, said, true));
	};
	write(true);
	write(false);
}

/** Enumeration, pattern, format and bounds of one field. */
export function writeRules(
	draft: Draft,
	base: string,
	key: string,
	schema: JsonSchema,
	isRequired: boolean,
	place: Template,
): void {
	if (typeof schema === 'boolean') return;
	const isCertain = isRequired && !isNullable(schema);
	// What may be left out is not null for that.
	const mayBeNull = !isCertain && (isNullable(schema) || schema['enum'] !== undefined);
	const value = mayBeNull ? `${base}.get(${text(key)})` : read(base, [key]);
	const either = isCertain ? '' : mayBeNull ? `${value} is None or ` : `${text(key)} not in ${base} or `;
	const message: Template = [...place, ' is ', shown(value)];
	const options = schema['enum'];
	if (Array.isArray(options) && options.length > 0 && options.length <= mostOptions) {
		const [only] = options;
		if (isCertain && options.length === 1) {
			// In a loop over cases nothing ends the case before it.
			const got = draft.collects ? `${base}.get(${text(key)})` : value;
			const wanted = literal(only as Json);
			writeAssert(draft, `${got} == ${wanted}`, [...place, ' is ', shown(got), `, not ${wanted}`]);
			return;
		}
		const allowed = isCertain || options.includes(null) ? options : [...options, null];
		writeAssert(draft, `${value} in ${flat(tuple(allowed.map(option => literal(option as Json))))}`, message);
		return;
	}
	if (Object.keys(forms).some(format => hasForm(schema, format))) return;
	const pattern = patternOf(schema);
	if (pattern !== null && typesOf(schema).includes('string')) {
		draft.imports.add('import re');
		writeAssert(draft, `${either}re.search(${pattern}, ${value})`, message);
	}
	const low = boundOf(schema, 'minimum', 'exclusiveMinimum', '<=', '<');
	const high = boundOf(schema, 'maximum', 'exclusiveMaximum', '<=', '<');
	// Text has no bounds, not even where it is the text of a number.
	if ((low === null && high === null) || typesOf(schema).includes('string')) return;
	const left = low === null ? '' : `${low.limit} ${low.sign} `;
	const right = high === null ? '' : ` ${high.sign} ${high.limit}`;
	writeAssert(draft, `${either}${left}${value}${right}`, message);
}

function boundOf(schema: Schema, plain: string, exclusive: string, sign: string, strict: string) {
	const limit = schema[plain];
	const beyond = schema[exclusive];
	if (typeof beyond === 'number') return {limit: beyond, sign: strict};
	if (typeof limit !== 'number' || Math.abs(limit) >= 2 ** 53 - 1) return null;
	return {limit, sign: beyond === true ? strict : sign};
}

const formats: Record<string, string> = {
	email: 'r"^[^@\\s]+@[^@\\s]+$"',
};

/** A pattern as a raw string: one that both languages read alike, else none. */
function patternOf(schema: Schema): string | null {
	const {pattern, format} = schema;
	// The pattern behind a well-known format says the same in a hundred characters.
	if (typeof format === 'string' && formats[format] !== undefined) return formats[format];
	return typeof pattern === 'string' && isCommonPattern(pattern) ? `r"${pattern}"` : null;
}

/** Only what both kinds of regular expressions know, and what a raw string can hold. */
const isCommonPattern = (pattern: string): boolean =>
	pattern.length <= 80 &&
	/^[\x20-\x7e]+$/.test(pattern) &&
	!/["']|\\[pPukcx]|\(\?|\\$|\[\[|&&|--|~~|\|\|/.test(pattern) &&
	(() => {
		try {
			return new RegExp(pattern, 'u') instanceof RegExp;
		} catch {
			return false;
		}
	})();

const isNullable = (schema: Schema): boolean => schema['nullable'] === true || typesOf(schema).includes('null');

/** Names of the types a schema allows; empty when it does not say. */
export function typesOf(schema: JsonSchema): string[] {
	if (typeof schema === 'boolean') return [];
	const {type, properties, items} = schema;
	const types = Array.isArray(type) ? (type as string[]) : typeof type === 'string' ? [type] : [];
	if (types.length === 0) return properties ? ['object'] : items ? ['array'] : [];
	return schema['nullable'] === true && !types.includes('null') ? [...types, 'null'] : types;
}
