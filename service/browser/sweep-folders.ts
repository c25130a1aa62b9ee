import {readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {isRunning} from '../../source/process/start-time.ts';

/** Removes what hosts that are gone left of their profiles; folders are named by process id. */
export function sweepBrowserFolders(folder: string): void {
	for (const name of entriesOf(folder))
		if (!(/^\d+$/.test(name) && isRunning(Number(name)))) rmSync(join(folder, name), {recursive: true, force: true});
}

function entriesOf(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
