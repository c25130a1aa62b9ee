import {sql} from 'kysely';
import type {CredentialMode} from '../../../contract/enums.ts';
import type {Ref} from '../../../contract/fields.ts';
import type {AccountId, EnvironmentId, ProjectId, TestId} from '../../../contract/ids.ts';
import type {Sealing} from '../../domain/sealed-text.ts';
import {chooseEnvironment, type EnvironmentWish, type KnownEnvironment} from '../../domain/environment-choice.ts';
import {needsOfPlans} from '../../domain/plan-needs.ts';
import {featuresOf} from '../../domain/plan-features.ts';
import {type EarlierCaptures, noEarlierCaptures} from '../../graph/graph.ts';
import type {PlanTest} from '../../graph/plan-test.ts';
import type {StoreTransaction} from '../database.ts';
import {readEarlierCaptures} from '../captures/earlier-captures.ts';
import {listEnvironments} from '../projects/environments.ts';
import type {TestTable} from '../tests/test-tables.ts';

/** A test as a batch needs it; the source itself is copied inside the store. */
export type RunnableTest = PlanTest & {
	type: TestTable['type'];
	kind: TestTable['kind'];
	codeVersion: number;
	/** It has code, or a plan. */
	hasCode: boolean;
	/** It is a plan, executed in a browser. */
	isPlan: boolean;
	/** A pass has saved what a rerun of its plan replays. */
	hasScript: boolean;
	/** It has been executed or at least queued before. */
	hasRun: boolean;
	timeoutSeconds: number | null;
};

/** What a trigger sees of a project, read in the transaction that stores its batch. */
export type ProjectSnapshot = {
	project: {id: string; name: string; type: TestTable['type']};
	/** What its tests run in: the one that was asked for. */
	environment: KnownEnvironment;
	tests: RunnableTest[];
	/** Newest run in flight of each test. */
	inFlight: ReadonlyMap<string, string>;
	/** Runs of the account that wait. */
	queued: number;
	/** What the backend tests of the project authenticate with. */
	auth: CredentialMode;
	/** Values of earlier batches that still may be used; none unless they were asked for. */
	earlier: EarlierCaptures;
};

export type SnapshotRequest = {
	accountId: AccountId;
	/** Each with the tests that are asked for; null: all. Those the account does not have are left out. */
	projects: ReadonlyArray<{projectId: ProjectId; testIds: readonly TestId[] | null; environment: EnvironmentWish}>;
	/** For a rerun: also read who consumes, and which values of earlier batches still may be used. */
	forRerun: boolean;
};

/** Reads what a trigger decides with, in the order of the request. */
export async function readSnapshots(
	transaction: StoreTransaction,
	{accountId, projects, forRerun}: SnapshotRequest,
	now: number,
	openText: Sealing['openText'] = text => text,
): Promise<ProjectSnapshot[]> {
	const queued = await countQueued(transaction, accountId);
	const snapshots: ProjectSnapshot[] = [];
	for (const {projectId, testIds, environment: wish} of projects) {
		const project = await readProject(transaction, accountId, projectId);
		if (!project) continue;
		const environment = await readEnvironment(transaction, projectId, testIds, wish);
		const hasAutoAuth = project.auto_auth === 1 && featuresOf(project.plan).autoAuth;
		const isStatic = project.auth_type !== null && project.auth_type !== 'public';
		snapshots.push({
			project: {id: project.id, name: project.name, type: project.type},
			environment,
			tests:
				project.type === 'frontend'
					? needsOfPlans(
							await readTests(transaction, project.id, testIds, forRerun),
							await keysOf(transaction, environment.id),
						)
					: await withUnticked(transaction, project.id, await readTests(transaction, project.id, testIds, forRerun)),
			inFlight: await readInFlight(transaction, project.id),
			queued,
			auth: hasAutoAuth ? 'auto_auth' : isStatic ? 'static' : 'none',
			earlier: forRerun
				? await readEarlierCaptures(
						transaction,
						{id: project.id, captureMaxAgeHours: project.capture_max_age_hours, environment},
						now,
						openText,
					)
				: noEarlierCaptures,
		});
	}
	return snapshots;
}

const readProject = (transaction: StoreTransaction, accountId: AccountId, projectId: ProjectId) =>
	transaction
		.selectFrom('projects')
		.innerJoin('accounts', 'accounts.id', 'projects.account_id')
		.leftJoin('credentials', 'credentials.project_id', 'projects.id')
		.leftJoin('auto_auth', 'auto_auth.project_id', 'projects.id')
		.select([
			'projects.id',
			'projects.name',
			'projects.type',
			'projects.capture_max_age_hours',
			'accounts.plan',
			'credentials.auth_type',
			'auto_auth.enabled as auto_auth',
		])
		.where('projects.id', '=', projectId)
		.where('projects.account_id', '=', accountId)
		.executeTakeFirst();

/** The environment of a trigger. Throws when there is none of that name, or when the earlier runs do not agree. */
async function readEnvironment(
	transaction: StoreTransaction,
	projectId: ProjectId,
	testIds: readonly TestId[] | null,
	wish: EnvironmentWish,
) {
	const rows = await listEnvironments(transaction, projectId);
	const known = rows.map(({id, name, url, is_default}) => ({id, name, url, isDefault: is_default === 1}));
	// With one environment there is nothing to choose.
	const earlier = wish === 'as_before' && known.length > 1 ? await readEarlier(transaction, projectId, testIds) : [];
	return chooseEnvironment(projectId, known, wish, earlier);
}

