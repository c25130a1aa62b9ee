import type {LeftRecord, TryReport} from '../../../contract/documents/try.ts';
import type {Generation} from '../../../contract/generation.ts';
import {paginate} from '../../client/paginate.ts';
import type {Batch, BatchMember} from '../../../contract/batch.ts';
import type {CleanupCard} from '../../../contract/cleanup.ts';
import type {Finding} from '../../../contract/finding.ts';
import type {BatchId, ProjectId} from '../../../contract/ids.ts';
import type {Plan, PlanRow} from '../../../contract/plan.ts';
import {countMembers} from '../../../contract/outcome-counts.ts';
import {listBatches} from '../../../contract/routes/batches.ts';
import {getCleanup} from '../../../contract/routes/cleanup.ts';
import {listFindings} from '../../../contract/routes/findings.ts';
import {isApiError} from '../../errors/api-error.ts';
import {counted, withOthers} from '../../view-model/counted.ts';
import {groupNeededHelp} from '../../view-model/needed-help.ts';
import {lastMembers} from './run-batches.ts';
import type {Session} from './session.ts';

/** Tests by their ids with the row that each was made of; null where the service does not tell it. */
export type RowOfTest = ReadonlyMap<string, PlanRow | null>;

/** The tests that can run, in the order of the plan; those of a service that does not tell their rows come last. */
export function readyTests(items: Generation['items'], rows: readonly PlanRow[]): RowOfTest {
	const ready = items.flatMap(({rowId, testId, status}) =>
		status === 'ready' && testId !== null ? [{rowId, testId}] : [],
	);
	const testOf = new Map(ready.map(({rowId, testId}) => [rowId, testId]));
	return new Map([
		...rows.flatMap((row): Array<[string, PlanRow]> => {
			const testId = testOf.get(row.rowId);
			return testId === undefined ? [] : [[testId, row]];
		}),
		...ready.flatMap(({rowId, testId}): Array<[string, null]> => (rowId === null ? [[testId, null]] : [])),
	]);
}

/** Verdicts of all tests, each by its last run. */
export function countVerdicts(members: readonly BatchMember[]): Omit<TryReport['run'], 'notRun'> {
	const {passed, failed, blocked, cancelled} = countMembers(members);
	return {passed, failed, blocked, cancelled};
}

/** Tests that have no verdict at the end. */
export function countNotRun(members: readonly BatchMember[], rowOf: RowOfTest): number {
	const told = new Set(['passed', 'failed', 'blocked']);
	return rowOf.size - members.filter(({testId, status}) => rowOf.has(testId) && told.has(status)).length;
}

/** What only a person can bring on, each request once. */
export const needsHelp = (batches: readonly Batch[]): TryReport['needsHelp'] => groupNeededHelp(lastMembers(batches));

/**
 * Failures of one kind at one endpoint are told once, and so are those that several endpoints show in the same words:
 * what breaks on a null byte mostly breaks everywhere. What most tests show comes first.
 */
export function groupFailures(batches: readonly Batch[], rowOf: RowOfTest): TryReport['failures'] {
	const failed = lastMembers(batches).filter(({status, neededHelp}) => status === 'failed' && !neededHelp);
	const endpointsOf = new Map<string, Set<string>>();
	for (const member of failed) {
		const cause = causeOf(member.error);
		endpointsOf.set(cause, (endpointsOf.get(cause) ?? new Set()).add(endpointOf(member, rowOf)));
	}
	const groups = new Map<string, TryReport['failures'][number]>();
	for (const member of failed) {
		const endpoint = endpointOf(member, rowOf);
		const cause = causeOf(member.error);
		// A status alone is no cause that endpoints have in common.
		const all = onlyStatus.test(cause) ? 1 : (endpointsOf.get(cause)?.size ?? 1);
		const key = all > 1 ? cause : `${endpoint} ${member.failureKind}`;
		const group = groups.get(key) ?? {
			endpoint,
			endpoints: all,
			error: wordsOf(member.error),
			rows: 0,
			runId: member.runId,
		};
		group.rows++;
		groups.set(key, group);
	}
	return [...groups.values()].sort((a, b) => b.rows - a.rows);
}

const onlyStatus = /^expected [\w ]+, got \d+/;

