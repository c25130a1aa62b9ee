import type {ApiModel} from '../kinds/analyse-api.ts';
import {formOf} from '../model/answer-form.ts';
import type {PlanOperation} from '../model/operation.ts';
import type {PlanParameter} from '../model/plan-endpoint.ts';
import {below} from '../model/pointer.ts';
import {isScalar, type Schemas, type SchemaView, textIn} from '../model/schema.ts';
import {readPointer} from '../code/pointer.ts';
import {plainName} from '../../inference/word-form.ts';
import type {Paging as CheckPaging} from '../recipe.ts';

const sizes = [
	'pagesize',
	'perpage',
	'limit',
	'size',
	'take',
	'count',
	'maxresults',
	'pagelimit',
	'first',
	'top',
	'numberofitems',
];
const pages = ['page', 'pagenumber', 'pageno', 'pageindex', 'p'];
const offsets = ['offset', 'skip', 'start', 'startindex', 'startat', 'from'];
const cursors = [
	'cursor',
	'pagetoken',
	'after',
	'nexttoken',
	'continuation',
	'startingafter',
	'marker',
	'nextcursor',
	'token',
];

export type Paging = {
	size: PlanParameter;
	page: PlanParameter;
	by: 'page' | 'offset' | 'cursor';
	total: string | null;
	first: number;
	/** Where the answer holds the cursor of the next page; null where its schema does not say. */
	next: string | null;
	/** Where the answer says whether there is a next page; null where its schema does not. */
	more: string | null;
};

const named = (operation: PlanOperation, names: readonly string[]) =>
	names.flatMap(name => operation.query.find(one => plainName(one.name) === name) ?? [])[0];

/** How a list is paged: a size and a page, an offset or a cursor; null: it is not, or not in a way that is known. */
export function pagingOf({schemas}: ApiModel, operation: PlanOperation): Paging | null {
	const form = formOf(schemas, operation);
	const size = named(operation, sizes);
	if (form.form !== 'list' || !size) return null;
	const page = named(operation, pages);
	const offset = named(operation, offsets);
	const cursor = named(operation, cursors);
	const parameter = page ?? offset ?? cursor;
	if (!parameter) return null;
	const by = page ? 'page' : offset ? 'offset' : 'cursor';
	// A list alone has no place for a cursor, and of a record that has none nobody can tell how it goes on.
	const next = by === 'cursor' ? nextIn(schemas, operation) : null;
	const more = by === 'cursor' ? moreIn(schemas, operation) : null;
	if (by === 'cursor' && (form.pointer === '$' || next === undefined)) return null;
	const first = by === 'page' ? firstPage(schemas, parameter) : 0;
	return {size, page: parameter, by, total: form.total, first, next: next ?? null, more};
}

/** What the first page is called: what is asked for when nothing is, else what the words or the bound say, else 1. */
function firstPage(schemas: Schemas, {schema, description}: PlanParameter): number {
	const {words} = schemas.view(schema);
	const isFirst = (value: unknown): value is number => value === 0 || value === 1;
	if (isFirst(words['default'])) return words['default'];
	const said = `${description ?? ''} ${textIn(words, 'description') ?? ''}`;
	const [, number] = /\b(zero|0|one|1)(?:-| )(?:based|indexed)\b/i.exec(said) ?? [];
	if (number !== undefined) return /zero|0/i.test(number) ? 0 : 1;
	return isFirst(words['minimum']) ? words['minimum'] : 1;
}

const nextNames = [
	'nextcursor',
	'nexttoken',
	'nextpagetoken',
	'continuationtoken',
	'next',
	'after',
	'lastid',
	'cursor',
];
/** Records beside the entries that say where a list goes on. */
const nextPlaces = ['links', 'meta', 'paging', 'pagination', 'cursors', 'page', 'pageinfo', 'responsemetadata'];

/** Pointer of the next cursor in an answer; null: its schema names no fields; undefined: it names others only. */
function nextIn(schemas: ApiModel['schemas'], operation: PlanOperation): string | null | undefined {
	const levels = levelsOf(schemas, operation);
	if (levels[0]!.view.properties.size === 0) return null;
	return fieldIn(schemas, operation, nextNames, isCursor);
}

/** Pointer of a field with one of these names, the first one before the others; undefined: there is none. */
function fieldIn(
	schemas: ApiModel['schemas'],
	operation: PlanOperation,
	names: readonly string[],
	fits: (view: SchemaView) => boolean,
): string | undefined {
	for (const wanted of names)
		for (const {at, view} of levelsOf(schemas, operation))
			for (const [name, schema] of view.properties)
				if (plainName(name) === wanted && fits(schemas.view(schema))) return below(at, name);
	return undefined;
}

const moreNames = ['hasmore', 'hasnext', 'hasnextpage'];

/** Pointer of what says in an answer whether there is a next page; null: its schema has no such field. */
function moreIn(schemas: ApiModel['schemas'], operation: PlanOperation): string | null {
	return fieldIn(schemas, operation, moreNames, ({types}) => types.has('boolean')) ?? null;
}

