import {type Insertable, sql} from 'kysely';
import type {CallKind} from '../../../contract/enums.ts';
import type {RunId} from '../../../contract/ids.ts';
import type {NeededHelp} from '../../../contract/run.ts';
import {exactJson, type LinkedCall} from '../../domain/value-place.ts';
import {openMembers} from '../../domain/batch-state.ts';
import {moveRun, triggerOfOutcome} from '../../domain/run-state.ts';
import {protectExecution} from '../../domain/protect-execution.ts';
import {isOfTarget} from '../../domain/target-address.ts';
import {linkVariables, type VariableLink} from '../../domain/variable-links.ts';
import {advanceBatch} from '../batches/advance-batch.ts';
import {finishPlan} from './finish-plan.ts';
import {type BatchChange, maxAdvisories} from '../batches/batch-change.ts';
import type {BatchChanges} from '../batches/batch-changes.ts';
import {shaped} from '../dialect/shaped.ts';
import {storageOf} from '../dialect/storage.ts';
import type {StoreTransaction} from '../database.ts';
import {blockConsumers, feedConsumers} from './block-consumers.ts';
import {
	blockForTarget,
	forgetTargetDown,
	reportTargetDown,
	type TargetReason,
	targetColumns,
} from './block-for-target.ts';
import type {CaptureTable} from '../captures/capture-tables.ts';
import {givenValues} from '../captures/earlier-captures.ts';
import type {NewId} from '../ids.ts';
import type {Learning} from '../plans/learning.ts';
import {insertAll} from '../insert-all.ts';
import {type Protection, ruleStamp} from '../calls/secret-rules.ts';
import {regroupWhereSeen} from '../findings/regroup-findings.ts';
import type {CallTable, CallVariableTable} from '../calls/call-tables.ts';
import type {RunTable} from './run-tables.ts';
import {newest, carryToTest} from './test-status.ts';
import type {Finish} from './finish.ts';

/** A run in execution as the verbs that end it need it. */
export type RunningRun = Pick<
	RunTable,
	| 'id'
	| 'batch_id'
	| 'test_id'
	| 'project_id'
	| 'wave'
	| 'type'
	| 'attempt'
	| 'name'
	| 'teardown'
	| 'cancel_requested_at'
>;

/** Runs that execute, with what their ends need to know of them. */
export const runningRuns = (transaction: StoreTransaction, ids: readonly string[]) =>
	transaction
		.selectFrom('runs')
		.select([
			'id',
			'batch_id',
			'test_id',
			'project_id',
			'wave',
			'type',
			'attempt',
			'name',
			'teardown',
			'target_url',
			'cancel_requested_at',
			'consumes',
			'code_hash',
			'environment_id',
			'plan_steps',
			'started_at',
		])
		.select(ruleStamp(sql.ref('runs.project_id')).as('rule_stamp'))
		// What nearly no run has is asked along with it, so that it costs no question of its own.
		.select(({exists, or, selectFrom}) => [
			exists(selectFrom('test_recipes').select('test_id').whereRef('test_id', '=', 'runs.test_id')).as('is_generated'),
			or([
				exists(selectFrom('run_edges').select('to_run_id').whereRef('from_run_id', '=', 'runs.id')),
				exists(selectFrom('run_orders').select('to_run_id').whereRef('from_run_id', '=', 'runs.id')),
			]).as('is_followed'),
			exists(
				selectFrom('tests')
					.select('tests.id')
					.whereRef('tests.id', '=', 'runs.test_id')
					.whereRef('tests.last_run_id', '=', 'runs.id'),
			).as('is_newest'),
			or([
				exists(
					selectFrom('runs as other')
						.select('other.id')
						.whereRef('other.test_id', '=', 'runs.test_id')
						.where('other.finished_at', 'is', null)
						.whereRef('other.id', '!=', 'runs.id'),
				),
				exists(
					selectFrom('projects')
						.select('projects.id')
						.whereRef('projects.id', '=', 'runs.project_id')
						.where('max_parallel', 'is not', null),
				),
			]).as('holds_others'),
			exists(
				selectFrom('deviations')
					.select('difference')
					.whereRef('deviations.project_id', '=', 'runs.project_id')
					.where('endpoint_id', '=', '')
					.where('deviations.kind', '=', 'target_down'),
			).as('is_target_down'),
			exists(
				selectFrom('endpoints')
					.select('endpoints.id')
					.whereRef('endpoints.project_id', '=', 'runs.project_id')
					.where('confirmed', '=', 0),
			).as('has_unconfirmed'),
		])
		.where('id', 'in', ids)
		.where('status', '=', 'running');

