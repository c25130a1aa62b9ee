import {plural, listed} from '../kinds/names.ts';
import {formOf} from '../model/answer-form.ts';
import type {PlanParameter} from '../model/plan-endpoint.ts';
import type {PlanOperation} from '../model/operation.ts';
import {numberIn, type SchemaView, textIn} from '../model/schema.ts';
import {plainName} from '../../inference/word-form.ts';
import type {Kind} from '../kinds/kind.ts';
import type {Check, Value, Values} from '../recipe.ts';
import {sentRecord} from './expect-record.ts';
import {pagingOf} from './list-parameters.ts';
import type {OwnRecord} from './own-record.ts';
import type {RecipeDraft} from './recipe-draft.ts';
import {always, decided, succeeds} from './asserts.ts';
import type {PlanContext} from './context.ts';
import type {RowTemplate} from './row-draft.ts';

const sortNames = new Set(['sort', 'sortby', 'orderby', 'order', 'ordering', 'sorting', 'sortfield']);
const directionNames = new Set([
	'order',
	'direction',
	'dir',
	'sortorder',
	'sortdirection',
	'orderdirection',
	'sortdir',
]);
const mostSorts = 3;

/** A way to ask for an order: the parameters, the field and the direction. */
type Sort = {query: Values; field: string; descending: boolean; isText: boolean; says: string};

/** A list in every order that its document offers: the entries are in it, those without the field anywhere. */
export const sort: RowTemplate = {
	id: 'sort',
	category: 'functional',
	priority: 'p2',
	fill(draft, operation, context) {
		const {api, canMake} = context;
		const form = formOf(api.schemas, operation);
		const kind = api.kindAt(operation);
		if (operation.method !== 'GET' || form.form !== 'list') return null;
		const all = sortsOf(operation, context);
		// One field in both directions says more than two fields in one.
		const sorts = [...all].sort((one, two) => rank(all, one) - rank(all, two)).slice(0, mostSorts);
		if (sorts.length === 0) return null;
		const isOwn = kind?.list === operation && kind.listHandle !== null && canMake(kind);
		const own = isOwn ? threeRecords(draft, kind!, sorts[0]!.field) : [];
		const [first] = own;
		const paging = pagingOf(api, operation);
		const most = paging && numberIn(api.schemas.view(paging.size.schema).words, 'maximum');
		const page: Values = paging ? {[paging.size.name]: {is: 'literal', value: Math.min(most ?? 100, 100)}} : {};
		for (const [place, {query, field, descending, isText, says}] of sorts.entries()) {
			const among: Extract<Check, {type: 'ordered'}>['among'] = first && {
				field: kind!.listHandle!,
				handles: own.map(({handle}) => handle),
				isSent: own.every(({step}) => sentRecord(step.call.body).fields[field] !== undefined),
			};
			const asked = first ? {...page, ...query} : query;
			draft.step({
				id: `sort_${place + 1}`,
				title: `sort by ${says}`,
				role: 'act',
				call: first ? draft.requestOn(operation, first, {query: asked}) : draft.request(operation, {query: asked}),
				asserts: [
					succeeds(operation),
					...always(api, operation),
					decided(
						'ordered',
						'the entries are not in the order of {expected}: {actual}',
						{
							type: 'ordered',
							list: form.pointer,
							by: field,
							descending,
							...(isText ? {isText} : {}),
							...(among ? {among} : {}),
						},
						`parameters.${Object.keys(query)[0]}`,
					),
				],
			});
		}
		const fields = [...new Set(sorts.map(one => one.field))];
		return {
			title: `sorts ${kind ? plural(kind.noun) : 'the list'} by ${listed(fields, 3)}`,
			description: `Asks for the list by ${listed(sorts.map(({says}) => says))}.`,
		};
	},
};

const mostTries = 12;

/** Three records whose values of a field are in no order as they are made; none where they cannot be made. */
function threeRecords(draft: RecipeDraft, kind: Kind, field: string): OwnRecord[] {
	const made: OwnRecord[] = [];
	const sent = ({step}: OwnRecord) => sortable(sentRecord(step.call.body).fields[field]);
	for (let number = 0; number < mostTries && made.length < 3; number++) {
		const id = ['create', 'create_second', 'create_third'][made.length]!;
		const own = draft.ownRecord(kind, {
			id,
			variant: number === 0 ? '' : `sort ${number}`,
			body: 'all',
			only: [field],
			title: `make ${['a', 'a second', 'a third'][made.length]} ${kind.noun}`,
		});
		if (!own) return [];
		const values = [...made, own].map(sent);
		const isLast = number >= mostTries - 3 + made.length;
		if (isLast || isMixed(values)) made.push(own);
		else draft.steps.pop();
	}
	return made;
}

