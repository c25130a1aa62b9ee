import type {HistoryRow} from './history.ts';
import {memoizeLast} from './memoize.ts';

/** Filters of a history by name, and the statuses that each lets through. */
export const historyFilters: Record<string, readonly string[]> = {
	'failed or blocked': ['failed', 'blocked'],
	passed: ['passed'],
	failed: ['failed'],
	blocked: ['blocked'],
	cancelled: ['cancelled'],
	'queued or running': ['queued', 'running'],
};

/** How a batch or a run ended, or where it is. */
export const statusOfRow = (row: HistoryRow): string => (row.kind === 'batch' ? row.batch.status : row.run.status);

/** What started it, in words: `run all`, `schedule`, `rerun`. */
export const triggerOf = (row: HistoryRow): string =>
	row.kind === 'batch' ? row.batch.trigger.replaceAll('_', ' ') : row.run.isRerun ? 'rerun' : 'run';

/** Who asked for it, in words: `cli`, `github action`. */
export const sourceOf = (row: HistoryRow): string =>
	(row.kind === 'batch' ? row.batch.source : row.run.source).replaceAll('_', ' ');

function searchText(row: HistoryRow): string {
	const {createdAt} = row.kind === 'batch' ? row.batch : row.run;
	const own =
		row.kind === 'batch'
			? [row.batch.environment, row.batch.targetUrl]
			: [row.run.failureKind, row.run.codeVersion, row.run.targetUrl];
	return [row.id, statusOfRow(row), triggerOf(row), sourceOf(row), createdAt, ...own].join(' ').toLowerCase();
}

/** Rows that pass the filter and contain every word, newest first. */
export const selectHistory = () =>
	memoizeLast((rows: readonly HistoryRow[], filter: string, only: string | null): readonly HistoryRow[] => {
		const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
		const statuses = only === null ? undefined : historyFilters[only];
		if (words.length === 0 && !statuses) return rows;
		return rows.filter(
			row => (!statuses || statuses.includes(statusOfRow(row))) && words.every(word => searchText(row).includes(word)),
		);
	});
