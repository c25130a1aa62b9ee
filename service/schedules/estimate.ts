import type {AccountId, TestListId} from '../../contract/ids.ts';
import {runCost, toCredits} from '../domain/credit-costs.ts';
import {planFreshRun} from '../graph/plan-batch.ts';
import type {Database} from '../store/database.ts';
import {readSnapshots} from '../store/batches/project-snapshot.ts';
import {findProjectsOf} from '../store/runs/read-run.ts';
import type {ScheduleTable} from '../store/schedules/schedule-tables.ts';
import {countRunnableTests} from '../store/schedules/schedules.ts';
import {listCases} from '../store/tests/test-lists.ts';

/**
 * Credits of one run as things stand: every backend test with code of a project, or the tests of a list with what they
 * need. Tests that no runner of this service takes cost nothing.
 */
export async function estimateCredits(
	database: Database,
	{account_id, target_type, target_id}: Pick<ScheduleTable, 'account_id' | 'target_type' | 'target_id'>,
	now: number,
): Promise<number> {
	const count =
		target_type === 'project'
			? await countRunnableTests(database, target_id)
			: await countOfList(database, account_id, target_id, now);
	return toCredits(count * runCost.backend);
}

async function countOfList(database: Database, accountId: AccountId, listId: TestListId, now: number): Promise<number> {
	const testIds = (await listCases(database, accountId, listId)).map(({id}) => id);
	const projectOf = await findProjectsOf(database, accountId, testIds);
	const projects = [...new Set(projectOf.values())].map(projectId => ({
		projectId,
		testIds: testIds.filter(id => projectOf.get(id) === projectId),
		environment: 'default' as const,
	}));
	const snapshots = await database
		.transaction()
		.execute(transaction => readSnapshots(transaction, {accountId, projects, forRerun: false}, now));
	const asked = new Set(testIds);
	return snapshots.reduce((sum, {tests}) => {
		const runnable = tests.filter(test => test.type === 'backend' && test.hasCode);
		const selected = runnable.filter(({id}) => asked.has(id));
		return selected.length === 0 ? sum : sum + planFreshRun(runnable, selected).members.length;
	}, 0);
}
