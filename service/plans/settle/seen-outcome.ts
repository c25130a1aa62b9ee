import type {Outcome} from '../../../contract/outcome.ts';
import {isOnly} from '../code/status.ts';
import {alignCalls} from '../learning/aligned-calls.ts';
import {jsonOf, type ObservedCall} from '../learning/observe.ts';
import {outcomeOf} from '../model/outcome.ts';
import type {Recipe} from '../recipe.ts';
import type {RunCalls} from './unnamed-records.ts';

/** How an API says in its answers that it refuses, and the operations that have shown it. */
export type SeenOutcome = {outcome: Outcome; operations: ReadonlyArray<Recipe['endpoint']>};

/** What was to be refused and was answered 2xx with words of a refusal, beside what was to be accepted; null: nothing was. */
export function seenOutcome(runs: readonly RunCalls[]): SeenOutcome | null {
	const accepted: unknown[] = [];
	const refused: unknown[] = [];
	const operations = new Map<string, Recipe['endpoint']>();
	const isTaken = ({status}: ObservedCall) => Math.floor((status ?? 0) / 100) === 2;
	for (const {recipe, calls} of runs) {
		const aligned = alignCalls(recipe, calls);
		for (const step of recipe.steps) {
			const bodies = (aligned.get(step.id) ?? []).filter(isTaken).map(jsonOf);
			if (isOnly(step, 2)) accepted.push(...bodies);
			if (!isOnly(step, 4) || bodies.length === 0) continue;
			refused.push(...bodies);
			const {method, path} = step.call.operation;
			operations.set(`${method} ${path}`, {method, path});
		}
	}
	const outcome = outcomeOf(accepted, refused);
	return outcome && {outcome, operations: [...operations.values()]};
}
