import type {BatchSummary} from '../../../contract/batch.ts';
import type {Page} from '../../../contract/fields.ts';
import {formatSpan} from '../duration.ts';
import type {Look} from '../look.ts';
import type {Column, TableShape} from '../table.ts';
import {pageText} from './page.ts';

const columns: Column<BatchSummary>[] = [
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
	pageText(page, {columns, things: 'batches', shape, look});
