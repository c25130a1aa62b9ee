import {tellPlaces} from '../../view-model/places.ts';
import type {Batch, BatchMember, CancelledBatch, BatchSummary} from '../../../contract/batch.ts';
import type {Page} from '../../../contract/fields.ts';
import {countMembers, countsText} from '../../../contract/outcome-counts.ts';
import {recordsToClean} from '../../../contract/cleanup.ts';
import type {NeededHelp} from '../../../contract/run.ts';
import {groupNeededHelp} from '../../view-model/needed-help.ts';
import {formatShortDuration, formatSpan} from '../duration.ts';
import {labelBlock, paddedBlock} from '../label-block.ts';
import {cleanLine, isCutError} from '../clean.ts';
import type {Look} from '../look.ts';
import {type Column, type TableShape, table, pageText} from '../table.ts';
import {errorLine} from './run.ts';

/** What needs a person, before everything else: each request with the command that helps; nothing when none does. */
export function neededHelp(members: ReadonlyArray<{neededHelp?: NeededHelp | null | undefined}>): string {
	const groups = groupNeededHelp(members);
	if (groups.length === 0) return '';
	const lines = groups.flatMap(({endpoint, said, command, tests}) => [
		`  ${endpoint} answers ${said}${tests > 1 ? ` (${tests} tests)` : ''}`,
		`    ${tellPlaces(command)}`,
	]);
	// One look is for all of them.
	const settle = groups.find(group => group.settle)?.settle;
	const first = settle ? [`  first: ${settle} looks for what the API accepts, and shows it`] : [];
	return ['needs your help', ...first, ...lines, ''].map(line => `${cleanLine(line)}\n`).join('');
}

const columns: Column<BatchMember>[] = [
	{key: 'wave', head: 'WAVE', cell: member => member.wave},
	{key: 'test', head: 'TEST ID', cell: member => member.testId},
	{key: 'name', head: 'NAME', cell: member => member.name},
	{key: 'role', head: 'ROLE', cell: member => member.role},
	{key: 'status', head: 'STATUS', cell: member => member.label, status: true},
	{
		key: 'duration',
		head: 'DURATION',
		cell: member => formatShortDuration(member.durationMs ?? spanOf(member)),
	},
	{key: 'note', head: 'NOTE', cell: noteOf},
];

const maxNoteLength = 100;

/** Why a member did not run, why it failed, or why it made no verdict. */
const reasonOf = (member: BatchMember): string | null =>
	member.note ?? missingVariable(member) ?? errorLine(member) ?? null;

function noteOf(member: BatchMember): string | null {
	const reason = reasonOf(member);
	return reason !== null && reason === errorLine(member) ? (errorLine(member, maxNoteLength) ?? null) : reason;
}

const spanOf = ({startedAt, finishedAt}: BatchMember): number | null =>
	startedAt && finishedAt ? Date.parse(finishedAt) - Date.parse(startedAt) : null;

const missingVariable = ({blockedBy}: BatchMember): string | null =>
	blockedBy?.variable ? `variable "${blockedBy.variable}" not available` : null;

/** The members by wave, then name, and below them every error that has no room in the table. */
export function memberTable(members: readonly BatchMember[], look: Look, shape: TableShape = {}): string {
	if (members.length === 0) return 'No members.\n';
	const sorted = [...members].sort((a, b) => a.wave - b.wave || a.name.localeCompare(b.name));
	const rows = table(columns, sorted, shape, {look});
	const showsNotes = shape.columns === undefined || shape.columns.includes('note');
	return showsNotes ? `${rows}${cutErrors(sorted, rows)}` : rows;
}

/** Texts below a table; many tests often fail for one reason. */
const mostErrors = 20;

function cutErrors(members: readonly BatchMember[], rows: string): string {
	const namesOf = new Map<string, BatchMember[]>();
	for (const member of members) {
		const isStopped = member.status === 'failed' || member.status === 'blocked';
		const error = isStopped ? reasonOf(member) : null;
		if (error === null || rows.includes(cleanLine(error))) continue;
		namesOf.set(error, [...(namesOf.get(error) ?? []), member]);
	}
	if (namesOf.size === 0) return '';
	const all = [...namesOf];
	const lines = all.slice(0, mostErrors).map(([error, [first, ...others]]) => {
		const more = others.length > 0 ? ` and ${others.length} more` : '';
		const end = isCutError(error) ? ` (whole: svc test result ${first!.testId})` : '';
		return `${cleanLine(first!.name)}${more}: ${cleanLine(error)}${end}\n`;
	});
	const [hidden, ...more] = all.slice(mostErrors);
	const rest = hidden ? `and ${1 + more.length} more, such as that of svc test result ${hidden[1][0]!.testId}\n` : '';
	return `\n${lines.join('')}${rest}`;
}

export function batch(batch: Batch, look: Look, shape: TableShape): string {
	const {state, cleaned, captured} = batch.cleanup;
	const cleanup = state === 'none' && captured > 0 ? 'no DELETE was sent' : state;
	const counts = countMembers(batch.members);
	const labels = labelBlock(
		[
			['batchId', batch.batchId],
			['project', batch.projectName && `${batch.projectName} (${batch.projectId})`],
			['projectId', batch.projectName ? null : batch.projectId],
			['status', {status: batch.status}],
			['phase', batch.phase],
			['source', batch.source],
			['wave', `${batch.currentWave}/${batch.waves.length}`],
			['tests', batch.delta ? null : countsText(counts, counts)],
			['cleanup', `${cleanup} (${cleaned} of ${recordsToClean(batch.cleanup)})`],
			['createdAt', batch.createdAt],
			['finishedAt', batch.finishedAt],
		],
		look,
	);
	return `${labels}\n${neededHelp(batch.members)}${memberTable(batch.members, look, shape)}`;
}

export const cancelledBatch = (batch: CancelledBatch, look: Look): string =>
	paddedBlock(
		[
			['batchId', batch.batchId],
			['status', {status: batch.status}],
			['cancelled', batch.cancelled.length],
			['already finished', batch.alreadyFinished.length],
		],
		look,
	);

const batchColumns: Column<BatchSummary>[] = [
	{key: 'id', head: 'ID', cell: batch => batch.batchId},
	{key: 'status', head: 'STATUS', cell: batch => batch.status, status: true},
	{key: 'phase', head: 'PHASE', cell: batch => batch.phase},
	{key: 'source', head: 'SOURCE', cell: batch => batch.source},
	{key: 'pass', head: 'PASS', cell: batch => batch.summary.passed},
	{key: 'fail', head: 'FAIL', cell: batch => batch.summary.failed},
	{key: 'block', head: 'BLOCK', cell: batch => batch.summary.blocked},
	{key: 'cancel', head: 'CANCEL', cell: batch => batch.summary.cancelled},
	{key: 'skip', head: 'SKIP', cell: batch => batch.summary.skipped},
	{key: 'total', head: 'TOTAL', cell: batch => batch.summary.total},
	{key: 'created', head: 'CREATED', cell: batch => batch.createdAt},
	{key: 'duration', head: 'DURATION', cell: batch => formatSpan(batch.startedAt, batch.finishedAt)},
];

export const batches = (page: Page<BatchSummary>, look: Look, shape: TableShape): string =>
	pageText(page, {columns: batchColumns, things: 'batches', shape, look});