/** As nothing has changed yet in the transaction that ends it. */
export type ReadRun = Awaited<ReturnType<ReturnType<typeof runningRuns>['execute']>>[number];

/**
 * Stores the verdict of an execution with its captures and calls, lets the consumers start or blocks their closure, and
 * moves the batch on. Fenced on id, attempt and running: a late or repeated finish changes nothing.
 *
 * @param read the run, where it was read after the last change; absent: it is read here
 * @returns `late` where it changed nothing; `alone` where nothing else depends on what it has changed
 */
export async function finishRun(
	transaction: StoreTransaction,
	newId: NewId,
	reported: Finish,
	now: number,
	protection: Protection,
	learning: Learning,
	changes: BatchChanges,
	read?: readonly ReadRun[],
): Promise<'late' | 'alone' | 'moved'> {
	const found = read ?? (await runningRuns(transaction, [reported.runId]).execute());
	const run = found.find(({id, attempt}) => id === reported.runId && attempt === reported.attempt);
	if (!run) return 'late';
	const change = await changes.of(run.batch_id);
	if (change.hasEnded(run.id)) return 'late';
	const given = run.consumes === '[]' ? [] : await valuesGivenTo(transaction, run.id, protection);
	// What went where is seen in the values themselves; what is stored of them is not readable.
	const links = linksOf(reported, given);
	const rule = await protection.ruleOf(transaction, run.project_id, run.rule_stamp);
	const finish = protectExecution(reported, rule, given, protection.seal, reported.secrets);
	const captures = capturesOf(newId, run, finish);
	await insertAll(transaction, 'captures', captures);
	const carrying = new Set(links.flatMap(({call}) => call ?? []));
	const calls = callsOf(newId, run, finish, carrying);
	await insertAll(transaction, 'calls', calls);
	await insertAll(
		transaction,
		'call_variables',
		links.map(
			({call, ...link}): CallVariableTable => ({
				batch_id: run.batch_id,
				run_id: run.id,
				...link,
				call_id: call === null ? null : calls[call]!.id,
			}),
		),
	);
	for (const message of finish.advisories) change.advise('test', `${run.name}: ${message}`);
	const callIds = new Map(calls.map(({seq, id}) => [seq, id]));
	const ended = {...run, environment: run.environment_id ?? '', finish: reported, storedCalls: finish.calls, callIds};
	// Only a test that was made from a recipe learns.
	const neededHelp =
		run.is_generated && finish.status === 'failed' ? await learning.neededHelp(transaction, ended) : null;
	// The wall clock may be set meanwhile: the end follows from the start, so that whoever subtracts them gets a duration.
	const endedAt = run.started_at === null || finish.tookMs === undefined ? now : run.started_at + finish.tookMs;
	const end = neededHelp === null ? finish : {...finish, failureKind: 'input_refused' as const, neededHelp};
	const isAwaited = Boolean(run.is_followed) || Boolean(run.holds_others);
	const isLater = !isAwaited && !run.is_generated && !reported.plan && !reported.blockedBy && change.goesOnWithout(run);
	if (!isLater) await changes.writeNow();
	await endRun(change, run, {...end, endedAt}, {isAwaited, isLater});
	if (reported.plan) await finishPlan(change, newId, run, reported.plan);
	if (reported.blockedBy) await sayTarget(change, run, reported.blockedBy, now);
	else if (finish.status === 'passed' && calls.length > 0 && run.is_target_down)
		await forgetTargetDown(transaction, run.project_id);
	if (run.is_followed) {
		if (finish.status === 'passed')
			await feedConsumers(change, endedOf(run), new Set(captures.map(capture => capture.name)));
		else await blockConsumers(change, endedOf(run), blockedReasonOf[finish.status]);
	}
	if (run.is_generated) await learning.learn(transaction, ended, now);
	else if (run.has_unconfirmed && finish.status === 'passed') await learning.confirmAnswered(transaction, ended);
	await advanceBatch(change);
	if (openMembers(change.counts('tests')) === 0) await regroupWhereSeen(transaction, change.batch.project_ids, newId);
	await changes.saveEnded();
	return isLater ? 'alone' : 'moved';
}

