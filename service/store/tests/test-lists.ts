import type {Insertable, Updateable} from 'kysely';
import type {AccountId, BatchId, TestId, TestListId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';
import {type PageRequest, pageOf, type RowPage} from '../page.ts';
import {findScheduleOf} from '../schedules/schedules.ts';
import type {TestListTable, TestTable} from './test-tables.ts';

export type TestListRow = TestListTable & {case_count: number};

/** A case as a list shows it. */
export type CaseRow = Pick<
	TestTable,
	'id' | 'type' | 'project_id' | 'name' | 'category' | 'priority' | 'updated_at' | 'status'
> & {
	project_name: string;
};

/** "Tests per list". */
export const maxCases = 2000;

const listed = (database: Database, accountId: AccountId) =>
	database
		.selectFrom('test_lists')
		.selectAll()
		.select(({selectFrom}) =>
			selectFrom('test_list_cases')
				.innerJoin('tests', 'tests.id', 'test_list_cases.test_id')
				.innerJoin('projects', 'projects.id', 'tests.project_id')
				.select(({fn}) => fn.countAll<number>().as('count'))
				.whereRef('test_list_cases.list_id', '=', 'test_lists.id')
				.where('projects.account_id', '=', accountId)
				.as('case_count'),
		)
		.where('account_id', '=', accountId);

const counted = <Row extends {case_count: number | null}>(row: Row) => ({...row, case_count: row.case_count ?? 0});

/** Null: the account has no such list. */
export async function findTestList(
	database: Database,
	accountId: AccountId,
	listId: TestListId,
): Promise<TestListRow | null> {
	const row = await listed(database, accountId).where('id', '=', listId).executeTakeFirst();
	return row ? counted(row) : null;
}

/** Lists of an account, newest first. */
export async function listTestLists(
	database: Database,
	accountId: AccountId,
	{pageSize, after}: PageRequest,
): Promise<RowPage<TestListRow>> {
	const rows = await listed(database, accountId)
		.$if(after !== null, query => query.where('id', '<', after!))
		.orderBy('id', 'desc')
		.limit(pageSize + 1)
		.execute();
	return pageOf(rows.map(counted), pageSize);
}

/** Cases of a list in the order in which they were added; tests that were deleted are gone from it. */
export function listCases(database: Database, accountId: AccountId, listId: TestListId): Promise<CaseRow[]> {
	return database
		.selectFrom('test_list_cases')
		.innerJoin('tests', 'tests.id', 'test_list_cases.test_id')
		.innerJoin('projects', 'projects.id', 'tests.project_id')
		.select([
			'tests.id',
			'tests.type',
			'tests.project_id',
			'tests.name',
			'tests.category',
			'tests.priority',
			'tests.updated_at',
			'tests.status',
			'projects.name as project_name',
		])
		.where('test_list_cases.list_id', '=', listId)
		.where('projects.account_id', '=', accountId)
		.orderBy('test_list_cases.place')
		.execute();
}

/**
 * Stores a list with its cases. `slots`: the account has as many lists as its plan allows (null: any number);
 * `name_taken`: another list has the name.
 */
export function insertTestList(
	database: Database,
	list: Insertable<TestListTable>,
	testIds: readonly TestId[],
	slots: number | null,
): Promise<'slots' | 'name_taken' | 'stored'> {
	return database.transaction().execute(async transaction => {
		const others = await transaction
			.selectFrom('test_lists')
			.select('name')
			.where('account_id', '=', list.account_id)
			.execute();
		if (others.some(({name}) => name === list.name)) return 'name_taken';
		if (slots !== null && others.length >= slots) return 'slots';
		await transaction.insertInto('test_lists').values(list).execute();
		await insertCases(transaction, list.id, testIds, 0);
		return 'stored';
	});
}

/** Changes some columns; `name_taken` when another list of the account has the name. */
export function updateTestList(
	database: Database,
	accountId: AccountId,
	listId: TestListId,
	columns: Updateable<TestListTable>,
): Promise<'name_taken' | 'stored'> {
	return database.transaction().execute(async transaction => {
		const {name} = columns;
		if (name !== undefined) {
			const other = await transaction
				.selectFrom('test_lists')
				.select('id')
				.where('account_id', '=', accountId)
				.where('name', '=', name)
				.where('id', '!=', listId)
				.executeTakeFirst();
			if (other) return 'name_taken';
		}
		await transaction
			.updateTable('test_lists')
			.set(columns)
			.where('id', '=', listId)
			.where('account_id', '=', accountId)
			.execute();
		return 'stored';
	});
}

/** Removes a list, unless a schedule runs it; the tests stay. False: the account has no such list. */
export function deleteTestList(
	database: Database,
	accountId: AccountId,
	listId: TestListId,
): Promise<boolean | {schedule: {id: string; name: string}}> {
	return database.transaction().execute(async transaction => {
		const schedule = await findScheduleOf(transaction, accountId, listId);
		if (schedule) return {schedule};
		const {numDeletedRows} = await transaction
			.deleteFrom('test_lists')
			.where('id', '=', listId)
			.where('account_id', '=', accountId)
			.executeTakeFirst();
		await transaction.deleteFrom('test_list_cases').where('list_id', '=', listId).execute();
		return numDeletedRows > 0n;
	});
}

export type ChangedCases = {changed: string[]; unchanged: string[]};

/** Adds tests that are not on the list yet; null when it would hold more than it may. */
export function addCases(
	database: Database,
	listId: TestListId,
	testIds: readonly TestId[],
	now: number,
): Promise<ChangedCases | null> {
	return database.transaction().execute(async transaction => {
		const cases = await transaction
			.selectFrom('test_list_cases')
			.select(['test_id', 'place'])
			.where('list_id', '=', listId)
			.execute();
		const known = new Set(cases.map(({test_id}) => test_id));
		const added = testIds.filter(id => !known.has(id));
		if (cases.length + added.length > maxCases) return null;
		await insertCases(transaction, listId, added, 1 + Math.max(-1, ...cases.map(({place}) => place)));
		await touch(transaction, listId, now);
		return {changed: added, unchanged: testIds.filter(id => known.has(id))};
	});
}

/** Takes tests off the list. */
export function removeCases(
	database: Database,
	listId: TestListId,
	testIds: readonly TestId[],
	now: number,
): Promise<ChangedCases> {
	return database.transaction().execute(async transaction => {
		const removed = await transaction
			.deleteFrom('test_list_cases')
			.where('list_id', '=', listId)
			.where('test_id', 'in', testIds)
			.returning('test_id')
			.execute();
		const gone = new Set(removed.map(({test_id}) => test_id));
		await touch(transaction, listId, now);
		return {changed: [...gone], unchanged: testIds.filter(id => !gone.has(id))};
	});
}

const touch = (transaction: Database, listId: TestListId, now: number) =>
	transaction.updateTable('test_lists').set({updated_at: now}).where('id', '=', listId).execute();

async function insertCases(
	transaction: Database,
	listId: TestListId,
	testIds: readonly TestId[],
	firstPlace: number,
): Promise<void> {
	for (let start = 0; start < testIds.length; start += 500)
		await transaction
			.insertInto('test_list_cases')
			.values(
				testIds
					.slice(start, start + 500)
					.map((test_id, place) => ({list_id: listId, test_id, place: firstPlace + start + place})),
			)
			.execute();
}

/** Remembers the last batch of a list. */
export async function recordExecution(database: Database, listId: TestListId, batchId: BatchId): Promise<void> {
	await database.updateTable('test_lists').set({last_batch_id: batchId}).where('id', '=', listId).execute();
}

/** When a batch was created; null when it is gone. */
export async function findBatchCreation(database: Database, batchId: BatchId): Promise<number | null> {
	const row = await database.selectFrom('batches').select('created_at').where('id', '=', batchId).executeTakeFirst();
	return row?.created_at ?? null;
}
