import type {Answer} from '../../domain/endpoint-detail.ts';
import {seenAnswer} from '../../inference/seen-answer.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import {alignCalls} from '../learning/aligned-calls.ts';
import {asCalled, operationOf, type PlanOperation, wantsState} from '../model/operation.ts';
import type {Recipe} from '../recipe.ts';
import type {RunCalls} from './unnamed-records.ts';

/** A change that is refused with 428 because it does not say which state it is about, which its document lets it leave out. */
export type StatedChange = {
	operation: Recipe['endpoint'];
	/** What was answered, as it is kept beside the document. */
	answer: Answer;
};

/** Changes that were answered "428 Precondition Required" and have a header for it that nobody had to send. */
export function statedChanges({operations}: ApiModel, runs: readonly RunCalls[]): StatedChange[] {
	const found = new Map<PlanOperation, StatedChange>();
	for (const {recipe, calls} of runs) {
		const aligned = alignCalls(recipe, calls);
		for (const {id, call} of recipe.steps) {
			if (!(aligned.get(id) ?? []).some(({status}) => status === 428)) continue;
			const operation = operationOf(operations, call.operation);
			const mayState = operation?.headers.some(({name, required}) => isState(name) && !required);
			if (operation && mayState && !wantsState(operation))
				found.set(operation, {operation: asCalled(operation), answer: seenAnswer(428, {}, [])});
		}
	}
	return [...found.values()];
}

const isState = (name: string): boolean => /^if-match$/i.test(name);
