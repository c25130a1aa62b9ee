import {accessSync, constants} from 'node:fs';
import {delimiter, join} from 'node:path';

/** Whether this user may start a program. */
export function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** The first program of these names, the names in their order, in the folders of PATH; undefined where none is. */
export function findOnPath(
	names: readonly string[],
	env: Readonly<Record<string, string | undefined>>,
): string | undefined {
	const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
	return names.flatMap(name => folders.map(folder => join(folder, name))).find(isExecutable);
}
