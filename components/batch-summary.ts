import type {BatchMember} from '../source/contract/batch.ts';
import type {SummaryRow} from './summary-table.tsx';

/** Waves that are listed one by one; more of them are told together. */
const listedWaves = 8;

/** Verdicts by wave, and of all. */
export function summaryRows(members: readonly BatchMember[]): SummaryRow[] {
	const waves = [...new Set(members.map(({wave}) => wave))].sort((a, b) => a - b);
	const total = summaryRow('all', members);
	if (waves.length <= 1 || waves.length > listedWaves) return [total];
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
	return {Wave: wave, Tests: members.length, Pass: count('Pass'), Failed: count('Failed'), Blocked: count('Blocked')};
}
