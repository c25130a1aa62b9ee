import {type SelectQueryBuilder, sql, type Updateable} from 'kysely';
import type {CreatedFrom, TestKind, TestStatus, TestType} from '../../../contract/enums.ts';
import type {AccountId, ProjectId, TestId} from '../../../contract/ids.ts';
import type {Script} from '../../../contract/script.ts';
import type {Database} from '../database.ts';
import {dropScript, findScript, putScript} from './scripts.ts';
import {type PageRequest, pageOf, type RowPage} from '../page.ts';
import type {Tables} from '../tables.ts';
import type {TestTable} from './test-tables.ts';
import type {ProjectTable} from '../projects/project-tables.ts';
import {portable} from '../dialect/portable.ts';

/** Project of a test that is being deleted: no project has this id, so the test is gone for everybody at once. */
export const deletedProject = 'deleted';

/** A test as lists show it: without its source, with the number of its steps in place of the steps. */
export type TestRow = Omit<TestTable, 'code' | 'plan_steps' | 'description'> & {
	project_name: string;
	plan_step_count: number | null;
	/** Those of `after` that still exist, with their names; null: it names none. */
	after_refs: string | null;
};

export type TestFilter = {
	projectId: ProjectId;
	type?: TestType;
	createdFrom?: CreatedFrom;
	kind?: TestKind;
	status?: TestStatus[];
	/** Part of the name, compared without case. */
	name?: string;
};

/** What the warnings about declarations need to know of every test of a project. */
export type Declaration = Pick<
	TestTable,
	'id' | 'name' | 'type' | 'category' | 'produces' | 'consumes' | 'wiring' | 'after' | 'created_at'
>;

/** Stores a new test unless its project already holds `limit` tests; false then. */
export function insertTest(database: Database, test: TestTable, limit: number): Promise<boolean> {
	return database.transaction().execute(async transaction => {
		const {count} = await transaction
			.selectFrom('tests')
			.select(({fn}) => fn.countAll<number>().as('count'))
			.where('project_id', '=', test.project_id)
			.executeTakeFirstOrThrow();
		if (count >= limit) return false;
		await transaction.insertInto('tests').values(test).execute();
		return true;
	});
}

/** One test with description and plan steps, without its source. Null: the account has no such test. */
export async function findTest(
	database: Database,
	accountId: AccountId,
	testId: TestId,
): Promise<(TestRow & Pick<TestTable, 'description' | 'plan_steps'>) | null> {
	const row = await listed(database)
		.select(['tests.description', 'tests.plan_steps'])
		.where('tests.id', '=', testId)
		.where('projects.account_id', '=', accountId)
		.executeTakeFirst();
	return row ?? null;
}

/** What the code of a test is made of. */
export type TestCodeRow = Pick<
	TestTable,
	'name' | 'project_id' | 'type' | 'code' | 'code_version' | 'plan_steps' | 'produces' | 'consumes'
> &
	Pick<ProjectTable, 'target_url'>;

/** Source of a test. Null: the account has no such test. */
export async function findTestCode(
	database: Database,
	accountId: AccountId,
	testId: TestId,
): Promise<TestCodeRow | null> {
	const row = await database
		.selectFrom('tests')
		.innerJoin('projects', 'projects.id', 'tests.project_id')
		.select([
			'tests.name',
			'tests.project_id',
			'tests.type',
			'tests.code',
			'tests.code_version',
			'tests.plan_steps',
			'tests.produces',
			'tests.consumes',
			'projects.target_url',
		])
		.where('tests.id', '=', testId)
		.where('projects.account_id', '=', accountId)
		.executeTakeFirst();
	return row ?? null;
}

/** Tests of a project, newest first. */
export async function listTests(
	database: Database,
	filter: TestFilter,
	{pageSize, after}: PageRequest,
): Promise<RowPage<TestRow>> {
	const query = listed(database)
		.where('tests.project_id', '=', filter.projectId)
		.$if(filter.type !== undefined, part => part.where('tests.type', '=', filter.type!))
		.$if(filter.createdFrom !== undefined, part => part.where('tests.created_from', '=', filter.createdFrom!))
		// Frontend tests have no kind on the wire, so a kind never selects one.
		.$if(filter.kind !== undefined, part =>
			part.where('tests.kind', '=', filter.kind!).where('tests.type', '=', 'backend'),
		)
		.$if(filter.status !== undefined, part => part.where('tests.status', 'in', filter.status!))
		.orderBy('tests.id', 'desc');
	if (filter.name === undefined)
		return pageOf(
			await startingAfter(query, after)
				.limit(pageSize + 1)
				.execute(),
			pageSize,
		);
	return pageOf(await namedLike(query, filter.name, {pageSize, after}), pageSize);
}

type TestQuery = SelectQueryBuilder<Tables, 'tests' | 'projects', TestRow>;

const startingAfter = (query: TestQuery, after: string | null) =>
	after === null ? query : query.where('tests.id', '<', after);

/** Rows read at once where the first ones did not have the name: the store itself ignores case for ASCII only. */
const scannedRows = 500;

