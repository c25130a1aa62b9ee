import type {BatchMember} from '../contract/batch.ts';
import {countMembers} from '../contract/outcome-counts.ts';
import type {SummaryRow} from './summary-table.tsx';
import type {PaneLine} from './text-pane.tsx';

/** Lines that ink-table draws around and between rows, and columns that it draws around and beside a cell. */
const frameLines = 3;
const linesPerRow = 2;
const frameColumns = 1;
const columnsPerCell = 3;

/** Verdicts by wave, and of all. How many were cancelled or skipped is a column where one was: the numbers add up. */
export function summaryRows(members: readonly BatchMember[]): SummaryRow[] {
	const waves = [...new Set(members.map(({wave}) => wave))].sort((a, b) => a - b);
	const {cancelled, skipped} = countMembers(members);
	const extra = [...(cancelled > 0 ? (['Cancel'] as const) : []), ...(skipped > 0 ? (['Skip'] as const) : [])];
	const total = summaryRow('all', members, extra);
	if (waves.length <= 1) return [total];
	return [
		...waves.map(wave =>
			summaryRow(
				String(wave),
				members.filter(member => member.wave === wave),
				extra,
			),
		),
		total,
	];
}

/** Whether the rows with their frame have room. */
export function isTableFitting(rows: readonly SummaryRow[], {width, height}: {width: number; height: number}): boolean {
	const cells = Object.entries(rows[0] ?? {}).map(([heading, cell]) => Math.max(heading.length, cell.length));
	const widest = cells.reduce((sum, cell) => sum + cell + columnsPerCell, frameColumns);
	return frameLines + linesPerRow * rows.length <= height && widest <= width;
}

/** The same without a frame, a line a row: for where the table has no room, and for the clipboard. */
export function summaryLines(members: readonly BatchMember[]): PaneLine[] {
	const rows = summaryRows(members).map(({Wave, ...counts}) => ({Wave: Wave.padEnd('Wave'.length), ...counts}));
	const [first] = rows;
	return [
		[{text: Object.keys(first ?? {}).join('  '), role: 'muted'}],
		...rows.map(row => [{text: Object.values(row).join('  ')}]),
	];
}

function summaryRow(wave: string, members: readonly BatchMember[], extra: readonly ('Cancel' | 'Skip')[]): SummaryRow {
	const {total, passed, failed, blocked, cancelled, skipped} = countMembers(members);
	const counts = {Tests: total, Pass: passed, Fail: failed, Block: blocked, Cancel: cancelled, Skip: skipped};
	const shown = ['Tests', 'Pass', 'Fail', 'Block', ...extra] as const;
	const cells = shown.map(heading => [heading, String(counts[heading]).padStart(heading.length)] as const);
	return {Wave: wave, ...(Object.fromEntries(cells) as Omit<SummaryRow, 'Wave'>)};
}
