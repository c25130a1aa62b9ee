import {pathnameOf} from '../domain/endpoint-path.ts';
import type {CleanupCard, CleanupTest, CleanupView, OwnershipProof, UncreatedCall} from '../../contract/cleanup.ts';
import type {CleanupTestStatus, RunStatus} from '../../contract/enums.ts';
import {type CleanupFilter, cleanupProgress, deletedTest, isCleaned, plannedTestId} from '../domain/cleanup.ts';
import type {CleanupTestTable, ConsideredField, DeleteWith} from '../store/cleanup/cleanup-tables.ts';
import type {CleanupResourceRow, CleanupRows, PlannedRow} from '../store/cleanup/read-cleanup.ts';
import {keptByField, markedDeletes, saysWhenDeleted} from './marked-deletes.ts';
import {plainName} from '../inference/word-form.ts';

const previewLength = 200;

/** The cleanup of a batch as a reader sees it who knows `since` already. */
export function cleanupView(rows: CleanupRows, {since, q, family, state}: CleanupFilter): CleanupView {
	const {batch, resources} = rows;
	const delta = since > 0 && since <= batch.version;
	const marked = marksOf(rows);
	const requests = new Map(resources.map(row => [row.id, deletionOf(row)]));
	const tests = [
		...rows.planned.map(run => plannedTest(run, resources)),
		...rows.tests.map(test => sweepTest(test, requests.get(test.resource_id) ?? null)),
	];
	const byId = new Map(tests.map(test => [test.cleanupTestId, test]));
	const cards = resources
		.map(resource => withMark(cardOf(resource, byId, requests.get(resource.id) ?? null), resource, marked))
		.filter(card => !delta || card.rev > since)
		.filter(card => (q === undefined || mentions(card, q)) && (family === undefined || isOf(card, family)));
	const section = (name: CleanupFilter['state']) =>
		state === undefined || state === name ? cards.filter(card => sectionOf(card) === name) : [];
	const counts = new Map<string, number>();
	for (const {outcome} of resources) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
	const progress = cleanupProgress(Object.fromEntries(counts));
	return {
		batchId: batch.id,
		version: batch.version,
		delta,
		state: batch.cleanup_state,
		progress,
		totals: {
			deleteCalls: rows.deleteCalls,
			deletedRecords: progress.cleaned,
			markedRecords: resources.filter(row => markOf(row, marked) !== null).length,
		},
		orphaned: section('orphaned'),
		cleanedUp: section('cleaned'),
		pending: section('pending'),
		tests: tests.filter(test => !delta || test.rev > since),
		calls: delta && !rows.calls.some(({rev}) => rev > since) ? null : rows.calls.map(uncreatedCall),
	};
}

type Marks = {byDelete: ReadonlyMap<string, string>; byCreator: ReadonlySet<string>};

const marksOf = ({writing}: CleanupRows): Marks => ({
	byDelete: markedDeletes(writing),
	byCreator: new Set(
		writing.flatMap(({method, path, response_shape}) => (saysWhenDeleted(response_shape) ? [`${method} ${path}`] : [])),
	),
});

/** What is to be said of a record that is deleted for those who ask for it, and is kept; null: it is gone. */
function markOf({outcome, delete_path, source_method, source_path}: CleanupResourceRow, marked: Marks): string | null {
	if (!isCleaned(outcome) || delete_path === null) return null;
	const isKept = marked.byCreator.has(`${source_method} ${source_path}`);
	return marked.byDelete.get(delete_path) ?? (isKept ? keptByField : null);
}

const withMark = (card: CleanupCard, row: CleanupResourceRow, marked: Marks): CleanupCard => {
	const mark = markOf(row, marked);
	return mark === null ? card : {...card, note: card.note === null ? mark : `${card.note}; ${mark}`};
};

function sectionOf({outcome}: CleanupCard): CleanupFilter['state'] {
	if (outcome === 'orphaned' || outcome === 'failed') return 'orphaned';
	return isCleaned(outcome) ? 'cleaned' : 'pending';
}