/** An answer, what its list stands in, and the records in both that say how the list goes on. */
function levelsOf(schemas: ApiModel['schemas'], operation: PlanOperation): Array<{at: string; view: SchemaView}> {
	const form = formOf(schemas, operation);
	const around = form.form === 'list' ? readPointer(form.pointer).slice(0, -1) : [];
	const levels = [{at: '$', view: schemas.view(operation.success?.schema)}];
	for (const name of around) {
		const {at, view} = levels.at(-1)!;
		if (typeof name !== 'string') break;
		levels.push({at: below(at, name), view: schemas.view(view.properties.get(name))});
	}
	return levels.flatMap(level => [
		level,
		...[...level.view.properties]
			.filter(([name]) => nextPlaces.includes(plainName(name)))
			.map(([name, one]) => ({at: below(level.at, name), view: schemas.view(one)})),
	]);
}

/** An address of the next page is none. */
const isCursor = ({types, words}: SchemaView): boolean =>
	isCursorType(types) && words['format'] !== 'uri' && !/\burl\b/i.test(String(words['description'] ?? ''));
const isCursorType = (types: ReadonlySet<string>): boolean =>
	types.size === 0 || types.has('string') || types.has('integer');

const usualMost = 100;

/** How a list is walked through: as many entries a page as its document allows. Null: it has no pages. */
export function walkOf(api: ApiModel, operation: PlanOperation): CheckPaging | null {
	const paging = pagingOf(api, operation);
	if (!paging) return countedPages(api, operation);
	const more = paging.more ?? (paging.by === 'cursor' ? null : furtherIn(api, operation));
	const {maximum} = api.schemas.view(paging.size.schema).words;
	const most = typeof maximum === 'number' ? Math.min(maximum, usualMost) : usualMost;
	return {
		size: paging.size.name,
		page: paging.page.name,
		by: paging.by,
		first: paging.first,
		most,
		...(paging.next ? {next: paging.next} : {}),
		...(more ? {more} : {}),
	};
}

/** What is empty on the last page, a cursor, a number or an address. */
const furtherNames = ['next', 'nextpage', 'nextpageurl', 'nexturl', 'nextlink', 'nextcursor', 'nexttoken'];

/** Pointer of what says in an answer that another page follows; null: no field does. */
const furtherIn = ({schemas}: Pick<ApiModel, 'schemas'>, operation: PlanOperation): string | null =>
	moreIn(schemas, operation) ?? fieldIn(schemas, operation, furtherNames, ({types}) => isCursorType(types)) ?? null;

/** Pages that have a number and a length of their own, where an answer says whether another one follows: `next` is null. */
function countedPages({schemas}: ApiModel, operation: PlanOperation): CheckPaging | null {
	const page = named(operation, pages);
	const form = formOf(schemas, operation);
	if (!page || named(operation, sizes) || form.form !== 'list' || form.pointer === '$') return null;
	const more = furtherIn({schemas}, operation);
	const first = firstPage(schemas, page);
	return more ? {page: page.name, by: 'page', first, most: usualMost, more} : null;
}

export const isPagingName = (name: string): boolean =>
	[...sizes, ...pages, ...offsets, ...cursors].includes(plainName(name));

const searchNames = new Set(['q', 'query', 'search', 'term', 'keyword', 'keywords', 'searchterm', 'text']);

/** Whether a parameter asks for a word somewhere in a record, and not for the value of a field. */
export const isSearchName = (name: string): boolean => searchNames.has(plainName(name));

export type Filter = {parameter: PlanParameter; field: string; op: '=' | '<=' | '>='; view: SchemaView};

/** `dnssec`, "whether to include the field in the answer": it says what is shown of the entries, not which ones. */
const choosesWhatIsShown = ({description}: PlanParameter): boolean => {
	const said = description ?? '';
	const at = said.search(/\b(?:include|omit|hide|show|return|embed|expand|add)s?\b/i);
	return (
		at >= 0 &&
		/\b(?:whether|if|true|set)\b/i.test(said.slice(0, at)) &&
		/\b(?:fields?|propert(?:y|ies)|details?|columns?|attributes?)\b/i.test(said.slice(at, at + 80))
	);
};

/** Query parameters that name a field of the entries, or its least or most. */
export function filtersOf({schemas}: ApiModel, operation: PlanOperation): Filter[] {
	const form = formOf(schemas, operation);
	if (form.form !== 'list') return [];
	const fields = new Map(
		[...form.view.properties].map(([name, schema]) => [plainName(name), {name, view: schemas.view(schema)}]),
	);
	return operation.query.flatMap((parameter): Filter[] => {
		if (isPagingName(parameter.name) || isSearchName(parameter.name) || choosesWhatIsShown(parameter)) return [];
		const plain = plainName(parameter.name);
		const exact = fields.get(plain);
		if (exact && isScalar(exact.view)) return [{parameter, field: exact.name, op: '=', view: exact.view}];
		const bound = /^(min|max)(.+)$/.exec(plain) ?? /^(.+)(min|max|from|to)$/.exec(plain);
		if (!bound) return [];
		const [edge, stem] = /^(?:min|max)/.test(plain) ? [bound[1]!, bound[2]!] : [bound[2]!, bound[1]!];
		const field = fields.get(stem) ?? [...fields].find(([name]) => name.startsWith(stem))?.[1];
		const isNumber = field?.view.types.has('integer') || field?.view.types.has('number');
		if (!field || !isNumber) return [];
		return [{parameter, field: field.name, op: edge === 'min' || edge === 'from' ? '>=' : '<=', view: field.view}];
	});
}
