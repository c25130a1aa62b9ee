import {isApiError} from '../errors/api-error.ts';

/** The field that the service refused: the end of its name (`handles[0].pointer` is "pointer"), and why. */
type RefusedField = {name: string; why: string};

/** What of a request was refused, where the error says so; null where it is about something else. */
export function refusedField(error: unknown): RefusedField | null {
	const named = isApiError(error) ? error.details['field'] : undefined;
	const name =
		typeof named === 'string'
			? named
					.split('.')
					.at(-1)
					?.replace(/\[\d+\]$/, '')
			: undefined;
	if (!isApiError(error) || name === undefined) return null;
	// A file that this side cannot read: its message is "Invalid request.", and what is wrong stands in the next step.
	const own = /^Flag `[^`]*` (?:is invalid: )?(.+)$/s.exec(error.nextAction)?.[1];
	return {name, why: own ?? error.message.replace(/^Field `[^`]*` (?:is invalid: )?/, '')};
}
