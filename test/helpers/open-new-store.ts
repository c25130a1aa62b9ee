import {constants, copyFileSync, existsSync} from 'node:fs';
import {inject} from 'vitest';
import {type Database, openDatabase} from '../../service/store/database.ts';

/** Opens the store at `path`; one that is not there yet begins as a copy of the empty one. */
export async function openNewStore(path: string): Promise<Database> {
	if (!existsSync(path)) copyFileSync(inject('emptyStore'), path, constants.COPYFILE_EXCL);
	return openDatabase(path);
}
