import {ApiError, isApiError} from '../errors/api-error.ts';
import {SymlinkRefusedError} from '../process/atomic-write.ts';
import {UnsafePathError} from '../process/place-file.ts';
import {fileErrorWords} from '../process/file-error-words.ts';

/**
 * What the file system says about a path, as an error that a person can act on. Anything else comes back as it is.
 */
export function pathError(error: unknown, path: string): unknown {
	if (isApiError(error)) return error;
	if (error instanceof SymlinkRefusedError || error instanceof UnsafePathError)
		return invalid(error.path, error instanceof SymlinkRefusedError ? 'symlink' : 'file_type', error.message);
	const {code} = error as NodeJS.ErrnoException;
	return code === undefined
		? error
		: invalid(path, code, `${path} cannot be used (${fileErrorWords(code)}). Name another place with --dir.`);
}

const invalid = (path: string, reason: string, nextAction: string) =>
	new ApiError('VALIDATION_ERROR', 'Invalid request.', {nextAction, details: {field: 'path', reason, path}});
