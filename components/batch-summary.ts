import type {BatchMember} from '../source/contract/batch.ts';
import type {SummaryRow} from './summary-table.tsx';
import type {PaneLine} from './text-pane.tsx';

/** Lines that ink-table draws around and between rows. */
const frameLines = 3;
const linesPerRow = 2;

/** Verdicts by wave, and of all. */
export function summaryRows(members: readonly BatchMember[]): SummaryRow[] {
	const waves = [...new Set(members.map(({wave}) => wave))].sort((a, b) => a - b);
	const total = summaryRow('all', members);
	if (waves.length <= 1) return [total];
	return [
		...waves.map(wave =>
			summaryRow(
				String(wave),
				members.filter(member => member.wave === wave),
			),
		),
		total,
	];
}

/** Whether the rows with their frame have room in `height` lines. */
export const isTableFitting = ({length}: readonly SummaryRow[], height: number): boolean =>
	frameLines + linesPerRow * length <= height;

/** The same without a frame, a line a row: for where the table has no room, and for the clipboard. */
export function summaryLines(members: readonly BatchMember[]): PaneLine[] {
	const rows = summaryRows(members).map(({Wave, ...counts}) => ({Wave: Wave.padEnd('Wave'.length), ...counts}));
	const [first] = rows;
	return [
		[{text: Object.keys(first ?? {}).join('  '), role: 'muted'}],
		...rows.map(row => [{text: Object.values(row).join('  ')}]),
	];
}

function summaryRow(wave: string, members: readonly BatchMember[]): SummaryRow {
	const count = (label: string) => members.filter(member => member.label === label).length;
	const cell = (value: number, heading: string) => String(value).padStart(heading.length);
	return {
		Wave: wave,
		Tests: cell(members.length, 'Tests'),
		Pass: cell(count('Pass'), 'Pass'),
		Fail: cell(count('Failed'), 'Fail'),
		Block: cell(count('Blocked'), 'Block'),
	};
}