/** Its API is gone, or allows no more calls: the run says so, and with a gone one every open member does. */
async function sayTarget(change: BatchChange, run: RunningRun, reason: TargetReason, now: number): Promise<void> {
	await change.transaction
		.updateTable('runs')
		.set(targetColumns(reason, run.project_id))
		.where('id', '=', run.id)
		.execute();
	if (reason !== 'target_down') return;
	const at = {projectId: run.project_id, batchId: run.batch_id, name: run.name};
	await reportTargetDown(change.transaction, at, now);
	await blockForTarget(change, run.project_id);
}

const endedOf = (run: RunningRun) => ({id: run.id, testId: run.test_id, title: run.name});

/** Why the consumers of a run that ended so are blocked. */
export const blockedReasonOf = {
	failed: 'producer_failed',
	blocked: 'producer_blocked',
	cancelled: 'producer_cancelled',
} as const;

/** Writes the end of an executing run: its own row, the counts and its test. */
export async function endRun(
	change: BatchChange,
	run: RunningRun & {
		/** It is known to be the newest one of its test; absent or false: that is still to be read. */
		is_newest?: unknown;
	},
	end: Pick<
		Finish,
		'status' | 'failureKind' | 'error' | 'trace' | 'apiOutput' | 'failedLine' | 'noted' | 'steps' | 'advisories'
	> & {
		neededHelp?: NeededHelp;
		/** Epoch milliseconds; absent: now. */
		endedAt?: number;
	},
	/** `isAwaited`: others may start after it; `isLater`: nobody looks at it before the batch is saved. */
	{isAwaited, isLater} = {isAwaited: true, isLater: false},
): Promise<void> {
	const status = moveRun('running', triggerOfOutcome[end.status]);
	if (status === null) throw new Error(`A running run cannot end ${end.status}.`);
	const columns = {
		status,
		failure_kind: end.failureKind,
		needed_help: end.neededHelp ? JSON.stringify(end.neededHelp) : null,
		error: end.error,
		trace: end.trace,
		api_output: end.apiOutput,
		failed_line: end.failedLine,
		noted: JSON.stringify(end.noted ?? []),
		advisories: JSON.stringify(end.advisories.slice(0, maxAdvisories)),
		...(end.steps
			? {
					step_total: end.steps.total,
					steps_failed: end.steps.failed,
					steps_open: end.steps.open,
					failed_step_index: end.steps.failedIndex,
				}
			: {}),
		finished_at: end.endedAt ?? change.now,
		rev: change.version,
	};
	const row = shaped(end.steps ? 'end with steps' : 'end', {id: run.id, ...columns}, ({id, ...values}) =>
		change.transaction
			.updateTable('runs')
			.set({worker_id: null, lease_until: null, ...values})
			.where('id', '=', id),
	);
	change.move(run, 'running', end.status, isAwaited);
	const ofTest = {id: run.id, testId: run.test_id};
	if (run.is_newest && end.status !== 'cancelled') {
		const test = newest(change.transaction, [ofTest], end.status);
		if (isLater) {
			change.later(row);
			change.later(test);
			return;
		}
		await storageOf(change.transaction).writeTogether(change.transaction, [row, test]);
		return;
	}
	await storageOf(change.transaction).writeTogether(change.transaction, [row]);
	await carryToTest(change.transaction, ofTest, end.status);
}

