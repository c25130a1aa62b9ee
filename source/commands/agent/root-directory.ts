import {statSync} from 'node:fs';
import {resolve} from 'node:path';
import type {Context} from '../../context.ts';
import {refusedFlag} from '../../errors/api-error.ts';

/** Absolute path of `--dir`, which "must be a directory"; without the flag the current one. */
export function rootDirectory(dir: string | undefined, {cwd}: Pick<Context, 'cwd'>): string {
	const root = resolve(cwd, dir ?? '');
	if (!isDirectory(root)) throw refusedFlag('dir', {reason: 'not_a_directory', text: `${root} is not a directory`});
	return root;
}

function isDirectory(path: string): boolean {
	try {
		return statSync(path).isDirectory();
	} catch {
		// Missing, not allowed or a loop of links: in no case a directory to work in.
		return false;
	}
}
