import type {AccountId} from '../../../contract/ids.ts';
import type {VariablePage} from '../../../contract/variable.ts';
import {listBatchVariables, listProjectVariables} from '../../../contract/routes/variables.ts';
import type {QueryOf} from '../../../contract/route.ts';
import type {ViewedThing} from '../../domain/views.ts';
import {readCursor, writeCursor} from '../cursor.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';

const defaultPageSize = 25;

export function variableRoutes(on: On, {views, now}: Services): void {
	async function answer(
		accountId: AccountId,
		of: ViewedThing,
		query: QueryOf<typeof listBatchVariables>,
	): Promise<VariablePage> {
		const list = `variables ${JSON.stringify(of)}`;
		const {q, cleanup, consumer, sort = 'name', pageSize = defaultPageSize} = query;
		const after = readCursor(list, query, now());
		const page = await views.variables(accountId, of, {q, cleanup, consumer, sort, pageSize, after});
		return {...page, nextToken: page.nextToken && writeCursor(list, query, page.nextToken, now())};
	}

	on(listBatchVariables, ({caller, params, query}) => answer(caller.accountId, params, query));
	on(listProjectVariables, ({caller, params, query}) => answer(caller.accountId, params, query));
}
