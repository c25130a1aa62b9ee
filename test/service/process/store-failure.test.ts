import {
	appendFileSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {isOnReadOnlySystem} from '../../../source/process/file-error-words.ts';
import {expect, it, onTestFinished} from 'vitest';
import {prepareDataDirectory} from '../../../service/process/data-directory.ts';
import {copyWhenDue, listCopies} from '../../../service/process/store-copies.ts';
import {damagedStore, isEmptied, storeFailure} from '../../../service/process/store-failure.ts';
import {DirectoryInUseError, lockDirectory} from '../../../service/store/directory-lock.ts';
import {openDatabase} from '../../../service/store/open-database.ts';

const dayMs = 86_400_000;

function newDirectory() {
	const root = mkdtempSync(join(tmpdir(), 'svc-store-'));
	onTestFinished(() => rmSync(root, {recursive: true, force: true}));
	return prepareDataDirectory(root);
}

/** A store with as many daily copies, whose days are played. */
async function storeWithCopies(days: number) {
	const paths = newDirectory();
	const database = await openDatabase(paths.database);
	const start = Date.now();
	const parts = {database, path: paths.database, folder: paths.copies};
	const made: Array<string | null> = [];
	for (let day = 1; day <= days; day++) {
		const now = start + day * (dayMs + 60_000);
		made.push(await copyWhenDue({...parts, now: () => now}));
		for (const path of [made.at(-1)]) if (path) utimesSync(path, now / 1000, now / 1000);
		expect(await copyWhenDue({...parts, now: () => now + 1000})).toBeNull();
	}
	return {paths, database, made};
}

it('is copied once a day, three copies are kept, and each can be opened', async () => {
	const {paths, database, made} = await storeWithCopies(5);
	await database.destroy();
	expect(listCopies(paths.copies)).toEqual(made.slice(2).reverse());
	expect(readdirSync(paths.copies)).toHaveLength(3);
	const copy = await openDatabase(made.at(-1)!);
	expect(await copy.selectFrom('runs').select('id').execute()).toEqual([]);
	await copy.destroy();
});

it('that was made today is not copied', async () => {
	const paths = newDirectory();
	const database = await openDatabase(paths.database);
	expect(await copyWhenDue({database, path: paths.database, folder: paths.copies, now: Date.now})).toBeNull();
	await database.destroy();
});

it('that is no database any more is named as damaged, kept beside, with the command that goes back to its copy', async () => {
	const {paths, database, made} = await storeWithCopies(1);
	await database.destroy();
	for (const end of ['-wal', '-shm']) rmSync(paths.database + end, {force: true});
	writeFileSync(paths.database, 'garbage in the place of a store '.repeat(200));
	const error = await openDatabase(paths.database).catch((reason: unknown) => reason);
	const {failure} = storeFailure(error, paths);
	expect(failure.message).toContain('is damaged');
	expect(failure.nextAction).toContain(`SVC_DATA_DIR=${paths.root} svc service restore latest`);
	expect(failure.details).toMatchObject({reason: 'damaged', copy: made[0]});
	expect(readFileSync(`${paths.database}.damaged`, 'utf8')).toContain('garbage');
});

it('that is empty although it has a copy is damaged; a new one is not', async () => {
	const {paths, database} = await storeWithCopies(1);
	await database.destroy();
	expect(isEmptied(paths)).toBe(false);
	truncateSync(paths.database);
	rmSync(`${paths.database}-wal`, {force: true});
	expect(isEmptied(paths)).toBe(true);
	expect(damagedStore(paths).failure.message).toContain('it is empty, and was not before');
	const fresh = newDirectory();
	appendFileSync(fresh.database, '');
	expect(isEmptied(fresh)).toBe(false);
	// Before the first copy of a day, the key tells that a service has used it.
	writeFileSync(fresh.secretsKey, 'key');
	expect(isEmptied(fresh)).toBe(true);
});

it.each([
	['SQLITE_FULL', 'disk_full'],
	['ENOSPC', 'disk_full'],
	['SQLITE_READONLY', 'not_writable'],
	['EACCES', 'not_writable'],
])('that fails with %s says %s, and that nothing was changed', (code, reason) => {
	const error = new Error('outer', {cause: Object.assign(new Error('inner'), {code})});
	const {failure} = storeFailure(error, newDirectory());
	expect(failure.details['reason']).toBe(reason);
	expect(failure.message).toContain('nothing in it was changed');
});

it.each([
	['SQLITE_IOERR', 32_768, 'disk_full'],
	['SQLITE_IOERR', 1e9, 'unknown'],
	['SQLITE_IOERR', null, 'unknown'],
	['ERR_OTHER', 32_768, 'unknown'],
])('that fails with %s while %s bytes are free says %s', (code, free, reason) => {
	const {failure} = storeFailure(Object.assign(new Error('disk I/O error'), {code}), newDirectory(), () => free);
	expect(failure.details['reason']).toBe(reason);
});

it('on a file system that is read-only does not ask for permissions', () => {
	const paths = newDirectory();
	const {failure} = storeFailure(Object.assign(new Error('inner'), {code: 'EROFS'}), paths);
	expect(failure.message).toContain('its file system is read-only');
	expect(failure.nextAction).toBe(
		`Either mount the file system of ${paths.store} for writing, or name another directory with --data-dir.`,
	);
	expect(isOnReadOnlySystem(join(paths.root, 'not', 'there'))).toBe(false);
});

it('garbage in the place of the lock stops nobody, and lets nobody in beside the holder', () => {
	const {lock} = newDirectory();
	writeFileSync(lock, 'garbage in the place of a lock '.repeat(200));
	const {release} = lockDirectory(lock);
	expect(() => lockDirectory(lock)).toThrow(DirectoryInUseError);
	release();
	lockDirectory(lock).release();
});
