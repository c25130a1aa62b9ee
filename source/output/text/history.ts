import type {RunHistory, RunHistoryItem} from '../../../contract/run.ts';
import {cleanLine, shortened} from '../clean.ts';
import {formatSpan} from '../duration.ts';
import type {Look} from '../look.ts';
import {type Column, table} from '../table.ts';

const columns: Column<RunHistoryItem>[] = [
	{key: 'run', head: 'RUN ID', width: 36, cell: run => run.runId},
	{key: 'status', head: 'STATUS', width: 10, cell: run => run.status, status: true},
	{key: 'source', head: 'SOURCE', width: 18, cell: run => run.source},
	{key: 'rerun', head: 'RERUN?', width: 6, cell: run => (run.isRerun ? 'yes' : 'no')},
	{key: 'when', head: 'WHEN', width: 25, cell: run => run.createdAt},
	{key: 'duration', head: 'DURATION', cell: run => formatSpan(run.startedAt, run.finishedAt)},
];

const maxUrlLength = 80;

export function history({runs, nextCursor}: Pick<RunHistory, 'runs' | 'nextCursor'>, look: Look): string {
	const next = nextCursor === null ? '' : `\nNext page: --cursor ${cleanLine(nextCursor)}\n`;
	if (runs.length === 0) return `No runs.\n${next}`;
	const [head = '', ...rows] = table(columns, runs, {}, {look}).trimEnd().split('\n');
	const dashes = columns.map(({width = 8}) => '-'.repeat(width)).join('  ');
	const lines = rows.flatMap((row, index) => [row, ...urlLine(runs[index])]);
	return `${[head, dashes, ...lines].join('\n')}\n${next}`;
}

/** "indented `targetUrl:` (≤ 80) when not the project default" */
function urlLine(run: RunHistoryItem | undefined): string[] {
	if (!run?.targetUrl || run.targetUrlSource !== 'run') return [];
	return [`  targetUrl: ${shortened(cleanLine(run.targetUrl), maxUrlLength)}`];
}
