import {sql} from 'kysely';
import {type TestType, testTypes} from '../../../contract/enums.ts';
import type {RunId} from '../../../contract/ids.ts';
import {runTag} from '../../domain/run-tag.ts';
import {runCost} from '../../domain/credit-costs.ts';
import {limitsOfKinds, takeInTurn} from '../../domain/turns.ts';
import type {IsSecretName} from '../../domain/secret-names.ts';
import {survivesParsing} from '../../domain/value-place.ts';
import {type AuthFacts, readAuthFacts} from '../projects/auth-facts.ts';
import type {BatchChanges} from '../batches/batch-changes.ts';
import type {StoreTransaction, Database} from '../database.ts';
import type {Booking} from '../accounts/credits.ts';
import {givenValues} from '../captures/earlier-captures.ts';
import type {ReadBeforeFacts, ReadFacts} from '../calls/read-before-facts.ts';
import {shaped} from '../dialect/shaped.ts';
import type {NewId} from '../ids.ts';
import type {Learning, LenientLine} from '../plans/learning.ts';
import {previousRun} from './earlier-runs.ts';
import type {EnvironmentTable, CredentialTable} from '../projects/project-tables.ts';
import {ProjectRooms} from './project-room.ts';
import type {RunTable} from './run-tables.ts';
import {type Protection, ruleStamp} from '../calls/secret-rules.ts';
import {type ClaimedPlan, plansOf} from './claimed-plans.ts';
import {forgetSteps} from './run-steps.ts';
import {newest} from './test-status.ts';

export type Claim = {
	/** Who takes the runs. */
	workerId: string;
	/** How many at most. */
	limit: number;
	/** How many of each kind at most, and how many execute already; absent: only `limit` counts. */
	kinds?: Record<TestType, {limit: number; executing: number}>;
	/** How long the runs belong to the worker without a beat. */
	leaseMs: number;
};

/** An environment with its secrets still closed, and the rule that tells which of its variables are secret. */
export type ClaimedEnvironment = Pick<EnvironmentTable, 'id' | 'project_id' | 'auth_mode' | 'login' | 'variables'> & {
	isSecret: IsSecretName;
};

/** A run that belongs to this worker, with everything its execution needs. */
export type ClaimedRun = Pick<
	RunTable,
	'id' | 'batch_id' | 'test_id' | 'project_id' | 'attempt' | 'name' | 'type' | 'timeout_seconds' | 'target_url'
> & {
	/** What a browser executes; null: the run has code. */
	plan: ClaimedPlan | null;
	code: string;
	/** The static credential of its project; null without one. */
	credential: Pick<CredentialTable, 'auth_type' | 'header_name' | 'credential'> | null;
	/** The environment it runs in; null when that is gone. One object for all runs of it. */
	environment: ClaimedEnvironment | null;
	/** Credential sets of its project, one object for all its runs; null without any. */
	authFacts: AuthFacts | null;
	/** What is read before its creating calls, one object for all runs of a batch; null: nothing. */
	readBefore: ReadBeforeFacts | null;
	/** Names it declares to produce. */
	produces: string[];
	/** It was made from a recipe: what its API does to it is told from what it is itself. */
	isGenerated: boolean;
	/** Assertions that are noted instead of failing. */
	lenient: LenientLine[];
	/** Eight hex digits of the batch's seed, the test and the attempt. */
	runTag: string;
	/** Values of its needed names. */
	variables: Record<string, unknown>;
	/** Those of them that JavaScript would change, as JSON text. */
	exactVariables: Record<string, string>;
	/** The token of its batch as another process may have stored it, encrypted; null: none. */
	batchToken: string | null;
	/** One of them is a secret that the key of the service does not open. */
	isUnreadable: boolean;
};

/**
 * Takes runs that may start: ready → running, attempt + 1, leased to the worker. A test that still has an earlier run
 * in flight waits for it, "so that a test never has two runs executing". Stored when the batches are saved.
 *
 * @param read answers of `readyQuestions`, where nothing that starts has changed since; absent: it is read here
 */
