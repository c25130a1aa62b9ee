import {copyFileSync, readFileSync, truncateSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {randomBytes, randomUUID} from 'node:crypto';
import {expect, inject, it, onTestFinished} from 'vitest';
import {
	type ArchiveHeader,
	archiveFormat,
	archiveVersion,
	lineOf,
	packRows,
	sha256,
} from '../../../service/process/archive/archive-format.ts';
import {exportStore} from '../../../service/process/archive/export-store.ts';
import {importStore} from '../../../service/process/archive/import-store.ts';
import {prepareDataDirectory} from '../../../service/process/data-directory.ts';
import {fingerprintOf, setSharedKey} from '../../../service/process/store-key.ts';
import {readRows, type Value, writeRows} from '../../../service/store/archive/archived-rows.ts';
import {archivedTables} from '../../../service/store/archive/table-shapes.ts';
import type {Database} from '../../../service/store/database.ts';
import {openDatabase} from '../../../service/store/open-database.ts';
import {migrationNames, storedMigrations} from '../../../service/store/migrate.ts';
import {runSql} from '../../helpers/postgres-server.ts';
import {runServe, temporaryDirectory} from './run-serve.ts';

const now = Date.UTC(2026, 0, 31, 9, 30);
const empty = inject('emptyDatabase') ?? '';
const urlOf = (database: string) => empty.replace(/\/svc_empty$/, `/${database}`);
const key = randomBytes(32);
const keyText = key.toString('base64');
const handedOver = {text: keyText, origin: 'secrets.key'};

/** A store that can be exported and imported into: a data directory, or a database beside one. */
type Place = {
	dataDir: string;
	named: {url: string; secretsKey: string; keyOrigin: string} | null;
	open(): Promise<Database>;
};

function newFile(): Place {
	const dataDir = join(temporaryDirectory(), 'service');
	const {database} = prepareDataDirectory(dataDir);
	return {dataDir, named: null, open: () => openDatabase(database)};
}

async function newDatabase(): Promise<Place> {
	const name = `svc_${randomUUID().replaceAll('-', '')}`;
	await runSql(urlOf('postgres'), `create database ${name}`);
	onTestFinished(async () => void (await runSql(urlOf('postgres'), `drop database ${name} with (force)`)));
	const url = urlOf(name);
	return {
		dataDir: join(temporaryDirectory(), 'service'),
		named: {url, secretsKey: keyText, keyOrigin: 'SVC_SECRETS_KEY'},
		open: () => openDatabase(url),
	};
}

/** Rows of every table: whole numbers are what every column takes. */
async function fill(place: Place, rows = 3): Promise<void> {
	const database = await place.open();
	for (const table of await archivedTables(database)) {
		const bytes = table.columns.indexOf('bytes');
		const address = table.columns.indexOf('address');
		const made = Array.from({length: rows}, (_, at) =>
			table.columns.map((__, column): Value => {
				if (column === address) return null;
				return column === bytes ? Buffer.from([0, 255, at % 256]) : String(at + 1);
			}),
		);
		await database.transaction().execute(transaction => writeRows(transaction, table, made));
	}
	if (place.named) await setSharedKey(database, key);
	else writeFileSync(join(place.dataDir, 'secrets.key'), `${keyText}\n`, {mode: 0o600});
	await database.destroy();
}

async function contents({open}: Place): Promise<Record<string, unknown[]>> {
	const database = await open();
	const found: Record<string, unknown[]> = {};
	for (const table of await archivedTables(database)) {
		const rows = await readRows(database, table, null, 100_000);
		found[table.name] = rows.map(row => row.map(value => (value instanceof Uint8Array ? [...value] : value)));
	}
	await database.destroy();
	return found;
}

const silent = () => {};
const readArtifact = async () => null;
const exported = (place: Place, file: string, report: (line: string) => void = silent) =>
	exportStore({dataDir: place.dataDir, named: place.named, file, readArtifact, now, report});
const imported = (
	place: Place,
	file: string,
	report: (line: string) => void = silent,
	given: typeof handedOver | null = handedOver,
) => importStore({dataDir: place.dataDir, named: place.named, key: given, file, now, report});

const failureOf = async (work: Promise<unknown>) => {
	const error = await work.then(
		() => null,
		(reason: unknown) => reason,
	);
	return (error as {failure?: {message: string; nextAction: string; details: {reason: string}}} | null)?.failure;
};

/** Stops the work when it has said that often what it does, as a kill would. */
function killedAfter(lines: number): (line: string) => void {
	let said = 0;
	return () => {
		if (++said > lines) throw new Error('killed');
	};
}

const directions: Array<[string, () => Place | Promise<Place>, () => Place | Promise<Place>]> = [
	['SQLite to SQLite', newFile, newFile],
	...(empty === ''
		? []
		: ([
				['SQLite to PostgreSQL', newFile, newDatabase],
				['PostgreSQL to SQLite', newDatabase, newFile],
				['PostgreSQL to PostgreSQL', newDatabase, newDatabase],
			] satisfies typeof directions)),
];

it.each(directions)('moves every row of every table: %s', async (_, from, to) => {
	const [source, target] = [await from(), await to()];
	await fill(source);
	const file = join(temporaryDirectory(), 'svc.archive');
	const wrote = await exported(source, file);
	expect(wrote).toMatchObject({secretsKey: fingerprintOf(key), continued: false});
	expect(Object.values(wrote.tables).every(count => count === 3)).toBe(true);
	expect(readFileSync(file, 'latin1')).not.toContain(keyText);
	expect(await imported(target, file)).toMatchObject({rows: wrote.rows, tables: wrote.tables, continued: false});
	expect(await contents(target)).toEqual(await contents(source));
});

it.each(directions)('goes on after a kill, and no service starts in between: %s', async (_, from, to) => {
	const [source, target] = [await from(), await to()];
	await fill(source, 300);
	const file = join(temporaryDirectory(), 'svc.archive');
	await expect(exported(source, file, killedAfter(20))).rejects.toThrow('killed');
	const part = readFileSync(`${file}.part`);
	// In the middle of a chunk.
	truncateSync(`${file}.part`, part.length - 7);
	expect(await exported(source, file)).toMatchObject({continued: true});
	expect(readFileSync(file, 'latin1').slice(0, part.length / 2) === part.toString('latin1', 0, part.length / 2)).toBe(
		true,
	);
	await expect(imported(target, file, killedAfter(20))).rejects.toThrow('killed');
	const {dataDir, named} = target;
	const started = runServe({dataDir, ...(named ? {databaseUrl: named.url} : {})});
	expect(await failureOf(started)).toMatchObject({details: {reason: 'half_imported'}});
	expect(await imported(target, file)).toMatchObject({continued: true});
	expect(await contents(target)).toEqual(await contents(source));
});

it('begins anew where a service has run on the store since it was killed', async () => {
	const source = newFile();
	const file = join(temporaryDirectory(), 'svc.archive');
	const {stop} = await runServe({dataDir: source.dataDir});
	await stop();
	await expect(exported(source, file, killedAfter(2))).rejects.toThrow('killed');
	const again = await runServe({dataDir: source.dataDir});
	await again.stop();
	expect(await exported(source, file)).toMatchObject({continued: false});
});

it('brings what an earlier version has written up to date at the next start', async () => {
	const target = newFile();
	const file = join(temporaryDirectory(), 'svc.archive');
	const bytes = await packRows([['usr_1', 'Pro', 0, now]]);
	const columns = ['id', 'plan', 'metered', 'created_at'];
	const chunk = {table: 'accounts', columns, rows: 1, bytes: bytes.length, sha256: sha256(bytes)};
	const header: ArchiveHeader = {
		format: archiveFormat,
		version: archiveVersion,
		id: randomUUID(),
		writtenBy: '0.0.9',
		at: now,
		migrations: migrationNames().slice(0, -2),
		secretsKey: null,
	};
	const end = {end: true, tables: {accounts: 1}, sha256: sha256(chunk.sha256)} as const;
	writeFileSync(file, Buffer.concat([lineOf(header), lineOf(chunk), bytes, lineOf(end)]));
	expect(await imported(target, file)).toMatchObject({rows: 1});
	const {stop} = await runServe({dataDir: target.dataDir});
	await stop();
	const database = await target.open();
	const accounts = await database.selectFrom('accounts').select('id').execute();
	expect([accounts, await storedMigrations(database)]).toEqual([[{id: 'usr_1'}], migrationNames()]);
	await database.destroy();
});

it('says what is wrong with an archive, and changes nothing', async () => {
	const source = newFile();
	await fill(source);
	const folder = temporaryDirectory();
	const file = join(folder, 'svc.archive');
	await exported(source, file);
	expect(await failureOf(exported(source, file))).toMatchObject({details: {reason: 'exists'}});
	const bytes = readFileSync(file);
	const variant = (name: string, contents: Buffer | string) => {
		const path = join(folder, name);
		writeFileSync(path, contents);
		return path;
	};
	const [line = ''] = bytes.toString('latin1').split('\n', 1);
	const rest = bytes.subarray(line.length);
	const header = JSON.parse(line) as {version: number; migrations: string[]};
	const withHeader = (change: object) => Buffer.concat([Buffer.from(JSON.stringify({...header, ...change})), rest]);
	const damaged = Buffer.from(bytes);
	damaged[bytes.indexOf('\n', line.length + 1) + 30]! ^= 1;
	const reasons: Array<[string, string]> = [
		[join(folder, 'none'), 'not_readable'],
		[variant('empty', ''), 'no_archive'],
		[variant('foreign', '{"format":"zip"}\nrest'), 'no_archive'],
		[variant('short', bytes.subarray(0, bytes.length - 40)), 'incomplete'],
		[variant('newer-form', withHeader({version: 99, writtenBy: '9.9.9'})), 'newer'],
		[
			variant('newer-tables', withHeader({migrations: [...header.migrations, '9999-next'], writtenBy: '9.9.9'})),
			'newer',
		],
		[variant('damaged', damaged), 'damaged'],
	];
	for (const [path, reason] of reasons) {
		const target = newFile();
		const failure = await failureOf(imported(target, path));
		expect([path, failure?.details.reason]).toEqual([path, reason]);
		expect(failure?.nextAction).toMatch(/\w{3}/);
	}
});

it('refuses a store that holds something, a second archive, and another key or none', async () => {
	const [source, target] = [newFile(), newFile()];
	await fill(source);
	const folder = temporaryDirectory();
	const file = join(folder, 'svc.archive');
	await exported(source, file);
	expect(await failureOf(imported(source, file))).toMatchObject({
		message: expect.stringContaining('is not empty'),
		details: {reason: 'not_empty'},
	});
	expect(await failureOf(imported(target, file, silent, null))).toMatchObject({
		message: expect.stringContaining(fingerprintOf(key)),
		details: {reason: 'secrets_key'},
	});
	const other = {text: randomBytes(32).toString('base64'), origin: 'other.key'};
	expect(await failureOf(imported(target, file, silent, other))).toMatchObject({details: {reason: 'secrets_key'}});
	await expect(imported(target, file, killedAfter(5))).rejects.toThrow('killed');
	const second = join(folder, 'second.archive');
	await exported(source, second);
	expect(await failureOf(imported(target, second))).toMatchObject({details: {reason: 'other_import'}});
	copyFileSync(file, join(folder, 'copy.archive'));
	expect(await imported(target, join(folder, 'copy.archive'))).toMatchObject({continued: true});
});

it('holds what its store keeps at another place, and says which one cannot be reached', async () => {
	const [source, target] = [newFile(), newFile()];
	await fill(source, 2);
	const address = 's3://pictures/svc/1';
	const database = await source.open();
	await database.updateTable('blobs').set({address, bytes: new Uint8Array()}).where('hash', '=', '1').execute();
	await database.destroy();
	const file = join(source.dataDir, 'whole.archive');
	const given = {dataDir: source.dataDir, named: null, file, now, report: silent};
	const away = exportStore({...given, readArtifact: () => Promise.reject(new Error('connect ECONNREFUSED'))});
	expect(await failureOf(away)).toMatchObject({
		message: `${address} cannot be read: connect ECONNREFUSED.`,
		nextAction: expect.stringContaining('SVC_ARTIFACTS_URL'),
	});
	const asked: string[] = [];
	const read = async (at: string) => {
		asked.push(at);
		return new Uint8Array([4, 2]);
	};
	await exportStore({...given, readArtifact: read});
	expect(asked).toEqual([address]);
	await imported(target, file);
	const moved = await target.open();
	const row = await moved.selectFrom('blobs').selectAll().where('hash', '=', '1').executeTakeFirstOrThrow();
	await moved.destroy();
	expect({address: row.address, bytes: [...new Uint8Array(row.bytes)]}).toEqual({address: null, bytes: [4, 2]});
});

it('a service that runs is told to be stopped first', async () => {
	const {dataDir} = newFile();
	await runServe({dataDir});
	const failure = await failureOf(
		exportStore({dataDir, named: null, file: '/tmp/never', readArtifact, now, report: silent}),
	);
	expect(failure?.message).toContain('Another service uses the data directory');
});
