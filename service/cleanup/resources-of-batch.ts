import {isOfTarget} from '../domain/target-host.ts';
import type {SweepFacts, SweptCall, TeardownNeed} from '../store/read-sweep.ts';
import type {SearchedResource} from '../store/sweep-store.ts';
import {type FoundRecord, findRecords} from './find-records.ts';
import {isKept} from './matching-rule.ts';
import {observedCall} from './observed-call.ts';
import {segmentsOf} from './path-template.ts';

/**
 * The records that the tests of a batch have created, each with what is known of its fate: kept by a rule, removed by a
 * teardown test, left without a DELETE endpoint, or pending.
 */
export function resourcesOfBatch(facts: SweepFacts): SearchedResource[] {
	const byProject = new Map<string, SweptCall[]>();
	for (const call of facts.calls) {
		const own = byProject.get(call.project_id);
		if (own) own.push(call);
		else byProject.set(call.project_id, [call]);
	}
	return [...byProject].flatMap(([projectId, rows]) => resourcesOfProject(facts, projectId, rows));
}

function resourcesOfProject(facts: SweepFacts, projectId: string, rows: readonly SweptCall[]): SearchedResource[] {
	const calls = rows.flatMap(row => {
		const call = observedCall(row);
		return call && isOfTarget(call.origin, row.target_url) ? [call] : [];
	});
	const target = rows.find(({target_url}) => target_url !== null)?.target_url ?? null;
	const endpoints = facts.endpoints
		.filter(({project_id}) => project_id === projectId)
		.map(({id, method, path, base_path}) => ({endpointId: id, method, path, basePath: base_path}));
	const rules = facts.rules.filter(({project_id}) => project_id === projectId);
	const base = target && URL.canParse(target) ? segmentsOf(new URL(target).pathname) : [];
	const records = findRecords({calls, endpoints, base, captures: facts.captures});
	const resources = records.map(record => {
		const {call, deletion} = record;
		const variable = variableOf(record, facts);
		const needs = variable === null ? [] : facts.teardowns.filter(need => takes(need, variable, call.runId));
		const resource = {
			key: record.key,
			projectId,
			runId: call.runId,
			testId: call.testId,
			attempt: call.attempt,
			callId: call.id,
			variable,
			handle: record.handle,
			family: record.family,
			sourceMethod: call.method,
			sourcePath: record.sourcePath,
			deletePath: deletion?.path ?? null,
			deleteUrl: deletion?.url ?? null,
			parentKeys: record.parents,
			headers: replayedHeaders(call.requestHeaders),
			isLast: record.isLast,
			plannedRunId: record.removal?.isTeardown ? record.removal.runId : (needs[0]?.id ?? null),
		};
		const ruled = {
			family: record.family,
			source_method: call.method,
			source_path: record.sourcePath,
			delete_path: resource.deletePath,
			fields: record.fields,
		};
		const fate = isKept(ruled, rules) ? kept : fateOf(record, needs);
		return {...resource, ...fate};
	});
	const isSwept = resources.some(({outcome}) => outcome === 'pending');
	// "A parent DELETE that failed with 409 is tried once more, because children may have been deleted later."
	return resources.map((resource, place) =>
		isSwept && resource.outcome === 'failed' && records[place]?.removal?.status === 409
			? {...resource, ...pending}
			: resource,
	);
}

type Fate = Pick<SearchedResource, 'outcome' | 'reason'>;
const kept: Fate = {outcome: 'kept', reason: null};
const pending: Fate = {outcome: 'pending', reason: null};

/** What a record has come to without the sweep. */
function fateOf({removal, deletion, reason}: FoundRecord, needs: readonly TeardownNeed[]): Fate {
	if (removal?.isTeardown) {
		if (removal.isGone) return {outcome: 'test', reason: null};
		// "One DELETE per record that no planned test of this batch has sent a DELETE for".
		return removal.status === null || removal.status >= 500
			? {outcome: 'orphaned', reason: 'delete_failed'}
			: {outcome: 'failed', reason: null};
	}
	if (needs.some(({status}) => status === 'passed')) return {outcome: 'test', reason: null};
	const isWaited = needs.some(({status}) => status === 'queued' || status === 'running');
	return deletion || isWaited ? {outcome: 'pending', reason: null} : {outcome: 'orphaned', reason};
}

const takes = (need: TeardownNeed, variable: string, runId: string) =>
	need.variable === variable && need.from_run_id === runId;

/** Name under which the test that created a record captured its handle; declared names before others. */
function variableOf({handle, call}: FoundRecord, {captures}: SweepFacts): string | null {
	if (handle === null) return null;
	const own = captures.filter(
		({run_id, value}) => run_id === call.runId && (value === JSON.stringify(handle) || value === handle),
	);
	return (own.find(({declared}) => declared === 1) ?? own[0])?.name ?? null;
}

/** Headers that say for whom a request is, such as a tenant: its DELETE repeats them. Masked ones tell only their name. */
function replayedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).filter(
			([name, value]) =>
				value === masked || (name.startsWith('x-') && !oncePerRequest.test(name) && !value.includes(masked)),
		),
	);
}

export const masked = '•••';
const oncePerRequest = /request-id|idempotency|correlation|trace|signature|timestamp|http-method|forwarded|real-ip/;
