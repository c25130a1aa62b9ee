import {isLogin, isLogout} from '../model/meaning.ts';
import type {PlanOperation} from '../model/operation.ts';
import {isAction} from './action.ts';
import {summaryOf, told} from './operation-words.ts';
import {always, documentedShape, succeeds} from './asserts.ts';
import type {PlanContext} from './context.ts';
import {echoes} from './expect-record.ts';
import type {RowTemplate} from './row-draft.ts';
import {bulkField} from './unsafe-reason.ts';

/**
 * A POST that makes no kind of its own and stands below no record, such as one that computes something or takes a list of
 * events: one call with a full body. Planning 4.1.2: what cannot be deleted is made by one row alone.
 */
export const call: RowTemplate = {
	id: 'call',
	category: 'functional',
	priority: 'p1',
	fill(draft, operation, context) {
		if (!isLoneCall(operation, context)) return null;
		const {api} = context;
		const request = draft.request(operation, {body: 'all'});
		draft.safety = 'own_records';
		draft.step({
			id: 'call',
			title: summaryOf(operation),
			role: 'act',
			call: request,
			asserts: [
				succeeds(operation),
				...always(api, operation),
				...documentedShape(api, operation, 2),
				...echoes(api, operation, {sender: operation, body: request.body}),
			],
		});
		return {title: told(summaryOf(operation)), description: 'Sends the request as the document describes it.'};
	},
};

function isLoneCall(operation: PlanOperation, context: PlanContext): boolean {
	const {api, unsafe} = context;
	if (operation.method !== 'POST' || operation.pathParameters.length > 0 || api.kindMadeBy(operation)) return false;
	if (isLogin(operation, api.schemas) || isLogout(operation) || isAction(operation, context)) return false;
	return unsafe(operation) === null && bulkField(api, operation) === null;
}
