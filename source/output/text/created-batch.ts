import type {CreatedBatch, CreatedBatchRuns} from '../../../contract/documents/test.ts';
import {paddedBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {type Column, table} from '../table.ts';

const columns: Column<CreatedBatch['results'][number]>[] = [
	{key: 'specIndex', head: 'specIndex', cell: row => row.specIndex},
	{key: 'status', head: 'status', cell: row => row.status},
	{key: 'testId', head: 'testId', cell: row => row.testId},
];

/** "failed rows carry `code: message` as the last cell"; the others end before it. */
const errorColumn: (typeof columns)[number] = {
	key: 'error',
	head: '',
	cell: row => (row.error ? `${row.error.code}: ${row.error.message}` : ' '),
};

export function createdBatch({results, summary: {total, created, failed}}: CreatedBatch, look: Look): string {
	const counts = paddedBlock([
		['total', total],
		['created', created],
		['failed', failed],
	]);
	const shown = results.some(({error}) => error) ? [...columns, errorColumn] : columns;
	return `${counts}\n${table(shown, results, {}, {look})}`;
}

const runColumns: Column<CreatedBatchRuns['results'][number]>[] = [
	{key: 'test', head: 'TEST ID', cell: row => row.testId},
	{key: 'name', head: 'NAME', cell: row => row.name},
	{key: 'run', head: 'RUN ID', cell: row => row.runId},
	{key: 'status', head: 'STATUS', cell: row => row.status, status: true},
	{key: 'note', head: 'NOTE', cell: row => row.error?.message ?? row.failureKind},
];

export function createdBatchRuns({results, created}: CreatedBatchRuns, look: Look): string {
	const runs = results.length === 0 ? 'No runs.\n' : table(runColumns, results, {}, {look});
	return `${createdBatch(created, look)}\n${runs}`;
}
