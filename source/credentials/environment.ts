import {refusalText} from '../../contract/refusal-text.ts';
import {ApiError} from '../errors/api-error.ts';

/** Value of a variable, trimmed. "An environment variable that is empty or blank counts as unset." */
export const environmentValue = (env: Record<string, string | undefined>, name: string): string | undefined =>
	env[name]?.trim() || undefined;

/** The validation error of an environment variable. Never carries its value. */
export const invalidEnvironment = (name: string, reason: string, accepted?: readonly string[]) =>
	new ApiError('VALIDATION_ERROR', 'Invalid request.', {
		nextAction: refusalText(`Environment variable \`${name}\``, reason),
		details: {field: name, reason, ...(accepted ? {accepted} : {})},
	});
