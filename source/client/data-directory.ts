import {ApiError} from '../errors/api-error.ts';
import {fileErrorWords, isFullDisk, letWrite} from '../process/file-error-words.ts';
import {makeDirectory} from '../process/place-file.ts';

/** Makes the data directory of a local service. Throws what `unusableDirectory` makes of the file system's answer. */
export function prepareDataDirectory(dataDir: string): void {
	try {
		makeDirectory(dataDir, {mode: 0o700});
	} catch (error) {
		throw unusableDirectory(dataDir, error) ?? error;
	}
}

/**
 * VALIDATION_ERROR for a data directory in which the file system lets nothing be written, with what helps: space, another
 * mount, rights, another directory. Null for an error that is none of the file system's.
 */
export function unusableDirectory(dataDir: string, error: unknown): ApiError | null {
	const {code, syscall} = error as NodeJS.ErrnoException;
	if (code === undefined || syscall === undefined) return null;
	const nextAction = isFullDisk(code)
		? 'Free some space there, then try again.'
		: `Name another directory with --data-dir, SVC_DATA_DIR or SVC_HOME, or ${letWrite(dataDir)}.`;
	return new ApiError('VALIDATION_ERROR', `The data directory ${dataDir} cannot be used: ${fileErrorWords(code)}.`, {
		nextAction,
		details: {field: 'data-dir', reason: 'not_usable'},
		cause: error,
	});
}
