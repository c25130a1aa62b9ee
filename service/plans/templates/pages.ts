import {plural} from '../kinds/names.ts';
import {formOf} from '../model/answer-form.ts';
import {below, each} from '../model/pointer.ts';
import {always, hard, succeeds} from './asserts.ts';
import {pagingOf} from './list-parameters.ts';
import type {RowTemplate} from './row-draft.ts';

/** So many that a page of two is followed by another. */
const records = 3;

/** Page 1 and 2 of size 1 are page 1 of size 2; never more than asked for; empty past the end. */
export const pages: RowTemplate = {
	id: 'pages',
	category: 'functional',
	priority: 'p1',
	fill(draft, operation, {api, canMake}) {
		const kind = api.kindAt(operation);
		const paging = pagingOf(api, operation);
		const form = formOf(api.schemas, operation);
		if (kind?.list !== operation || !kind.creator || kind.deleter === null || !paging || !canMake(kind)) return null;
		const {listHandle} = kind;
		const entry = (list: string) => (listHandle === null ? list : below(each(list), listHandle));
		const path = draft.makeSeveral(kind, records);
		if (path === null) return null;
		draft.step({
			id: 'pages',
			title: 'page through the list',
			role: 'act',
			call: draft.request(operation, {
				path,
				query: {
					[paging.size.name]: {is: 'literal', value: 1},
					...(paging.by === 'cursor' ? {} : {[paging.page.name]: {is: 'literal', value: paging.first}}),
				},
			}),
			asserts: [
				succeeds(operation),
				...always(api, operation),
				hard(
					'pages',
					'the pages do not fit together: {expected}, {actual}',
					{
						type: 'pages',
						size: paging.size.name,
						page: paging.page.name,
						total: paging.total,
						...(paging.next ? {next: paging.next} : {}),
						...(form.form === 'list' ? {list: entry(form.pointer)} : {}),
					},
					'two pages of one are one page of two',
				),
			],
		});
		return {
			title: `pages through ${plural(kind.noun)}`,
			description: `Makes three ${plural(kind.noun)} and asks for pages of one and of two.`,
		};
	},
};
