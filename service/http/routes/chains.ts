import type {ChainPage} from '../../../contract/chain.ts';
import type {AccountId} from '../../../contract/ids.ts';
import {listBatchChains, listProjectChains, rerunChain, rerunProjectChains} from '../../../contract/routes/chains.ts';
import type {QueryOf} from '../../../contract/route.ts';
import type {ViewedThing} from '../../domain/views.ts';
import {readCursor, writeCursor} from '../cursor.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {requireRerunTargets, requireSource} from '../trigger-input.ts';

const defaultPageSize = 25;

export function chainRoutes(on: On, services: Services): void {
	const {views, engine, now} = services;
	async function answer(
		accountId: AccountId,
		of: ViewedThing,
		query: QueryOf<typeof listBatchChains>,
	): Promise<ChainPage> {
		const list = `chains ${JSON.stringify(of)}`;
		const {chainId, bodies = true, pageSize = defaultPageSize} = query;
		const page = await views.chains(accountId, of, {chainId, bodies, pageSize, after: readCursor(list, query, now())});
		return {...page, nextToken: page.nextToken && writeCursor(list, query, page.nextToken, now())};
	}

	on(listBatchChains, ({caller, params, query}) => answer(caller.accountId, params, query));
	on(listProjectChains, ({caller, params, query}) => answer(caller.accountId, params, query));

	on(rerunChain, async ({caller, params, body}) => {
		const source = requireSource(body.source);
		const testId = await views.testOfChain(caller.accountId, params.batchId, params.chainId);
		const {environment, skipDependencies = false} = body;
		await requireRerunTargets(services, caller.accountId, {testIds: [testId]}, environment);
		return engine.rerunTest(caller.accountId, testId, {source, environment, skipDependencies});
	});

	on(rerunProjectChains, async ({caller, params, body}) => {
		const source = requireSource(body.source);
		const {skipDependencies = false} = body;
		const {projectId} = params;
		// "With skip on producers are skipped where previous captures remain valid": they have to be named for that.
		const testIds = await views.testsOfChains(caller.accountId, projectId, {withProducers: skipDependencies});
		await requireRerunTargets(services, caller.accountId, {projectId}, undefined);
		return engine.rerunBatch(caller.accountId, {source, skipDependencies, projectId, testIds});
	});
}
