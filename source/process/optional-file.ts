import {readRegularFile} from './regular-file.ts';

/** Content of a file that need not exist. */
export function readOptionalFile(path: string): string | null {
	try {
		return readRegularFile(path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
		throw error;
	}
}
