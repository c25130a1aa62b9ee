import type {ProjectId, RunId} from '../../contract/ids.ts';
import {pathnameOf} from '../domain/endpoint-path.ts';
import {isOfTarget} from '../domain/target-address.ts';
import {consideredFields} from './record-values.ts';
import {isCredentialHeader} from '../domain/credentials.ts';
import {runTag, seedOf} from '../domain/run-tag.ts';
import {masked} from '../domain/sealed-text.ts';
import type {SweepFacts, SweptCall, TeardownNeed} from '../store/cleanup/read-sweep.ts';
import {defaultCleanupSettings} from '../store/cleanup/cleanup-settings.ts';
import type {SearchedBatch, SearchedCall, SearchedResource} from '../store/cleanup/sweep-store.ts';
import {isWrite} from './creation.ts';
import type {AnsweredCall} from '../inference/member-calls.ts';
import type {RecordKey} from './record-keys.ts';
import type {EarlierLives, Life} from './sightings.ts';
import {isInDoubt} from '../domain/cleanup.ts';
import type {FoundCall} from './uncreated.ts';
import {findRecords} from './find-records.ts';
import type {FoundRecord} from './found-record.ts';
import type {Settlements} from './settle-unknown.ts';
import {markedDeletes} from './marked-deletes.ts';
import {isKept} from './matching-rule.ts';
import {addressBeside, type ObservedCall, observedCall} from './observed-call.ts';
import {type SpokenApi, spokenApis, type SpokenRequest} from './spoken-api.ts';
import type {DeleteWith} from '../store/cleanup/cleanup-tables.ts';
import {segmentsOf} from '../inference/path-template.ts';
import {pushTo} from '../domain/push-to.ts';

/**
 * The records that the tests of a batch have created, each with what is known of its fate: kept by a rule, removed by a
 * teardown test, left without a DELETE endpoint, or pending.
 *
 * @param reads what reads of records have shown since; without an entry for a project none were sent yet, and whoever may
 * be found by one waits
 */
export async function resourcesOfBatch(
	facts: SweepFacts,
	readLives: ReadLives,
	reads: MemberReads | null = null,
	settlements: Settlements = new Map(),
): Promise<SearchedBatch> {
	const apiOf = spokenApis(facts);
	const byProject = new Map<string, SweptCall[]>();
	for (const call of facts.calls) {
		pushTo(byProject, call.project_id, call);
	}
	const found: SearchedBatch = {resources: [], calls: []};
	for (const [projectId, rows] of byProject) {
		const {resources, calls} = await resourcesOfProject(facts, projectId, rows, readLives, {
			reads,
			settlements,
			api: apiOf(projectId),
		});
		found.resources.push(...resources);
		found.calls.push(...calls);
	}
	return found;
}

async function resourcesOfProject(
	facts: SweepFacts,
	projectId: ProjectId,
	rows: readonly SweptCall[],
	readLives: ReadLives,
	{reads, settlements, api}: {reads: MemberReads | null; settlements: Settlements; api: SpokenApi},
): Promise<SearchedBatch> {
	const elsewhere: FoundCall[] = [];
	const calls = rows.flatMap(row => {
		const call = observedCall(row);
		if (!call || isOfTarget(call.origin, row.target_url)) return call ? api.asRest(call) : [];
		if (isWrite(call)) elsewhere.push(sentElsewhere(call));
		return [];
	});
	const target = rows.find(({target_url}) => target_url !== null)?.target_url ?? null;
	const {endpoints} = api;
	const rules = facts.rules.filter(({project_id}) => project_id === projectId);
	const base = segmentsOf((target && pathnameOf(target)) ?? '');
	const {handles, mode} = facts.settings.get(projectId) ?? defaultCleanupSettings;
	const {captures, origins} = facts;
	const tagOf = tagsOf(facts);
	const marking = markedDeletes(facts.endpoints.filter(({project_id}) => project_id === projectId));
	const known = {captures, handles, origins, settlements, tagOf, marking};
	const search = {calls, endpoints, base, ...known, reads: reads?.get(projectId) ?? []};
	// What is asked for does not depend on what is known: the first search tells which records the store is asked about, and is the
	// only one where it knows none of them.
	const asked = new AskedKeys();
	const alone = findRecords({...search, earlier: asked});
	const earlier = await readLives(projectId, asked.all);
	const first = earlier.size === 0 ? alone : findRecords({...search, earlier});
	// A DELETE that was seen to delete nothing has hardly deleted what nobody has looked for.
	const idle = idleDeletes(first.records);
	const {records, calls: nothing} = idle.size === 0 ? first : findRecords({...search, earlier, idle});
	const resources = records.map(record => {
		const {call, deletion} = record;
		const variable = variableOf(record, facts);
		const source = api.sent(call.method, addressBeside(call, call.segments));
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
			sourceMethod: source?.method ?? call.method,
			sourcePath: source?.path ?? record.sourcePath,
			deletePath: deletion?.path ?? record.knownPath,
			deleteUrl: deletion?.url ?? null,
			knownUrl: record.knownUrl,
			deleteWith: withSent(record.deleteWith, deletion && api.sent('DELETE', deletion.url)),
			reads: record.reads,
			question: record.question ?? null,
			isDoubtful: record.question != null && isInDoubt(call),
			fields: record.fields,
			proof: record.proof,
			considered: record.reason === 'handle_missing' ? consideredFields(record.candidates) : [],
			note: record.note,
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
		const isRead = reads?.has(projectId) === true || facts.batch.skip_cleanup === 1 || mode === 'off';
		const fate = isKept(ruled, rules) ? kept : fateOf(record, needs, isRead);
		return {...resource, ...fate};
	});
	const isSwept = resources.some(({outcome}) => outcome === 'pending');
	// "A parent DELETE that failed with 409 is tried once more, because children may have been deleted later."
	const again = resources.map((resource, place) =>
		isSwept && resource.outcome === 'failed' && resource.proof !== null && records[place]?.removal?.status === 409
			? {...resource, ...pending}
			: resource,
	);
	return {resources: again, calls: [...nothing, ...elsewhere].map(rowOf)};
}

