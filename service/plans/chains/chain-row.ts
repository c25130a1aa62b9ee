import type {PlanOperation} from '../model/operation.ts';
import type {Step} from '../recipe.ts';
import type {RecipeDraft} from '../templates/recipe-draft.ts';
import type {RowDraft} from '../templates/row-draft.ts';

/** What a chain does, step by step, with records of its own. */
const storyOf = (steps: readonly Step[]): string =>
	`${steps.length} steps with records of its own: ${steps.map(({title}) => title).join(', ')}.`;

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
	{title, description, why = storyOf(draft.steps)}: {title: string; description: string; why?: string},
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
