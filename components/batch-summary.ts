import type {BatchMember} from '../source/contract/batch.ts';
import type {SummaryRow} from './summary-table.tsx';

/** Lines that ink-table draws around and between rows. */
const frameLines = 3;
const linesPerRow = 2;

/** Verdicts by wave, and of all; of all only where the waves do not fit into `height` lines. */
export function summaryRows(members: readonly BatchMember[], height: number): SummaryRow[] {
	const waves = [...new Set(members.map(({wave}) => wave))].sort((a, b) => a - b);
	const total = summaryRow('all', members);
	const fits = frameLines + linesPerRow * (waves.length + 1) <= height;
	if (waves.length <= 1 || !fits) return [total];
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
