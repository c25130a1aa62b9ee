import {sql} from 'kysely';
import type {ProjectId, RunId} from '../../../contract/ids.ts';
import {isRecordDeleted} from '../../domain/deleted-records.ts';
import {exactJson} from '../../domain/value-place.ts';
import {verdicts} from '../../domain/run-state.ts';
import type {Sealing} from '../../domain/sealed-text.ts';
import {tokenExpiry} from '../../domain/credentials.ts';
import type {EarlierCaptures} from '../../graph/graph.ts';
import type {StoreTransaction, Database} from '../database.ts';
import {pushTo} from '../../domain/push-to.ts';

const hourMs = 3_600_000;

/**
 * The values that the tests of a project captured last and that still may be used. Valid: "its producer last ended
 * passed, the producer's code is unchanged, the record is not deleted, it is not older than the limit of the project,
 * and it is not a token past its expiry". A value of another environment names a record of another server.
 */
export async function readEarlierCaptures(
	transaction: StoreTransaction,
	project: {id: string; captureMaxAgeHours: number | null; environment: {id: string; isDefault: boolean}},
	now: number,
	openText: Sealing['openText'],
): Promise<EarlierCaptures> {
	const captured = await lastCaptures(transaction, project);
	const oldest = project.captureMaxAgeHours === null ? 0 : now - project.captureMaxAgeHours * hourMs;
	const fresh = captured.filter(
		({value, created_at}) =>
			created_at >= oldest && !(typeof value === 'string' && (tokenExpiry(openText(value)) ?? Infinity) <= now),
	);
	const deletes = await deletesSince(transaction, project.id, Math.min(...fresh.map(capture => capture.created_at)));
	const created = deletes.length > 0 ? await creations(transaction, fresh) : new Map<string, string[]>();
	const gone = await goneResources(transaction, fresh);
	const valid = new Map<string, string>();
	for (const {run_id, test_id, name, value, created_at} of fresh) {
		if (gone.has(`${run_id} ${name}`)) continue;
		const relevant = deletes
			.filter(call => call.started_at >= created_at)
			.map(call => ({
				url: call.url,
				consumedValue: call.consumed.some(need => need.from_run_id === run_id && need.variable === name),
			}));
		if (!isRecordDeleted(value, created.get(run_id) ?? [], relevant)) valid.set(`${test_id} ${name}`, run_id);
	}
	return {runOf: (producerId, variable) => valid.get(`${producerId} ${variable}`) ?? null};
}

/** Published values of the last run with a verdict of every producer, when that run passed with the present source. */
async function lastCaptures(
	transaction: StoreTransaction,
	{id: projectId, environment}: {id: string; environment: {id: string; isDefault: boolean}},
) {
	const rows = await transaction
		.selectFrom('tests')
		.innerJoin('runs', join =>
			join.on(({eb, selectFrom}) =>
				eb(
					'runs.id',
					'=',
					selectFrom('runs as last')
						.select('last.id')
						.whereRef('last.test_id', '=', 'tests.id')
						.where('last.status', 'in', verdicts)
						.where(inner =>
							inner.or([
								inner('last.environment_id', '=', environment.id),
								...(environment.isDefault ? [inner('last.environment_id', 'is', null)] : []),
							]),
						)
						.orderBy('last.id', 'desc')
						.limit(1),
				),
			),
		)
		.innerJoin('captures', 'captures.run_id', 'runs.id')
		.select(['captures.run_id', 'captures.test_id', 'captures.name', 'captures.value', 'captures.created_at'])
		.where('tests.project_id', '=', projectId)
		.where('tests.produces', '!=', '[]')
		.where('runs.status', '=', 'passed')
		.where('runs.code_version', '=', sql<string>`'v' || tests.code_version`)
		.where('captures.published', '=', 1)
		.execute();
	return rows.map(row => ({...row, value: exactJson(row.value)}));
}

type Consumed = {from_run_id: RunId | null; variable: string};

/** Calls of a project that removed something, each with the values its test had been given. */
async function deletesSince(transaction: StoreTransaction, projectId: ProjectId, since: number) {
	if (!Number.isFinite(since)) return [];
	const calls = await transaction
		.selectFrom('calls')
		.select(['run_id', 'url', 'started_at'])
		.where('project_id', '=', projectId)
		// Written out, not bound: only then the partial index of deletions is used.
		.where(sql<boolean>`method = 'DELETE'`)
		.where('started_at', '>=', since)
		.where(({or, and, eb}) => or([and([eb('status', '>=', 200), eb('status', '<', 300)]), eb('status', '=', 404)]))
		.execute();
	const runIds = [...new Set(calls.flatMap(call => call.run_id ?? []))];
	const consumed = new Map<string, Consumed[]>();
	for (let start = 0; start < runIds.length; start += 500) {
		const needs = await transaction
			.selectFrom('run_edges')
			.select(['to_run_id', 'from_run_id', 'variable'])
			.where('to_run_id', 'in', runIds.slice(start, start + 500))
			.execute();
		for (const need of needs) pushTo(consumed, need.to_run_id, need);
	}
	return calls.map(call => ({...call, consumed: (call.run_id && consumed.get(call.run_id)) || []}));
}

/** Values whose record a cleanup has removed, or a person has dismissed: `run variable`. */
async function goneResources(
	transaction: StoreTransaction,
	captures: ReadonlyArray<{run_id: RunId}>,
): Promise<Set<string>> {
	const gone = new Set<string>();
	const runIds = [...new Set(captures.map(capture => capture.run_id))];
	for (let start = 0; start < runIds.length; start += 500) {
		const rows = await transaction
			.selectFrom('cleanup_resources')
			.select(['run_id', 'variable'])
			.where('run_id', 'in', runIds.slice(start, start + 500))
			.where('outcome', 'in', ['test', 'auto', 'gone', 'dismissed'])
			.execute();
		for (const {run_id, variable} of rows) if (variable !== null) gone.add(`${run_id} ${variable}`);
	}
	return gone;
}

/** Addresses at which the capturing runs created records. */
async function creations(
	transaction: StoreTransaction,
	captures: ReadonlyArray<{run_id: RunId}>,
): Promise<Map<string, string[]>> {
	const urls = new Map<string, string[]>();
	const runIds = [...new Set(captures.map(capture => capture.run_id))];
	for (let start = 0; start < runIds.length; start += 500) {
		const calls = await transaction
			.selectFrom('calls')
			.select(['run_id', 'url'])
			.where('run_id', 'in', runIds.slice(start, start + 500))
			.where('method', 'in', ['POST', 'PUT'])
			.execute();
		for (const {run_id, url} of calls) if (run_id) pushTo(urls, run_id, url);
	}
	return urls;
}

/** Values that runs are given: those that their chosen producers have captured under the names they need. */
export const givenValues = (database: Database) =>
	database
		.selectFrom('run_edges')
		.innerJoin('captures', join =>
			join.onRef('captures.run_id', '=', 'run_edges.from_run_id').onRef('captures.name', '=', 'run_edges.variable'),
		);
