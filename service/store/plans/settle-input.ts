import {sql} from 'kysely';
import {bothSchemas, type SettledSchema} from '../../domain/settled-schema.ts';
import type {PlanRowId, ProjectId, RunId, TestId} from '../../../contract/ids.ts';
import type {Answer} from '../../domain/endpoint-detail.ts';
import type {Outcome} from '../../../contract/outcome.ts';
import type {Database} from '../database.ts';
import type {TestTable} from '../tests/test-tables.ts';

/** A generated test and its latest run with a verdict. */
export type SettleTest = {
	id: string;
	name: string;
	recipe: string;
	row_id: PlanRowId | null;
	run_id: RunId | null;
	run_attempt: number | null;
	run_status: string | null;
	/** The run executed the code that the test has now. */
	is_current: boolean;
};

/** Generated tests of a project with how they ended last, in the order of their making. */
export async function listSettleTests(database: Database, projectId: ProjectId): Promise<SettleTest[]> {
	const rows = await database
		.selectFrom('tests')
		.innerJoin('test_recipes', 'test_recipes.test_id', 'tests.id')
		.leftJoin('runs', 'runs.id', 'tests.last_run_id')
		.leftJoin('codes', 'codes.hash', 'runs.code_hash')
		.select(['tests.id', 'tests.name', 'test_recipes.recipe', 'test_recipes.row_id'])
		.select(['runs.id as run_id', 'runs.attempt as run_attempt', 'runs.status as run_status'])
		.select(sql<number>`codes.code is not null and codes.code = tests.code`.as('is_current'))
		.where('tests.project_id', '=', projectId)
		.where('tests.code', 'is not', null)
		.orderBy('tests.id')
		.execute();
	return rows.map(({is_current, ...row}) => ({...row, is_current: is_current === 1}));
}

/** Calls that a run has made, in their order, with what was sent and answered. */
export async function listRunCalls(database: Database, runId: RunId, attempt: number) {
	const rows = await database
		.selectFrom('calls')
		.select(['id', 'seq', 'method', 'url', 'status', 'detail'])
		.where('run_id', '=', runId)
		.where('attempt', '=', attempt)
		.where('kind', '!=', 'discovery')
		.orderBy('seq')
		.execute();
	return rows.map(({detail, ...call}) => ({...(JSON.parse(detail) as object), ...call}));
}

/** Stores a test that only looks for something; it goes when that is found. */
export const insertTrialTest = (database: Database, test: TestTable): Promise<unknown> =>
	database.insertInto('tests').values(test).execute();

type SettledBody = {settledFields: string[]; settledValues: object; settledSchema?: SettledSchema};

/** What an earlier settling has found stays: it was about a larger body, and the later one shows what a smaller one needs. */
function bothSettled(before: Partial<SettledBody>, settled: SettledBody): SettledBody {
	const {settledFields = [], settledValues, settledSchema} = before;
	const isPart = settled.settledFields.length < settledFields.length && settled.settledSchema !== undefined;
	const later = settled.settledSchema;
	const schema = settledSchema && later ? bothSchemas(settledSchema, later) : (later ?? settledSchema);
	return {
		settledFields: isPart ? [...new Set([...settledFields, ...settled.settledFields])] : settled.settledFields,
		settledValues: isPart ? {...settledValues, ...settled.settledValues} : settled.settledValues,
		...(schema ? {settledSchema: schema} : {}),
	};
}

type Operation = {method: string; path: string};

const endpointNamed = (database: Database, projectId: ProjectId, {method, path}: Operation) =>
	database
		.selectFrom('endpoints')
		.select(['id', 'request_shape', 'observed'])
		.where('project_id', '=', projectId)
		.where('method', '=', method as never)
		.where('path', '=', path)
		.executeTakeFirst();

/** The body that works becomes part of what is known of the endpoint, or what has to come first, or that none does. */
export async function saveSettled(
	database: Database,
	projectId: ProjectId,
	operation: Operation,
	settled:
		| SettledBody
		| {settledSchema: SettledSchema}
		| {settledBefore: string[]}
		| {settledOutcome: Outcome}
		| {settledQuery: Readonly<Record<string, object>>}
		| {isRefused: true},
	now: number,
): Promise<void> {
	const row = await endpointNamed(database, projectId, operation);
	if (!row) return;
	const {isRefused: _refused, ...known} = JSON.parse(row.request_shape) as Partial<SettledBody> & {
		isRefused?: boolean;
		settledQuery?: object;
	};
	const found =
		'settledFields' in settled
			? bothSettled(known, settled)
			: 'settledSchema' in settled && known.settledSchema
				? {settledSchema: bothSchemas(known.settledSchema, settled.settledSchema)}
				: 'settledQuery' in settled
					? {settledQuery: {...known.settledQuery, ...settled.settledQuery}}
					: settled;
	const shape = {...known, ...found};
	await database
		.updateTable('endpoints')
		.set({request_shape: JSON.stringify(shape), updated_at: now})
		.where('id', '=', row.id)
		.execute();
}

/** What an operation answers, as it was seen, stands beside its document. */
export async function saveSeenAnswer(
	database: Database,
	projectId: ProjectId,
	operation: Operation,
	answer: Answer,
	now: number,
): Promise<void> {
	const row = await endpointNamed(database, projectId, operation);
	if (!row) return;
	const others = (JSON.parse(row.observed) as Answer[]).filter(({status}) => status !== answer.status);
	await database
		.updateTable('endpoints')
		.set({observed: JSON.stringify([...others, answer]), updated_at: now})
		.where('id', '=', row.id)
		.execute();
}

export async function latestRunOf(database: Database, testId: TestId): Promise<{id: string; attempt: number} | null> {
	const row = await database
		.selectFrom('runs')
		.select(['id', 'attempt'])
		.where('test_id', '=', testId)
		.orderBy('id', 'desc')
		.executeTakeFirst();
	return row ?? null;
}
