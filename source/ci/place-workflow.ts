import {dirname, isAbsolute, join, relative, resolve, sep} from 'node:path';
import {ApiError, isApiError, refusedFlag} from '../errors/api-error.ts';
import {fileErrorWords} from '../process/file-error-words.ts';
import {SymlinkRefusedError} from '../process/atomic-write.ts';
import {placeFile, UnsafePathError} from '../process/place-file.ts';

type PlacedWorkflow = 'written' | 'skipped' | 'updated';

/**
 * Writes a workflow file; directories below the current one are created. "Existing different file without `--force`:
 * exit 6", a CONFLICT; with it the old one is kept as `.bak`. Throws VALIDATION_ERROR for a path that cannot be written.
 * @param out as given with `--out`
 */
export function placeWorkflow(out: string, text: string, options: {cwd: string; force: boolean}): PlacedWorkflow {
	const {root, segments} = split(out, options.cwd);
	try {
		const placed = placeFile(root, segments, Buffer.from(text), {force: options.force});
		if (placed === 'blocked' || placed === 'no-backup-name') throw conflict(out, placed);
		return placed;
	} catch (error) {
		if (isApiError(error)) throw error;
		if (error instanceof SymlinkRefusedError || error instanceof UnsafePathError)
			throw refusedFlag('out', {reason: 'file_type', text: error.message.replace(/\.$/, '')});
		const {code} = error as NodeJS.ErrnoException;
		if (code === undefined) throw error;
		const text =
			code === 'ENOENT'
				? `the directory ${root} does not exist`
				: `${join(root, ...segments)} cannot be written (${fileErrorWords(code)})`;
		throw refusedFlag('out', {reason: code === 'ENOENT' ? 'no_parent' : 'not_writable', text});
	}
}

/** Where directories may be created and links are refused: below the current directory, elsewhere only the file. */
function split(out: string, cwd: string): {root: string; segments: string[]} {
	const path = resolve(cwd, out);
	const below = relative(cwd, path);
	if (below !== '' && !isAbsolute(below) && below.split(sep)[0] !== '..')
		return {root: cwd, segments: below.split(sep)};
	return {root: dirname(path), segments: [relative(dirname(path), path)]};
}

const conflict = (out: string, why: 'blocked' | 'no-backup-name') =>
	new ApiError('CONFLICT', `${out} exists and differs; it was left alone.`, {
		nextAction:
			why === 'blocked'
				? 'Run the command again with --force to replace it; the old file is kept as .bak.'
				: 'Remove some of its .bak files, then run the command again.',
		details: {reason: 'file_exists', path: out},
	});
