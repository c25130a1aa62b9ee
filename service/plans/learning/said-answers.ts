import type {Operation, Recipe, Step} from '../recipe.ts';

/** Tests that are about an answer itself, from the one whose subject it is most; others come after them. */
const ofAnswers = ['shape', 'error-shape', 'create', 'read', 'list', 'singleton', 'login', 'action', 'update', 'call'];

/**
 * What an answer looks like is learned in one test of its operation, the one that is about it: the others say what they
 * are about.
 */
export class SaidAnswers {
	readonly #subjects: ReadonlySet<string>;
	readonly #said = new Set<string>();

	/** @param recipes all that learn from one batch */
	constructor(recipes: readonly Recipe[]) {
		this.#subjects = new Set(
			recipes.flatMap(recipe =>
				recipe.steps.flatMap(({role, call}) => (isSubject(recipe, role) ? nameOf(call.operation) : [])),
			),
		);
	}

	/** Whether the answer of a step, by the statuses that were seen, is said elsewhere. */
	has(recipe: Recipe, {call, role}: Step, statuses: readonly number[]): boolean {
		const name = nameOf(call.operation);
		return this.#said.has(`${name} ${statuses.join()}`) || (!isSubject(recipe, role) && this.#subjects.has(name));
	}

	add({call}: Step, statuses: readonly number[]): void {
		this.#said.add(`${nameOf(call.operation)} ${statuses.join()}`);
	}
}

/** Tests in the order in which they learn. */
export const inOrderOfSubject = <Test extends {recipe: Recipe}>(tests: readonly Test[]): Test[] =>
	[...tests].sort((a, b) => rankOf(a.recipe) - rankOf(b.recipe));

function rankOf({kind, template}: Recipe): number {
	const rank = ofAnswers.indexOf(template);
	return kind !== 'endpoint' ? ofAnswers.length + 1 : rank < 0 ? ofAnswers.length : rank;
}

const isSubject = ({kind}: Recipe, role: Step['role']): boolean => kind === 'endpoint' && role === 'act';

const nameOf = ({method, path}: Operation): string => `${method} ${path}`;
