import {isApiError} from '../errors/api-error.ts';

/** The field that the service refused: the end of its name (`handles[0].pointer` is "pointer"), and why. */
export type RefusedField = {name: string; why: string};

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
	return {name, why: error.message.replace(/^Field `[^`]*` is invalid: /, '')};
}
