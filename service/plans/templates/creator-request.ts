import {isLink} from '../kinds/find-kinds.ts';
import type {PlanOperation} from '../model/operation.ts';
import type {Call} from '../recipe.ts';
import {parentOf} from './action.ts';
import type {PlanContext} from './context.ts';
import type {RecipeDraft} from './recipe-draft.ts';
import type {RequestOptions} from './recipe-options.ts';

/**
 * The request of a creator beside its one test. What relates two records that are there, and answers no name of its own for
 * that, is done below a parent of the row's own: nobody relates the same pair twice, and the relation goes with the parent.
 */
export function creatorRequest(
	draft: RecipeDraft,
	operation: PlanOperation,
	context: PlanContext,
	options: RequestOptions,
): Call {
	const parent = isRelation(operation, context) ? parentOf(operation, context) : null;
	const own = parent && draft.ownRecord(parent);
	return own ? draft.requestOn(operation, own, options) : draft.request(operation, options);
}

function isRelation(operation: PlanOperation, {api}: PlanContext): boolean {
	const kind = api.kindMadeBy(operation);
	return isLink(operation, api.schemas) || (kind?.handle?.from === 'sent' && kind.origin !== 'put');
}