/** The words of a failure without what differs from call to call: bodies, ids, names that were made up. */
const causeOf = (error: string | null): string =>
	wordsOf(error)
		.replace(/: \{.*/s, '')
		.replace(/(["'])(?:(?!\1).)*\1/g, '…')
		.split(/\s/)
		.map(word => (/\d/.test(word) && !/^\d{3}[,:;.]?$/.test(word) ? '…' : word))
		.join(' ');

/**
 * Tests that were not carried out, by what they wait for, or where they could not begin with the endpoint, or the first of
 * several. What most tests wait for comes first.
 */
export function groupBlocked(batches: readonly Batch[], rowOf: RowOfTest): TryReport['blocked'] {
	const groups = new Map<string, {cause: string; endpoints: Set<string>; tests: number}>();
	for (const member of lastMembers(batches)) {
		const {status, blockedBy, error, neededHelp} = member;
		if (status !== 'blocked' || neededHelp) continue;
		const producer = blockedBy?.producer;
		const [words = ''] = wordsOf(error).split('\n', 1);
		const cause = producer ? `waits for ${producer.title}` : words.replace(/^setup: /, '');
		const key = producer ? cause : causeOf(cause);
		const group = groups.get(key) ?? {cause, endpoints: new Set(), tests: 0};
		if (!producer) group.endpoints.add(endpointOf(member, rowOf));
		groups.set(key, {...group, tests: group.tests + 1});
	}
	const named = [...groups.values()].map(({cause, endpoints, tests}) => {
		const [first] = endpoints;
		return {cause: first === undefined ? cause : `${withOthers(first, endpoints.size)}: ${cause}`, tests};
	});
	return named.sort((a, b) => b.tests - a.tests);
}

const endpointOf = ({testId, name}: BatchMember, rowOf: RowOfTest): string => rowOf.get(testId)?.endpointPath ?? name;

/** Rows whose tests were rejected, by the reason, with the title of the first: they are in no count of the run. */
export function groupRejected(items: Generation['items']): TryReport['rejected'] {
	const groups = new Map<string, {cause: string; tests: number}>();
	for (const {title, rejection} of items) {
		if (!rejection) continue;
		const group = groups.get(rejection.code) ?? {cause: `${title}: ${rejection.message.split('\n', 1)[0]}`, tests: 0};
		groups.set(rejection.code, {...group, tests: group.tests + 1});
	}
	return [...groups.values()].sort((a, b) => b.tests - a.tests);
}

/** Without the name of the exception, and what its message says already. */
function wordsOf(error: string | null): string {
	const text = (error ?? 'it failed').replace(/^AssertionError: /, '');
	return text.endsWith(')') ? text.replace(/ \(expected .*/s, '') : text;
}

const listedOrphans = 10;

/** What became of the records of all batches of the project, those that looked for bodies the API accepts among them. */
export async function readCleanup(
	{client, context}: Session,
	projectId: ProjectId,
	signal = context.signal,
): Promise<TryReport['cleanup']> {
	const cleanup: TryReport['cleanup'] = {deleted: 0, marked: 0, orphaned: [], orphanedTotal: 0};
	const {items} = await paginate(query => client.call(listBatches, {params: {projectId}, query, signal}), {});
	for (const {batchId} of items) {
		const view = await client.call(getCleanup, {params: {batchId}, query: {}, signal});
		cleanup.deleted += view.totals.deletedRecords;
		cleanup.marked += view.totals.markedRecords ?? 0;
		cleanup.orphanedTotal += view.orphaned.length;
		cleanup.orphaned.push(...view.orphaned.map(card => leftRecord(card, batchId)));
	}
	return {...cleanup, orphaned: cleanup.orphaned.slice(0, listedOrphans)};
}

const namedLeft = 5;

/** What all batches of a try that was ended have left: the one that was stopped tells of its own alone. */
export async function tellLeft(session: Session, projectId: ProjectId): Promise<void> {
	const {notes, hurry} = session.context;
	try {
		const {orphaned, orphanedTotal} = await readCleanup(session, projectId, hurry);
		if (orphanedTotal === 0) return;
		const named = orphaned
			.slice(0, namedLeft)
			.map(({method, path, id, label}) => `${method} ${path} made ${id ?? label}`);
		const more = orphanedTotal > named.length ? [`and ${orphanedTotal - named.length} more`] : [];
		notes.say(
			'warn',
			`${counted(orphanedTotal, 'record')} of all runs might be left: ${[...named, ...more].join(', ')}`,
		);
	} catch (error) {
		// Whoever sends a second signal wants to leave; a service that is gone has been told of.
		if (!hurry.aborted && !isApiError(error)) throw error;
	}
}

const leftRecord = (
	{label, reason, resourceId, sourceEndpoint: {method, path}, capturedId, deletion, cleanupTest}: CleanupCard,
	batchId: BatchId,
): LeftRecord => ({
	label,
	reason: reason ?? null,
	resourceId,
	batchId,
	method,
	path,
	id: capturedId,
	deletion: deletion ? {method: deletion.method, url: deletion.url} : null,
	answered: cleanupTest?.httpStatus ?? null,
});

const namedFindings = 10;
/** What a person should look at before the rest: the API broke, or is open to anybody. */
const gravest: readonly string[] = ['server_error', 'target_down', 'auth_open'];
const gravity = ({kind}: Finding): number => (gravest.includes(kind) ? gravest.indexOf(kind) : gravest.length);

/** How many findings are open, and the first of them by name, the gravest first. */
export async function readFindings(
	{client, context}: Session,
	projectId: ProjectId,
): Promise<Pick<TryReport, 'findings' | 'openFindings'>> {
	const {items} = await paginate(
		query => client.call(listFindings, {params: {projectId}, query: {...query, state: 'open'}, signal: context.signal}),
		{},
	);
	const named = [...items].sort((a, b) => gravity(a) - gravity(b)).slice(0, namedFindings);
	return {
		findings: items.length,
		openFindings: named.map(({findingId, kind, title}) => ({findingId, kind, title})),
	};
}

/** Keys of the values that nobody produces. */
export const missingValuesOf = ({environment}: Plan): string[] => environment.map(({key}) => key);
