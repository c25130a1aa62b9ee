import type {PlanOperation} from '../model/operation.ts';
import type {RecipeDraft} from '../templates/recipe-draft.ts';
import type {RowDraft} from '../templates/row-draft.ts';

export type ChainRow = {key: string; row: RowDraft};

/**
 * The row of a chain whose steps are drafted.
 *
 * @param operation what the chain is about: its family ranks it among the others
 */
export const chainRow = (
	key: string,
	operation: PlanOperation,
	draft: RecipeDraft,
	{
		title,
		description,
		why = `${draft.steps.length} steps with records of its own.`,
	}: {title: string; description: string; why?: string},
): ChainRow => ({
	key,
	row: {
		template: 'chain',
		kind: 'integration',
		operation,
		category: 'functional',
		priority: 'p1',
		selected: true,
		title,
		description,
		why,
		draft,
	},
});
