import type {VariableQuery} from '../domain/views.ts';
import {compare, type VariableSketch} from './variables-view.ts';

/** The variables that a query asks for, in its order. @param variables in the order of their names */
export function selectVariables(
	variables: readonly VariableSketch[],
	{q, cleanup, consumer, sort}: Pick<VariableQuery, 'q' | 'cleanup' | 'consumer' | 'sort'>,
): VariableSketch[] {
	const wanted = q?.toLowerCase();
	const chosen = variables.filter(
		({name, deletedBy, cleanupOutcome, usedBy}) =>
			(wanted === undefined || name.toLowerCase().includes(wanted)) &&
			(cleanup === undefined || (cleanup === 'has-cleanup' ? deletedBy !== null : cleanupOutcome === 'orphaned')) &&
			(consumer === undefined || usedBy > 0 === (consumer === 'used')),
	);
	// Sorting is stable: equal ones stay in the order of their names.
	if (sort === 'consumers') return chosen.sort((a, b) => b.usedBy - a.usedBy);
	if (sort === 'sources')
		return chosen.sort((a, b) => {
			if (a.sourceTitle === null || b.sourceTitle === null)
				return Number(a.sourceTitle === null) - Number(b.sourceTitle === null);
			return compare(a.sourceTitle, b.sourceTitle);
		});
	return chosen;
}
