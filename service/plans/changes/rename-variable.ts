import type {Recipe} from '../recipe.ts';
import {UnfitOperation} from './unfit-operation.ts';

export const knowsVariable = ({produces, consumes, steps, teardown}: Recipe, name: string): boolean =>
	produces.includes(name) ||
	consumes.includes(name) ||
	[...steps, ...teardown].some(({captures}) => captures.some(({variable}) => variable === name));

/** The recipe with another name for one of its variables. Throws `UnfitOperation` when both names are in use. */
export function renameInRecipe(recipe: Recipe, from: string, to: string): Recipe {
	if (!knowsVariable(recipe, from)) throw new UnfitOperation(`it has no variable ${from}`);
	if (knowsVariable(recipe, to)) throw new UnfitOperation(`it has a variable ${to} already`);
	const renamed = (part: unknown): unknown => {
		if (Array.isArray(part)) return part.map(renamed);
		if (typeof part !== 'object' || part === null) return part;
		const one = Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, renamed(inner)]));
		if (one['is'] === 'variable' && one['name'] === from) one['name'] = to;
		if (one['is'] === 'unique' && typeof one['shape'] === 'string')
			one['shape'] = one['shape'].replaceAll(`{${from}}`, `{${to}}`);
		if (one['variable'] === from && 'from' in one && 'publish' in one) one['variable'] = to;
		return one;
	};
	const named = (names: readonly string[]) => names.map(name => (name === from ? to : name));
	return {
		...recipe,
		steps: renamed(recipe.steps) as Recipe['steps'],
		teardown: renamed(recipe.teardown) as Recipe['teardown'],
		produces: named(recipe.produces),
		consumes: named(recipe.consumes).sort(),
	};
}
