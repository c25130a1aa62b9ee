import type {ApiModel} from '../kinds/analyse-api.ts';
import {formOf} from '../model/answer-form.ts';
import type {Kind} from '../kinds/kind.ts';
import type {PlanOperation} from '../model/operation.ts';
import {below, each, partsOf} from '../model/pointer.ts';
import type {Body, Paging, Value, Values} from '../recipe.ts';
import {sentRecord} from './expect-record.ts';
import {filtersOf, pagingOf, walkOf} from './list-parameters.ts';

/** How an entry is looked for in a list: on its last page where pages are counted, else page by page. */
export function entriesOf(api: ApiModel, operation: PlanOperation): 'lastPage' | 'walk' {
	const form = formOf(api.schemas, operation);
	const paging = pagingOf(api, operation);
	return paging && paging.by !== 'cursor' && form.form === 'list' && form.total !== null ? 'lastPage' : 'walk';
}

/** The query that narrows a list down to the own record, and how it is looked for in what is answered. */
export type Lookup = {query: Values; locate: 'filter' | 'lastPage' | 'walk'; paging: Paging | null};

/**
 * Where an own record is looked for on a used database, on which it need not stand on the first page: by a filter on a
 * field that is its own, else by going through the pages.
 *
 * @param body what the record was created with
 * @param narrows whether a filter by this value leaves only records of the test itself
 */
export function lookup(
	api: ApiModel,
	list: PlanOperation,
	body: Body | null,
	narrows: (value: Value, field: string) => boolean = value => value.is === 'unique',
): Lookup {
	const {fields} = sentRecord(body);
	for (const {parameter, field, op} of filtersOf(api, list)) {
		const value = fields[field];
		if (op === '=' && value && narrows(value, field))
			return {query: {[parameter.name]: value}, locate: 'filter', paging: null};
	}
	return {query: {}, locate: entriesOf(api, list), paging: walkOf(api, list)};
}

/**
 * The place of the entries among which a handle is looked for. In a list it may stand under another name than in the
 * answer that gave it: `silenceID` of the creator is `id` there.
 *
 * @param pointer of the list
 */
export function entriesWith({listHandle}: Kind, pointer: string, handle: Value): string {
	const last = handle.is === 'step' ? partsOf(handle.pointer).at(-1) : undefined;
	const usual = typeof last === 'string' && last !== '*' ? last : 'id';
	return listHandle === null || listHandle === usual ? pointer : below(each(pointer), listHandle);
}
