import type {Generation, GenerationItem} from '../../../contract/generation.ts';
import {toCredits} from '../../domain/credit-costs.ts';
import {nullableTimestamp} from '../../domain/timestamp.ts';
import type {GenerationItemTable, GenerationTable, Rejection} from '../../store/plans/generation-tables.ts';

/** A generation as a reader sees it who knows `since` already; 0, or a version it never had: everything. */
export function generationView(row: GenerationTable, items: readonly GenerationItemTable[], since: number): Generation {
	const delta = since > 0 && since <= row.version;
	return {
		generationId: row.id,
		projectId: row.project_id,
		planId: row.plan_id,
		version: row.version,
		delta,
		status: row.status,
		total: row.total,
		ready: row.ready,
		rejected: row.rejected,
		items: items.filter(({rev}) => !delta || rev > since).map(itemView),
		credits: {
			held: toCredits(row.credits_held),
			charged: toCredits(row.credits_charged),
			refunded: toCredits(row.credits_refunded),
		},
		startedAt: nullableTimestamp(row.started_at),
		finishedAt: nullableTimestamp(row.finished_at),
	};
}

const itemView = (item: GenerationItemTable): GenerationItem => ({
	rowId: item.row_id,
	testId: item.test_id,
	title: item.title,
	kind: item.kind,
	status: item.status,
	attempt: item.attempt,
	rejection: item.rejection === null ? null : (JSON.parse(item.rejection) as Rejection),
	charged: toCredits(item.charged),
	refunded: toCredits(item.refunded),
	rev: item.rev,
});