/** One row per name: the last value a test produced under it. Those of a run that did not pass serve cleanup only. */
function capturesOf(newId: NewId, run: RunningRun, finish: Finish): Array<Insertable<CaptureTable>> {
	const byName = new Map(finish.captures.map(capture => [capture.name, capture]));
	return [...byName.values()].map(capture => ({
		id: newId('var'),
		batch_id: run.batch_id,
		run_id: run.id,
		test_id: run.test_id,
		attempt: finish.attempt,
		name: capture.name,
		value: capture.json ?? JSON.stringify(capture.value ?? null),
		declared: capture.declared ? 1 : 0,
		published: finish.status === 'passed' ? 1 : 0,
		created_at: capture.at,
	}));
}

/**
 * The rows of an execution's recorded calls.
 *
 * @param carrying places of the calls that gave or used a value of the batch
 */
export function callsOf(
	newId: NewId,
	run: Pick<RunTable, 'id' | 'batch_id' | 'project_id' | 'test_id' | 'teardown' | 'target_url'>,
	finish: Pick<Finish, 'attempt' | 'calls'>,
	carrying: ReadonlySet<number> = new Set(),
): CallTable[] {
	const isOwn = finish.calls.map(({url}, place) => carrying.has(place) || isOfTarget(url, run.target_url));
	const hasOwn = isOwn.includes(true);
	return finish.calls.map(({detail, isReadBefore = false, ...call}, place) => ({
		id: newId('cal'),
		batch_id: run.batch_id,
		project_id: run.project_id,
		run_id: run.id,
		test_id: run.test_id,
		attempt: finish.attempt,
		kind: isReadBefore ? 'discovery' : kindOf(call, run, hasOwn && !isOwn[place]),
		...call,
		detail: JSON.stringify(detail),
	}));
}

/**
 * "Every cleanup DELETE, planned or sweep" counts as cleanup. What a test asks another host on its way, without handing
 * a value on, is a prerequisite of the calls to its target and no step of its own.
 */
function kindOf(call: {method: string}, run: Pick<RunningRun, 'teardown'>, isElsewhere: boolean): CallKind {
	if (isElsewhere) return 'prerequisite';
	return run.teardown === 1 && call.method.toUpperCase() === 'DELETE' ? 'cleanup' : 'test';
}

/** Which call gave each value, and which used those the run was given. */
function linksOf({captures, calls}: Finish, given: Array<{name: string; value: unknown}>): VariableLink[] {
	const produced = [...new Map(captures.map(capture => [capture.name, capture])).values()].map(
		({name, value, json}) => ({name, value: json === undefined ? value : exactJson(json)}),
	);
	if (given.length + produced.length === 0) return [];
	// What the runner has read hands no value on; places are those among all calls.
	const places = calls.flatMap(({isReadBefore}, place) => (isReadBefore ? [] : [place]));
	const recorded = places.map((place): LinkedCall => {
		const call = calls[place]!;
		return {...(call.detail as Partial<LinkedCall>), ...call};
	});
	return linkVariables(recorded, produced, given).map(link =>
		link.call === null ? link : {...link, call: places[link.call]!},
	);
}

/** Values that other runs gave to a run, as they are. */
export async function valuesGivenTo(
	transaction: StoreTransaction,
	runId: RunId,
	{openJson}: Protection,
): Promise<Array<{name: string; value: unknown}>> {
	const rows = await givenValues(transaction)
		.select(['captures.name', 'captures.value'])
		.where('run_edges.to_run_id', '=', runId)
		.execute();
	return rows.map(({name, value}) => ({name, value: exactJson(openJson(value))}));
}
