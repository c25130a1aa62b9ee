import type {CallsView} from '../../../contract/call.ts';
import type {AccountId} from '../../../contract/ids.ts';
import {getProjectCall, listBatchCalls, listProjectCalls} from '../../../contract/routes/calls.ts';
import type {QueryOf} from '../../../contract/route.ts';
import type {ViewedThing} from '../../domain/views.ts';
import {readCursor, writeCursor} from '../cursor.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';

const defaultPageSize = 25;

export function callRoutes(on: On, {views, now}: Services): void {
	async function answer(
		accountId: AccountId,
		of: ViewedThing,
		query: QueryOf<typeof listBatchCalls>,
	): Promise<CallsView> {
		const list = `calls ${JSON.stringify(of)}`;
		const {endpoint, testId, kind, bodies = true, pageSize = defaultPageSize} = query;
		const after = readCursor(list, query, now());
		const view = await views.calls(accountId, of, {endpoint, testId, kind, bodies, pageSize, after});
		return {...view, nextToken: view.nextToken && writeCursor(list, query, view.nextToken, now())};
	}

	on(listBatchCalls, ({caller, params, query}) => answer(caller.accountId, params, query));
	on(getProjectCall, ({caller, params: {projectId, callId}, query: {bodies = true}}) =>
		views.call(caller.accountId, projectId, callId, {bodies}),
	);
	on(listProjectCalls, ({caller, params, query}) => answer(caller.accountId, params, query));
}
