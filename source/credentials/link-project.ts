import {join} from 'node:path';
import type {ProjectId} from '../../contract/ids.ts';
import {invalidField} from '../errors/api-error.ts';
import {fileErrorWords} from '../process/file-error-words.ts';
import {SymlinkRefusedError, writeFileAtomically} from '../process/atomic-write.ts';
import {checkPath, makeDirectories, UnsafePathError} from '../process/place-file.ts';
import {readRegularFile} from '../process/regular-file.ts';
import {withoutByteOrderMark} from './credentials-format.ts';

const segments = ['.svc', 'config.json'];

/**
 * Names the project of a folder in its `.svc/config.json`; what else stands there is kept. Resolves with the path, or
 * null when it says so already. Throws VALIDATION_ERROR where the file cannot be read or written, and for a link.
 */
export function linkProject(root: string, projectId: ProjectId): string | null {
	const path = join(root, ...segments);
	try {
		checkPath(root, segments);
		const kept = read(path);
		if (kept['projectId'] === projectId) return null;
		makeDirectories(root, segments);
		writeFileAtomically(path, `${JSON.stringify({...kept, projectId}, null, 2)}\n`, {mode: 0o644});
		return path;
	} catch (error) {
		if (error instanceof SymlinkRefusedError || error instanceof UnsafePathError)
			throw invalidField('projectId', error.message.replace(/\.$/, ''));
		const {code} = error as NodeJS.ErrnoException;
		if (code === undefined || !/^E[A-Z]+$/.test(code)) throw error;
		throw invalidField('projectId', `${path} cannot be written (${fileErrorWords(code)})`);
	}
}

function read(path: string): Record<string, unknown> {
	let text: string;
	try {
		text = readRegularFile(path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
		throw error;
	}
	try {
		const value: unknown = JSON.parse(withoutByteOrderMark(text));
		if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
	} catch {
		// Said below, as for any other text that is no object.
	}
	throw invalidField('projectId', `${path} is not a JSON object: correct or remove it`);
}
