import type {Recipe, Step} from '../recipe.ts';
import {mainStep} from './fields.ts';
import type {Reading, Scope, Subject} from './subject.ts';
import {byWords, stems} from './targets.ts';

const ordinals: Record<string, number> = {first: 0, second: 1, third: 2, fourth: 3, fifth: 4};

/** Steps that words mean: by number, by place, by name, by what they do. No words: the call that the test is about. */
export function stepsNamed(recipe: Recipe, words: string): Step[] {
	const text = words.trim().replace(/^(?:the|its|their)\s+/i, '');
	if (/^(?:|it|that|this|the call|call|request)$/i.test(text)) return [mainStep(recipe)];
	const number = /^(?:step )?(?:number )?#?(\d+)$/i.exec(text);
	if (number) return recipe.steps.slice(Number(number[1]) - 1, Number(number[1]));
	const place = /^(first|second|third|fourth|fifth|last)(?: step| call| one)?$/i.exec(text)?.[1]?.toLowerCase();
	if (place)
		return place === 'last' ? recipe.steps.slice(-1) : recipe.steps.slice(ordinals[place]!, ordinals[place]! + 1);
	const plain = text.replace(/(?<!\s)\s+(?:step|call|request)s?$/i, '').toLowerCase();
	const exact = recipe.steps.filter(({id, title}) => id.toLowerCase() === plain || title.toLowerCase() === plain);
	if (exact.length > 0) return exact;
	const named = recipe.steps.map(step => ({
		step,
		method: step.call.operation.method,
		path: step.call.operation.path,
		summary: step.title,
	}));
	const words_ = stems(plain);
	if (words_.length === 0) return [];
	const found = byWords(named, words_).map(({step}) => step);
	return found.length > 0 ? found : recipe.steps.filter(({title}) => words_.every(word => stems(title).includes(word)));
}

/**
 * One step of each test that words mean. In the plan it is the acting one of several; in front of one test somebody can
 * be asked, and is: `again` says the sentence with the step in the place of the words.
 */
export function oneStepEach(
	subjects: readonly Subject[],
	words: string,
	scope: Scope,
	again: (step: string) => string,
): Array<{subject: Subject; step: Step}> | Reading {
	const pairs: Array<{subject: Subject; step: Step}> = [];
	for (const subject of subjects) {
		if (!subject.recipe) continue;
		const steps = stepsNamed(subject.recipe, words);
		const acting = steps.filter(({role}) => role === 'act');
		const main = mainStep(subject.recipe);
		if (steps.length > 1 && (scope.at === 'chain' || (scope.at === 'test' && acting.length !== 1))) {
			const places = steps.map(step => subject.recipe!.steps.indexOf(step) + 1);
			return {
				ask: `Which step do you mean by "${words.trim()}"?`,
				choices: steps.map((step, place) => ({
					label: `step ${places[place]}: ${step.title} (${step.call.operation.method} ${step.call.operation.path})`,
					text: again(`step ${places[place]}`),
				})),
			};
		}
		const chosen = steps.includes(main) ? main : (acting[0] ?? steps[0]);
		if (chosen) pairs.push({subject, step: chosen});
	}
	return pairs;
}

export const isReading = (found: unknown): found is Reading => !Array.isArray(found);