export async function claimRuns(
	transaction: StoreTransaction,
	newId: NewId,
	claim: Claim,
	now: number,
	changes: BatchChanges,
	read?: ReadyRuns,
): Promise<TakenRun[]> {
	const taken = await readyRuns(transaction, claim, read);
	if (taken.length === 0) return [];
	for (const batchId of new Set(taken.map(run => run.batch_id))) {
		const change = await changes.of(batchId);
		const started = taken.filter(run => run.batch_id === batchId);
		for (const run of started) change.move(run, 'queued', 'running');
		change.book(newId, started.flatMap(chargeOf));
		const start = {
			ids: started.map(run => run.id),
			worker_id: claim.workerId,
			lease_until: now + claim.leaseMs,
			started_at: now,
			rev: change.version,
		};
		change.later(
			shaped('start', start, ({ids, ...columns}) =>
				transaction
					.updateTable('runs')
					.set({...columns, ...startColumns})
					.where('id', 'in', ids),
			),
		);
		const tests = started.map(run => ({id: run.id, testId: run.test_id}));
		change.later(newest(transaction, tests, 'running'));
	}
	// Steps of an execution that was lost say nothing about the one that begins.
	const repeated = taken.filter(run => run.type === 'frontend' && run.attempt > 0);
	if (repeated.length > 0)
		await forgetSteps(
			transaction,
			repeated.map(({id}) => id),
		);
	return taken;
}

/** A login replaces the static credential. */
const credentialSetAt = sql<number | null>`coalesce(
	(select updated_at from auto_auth where auto_auth.project_id = runs.project_id and enabled = 1),
	(select updated_at from credentials where credentials.project_id = runs.project_id)
)`;

/** What a start writes that depends on nothing but the row. */
const startColumns = {
	status: 'running' as const,
	ready: 0 as const,
	attempt: sql<number>`attempt + 1`,
	credential_set_at: credentialSetAt,
	...previousRun,
	credits_charged: sql<number>`case type when 'frontend' then ${sql.lit(runCost.frontend)} else ${sql.lit(runCost.backend)} end`,
};

/** A run that starts, as it was before, with what its execution needs. */
export type TakenRun = Awaited<ReturnType<ReturnType<typeof readyOfKind>['execute']>>[number];

/** The first runs of each kind that may start. */
type ReadyRuns = Record<TestType, readonly TakenRun[]>;

/** A run is charged at its first start; one that was lost and starts again was charged before. */
const chargeOf = (run: TakenRun): Booking[] =>
	run.attempt > 0
		? []
		: [
				{
					kind: run.is_rerun === 1 ? 'rerun' : 'run',
					amount: -runCost[run.type],
					note: run.name,
					project_id: run.project_id,
					test_id: run.test_id,
					run_id: run.id,
					batch_id: run.batch_id,
				},
			];

/** What is asked before anything is taken, each question with its kind. */
export const readyQuestions = (transaction: StoreTransaction, claim: Claim) => {
	const limits = limitsOfKinds(claim.limit, claim.kinds);
	return testTypes.flatMap(kind =>
		limits[kind] > 0
			? {
					kind,
					question: shaped(`ready ${kind} ${limits[kind]}`, {}, () =>
						readyOfKind(transaction, kind, limits[kind], noneLeftOut),
					),
				}
			: [],
	);
};

/** Ready runs of all batches in the order of their turns. */
async function readyRuns(transaction: StoreTransaction, {limit, kinds}: Claim, read?: ReadyRuns): Promise<TakenRun[]> {
	const rooms = new ProjectRooms(transaction);
	const limits = limitsOfKinds(limit, kinds);
	const ready: Record<TestType, TakenRun[]> = {
		backend: await readyWithin(transaction, 'backend', limits.backend, rooms, read?.backend),
		frontend: await readyWithin(transaction, 'frontend', limits.frontend, rooms, read?.frontend),
	};
	return takeInTurn(ready, limit, {
		backend: kinds?.backend.executing ?? 0,
		frontend: kinds?.frontend.executing ?? 0,
	});
}

