import {createStore, type StoreApi} from 'zustand/vanilla';
import type {PlanRowId, ProjectId} from '../../contract/ids.ts';
import type {PlanRow} from '../../contract/plan.ts';
import type {Recipe} from '../../contract/recipe.ts';
import {isApiError} from '../errors/api-error.ts';
import {storeKey} from './dashboard.ts';

/** Loaded when it is asked for first: most sessions never look at a recipe. */
const loadPlanRoutes = () => import('../../contract/routes/plans.ts');

/** The recipe of the row that was looked at last. `recipe`: null = not read yet, undefined = the row has none. */
export type RowRecipe = {rowId: PlanRowId | null; rev: number; recipe: Recipe | null | undefined; error: unknown};

type RowRecipes = {
	store: StoreApi<RowRecipe>;
	/** Reads the recipe of a row, unless that very version of it is known. */
	open(projectId: ProjectId, row: Pick<PlanRow, 'rowId' | 'rev'>, signal: AbortSignal): Promise<void>;
};

/** What the row under the cursor does, step by step. */
export const rowRecipeStore = storeKey<RowRecipes>(({session}) => {
	const store = createStore<RowRecipe>()(() => ({rowId: null, rev: 0, recipe: null, error: null}));
	return {
		store,
		async open(projectId, {rowId, rev}, signal) {
			const known = store.getState();
			if (known.rowId === rowId && known.rev === rev && known.recipe !== null) return;
			store.setState({rowId, rev, recipe: known.rowId === rowId ? known.recipe : null, error: null});
			const isShown = () => store.getState().rowId === rowId && store.getState().rev === rev;
			try {
				const {getPlanRowRecipe} = await loadPlanRoutes();
				const recipe = await session.call(getPlanRowRecipe, {params: {projectId, rowId}, signal});
				if (isShown()) store.setState({recipe});
			} catch (error) {
				if (signal.aborted) throw error;
				// A row in words alone has no recipe: that is a fact about it, not a failure of the screen.
				const isNone = isApiError(error) && error.code === 'NOT_FOUND';
				if (isShown()) store.setState(isNone ? {recipe: undefined} : {error});
			}
		},
	};
});