function cardOf(
	row: CleanupResourceRow,
	tests: ReadonlyMap<string, CleanupTest>,
	request: CleanupCard['deletion'],
): CleanupCard {
	const cleanupTest = (row.cleanup_test_id && tests.get(row.cleanup_test_id)) || null;
	const parents = JSON.parse(row.parents) as string[];
	return {
		resourceId: row.id,
		label: row.variable ?? row.family,
		createdBy: {testId: row.test_id, title: row.test_title || deletedTest, runId: row.run_id},
		capturedId: row.handle === null ? null : row.handle.slice(0, previewLength),
		sourceEndpoint: {method: row.source_method, path: row.source_path},
		family: row.family,
		parentResourceId: parents.at(-1) ?? null,
		outcome: row.outcome,
		badge: row.outcome === 'auto' ? 'Auto-cleaned' : row.outcome === 'orphaned' ? 'Might be orphaned' : null,
		cleanupTest,
		reason: row.reason,
		proof: row.proof === null ? null : (JSON.parse(row.proof) as OwnershipProof),
		deletion: request,
		considered: row.considered === null ? [] : (JSON.parse(row.considered) as ConsideredField[]),
		note: row.note,
		fromBatchId: row.origin_batch_id,
		rev: Math.max(row.rev, cleanupTest?.rev ?? 0),
	};
}

/** The request that deletes a record, as far as it is known. */
export function deletionOf(
	row: Pick<CleanupResourceRow, 'delete_path' | 'delete_url' | 'known_url'> & {delete_with: string | null},
): CleanupCard['deletion'] {
	const url = row.delete_url ?? row.known_url;
	if (row.delete_path === null || url === null) return null;
	const more = row.delete_with === null ? null : (JSON.parse(row.delete_with) as DeleteWith);
	const {body, ...sent} = more?.sent ?? {method: 'DELETE', path: row.delete_path, url, body: more?.body ?? null};
	return {...sent, ...(body === null ? {} : {body})};
}

const uncreatedCall = (row: CleanupRows['calls'][number]): UncreatedCall => ({
	callId: row.call_id,
	runId: row.run_id,
	testId: row.test_id,
	title: row.test_title || deletedTest,
	method: row.method,
	path: row.path,
	reason: row.reason,
	text: row.text,
});

const sweepTest = (row: CleanupTestTable, request: CleanupCard['deletion']): CleanupTest => ({
	cleanupTestId: row.id,
	kind: 'sweep',
	testId: null,
	runId: null,
	title: row.title,
	status: row.status,
	resourceIds: [row.resource_id],
	method: request?.method ?? 'DELETE',
	path: request?.path ?? row.path,
	httpStatus: row.http_status,
	responseBody: row.status === 'Failed' ? row.response_body : null,
	error: row.error,
	attempts: row.attempts,
	rev: row.rev,
});

const statusOf: Record<RunStatus, CleanupTestStatus> = {
	queued: 'Pending',
	running: 'Running',
	passed: 'Passed',
	failed: 'Failed',
	blocked: 'Skipped',
	cancelled: 'Skipped',
};

function plannedTest(run: PlannedRow, resources: readonly CleanupResourceRow[]): CleanupTest {
	const cleanupTestId = plannedTestId(run.id);
	const own = resources.filter(({cleanup_test_id}) => cleanup_test_id === cleanupTestId);
	const last = run.deletes.at(-1);
	const status = statusOf[run.status];
	const body = last && (JSON.parse(last.detail) as {responseBody?: string | null}).responseBody;
	return {
		cleanupTestId,
		kind: 'planned',
		testId: run.test_id,
		runId: run.id,
		title: run.name,
		status,
		resourceIds: own.map(({id}) => id),
		method: 'DELETE',
		path: own[0]?.delete_path ?? (last ? (pathnameOf(last.url) ?? '') : ''),
		httpStatus: last?.status ?? null,
		responseBody: status === 'Failed' && body ? cut(body) : null,
		error: run.error,
		attempts: run.deletes.length,
		rev: run.rev,
	};
}

/** "Cleanup response body: 4096 bytes", without half a character at its end. */
const cut = (text: string): string => new TextDecoder().decode(Buffer.from(text).subarray(0, 4096), {stream: true});

function mentions({label, capturedId, createdBy, sourceEndpoint, resourceId}: CleanupCard, q: string): boolean {
	const wanted = q.toLowerCase();
	const {method, path} = sourceEndpoint;
	return [label, capturedId ?? '', createdBy.title, `${method} ${path}`, resourceId].some(text =>
		text.toLowerCase().includes(wanted),
	);
}

const isOf = ({family, sourceEndpoint}: CleanupCard, wanted: string): boolean =>
	plainName(family ?? '') === plainName(wanted) || sourceEndpoint.path.startsWith(wanted);