/** A value as a text that is sorted like it. */
const sortable = (value: Value | undefined): string =>
	value?.is === 'literal' && typeof value.value === 'number'
		? String(value.value).padStart(20, '0')
		: JSON.stringify(value ?? null);

/** All different, and of three the second is the first or the last of all. */
function isMixed([first, second, third]: readonly string[]): boolean {
	if (first === undefined || second === undefined) return true;
	if (first === second || third === second || third === first) return false;
	return third === undefined || second < first !== third < second;
}

/** Fields in both directions first, in the order of the document. */
const rank = (all: readonly Sort[], {field}: Sort): number => {
	const isBoth = new Set(all.filter(one => one.field === field).map(({descending}) => descending)).size > 1;
	return (isBoth ? 0 : 1000) + all.findIndex(one => one.field === field);
};

/** The orders that a list can be asked for, of those whose field its entries have. */
export function sortsOf(operation: PlanOperation, {api}: PlanContext): Sort[] {
	const form = formOf(api.schemas, operation);
	if (form.form !== 'list') return [];
	const fields = new Map(
		[...form.view.properties].map(([name, schema]) => [plainName(name), {name, view: api.schemas.view(schema)}]),
	);
	const parameter = operation.query.find(
		one => sortNames.has(plainName(one.name)) && !isDirection(api.schemas.view(one.schema)),
	);
	if (!parameter) return [];
	const direction = operation.query.find(
		one => one !== parameter && directionNames.has(plainName(one.name)) && isDirection(api.schemas.view(one.schema)),
	);
	const values = valuesOf(parameter, api.schemas.view(parameter.schema));
	const both = direction ? values : [...new Set(values.flatMap(value => [value, ...opposite(value)]))];
	return both.flatMap((value): Sort[] => {
		const {stem, descending} = readSort(value);
		const field = fields.get(plainName(stem));
		if (!field || field.view.types.has('object') || field.view.types.has('array')) return [];
		const isText = field.view.types.has('string') && !/^date/.test(textIn(field.view.words, 'format') ?? '');
		const asked = (query: Values, isDown: boolean): Sort => ({
			query,
			field: field.name,
			descending: isDown,
			isText,
			says: `${field.name}${isDown ? ' downwards' : ''}`,
		});
		const query: Values = {[parameter.name]: {is: 'literal', value}};
		if (!direction) return [asked(query, descending)];
		return directionsOf(api.schemas.view(direction.schema)).map(({value: way, isDown}) =>
			asked({...query, [direction.name]: {is: 'literal', value: way}}, isDown),
		);
	});
}

/** `name:asc` → `name:desc`: what names its direction has the other one as well. */
function opposite(value: string): string[] {
	const [, stem, way] = /^(.+[:_ .])(asc|desc)$/.exec(value) ?? [];
	return stem === undefined ? [] : [`${stem}${way === 'asc' ? 'desc' : 'asc'}`];
}

/** `-name`, `name:desc`, `name_desc`, `name desc`. */
function readSort(value: string): {stem: string; descending: boolean} {
	const [, minus, body = ''] = /^([-+]?)(.*)$/.exec(value) ?? [];
	const end = /^(.+?)[:_ .]?(asc|desc)(?:ending)?$/i.exec(body);
	return {stem: end?.[1] ?? body, descending: minus === '-' || end?.[2]?.toLowerCase() === 'desc'};
}

const isDirection = (view: SchemaView): boolean =>
	(view.enum ?? []).length > 0 && view.enum!.every(one => /^(?:asc|desc)/i.test(String(one)));

const directionsOf = ({enum: values}: SchemaView) =>
	(values ?? []).map(value => ({value: String(value), isDown: /^desc/i.test(String(value))}));

/** Out of the list of allowed values, else what the description shows in quotes or as an example. */
function valuesOf({description, example}: PlanParameter, view: SchemaView): string[] {
	const listedValues = (view.enum ?? []).filter(one => typeof one === 'string');
	if (listedValues.length > 0) return listedValues;
	const items = view.items === null ? null : (view.items as {enum?: unknown}).enum;
	if (Array.isArray(items)) return items.filter(one => typeof one === 'string');
	const said = `${description ?? ''} ${textIn(view.words, 'description') ?? ''}`;
	const quoted = [...said.matchAll(/[`'"]([-+]?\w+(?:[:_ ](?:asc|desc))?)[`'"]/g)].map(([, value]) => value!);
	const shown = [example, view.words['example'], view.words['default']].filter(one => typeof one === 'string');
	return [...new Set([...shown, ...quoted])];
}
