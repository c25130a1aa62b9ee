import {readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';

/** Removes what hosts that are gone left of their profiles; folders are named by process id. */
export function sweepBrowserFolders(folder: string): void {
	for (const name of entriesOf(folder))
		if (!(/^\d+$/.test(name) && isAlive(Number(name)))) rmSync(join(folder, name), {recursive: true, force: true});
}

function entriesOf(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
