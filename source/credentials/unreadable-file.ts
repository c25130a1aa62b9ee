import {ApiError} from '../errors/api-error.ts';
import {fileErrorWords} from '../process/file-error-words.ts';

/** VALIDATION_ERROR for a file of the user that is there and cannot be read; `what` as in "configuration file". */
export function unreadableFile(what: string, path: string, error: unknown, nextAction: string): ApiError {
	const reason = String((error as NodeJS.ErrnoException).code);
	return new ApiError('VALIDATION_ERROR', `The ${what} ${path} cannot be read: ${fileErrorWords(reason)}.`, {
		nextAction,
		details: {field: path, reason},
		cause: error,
	});
}
