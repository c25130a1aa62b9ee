import type {ChangeOperation} from '../../../contract/change-operation.ts';
import type {Recipe} from '../recipe.ts';
import {mainStep} from './fields.ts';
import type {Scope} from './subject.ts';

const general = new Set(['status', 'no-server-error', 'no-trace', 'no-secret']);

/** Somebody wants rows added: an expectation of existing rows becomes a row of its own, one for every endpoint. */
export function rowsOfChecks(operations: readonly ChangeOperation[], {subjects}: Scope): ChangeOperation[] {
	const seen = new Set<string>();
	return operations.flatMap((operation): ChangeOperation[] => {
		if (operation.op !== 'assert.add') return [operation];
		const subject = subjects.find(({id}) => id === operation.target);
		if (!subject?.recipe || seen.has(subject.endpointId ?? subject.id)) return [];
		seen.add(subject.endpointId ?? subject.id);
		const recipe = structuredClone(subject.recipe);
		const main = mainStep(recipe);
		const steps = recipe.steps.slice(0, recipe.steps.indexOf(main) + 1);
		for (const step of steps) step.captures = step.captures.map(one => ({...one, publish: false}));
		const last = steps.at(-1)!;
		last.asserts = [...last.asserts.filter(({id}) => general.has(id)), operation.assert];
		const title = operation.reason;
		const own: Recipe = {
			...recipe,
			template: 'custom',
			title,
			why: `You asked for it: ${operation.assert.provenance.where}.`,
			produces: [],
			steps,
			teardown: [],
		};
		const row = {
			category: 'functional' as const,
			title,
			description: `Calls ${subject.method} ${subject.path} and looks at one thing.`,
			priority: 'p2' as const,
			endpointId: subject.endpointId,
			recipe: own,
		};
		return [{op: 'row.add', row, reason: title}];
	});
}