/** By their templates: DELETEs that were accepted, and after which their own test still found the record. */
const idleDeletes = (records: readonly FoundRecord[]): ReadonlySet<string> =>
	new Set(records.flatMap(({removal, deletion}) => (removal?.isStillThere && deletion ? [deletion.path] : [])));

/** What a DELETE is sent with, and what is sent in its place where the API wants another request. */
function withSent(known: DeleteWith | null, sent: SpokenRequest | null): DeleteWith | null {
	return sent ? {body: null, ifMatch: null, readUrl: null, revision: null, ...known, sent} : known;
}

/** `RUN_TAG` of the execution that made a call; null where a given seed repeats the tags of an earlier batch. */
const tagsOf =
	({batch: {id, seed}}: SweepFacts) =>
	({testId, attempt}: ObservedCall): string | null =>
		seed === seedOf(id) ? runTag(seed, testId, attempt) : null;

/** By project: reads of the sweep that have shown records. */
export type MemberReads = ReadonlyMap<string, readonly AnsweredCall[]>;

/** What answers of other batches had shown of some records of a project. */
export type ReadLives = (projectId: ProjectId, keys: readonly RecordKey[]) => Promise<ReadonlyMap<RecordKey, Life>>;

/** Knows nothing, and remembers what it was asked for. */
class AskedKeys implements EarlierLives {
	readonly #asked = new Set<RecordKey>();

	get all(): RecordKey[] {
		return [...this.#asked];
	}

	get(key: RecordKey): undefined {
		this.#asked.add(key);
		return undefined;
	}
}

const sentElsewhere = (call: ObservedCall): FoundCall => ({
	call,
	path: `/${call.segments.join('/')}`,
	reason: 'other_host',
	text: `went to ${call.origin}, which is not the target of the tests`,
});

const rowOf = ({call, path, reason, text}: FoundCall): SearchedCall => ({
	call_id: call.id,
	run_id: call.runId,
	test_id: call.testId,
	method: call.method,
	path,
	reason,
	text,
});

type Fate = Pick<SearchedResource, 'outcome' | 'reason'>;
const kept: Fate = {outcome: 'kept', reason: null};
const pending: Fate = {outcome: 'pending', reason: null};

/** What a record has come to without the sweep. */
function fateOf(
	{removal, deletion, reason, reads, question = null, isNothing = false}: FoundRecord,
	needs: readonly TeardownNeed[],
	isRead: boolean,
): Fate {
	// The reason says what is gone: nothing was made.
	if (isNothing) return {outcome: 'gone', reason};
	// It is said, and not deleted again: that DELETE was accepted before, and changed nothing.
	if (removal?.isStillThere) return {outcome: 'orphaned', reason: 'archived'};
	// A test has moved it to the trash: what the API keeps is counted.
	if (removal?.isMarked) return {outcome: 'test', reason: null};
	// A 404 that says nothing leaves the verdict to the test, and the record to the sweep.
	const saysNothing = removal?.status === 404 || removal?.status === 410;
	if (removal?.isTeardown && (removal.isGone || !saysNothing)) {
		if (removal.isGone) return {outcome: 'test', reason: null};
		// "One DELETE per record that no planned test of this batch has sent a DELETE for".
		return removal.status === null || removal.status >= 500
			? {outcome: 'orphaned', reason: 'delete_failed'}
			: {outcome: 'failed', reason: null};
	}
	if (needs.some(({status}) => status === 'passed')) return {outcome: 'test', reason: null};
	const isWaited = needs.some(({status}) => status === 'queued' || status === 'running');
	const isToRead =
		!isRead &&
		((reads.length > 0 && (reason === 'handle_missing' || reason === 'no_delete_endpoint')) || question !== null);
	return (deletion && reason === null) || isWaited || isToRead ? pending : {outcome: 'orphaned', reason};
}

const takes = (need: TeardownNeed, variable: string, runId: RunId) =>
	need.variable === variable && need.from_run_id === runId;

/** Name under which the test that created a record captured its handle; declared names before others. */
function variableOf({handle, call}: FoundRecord, {captures}: SweepFacts): string | null {
	if (handle === null) return null;
	const own = captures.filter(
		({run_id, value}) => run_id === call.runId && (value === JSON.stringify(handle) || value === handle),
	);
	return (own.find(({declared}) => declared === 1) ?? own[0])?.name ?? null;
}

/**
 * Headers that say for whom a request is, such as a tenant: its DELETE repeats them. Credentials of the test's own are
 * sealed, those of the project are masked and tell only their name.
 */
function replayedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).filter(
			([name, value]) =>
				value === masked ||
				((isCredentialHeader(name) || (name.startsWith('x-') && !oncePerRequest.test(name))) &&
					!value.includes(masked)),
		),
	);
}

const oncePerRequest = /request-id|idempotency|correlation|trace|signature|timestamp|http-method|forwarded|real-ip/;
