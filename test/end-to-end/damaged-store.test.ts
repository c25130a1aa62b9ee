import {spawnSync} from 'node:child_process';
import {closeSync, mkdtempSync, openSync, rmSync, writeSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {sql} from 'kysely';
import {expect, it, onTestFinished} from 'vitest';
import {prepareDataDirectory} from '../../service/process/data-directory.ts';
import {openDatabase} from '../../service/store/open-database.ts';

it('a store of which one page is damaged can be opened, and is named as damaged when it is read', async () => {
	const root = mkdtempSync(join(tmpdir(), 'svc-damaged-'));
	onTestFinished(() => rmSync(root, {recursive: true, force: true}));
	const {database: path} = prepareDataDirectory(root);
	const database = await openDatabase(path);
	const {rows} = await sql<{page: number; size: number}>`
		select rootpage as page, (select page_size from pragma_page_size) as size from sqlite_master where name = 'accounts'
	`.execute(database);
	await sql`pragma wal_checkpoint(truncate)`.execute(database);
	await database.destroy();
	const {page, size} = rows[0]!;
	const file = openSync(path, 'r+');
	writeSync(file, Buffer.alloc(size, 0xa5), 0, size, (page - 1) * size);
	closeSync(file);
	await (await openDatabase(path)).destroy();

	const serve = [join(import.meta.dirname, '../../dist/cli.js'), 'serve', '--data-dir', root];
	const env = {PATH: process.env['PATH'], HOME: root, SVC_HOME: root, SVC_FRONTEND: 'off'};
	const {status, stderr} = spawnSync(process.execPath, serve, {encoding: 'utf8', env, timeout: 60_000});
	expect(status).toBe(1);
	expect(stderr).toContain(
		`The store ${path} is damaged: its pages cannot be read. What is left of it is kept as ${path}.damaged.`,
	);
	expect(stderr).not.toContain('bug in svc');
});
