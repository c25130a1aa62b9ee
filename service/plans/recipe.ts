import {type Recipe, recipe, recipeVersion, type Value} from '../../contract/recipe.ts';

export type {
	Assert,
	Body,
	Call,
	Capture,
	Case,
	Check,
	InsteadOf,
	Json,
	JsonSchema,
	Operation,
	Paging,
	Part,
	Place,
	Recipe,
	RecipeSafety,
	Step,
	Strength,
	Value,
	Values,
} from '../../contract/recipe.ts';
export {calledPath, recipeVersion} from '../../contract/recipe.ts';

/** A stored recipe. `writable` is false when a newer version has written it: it can be shown, not changed. */
export type StoredRecipe = {recipe: Recipe; writable: boolean};

/** Whether two values of a request are written alike. */
export const isSameValue = (one: Value | null | undefined, other: Value): boolean =>
	JSON.stringify(one) === JSON.stringify(other);

/** Why something is no recipe, with the place of its first mistake, such as `steps.0.call.path`. */
export class NotARecipe extends Error {
	readonly place: string;

	constructor(place: string, reason: string) {
		super(place === '' ? reason : `${place}: ${reason}`);
		this.place = place;
	}
}

/**
 * Reads a recipe; unknown fields stay in it. One of a newer version is given as it is, because its additions may go
 * beyond what this version can check. Throws `NotARecipe`.
 */
export function readRecipe(value: unknown): StoredRecipe {
	const version = (value as {recipeVersion?: unknown} | null | undefined)?.recipeVersion;
	if (typeof version === 'number' && version > recipeVersion) return {recipe: value as Recipe, writable: false};
	const parsed = recipe.safeParse(value);
	if (parsed.success) return {recipe: parsed.data, writable: true};
	const [issue] = parsed.error.issues;
	throw new NotARecipe(issue?.path.join('.') ?? '', issue?.message ?? 'is no recipe');
}