/** Whether a run of these kinds waits for nothing but a free slot. Asked without holding up those who write. */
export async function hasReady(database: Database, kinds: readonly TestType[]): Promise<boolean> {
	const row = await database
		.selectFrom('runs')
		.select('id')
		.where(sql<boolean>`ready = 1`)
		.where('type', 'in', kinds)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

const noneLeftOut = {projects: [], runs: []};

/**
 * Ready runs of a kind, of each project no more than it has room for. What a full project has ready does not hold up the
 * runs of others behind it.
 *
 * @param rooms what is taken here is taken off
 */
async function readyWithin(
	transaction: StoreTransaction,
	type: TestType,
	limit: number,
	rooms: ProjectRooms,
	read?: readonly TakenRun[],
): Promise<TakenRun[]> {
	const taken: TakenRun[] = [];
	for (let first = read; ; first = undefined) {
		const left = limit - taken.length;
		if (left <= 0) return taken;
		const without = {projects: rooms.full, runs: taken.map(({id}) => id)};
		const found = first ?? (await readyOfKind(transaction, type, left, without).execute());
		let isHeld = false;
		for (const run of found) {
			if (run.max_parallel === null || (await rooms.take(run.project_id))) taken.push(run);
			else isHeld = true;
		}
		if (!isHeld) return taken;
	}
}

/** The next runs that may start, each with everything that its execution needs but the values of others. */
function readyOfKind(
	transaction: StoreTransaction,
	type: TestType,
	limit: number,
	without: {projects: readonly string[]; runs: readonly string[]},
) {
	return transaction
		.selectFrom(nextRuns(transaction, type, limit, without).as('next'))
		.innerJoin('runs', 'runs.id', 'next.id')
		.innerJoin('batches', 'batches.id', 'runs.batch_id')
		.leftJoin('projects', 'projects.id', 'runs.project_id')
		.leftJoin('codes', 'codes.hash', 'runs.code_hash')
		.leftJoin('test_recipes', 'test_recipes.test_id', 'runs.test_id')
		.leftJoin('environments', 'environments.id', 'runs.environment_id')
		.leftJoin('credentials', 'credentials.project_id', 'runs.project_id')
		.leftJoin('batch_logins', join =>
			join
				.onRef('batch_logins.batch_id', '=', 'runs.batch_id')
				.onRef('batch_logins.project_id', '=', 'runs.project_id'),
		)
		.select([
			'runs.id',
			'runs.batch_id',
			'runs.test_id',
			'runs.project_id',
			'runs.wave',
			'runs.type',
			'runs.attempt',
			'runs.name',
			'runs.is_rerun',
			'runs.turn',
			'runs.consumes',
			'runs.timeout_seconds',
			'runs.target_url',
			'runs.environment_id',
			'runs.produces',
			'projects.max_parallel',
			'batches.seed',
			'codes.code',
			'test_recipes.test_id as recipe_of',
			'credentials.auth_type',
			'credentials.header_name',
			'credentials.credential',
			'batch_logins.token as batchToken',
			'environments.id as environment',
			'environments.auth_mode',
			'environments.login',
			'environments.variables as sealed_variables',
		])
		.select(({exists, selectFrom}) =>
			exists(
				selectFrom('credential_sets')
					.select('credential_sets.id')
					.whereRef('credential_sets.project_id', '=', 'runs.project_id'),
			).as('has_sets'),
		)
		.select(ruleStamp(sql.ref('runs.project_id')).as('rule_stamp'))
		.orderBy('next.turn')
		.orderBy('next.id');
}

const nextRuns = (
	transaction: StoreTransaction,
	type: TestType,
	limit: number,
	without: {projects: readonly string[]; runs: readonly string[]},
) =>
	transaction
		.selectFrom('runs')
		.select(['runs.id', 'runs.turn'])
		// Written out, not bound: only then the partial index of ready runs is used.
		.where(sql<boolean>`ready = 1`)
		.where('type', '=', type)
		.$if(without.projects.length > 0, query => query.where('project_id', 'not in', without.projects))
		.$if(without.runs.length > 0, query => query.where('id', 'not in', without.runs))
		.where(({not, exists, selectFrom}) =>
			not(
				exists(
					selectFrom('runs as earlier')
						.select('earlier.id')
						.whereRef('earlier.test_id', '=', 'runs.test_id')
						.where('earlier.finished_at', 'is', null)
						.whereRef('earlier.id', '<', 'runs.id'),
				),
			),
		)
		.orderBy('turn')
		.orderBy('id')
		// Written out as well: the server plans for as many as there will be.
		.limit(sql.lit(limit));

/** Everything that the execution of taken runs needs; their start is stored. */
export async function withInputs(
	transaction: StoreTransaction,
	taken: readonly TakenRun[],
	protection: Protection,
	readFacts: ReadFacts,
	leniencyOf: Learning['leniencyOf'],
): Promise<ClaimedRun[]> {
	if (taken.length === 0) return [];
	const rows = taken.map(({attempt, ...row}) => ({...row, attempt: attempt + 1}));
	const sealed = await givenTo(transaction, taken);
	const values = sealed.map(row => ({
		...row,
		value: protection.openJson(row.value),
		isReadable: protection.isReadable(row.value),
	}));
	const facts = await readAuthFacts(transaction, [
		...new Set(rows.flatMap(row => (row.has_sets ? row.project_id : []))),
	]);
	const environments = await environmentsOf(transaction, rows, protection);
	const plans = await plansOf(
		transaction,
		taken.flatMap(({id, type}) => (type === 'frontend' ? id : [])),
	);
	const reads = new Map<string, ReadBeforeFacts | null>();
	for (const {id, batch_id, project_id} of rows) reads.set(id, await readFacts(transaction, batch_id, project_id));
	const lenient = new Map<string, LenientLine[]>();
	for (const {id, test_id, project_id, environment_id, code, recipe_of} of rows)
		if (code !== null && recipe_of !== null)
			lenient.set(
				id,
				await leniencyOf(transaction, {
					testId: test_id,
					projectId: project_id,
					environment: environment_id ?? '',
					code,
				}),
			);
	return rows.map(({code, produces, auth_type, header_name, credential, seed, recipe_of, ...row}) => ({
		...row,
		plan: plans.get(row.id) ?? null,
		environment: environments.get(row.environment ?? '') ?? null,
		runTag: runTag(seed, row.test_id, row.attempt),
		code: code ?? '',
		credential: auth_type === null ? null : {auth_type, header_name, credential},
		authFacts: facts.get(row.project_id) ?? null,
		readBefore: reads.get(row.id) ?? null,
		produces: JSON.parse(produces) as string[],
		lenient: lenient.get(row.id) ?? [],
		isGenerated: recipe_of !== null,
		...valuesFor(values.filter(value => value.to_run_id === row.id)),
	}));
}

/** Values that those of the runs get that need some. */
async function givenTo(
	transaction: StoreTransaction,
	runs: readonly TakenRun[],
): Promise<Array<{to_run_id: RunId; name: string; value: string}>> {
	const needing = runs.flatMap(({id, consumes}) => (consumes === '[]' ? [] : id));
	if (needing.length === 0) return [];
	return givenValues(transaction)
		.select(['run_edges.to_run_id', 'captures.name', 'captures.value'])
		.where('run_edges.to_run_id', 'in', needing)
		.execute();
}

type WithEnvironment = Pick<RunTable, 'project_id'> & {
	[Column in 'auth_mode' | 'login']: EnvironmentTable[Column] | null;
} & {
	environment: string | null;
	sealed_variables: string | null;
	rule_stamp: string;
};

async function environmentsOf(
	transaction: StoreTransaction,
	rows: readonly WithEnvironment[],
	{ruleOf}: Protection,
): Promise<Map<string, ClaimedEnvironment>> {
	const found = new Map<string, ClaimedEnvironment>();
	for (const {environment: id, project_id, auth_mode, login, sealed_variables: variables, rule_stamp} of rows) {
		if (id === null || auth_mode === null || found.has(id)) continue;
		const {isSecret} = await ruleOf(transaction, project_id, rule_stamp);
		found.set(id, {id, project_id, auth_mode, login, variables, isSecret});
	}
	return found;
}

/** Values as a test gets them. */
function valuesFor(
	values: ReadonlyArray<{name: string; value: string; isReadable: boolean}>,
): Pick<ClaimedRun, 'variables' | 'exactVariables' | 'isUnreadable'> {
	return {
		isUnreadable: values.some(({isReadable}) => !isReadable),
		variables: Object.fromEntries(values.map(({name, value}) => [name, JSON.parse(value)])),
		exactVariables: Object.fromEntries(
			values.filter(({value}) => !survivesParsing(value)).map(({name, value}) => [name, value]),
		),
	};
}
