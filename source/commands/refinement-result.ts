import type {Refinement} from '../../contract/refinement.ts';
import type {CommandResult} from './define-command.ts';
import {negative} from './outcome.ts';
import {shellWord} from '../view-model/shell-word.ts';

/** A sentence that could not be worked out is a negative answer. */
export function refinementResult(one: Refinement): CommandResult {
	if (one.status !== 'failed') return {view: 'refinement', data: one};
	const {refinementId, testId, choices, errorMessage} = one;
	const message = choices ? 'It could mean several things.' : (errorMessage ?? 'It could not be worked out.');
	const next = choices
		? `Say the number of one: svc test refine ${shellWord(testId)} --text 1`
		: `See what it checks: svc test refine ${shellWord(testId)} --text "what does it check"`;
	return {view: 'refinement', data: one, problem: negative(message, {refinementId}, next)};
}
