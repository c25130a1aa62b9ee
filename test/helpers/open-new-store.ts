import {createHash, randomUUID} from 'node:crypto';
import {constants, copyFileSync, existsSync} from 'node:fs';
import {inject} from 'vitest';
import type {Database} from '../../service/store/database.ts';
import {openDatabase} from '../../service/store/open-database.ts';
import {runSql} from './postgres-server.ts';

/**
 * Opens the store at `path` (`:memory:`: one that nobody else opens); one that is not there yet begins as a copy of the
 * empty one. With `SVC_TEST_DATABASE=postgres` it is a database in place of the file.
 */
export async function openNewStore(path: string): Promise<Database> {
	const empty = inject('emptyDatabase');
	if (empty !== null) return openDatabase(await copyDatabase(empty, path === ':memory:' ? randomUUID() : path));
	if (path !== ':memory:' && !existsSync(path)) copyFileSync(inject('emptyStore'), path, constants.COPYFILE_EXCL);
	return openDatabase(path);
}

/** What `openDatabase` takes, also in another process, to open the store that `openNewStore` has made at `path`. */
export function placeOfStore(path: string): string {
	const empty = inject('emptyDatabase');
	return empty === null ? path : urlOf(empty, nameOf(path));
}

const nameOf = (path: string) => `svc_${createHash('sha256').update(path).digest('hex').slice(0, 24)}`;
const urlOf = (empty: string, name: string) => empty.replace(/\/svc_empty$/, `/${name}`);

async function copyDatabase(empty: string, path: string): Promise<string> {
	const [server, name] = [urlOf(empty, 'postgres'), nameOf(path)];
	const known = await runSql(server, `select 1 from pg_database where datname = '${name}'`);
	if (known.length === 0) await runSql(server, `create database ${name} template svc_empty`);
	return urlOf(empty, name);
}
