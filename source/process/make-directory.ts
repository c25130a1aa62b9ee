import {existsSync, mkdirSync, statSync} from 'node:fs';
import {dirname} from 'node:path';

/**
 * Makes a directory with the parents it lacks; one that exists is no error. Node's own `recursive` does the same, but
 * never ends below a directory that exists and answers ENOENT to new entries, as `/proc` does.
 */
export function makeDirectory(path: string, {mode = 0o777}: {mode?: number} = {}): void {
	try {
		mkdirSync(path, {mode});
	} catch (error) {
		const {code} = error as NodeJS.ErrnoException;
		const parent = dirname(path);
		if (code === 'ENOENT' && parent !== path && !existsSync(parent)) {
			makeDirectory(parent, {mode});
			// Now its parent is there: the second answer counts.
			makeDirectory(path, {mode});
			return;
		}
		if (!statSync(path, {throwIfNoEntry: false})?.isDirectory()) throw error;
	}
}
