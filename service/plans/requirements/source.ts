import type {Requirement} from '../../domain/requirement.ts';
import {answerFor, type PlanOperation} from '../model/operation.ts';
import type {Assert, Check} from '../recipe.ts';

const longest = 300;

/** Where a sentence stands, and what it says: `requirements.md line 12: a price must be positive`. */
export const whereOf = ({documentName, line, text}: Requirement): string =>
	`${documentName} line ${line}: ${text}`.slice(0, longest);

/** An assertion that a sentence demands. */
export const demanded = (requirement: Requirement, id: string, message: string, check: Check): Assert => ({
	id,
	message,
	check,
	strength: 'decided',
	state: 'active',
	provenance: {from: 'document', where: whereOf(requirement), runId: null, since: 'plan'},
});

/** A refusal with the status that the sentence names, else those that the document has for it, else any. */
export function demandedRefusal(
	requirement: Requirement,
	operation: PlanOperation,
	wanted: readonly number[],
	message = '{case}: expected {expected}, got {actual}',
): Assert {
	const {status} = requirement;
	const documented = wanted.filter(one => answerFor(operation, one) !== null);
	const oneOf: (number | '4xx')[] =
		status !== null && status >= 400 ? [status] : documented.length > 0 ? documented : ['4xx'];
	return demanded(requirement, 'status', message, {type: 'status', oneOf});
}
