import {randomUUID} from 'node:crypto';
import type {Dirent} from 'node:fs';
import {mkdir, open, readdir, readFile, rename, rm, stat} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import type {ArtifactPlace} from '../../domain/artifacts.ts';

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** A folder, of this machine or one that several share. @param root absolute path; it is made when it is missing */
export function directoryPlace(root: string): ArtifactPlace {
	/** Folders stay small: 256 of them hold a million files. */
	const pathOf = (name: string) => join(root, name.slice(0, 2), name);
	return {
		name: root,
		async write(name, bytes) {
			const path = pathOf(name);
			// Under its own name only when it is whole and on the disk: the row that names it is stored after it.
			const part = `${path}.${randomUUID()}.part`;
			await mkdir(dirname(path), {recursive: true, mode: 0o700});
			const file = await open(part, 'wx', 0o600);
			try {
				await file.writeFile(bytes);
				await file.sync();
			} finally {
				await file.close();
			}
			await rename(part, path);
			return pathToFileURL(path).href;
		},
		async read(address) {
			try {
				return await readFile(fileURLToPath(address));
			} catch (error) {
				if (isAbsent(error)) return null;
				throw error;
			}
		},
		remove: address => rm(fileURLToPath(address), {force: true}),
		async *list(before) {
			for (const folder of await entriesOf(root)) {
				if (!folder.isDirectory() || folder.name.length !== 2) continue;
				const found: string[] = [];
				for (const {name} of await entriesOf(join(root, folder.name))) {
					const path = join(root, folder.name, name);
					const seen = await stat(path).catch(() => null);
					if (seen && seen.mtimeMs < before) found.push(pathToFileURL(path).href);
				}
				if (found.length > 0) yield found;
			}
		},
	};
}

async function entriesOf(folder: string): Promise<Dirent[]> {
	try {
		return await readdir(folder, {withFileTypes: true});
	} catch (error) {
		if (isAbsent(error)) return [];
		throw error;
	}
}