/** Names of the variables of an environment. */
async function keysOf(transaction: StoreTransaction, environmentId: EnvironmentId): Promise<ReadonlySet<string>> {
	const row = await transaction
		.selectFrom('environments')
		.select('variable_keys')
		.where('id', '=', environmentId)
		.executeTakeFirst();
	return new Set(row ? (JSON.parse(row.variable_keys) as string[]) : []);
}

/** Environments in which these tests ran last. */
const readEarlier = (transaction: StoreTransaction, projectId: ProjectId, testIds: readonly TestId[] | null) =>
	transaction
		.selectFrom('tests')
		.innerJoin('runs', 'runs.id', 'tests.last_run_id')
		.select(['runs.environment_id as id', 'runs.environment as name'])
		.distinct()
		.where('tests.project_id', '=', projectId)
		.$if(testIds !== null, query => query.where('tests.id', 'in', testIds!))
		.execute();

async function readTests(
	transaction: StoreTransaction,
	projectId: ProjectId,
	testIds: readonly TestId[] | null,
	withConsumers: boolean,
): Promise<RunnableTest[]> {
	const rows = await transaction
		.selectFrom('tests')
		.select([
			'id',
			'name',
			'type',
			'kind',
			'priority',
			'category',
			'phase',
			'produces',
			'consumes',
			'wiring',
			'after',
			'timeout_seconds',
			'code_version',
			'last_run_id',
			'created_at',
			sql<number>`code is not null or plan_steps is not null`.as('has_code'),
			sql<number>`plan_steps is not null`.as('is_plan'),
			sql<number>`exists (select 1 from scripts where scripts.test_id = tests.id)`.as('has_script'),
			sql<number | null>`(
				select finished_at - started_at from runs
				where runs.id = tests.last_run_id and runs.status in ('passed', 'failed')
			)`.as('took_ms'),
		])
		.where('project_id', '=', projectId)
		// A test that is not asked for matters when it feeds one that is, is fed by it, or cleans up after it.
		.$if(testIds !== null, query =>
			query.where(({or, eb}) =>
				or([
					eb('id', 'in', testIds!),
					eb('produces', '!=', '[]'),
					...(withConsumers ? [eb('consumes', '!=', '[]')] : []),
					eb('category', 'in', ['teardown', 'cleanup']),
				]),
			),
		)
		.execute();
	return rows.map(row => ({
		id: row.id,
		name: row.name,
		createdAt: row.created_at,
		type: row.type,
		kind: row.kind,
		priority: row.priority,
		category: row.category,
		phase: row.phase,
		produces: JSON.parse(row.produces) as string[],
		consumes: JSON.parse(row.consumes) as string[],
		wiring: row.wiring === null ? {} : (JSON.parse(row.wiring) as Record<string, string>),
		after: JSON.parse(row.after) as string[],
		timeoutSeconds: row.timeout_seconds,
		codeVersion: row.code_version,
		hasCode: row.has_code === 1,
		isPlan: row.is_plan === 1,
		hasScript: row.has_script === 1,
		hasRun: row.last_run_id !== null,
		tookMs: row.took_ms,
	}));
}

/** Says of each test which unticked rows of the plan would give what no test produces. */
async function withUnticked(
	transaction: StoreTransaction,
	projectId: ProjectId,
	tests: RunnableTest[],
): Promise<RunnableTest[]> {
	const produced = new Set(tests.flatMap(({produces}) => produces));
	if (!tests.some(({consumes}) => consumes.some(name => !produced.has(name)))) return tests;
	const rows = await transaction
		.selectFrom('plan_rows')
		.select(['id', 'method', 'path', 'title', 'kind', 'captures'])
		.where('project_id', '=', projectId)
		.where('test_id', 'is', null)
		.where('removed', 'is', null)
		.where('captures', '!=', '[]')
		.orderBy('place')
		.execute();
	// A row without a test stands for it by its own id.
	const givers = new Map<string, Ref>();
	for (const {id, method, path, title, kind, captures} of rows)
		for (const name of JSON.parse(captures) as string[])
			if (!givers.has(name))
				givers.set(name, {
					testId: id as string,
					title: kind === 'endpoint' && method ? `${method} ${path} ${title}` : title,
				});
	return tests.map(test => {
		const lost = test.consumes.filter(name => !produced.has(name) && givers.has(name));
		return lost.length === 0
			? test
			: {...test, unticked: Object.fromEntries(lost.map(name => [name, givers.get(name)!]))};
	});
}

async function readInFlight(transaction: StoreTransaction, projectId: ProjectId): Promise<Map<string, string>> {
	const rows = await transaction
		.selectFrom('runs')
		.innerJoin('tests', 'tests.id', 'runs.test_id')
		.select(({fn}) => ['runs.test_id', fn.max('runs.id').as('run_id')])
		.where('runs.finished_at', 'is', null)
		.where('tests.project_id', '=', projectId)
		.groupBy('runs.test_id')
		.execute();
	return new Map(rows.map(({test_id, run_id}) => [test_id, run_id]));
}

async function countQueued(transaction: StoreTransaction, accountId: AccountId): Promise<number> {
	const waiting = await transaction
		.selectFrom('waves')
		.innerJoin('batches', 'batches.id', 'waves.batch_id')
		.select(({fn}) => fn.sum<number | null>('waves.queued').as('queued'))
		.where('batches.account_id', '=', accountId)
		.where('batches.finished_at', 'is', null)
		.executeTakeFirst();
	return waiting?.queued ?? 0;
}
