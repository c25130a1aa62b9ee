import {readFileSync} from 'node:fs';

/** Content of a file that need not exist. */
export function readOptionalFile(path: string): string | null {
	try {
		return readFileSync(path, 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
		throw error;
	}
}
