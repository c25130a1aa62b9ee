import type {PlanRow} from '../../contract/plan.ts';

/** How much of a plan is ticked. One credit is taken for each ticked row. */
export type PlanSum = {rows: number; selected: number; chains: number};

export function planSum(rows: readonly PlanRow[]): PlanSum {
	const ticked = rows.filter(({selected}) => selected);
	return {
		rows: rows.length,
		selected: ticked.length,
		chains: ticked.filter(({kind}) => kind === 'integration').length,
	};
}
