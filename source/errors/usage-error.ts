import {refusalText} from '../../contract/refusal-text.ts';
import {ApiError} from './api-error.ts';

/** Why a value is not taken: a word for programs, a text for people: it ends the sentence "is invalid: …", or is one of its own ("is required"). */
export type Refusal = {reason: string; text: string; accepted?: readonly string[]};

const refused = (subject: string, field: string, {reason, text, accepted}: Refusal) =>
	new ApiError('VALIDATION_ERROR', 'Invalid request.', {
		nextAction: refusalText(subject, text),
		details: {field, reason, ...(accepted ? {accepted} : {})},
	});

/** A flag that is refused before any request. @param flag kebab-case, without dashes */
export const refusedFlag = (flag: string, refusal: Refusal) => refused(`Flag \`--${flag}\``, flag, refusal);

/** An argument that is refused before any request. @param name as help shows it, without brackets */
export const refusedArgument = (name: string, refusal: Refusal) => refused(`Argument \`<${name}>\``, name, refusal);
