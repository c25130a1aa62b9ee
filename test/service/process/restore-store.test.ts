import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {sql} from 'kysely';
import {expect, it, onTestFinished} from 'vitest';
import {prepareDataDirectory} from '../../../service/process/data-directory.ts';
import {restoreStore} from '../../../service/process/restore-store.ts';
import {openDatabase} from '../../../service/store/open-database.ts';
import {lockDirectory} from '../../../service/store/directory-lock.ts';

const now = Date.UTC(2026, 0, 31, 9, 30);

/** A data directory whose store has an account of that name, and a file that is a copy of it. */
async function startWith(name: string) {
	const root = mkdtempSync(join(tmpdir(), 'svc-restore-'));
	onTestFinished(() => rmSync(root, {recursive: true, force: true}));
	const paths = prepareDataDirectory(join(root, 'data'));
	await putAccount(paths.database, name);
	const copy = join(root, 'copy.db');
	copyFileSync(paths.database, copy);
	return {paths, copy};
}

async function putAccount(path: string, id: string): Promise<void> {
	const database = await openDatabase(path);
	await database.insertInto('accounts').values({id, plan: 'Pro', metered: 0, created_at: now}).execute();
	await sql`pragma wal_checkpoint(truncate)`.execute(database);
	await database.destroy();
}

async function accounts(path: string): Promise<string[]> {
	const database = await openDatabase(path);
	const rows = await database.selectFrom('accounts').select('id').orderBy('id').execute();
	await database.destroy();
	return rows.map(({id}) => id);
}

const failureOf = async (work: Promise<unknown>) => {
	const error = await work.then(
		() => null,
		(reason: unknown) => reason,
	);
	return (error as {failure: {code: string; message: string; nextAction: string; details: object}}).failure;
};

it('puts a copy in place and keeps what was there', async () => {
	const {paths, copy} = await startWith('before');
	await putAccount(paths.database, 'later');
	const {restored, kept} = await restoreStore(paths.root, copy, now);
	expect(restored).toBe(copy);
	expect(kept).toBe(`${paths.database}.before-20260131T093000Z`);
	expect(await accounts(paths.database)).toEqual(['before']);
	expect(await accounts(kept!)).toEqual(['before', 'later']);
	expect(existsSync(copy)).toBe(true);
	expect(readdirSync(paths.store).filter(name => name.includes('restoring'))).toEqual([]);
});

it('finds copies by name, and the latest', async () => {
	const {paths, copy} = await startWith('old');
	for (const [name, account] of [
		['svc-20260129T000000Z.db', 'older'],
		['svc-20260130T000000Z.db', 'newer'],
	] as const) {
		mkdirSync(paths.copies, {recursive: true});
		copyFileSync(copy, join(paths.copies, name));
		await putAccount(join(paths.copies, name), account);
	}
	await restoreStore(paths.root, 'latest', now);
	expect(await accounts(paths.database)).toEqual(['newer', 'old']);
	await restoreStore(paths.root, 'svc-20260129T000000Z.db', now + 1000);
	expect(await accounts(paths.database)).toEqual(['old', 'older']);
	const {message, nextAction} = await failureOf(restoreStore(paths.root, 'svc-20250101T000000Z.db', now));
	expect(message).toContain('There is no copy');
	expect(nextAction).toContain('svc-20260130T000000Z.db, svc-20260129T000000Z.db, or latest');
});

it('takes the place of a store that is no database any more', async () => {
	const {paths, copy} = await startWith('before');
	for (const end of ['-wal', '-shm']) rmSync(paths.database + end, {force: true});
	writeFileSync(paths.database, 'garbage '.repeat(1000));
	const {kept} = await restoreStore(paths.root, copy, now);
	expect(await accounts(paths.database)).toEqual(['before']);
	expect(readFileSync(kept!, 'utf8')).toContain('garbage');
});

it('changes nothing when the copy is damaged or missing, or a service runs', async () => {
	const {paths, copy} = await startWith('before');
	const whole = readFileSync(copy);
	writeFileSync(copy, Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(whole.length - 4096, 7)]));
	expect(await failureOf(restoreStore(paths.root, copy, now))).toMatchObject({
		message: expect.stringContaining('cannot be restored'),
		details: {reason: 'damaged'},
	});
	writeFileSync(copy, whole.subarray(0, 4096));
	expect(await failureOf(restoreStore(paths.root, copy, now))).toMatchObject({
		message: expect.stringContaining('it holds nothing'),
	});
	expect(await failureOf(restoreStore(paths.root, 'latest', now))).toMatchObject({details: {reason: 'not_found'}});
	const {release} = lockDirectory(paths.lock);
	expect(await failureOf(restoreStore(paths.root, copy, now))).toMatchObject({code: 'CONFLICT'});
	release();
	expect(await accounts(paths.database)).toEqual(['before']);
	expect(readdirSync(paths.store).filter(name => name.includes('before'))).toEqual([]);
});
