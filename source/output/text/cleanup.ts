import type {
	CleanupCard,
	CleanupRetry,
	CleanupRule,
	CleanupView,
	DeletedCleanupRule,
	Dismissed,
} from '../../contract/cleanup.ts';
import type {Page} from '../../contract/fields.ts';
import {recordsToClean} from '../../contract/records-to-clean.ts';
import {cleanLine} from '../clean.ts';
import {labelBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {type Column, table} from '../table.ts';
import {pageText} from './page.ts';

const source = ({sourceEndpoint: {method, path}}: CleanupCard) => `${method} ${path}`;

const id: Column<CleanupCard> = {key: 'id', head: 'ID', cell: card => card.resourceId};
const resource: Column<CleanupCard> = {key: 'resource', head: 'RESOURCE', cell: card => card.label};
const createdBy: Column<CleanupCard> = {key: 'created-by', head: 'CREATED BY', cell: card => card.createdBy.title};
const capturedId: Column<CleanupCard> = {key: 'captured-id', head: 'CAPTURED ID', cell: card => card.capturedId};
const sourceEndpoint: Column<CleanupCard> = {key: 'source', head: 'SOURCE ENDPOINT', cell: source};

const orphanColumns: Column<CleanupCard>[] = [
	id,
	resource,
	createdBy,
	capturedId,
	sourceEndpoint,
	{key: 'reason', head: 'REASON', cell: reasonOf},
];

const cleanedColumns: Column<CleanupCard>[] = [
	id,
	resource,
	createdBy,
	{
		key: 'cleaned-up',
		head: 'CLEANED UP',
		cell: ({badge, cleanupTest}) => badge ?? (cleanupTest ? `${cleanupTest.title} (${cleanupTest.status})` : null),
	},
];

const otherColumns: Column<CleanupCard>[] = [
	id,
	resource,
	createdBy,
	capturedId,
	sourceEndpoint,
	{key: 'outcome', head: 'OUTCOME', cell: card => card.outcome},
];

/** Why a record is still there: the answer of its DELETE, or that there is none to send. */
function reasonOf({reason, cleanupTest}: CleanupCard): string | null {
	if (cleanupTest?.status !== 'Failed') return reason;
	const {httpStatus, error} = cleanupTest;
	const answer = httpStatus === null ? (error ?? 'no answer') : `DELETE answered ${httpStatus}`;
	return reason === null ? answer : `${reason}: ${answer}`;
}

/** The cleanup of a batch: what might be orphaned, what was cleaned up, and what is kept or not decided yet. */
export function cleanup({state, progress, orphaned, cleanedUp, pending}: CleanupView, look: Look): string {
	const head = [
		`cleanup: ${look.status(cleanLine(state))}`,
		`progress: ${progress.cleaned} of ${recordsToClean(progress)} cleaned`,
	];
	return [
		head.map(line => `${line}\n`).join(''),
		section('Might be orphaned', orphaned, orphanColumns, look),
		section('Cleaned up', cleanedUp, cleanedColumns, look),
		...(pending.length > 0 ? [section('Kept or pending', pending, otherColumns, look)] : []),
	].join('\n');
}

function section(title: string, cards: readonly CleanupCard[], columns: Column<CleanupCard>[], look: Look): string {
	const rows = cards.length === 0 ? '' : table(columns, cards, {}, {look});
	return `${title} (${cards.length})\n${rows}`;
}

const withUnchanged = (line: string, {unchanged}: Dismissed): string =>
	unchanged.length === 0 ? `${line}\n` : `${line}\nunchanged ${unchanged.length}\n`;

export const dismissedResources = (answer: Dismissed): string =>
	withUnchanged(`dismissed ${answer.dismissed.length}`, answer);

export const restoredResources = (answer: Dismissed): string =>
	withUnchanged(`restored ${answer.restored.length}`, answer);

export const retriedCleanup = ({cleanupTestIds}: CleanupRetry): string => `retried ${cleanupTestIds.length}\n`;

const ruleColumns: Column<CleanupRule>[] = [
	{key: 'id', head: 'ID', cell: rule => rule.ruleId},
	{key: 'rule', head: 'RULE', cell: rule => rule.resolved},
	{key: 'created', head: 'CREATED', cell: rule => rule.createdAt},
];

export const cleanupRules = (page: Page<CleanupRule>, look: Look): string =>
	pageText(page, {columns: ruleColumns, things: 'cleanup rules', shape: {}, look});

export const cleanupRule = ({ruleId, instruction, kind, resolved, createdAt}: CleanupRule): string =>
	labelBlock([
		['ruleId', ruleId],
		['instruction', instruction],
		['kind', kind],
		['rule', resolved],
		['createdAt', createdAt],
	]);

export const deletedRule = ({ruleId, deletedAt}: DeletedCleanupRule): string =>
	labelBlock([
		['ruleId', ruleId],
		['deletedAt', deletedAt],
	]);
