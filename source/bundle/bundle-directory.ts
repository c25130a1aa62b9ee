import {appendFileSync, existsSync, lstatSync, statSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type {RunId} from '../../contract/ids.ts';
import {ApiError, invalidFlag} from '../errors/api-error.ts';
import {makeDirectory} from '../process/place-file.ts';
import {readRegularFile} from '../process/regular-file.ts';
import {fileErrorWords} from '../process/file-error-words.ts';

/** Where bundles of a project directory lie, relative to it. */
const projectFolder = '.svc';
const runsFolder = 'runs';

/** `./.svc/runs/<run-id>/` */
export const defaultDirectory = (cwd: string, runId: RunId): string => join(cwd, projectFolder, runsFolder, runId);

/** A run id that may name a directory: "one safe path segment". */
export const isSafeRunId = (runId: RunId): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(runId);

/**
 * Refuses a place a bundle cannot be written to: not a file, no symbolic link on the last segment, the parent exists.
 *
 * @param makeParents true for the default place, whose parents are made
 */
export function checkBundleDirectory(directory: string, makeParents: boolean): void {
	try {
		check(directory, makeParents);
	} catch (error) {
		throw aboutDirectory(error, directory);
	}
}

/** An error of the file system is about the place, which whoever chose it can change; any other stays what it is. */
export function aboutDirectory(thrown: unknown, directory: string): unknown {
	const {code, syscall} = thrown as NodeJS.ErrnoException;
	if (thrown instanceof ApiError || code === undefined || syscall === undefined) return thrown;
	return invalidFlag('out', `${directory} cannot be written (${fileErrorWords(code)})`);
}

function check(directory: string, makeParents: boolean): void {
	const found = lstatSync(directory, {throwIfNoEntry: false});
	if (found?.isSymbolicLink()) throw invalidFlag('out', `${directory} is a symbolic link`);
	if (found && !found.isDirectory()) throw invalidFlag('out', `${directory} is not a directory`);
	const steps = lstatSync(join(directory, 'steps'), {throwIfNoEntry: false});
	if (steps && !steps.isDirectory()) throw invalidFlag('out', `${join(directory, 'steps')} is not a directory`);
	if (found || makeParents) return;
	if (!statSync(dirname(directory), {throwIfNoEntry: false})?.isDirectory()) {
		throw invalidFlag('out', `${dirname(directory)} does not exist`);
	}
}

/**
 * Keeps bundles out of version control: with the first one, the line `runs/` in `.svc/.gitignore`. Later ones leave the
 * file as it is, so that whoever takes the line out again is left in peace.
 */
export function ignoreBundles(cwd: string): void {
	const folder = join(cwd, projectFolder);
	if (existsSync(join(folder, runsFolder))) return;
	makeDirectory(folder);
	const file = join(folder, '.gitignore');
	const line = `${runsFolder}/`;
	try {
		writeFileSync(file, `${line}\n`, {flag: 'wx'});
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
		const text = readRegularFile(file);
		if (text.split(/\r?\n/).some(other => other.trim() === line)) return;
		appendFileSync(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`);
	}
}
