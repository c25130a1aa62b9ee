import type {ApiModel} from '../kinds/analyse-api.ts';
import {formOf} from '../model/answer-form.ts';
import type {PlanOperation} from '../model/operation.ts';
import {pagingOf} from './list-shape.ts';

/** How an entry is looked for in a list: on its last page where pages are counted, else page by page. */
export function entriesOf(api: ApiModel, operation: PlanOperation): 'lastPage' | 'walk' {
	const form = formOf(api.schemas, operation);
	const paging = pagingOf(api, operation);
	return paging && paging.by !== 'cursor' && form.form === 'list' && form.total !== null ? 'lastPage' : 'walk';
}
