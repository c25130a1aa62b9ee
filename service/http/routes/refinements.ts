import type {AccountId, RefinementId, TestId} from '../../../contract/ids.ts';
import * as routes from '../../../contract/routes/refinements.ts';
import {ServiceError, notFound} from '../../domain/service-error.ts';
import {findTest} from '../../store/tests/tests.ts';
import {readCursor, writeCursor} from '../cursor.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';

const defaultPageSize = 25;

export function refinementRoutes(on: On, {database, changeSets, refinements, views, now}: Services): void {
	async function requireTest(accountId: AccountId, testId: TestId) {
		const test = await findTest(database, accountId, testId);
		if (!test) throw notFound('test', testId);
		if (test.type !== 'backend')
			throw new ServiceError('VALIDATION_ERROR', 'Sentences change backend tests; a frontend test has its steps.', {
				nextAction: `Change its steps: svc test plan put ${testId} --steps <steps-file>`,
				details: {field: 'testId', reason: 'backend_only'},
			});
		return {id: test.id, projectId: test.project_id, status: test.status};
	}

	on(routes.refineTest, async ({caller, params, body}) =>
		refinements.refineTest(caller.accountId, await requireTest(caller.accountId, params.testId), body),
	);

	on(routes.refineChain, async ({caller, params, body}) => {
		const testId = await views.testOfChain(caller.accountId, params.batchId, params.chainId);
		return refinements.refineTest(caller.accountId, await requireTest(caller.accountId, testId), body);
	});

	on(routes.listRefinements, async ({caller, params: {testId}, query}) => {
		await requireTest(caller.accountId, testId);
		const list = `refinements ${testId}`;
		const after = readCursor(list, query, now());
		const {items, next} = await changeSets.refinements(testId, {pageSize: query.pageSize ?? defaultPageSize, after});
		return {items, nextToken: next === null ? null : writeCursor(list, query, next, now())};
	});

	on(routes.getRefinement, async ({caller, params: {testId, refinementId}, query, hold}) => {
		await requireTest(caller.accountId, testId);
		const {since = 0, waitSeconds} = query;
		const read = async () => {
			const found = await changeSets.refinement(testId, refinementId);
			if (!found) throw notFound('refinement', refinementId);
			return found;
		};
		const view = await read();
		if (waitSeconds === undefined || view.version > since || view.status !== 'drafting') return view;
		await hold(waitSeconds, (waitMs, signal) => changeSets.waitForChange(refinementId, since, waitMs, signal));
		return read();
	});

	const decide =
		(what: 'apply' | 'undo' | 'discard') =>
		async ({
			caller,
			params: {testId, refinementId},
		}: {
			caller: {accountId: AccountId};
			params: {testId: TestId; refinementId: RefinementId};
		}) => {
			await requireTest(caller.accountId, testId);
			return changeSets.decide(testId, refinementId, what);
		};
	on(routes.applyRefinement, decide('apply'));
	on(routes.undoRefinement, decide('undo'));
	on(routes.discardRefinement, decide('discard'));
}