async function namedLike(query: TestQuery, part: string, {pageSize, after}: PageRequest): Promise<TestRow[]> {
	const wanted = foldCase(part);
	const candidates = query.where(portable(({mayContain}) => mayContain(sql.ref('tests.name'), wanted)));
	const found: TestRow[] = [];
	for (let from = after, limit = pageSize + 1; ; limit = scannedRows) {
		const rows = await startingAfter(candidates, from).limit(limit).execute();
		for (const row of rows) if (foldCase(row.name).includes(wanted)) found.push(row);
		if (found.length > pageSize || rows.length < limit) return found.slice(0, pageSize + 1);
		from = rows.at(-1)?.id ?? null;
	}
}

const foldCase = (text: string) => text.normalize('NFC').toLowerCase();

function listed(database: Database): TestQuery {
	return database
		.selectFrom('tests')
		.innerJoin('projects', 'projects.id', 'tests.project_id')
		.select([
			'tests.id',
			'tests.project_id',
			'tests.name',
			'tests.type',
			'tests.kind',
			'tests.created_from',
			'tests.status',
			'tests.verdict',
			'tests.priority',
			'tests.produces',
			'tests.consumes',
			'tests.category',
			'tests.phase',
			'tests.wiring',
			'tests.after',
			'tests.step_timeout_ms',
			'tests.timeout_seconds',
			'tests.viewport',
			'tests.code_version',
			'tests.last_run_id',
			'tests.created_at',
			'tests.updated_at',
			'projects.name as project_name',
			portable(({lengthOf}) => lengthOf(sql.ref('tests.plan_steps'))).as('plan_step_count'),
			sql<string | null>`case when tests.after = '[]' then null else (
				select ${portable(({listOfObjects}) => listOfObjects({testId: sql.ref('earlier.id'), title: sql.ref('earlier.name')}))}
				from (${portable(({membersOf}) => membersOf(sql.ref('tests.after')))}) named join tests earlier on earlier.id = named.value
				where earlier.project_id = tests.project_id
			) end`.as('after_refs'),
		]);
}

/** Declarations of every test of a project that needs or gives a variable, or comes after another one, and of those named. */
export function listDeclarations(
	database: Database,
	projectId: ProjectId,
	alsoIds: readonly string[] = [],
): Promise<Declaration[]> {
	return database
		.selectFrom('tests')
		.select(['id', 'name', 'type', 'category', 'produces', 'consumes', 'wiring', 'after', 'created_at'])
		.where('project_id', '=', projectId)
		.where(({or, eb}) =>
			or([...(['produces', 'consumes', 'after'] as const).map(name => eb(name, '!=', '[]')), eb('id', 'in', alsoIds)]),
		)
		.orderBy('id')
		.execute();
}

/** Changes some columns; false when the test is gone. */
export async function updateTest(database: Database, testId: TestId, columns: Updateable<TestTable>): Promise<boolean> {
	const {numUpdatedRows} = await database
		.updateTable('tests')
		.set(columns)
		.where('id', '=', testId)
		.where('project_id', '!=', deletedProject)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/**
 * Replaces the source and adds one to its version. With `expected`, only while the stored version is that one: otherwise
 * nothing changes and the answer tells the stored version as `current`. Null: the test is gone.
 */
export function replaceTestCode(
	database: Database,
	testId: TestId,
	change: {code: string; expected: number | null; now: number},
): Promise<{version: number; replaced: number} | {current: number} | null> {
	return database.transaction().execute(async transaction => {
		const row = await transaction
			.selectFrom('tests')
			.select('code_version')
			.where('id', '=', testId)
			.where('project_id', '!=', deletedProject)
			.executeTakeFirst();
		if (!row) return null;
		if (change.expected !== null && change.expected !== row.code_version) return {current: row.code_version};
		const version = row.code_version + 1;
		await transaction
			.updateTable('tests')
			.set({code: change.code, code_version: version, updated_at: change.now})
			.where('id', '=', testId)
			.execute();
		return {version, replaced: row.code_version};
	});
}

/**
 * Replaces the steps of a test and adds one to its version. With `expected`, only while it has that many steps: otherwise
 * nothing changes and the answer tells their number as `current`. Null: the test is gone.
 */
export function replacePlanSteps(
	database: Database,
	testId: TestId,
	change: {
		planSteps: string;
		/** Names that the steps hand on, and names that they use. */
		produces: string;
		consumes: string;
		expected: number | null;
		now: number;
		/** What becomes of the saved script; null: nothing of it is left. */
		realign(script: Script, codeVersion: number): Script | null;
	},
): Promise<{version: number} | {current: number} | null> {
	return database.transaction().execute(async transaction => {
		const row = await transaction
			.selectFrom('tests')
			.select(['code_version', portable(({lengthOf}) => lengthOf(sql.ref('plan_steps'))).as('count')])
			.where('id', '=', testId)
			.where('project_id', '!=', deletedProject)
			.executeTakeFirst();
		if (!row) return null;
		const current = row.count ?? 0;
		if (change.expected !== null && change.expected !== current) return {current};
		const version = row.code_version + 1;
		await transaction
			.updateTable('tests')
			.set({
				plan_steps: change.planSteps,
				produces: change.produces,
				consumes: change.consumes,
				code_version: version,
				updated_at: change.now,
			})
			.where('id', '=', testId)
			.execute();
		const saved = await findScript(transaction, testId);
		const script = saved && change.realign(saved, version);
		if (script) await putScript(transaction, script, change.now);
		else if (saved) await dropScript(transaction, testId, change.now);
		return {version};
	});
}
