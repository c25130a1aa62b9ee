import {randomUUID} from 'node:crypto';
import {existsSync} from 'node:fs';
import {type FileHandle, open, rename, rm} from 'node:fs/promises';
import {fileErrorWords} from '../../../source/process/file-error-words.ts';
import {version} from '../../../package.json';
import type {MovedData} from '../../../contract/service-process.ts';
import {hasSealed} from '../../store/captures/has-sealed.ts';
import {keyOfRow, readRows, type Value} from '../../store/archive/archived-rows.ts';
import {readMark, removeMark, setMark} from '../../store/meta.ts';
import {archivedTables, type TableShape} from '../../store/archive/table-shapes.ts';
import {storedMigrations} from '../../store/migrate.ts';
import type {Artifacts} from '../../domain/artifacts.ts';
import {artifactsVariable} from '../artifacts/open-artifacts.ts';
import {dataPaths} from '../data-directory.ts';
import type {NamedDatabase} from '../open-store.ts';
import {ReleaseStack} from '../release-stack.ts';
import {refuseHalfRotated} from '../rotate-key.ts';
import {readSecretsKey} from '../secrets-key.ts';
import {ServeError} from '../serve-error.ts';
import {fingerprintOf, readFingerprint} from '../store-key.ts';
import {
	type ArchiveEnd,
	archiveFormat,
	type ArchiveHeader,
	archiveVersion,
	type ChunkHead,
	lineOf,
	packRows,
	sha256,
	unpackRows,
} from './archive-format.ts';
import {ArchiveReader} from './archive-reader.ts';
import {type MovedStore, openForMove, requireStore} from './open-for-move.ts';

/** Size of the rows of a chunk before they are packed; a single row may be larger. */
const chunkBytes = 1024 * 1024;
const mostRows = 2000;
/** Rows that are read before it is known how large they are. */
const firstRows = 4;

type Given = {
	dataDir: string;
	named: NamedDatabase | null;
	/** The archive. */
	file: string;
	/** Bytes that are kept outside the database. */
	readArtifact: Artifacts['read'];
	/** Epoch milliseconds. */
	now: number;
	/** Hears of each table that is written. */
	report(line: string): void;
};

/** What is in an archive that was not ended. */
type Written = {
	header: ArchiveHeader;
	tables: Record<string, number>;
	sums: string[];
	/** Size of the file up to the last whole line or chunk. */
	size: number;
	last: {table: string; row: Value[]} | null;
};

/**
 * Writes everything that a store holds, except its key, into one file. It stands beside its name as `.part` until it is whole; one that
 * was killed goes on with it, unless a service has run on the store since. Throws `ServeError`.
 */
export async function exportStore({dataDir, named, file, readArtifact, now, report}: Given): Promise<MovedData> {
	if (existsSync(file))
		throw new ServeError('CONFLICT', `${file} is there already.`, {
			nextAction: 'Name another file, or remove that one.',
			details: {field: 'file', reason: 'exists'},
		});
	if (named === null) requireStore(dataPaths(dataDir).database);
	const releases = new ReleaseStack();
	try {
		const store = await openForMove(dataDir, named, releases);
		await refuseHalfRotated(store.database, store.place);
		const part = `${file}.part`;
		const before = await readPart(part, store);
		const written = before ?? {...(await begin(store, now)), ...{tables: {}, sums: [], size: 0, last: null}};
		const archive = await openPart(part, written);
		releases.add(() => archive.close());
		for (const table of await archivedTables(store.database)) {
			await writeTable(archive, store, table, written, readArtifact);
			report(`${table.name}: ${written.tables[table.name]} rows`);
		}
		const end: ArchiveEnd = {end: true, tables: written.tables, sha256: sha256(written.sums.join('\n'))};
		await append(archive, written, lineOf(end));
		await archive.sync();
		await rename(part, file);
		await removeMark(store.database, 'export');
		const rows = Object.values(written.tables).reduce((sum, count) => sum + count, 0);
		return {
			file,
			store: store.place,
			rows,
			tables: written.tables,
			secretsKey: written.header.secretsKey,
			continued: before !== null,
		};
	} finally {
		await releases.run();
	}
}

async function begin({database, paths, isFile}: MovedStore, now: number): Promise<{header: ArchiveHeader}> {
	const id = randomUUID();
	const header: ArchiveHeader = {
		format: archiveFormat,
		version: archiveVersion,
		id,
		writtenBy: version,
		at: now,
		migrations: await storedMigrations(database),
		secretsKey: (await hasSealed(database)) ? await fingerprintOfStore() : null,
	};
	await setMark(database, 'export', id);
	return {header};

	async function fingerprintOfStore(): Promise<string | null> {
		if (!isFile) return readFingerprint(database);
		const key = readSecretsKey(paths.secretsKey);
		if (key) return fingerprintOf(key);
		throw new ServeError('VALIDATION_ERROR', `${paths.secretsKey}, the key of the stored secrets, is missing.`, {
			nextAction: 'Put the file back; or forget what it had encrypted (svc service forget-secrets), then export.',
			details: {reason: 'secrets_key'},
		});
	}
}

/** What an export of this store that was killed has written; null: there is none, or a service has run on the store since. */
async function readPart(path: string, {database}: MovedStore): Promise<Written | null> {
	const mark = await readMark(database, 'export');
	if (mark === null || !existsSync(path)) return null;
	const reader = await ArchiveReader.open(path).catch(() => null);
	if (!reader) return null;
	try {
		if (reader.header.id !== mark) return null;
		const written: Written = {header: reader.header, tables: {}, sums: [], size: reader.startsAt, last: null};
		for await (const chunk of reader.chunks()) {
			const bytes = await chunk.bytes().catch(() => null);
			if (!bytes) break;
			written.tables[chunk.table] = (written.tables[chunk.table] ?? 0) + chunk.rows;
			written.sums.push(chunk.sha256);
			written.size = chunk.endsAt;
			written.last = {table: chunk.table, row: (await unpackRows(bytes)).at(-1) ?? []};
		}
		return written;
	} finally {
		await reader.close();
	}
}

async function openPart(path: string, written: Written): Promise<FileHandle> {
	if (written.size === 0) await rm(path, {force: true});
	const file = await open(path, written.size === 0 ? 'wx' : 'r+', 0o600).catch((error: NodeJS.ErrnoException) => {
		throw notWritten(path, error);
	});
	await file.truncate(written.size);
	if (written.size === 0) await append(file, written, lineOf(written.header));
	return file;
}

async function writeTable(
	archive: FileHandle,
	{database}: MovedStore,
	table: TableShape,
	written: Written,
	readArtifact: Artifacts['read'],
): Promise<void> {
	written.tables[table.name] ??= 0;
	if (written.last && table.name < written.last.table) return;
	const goesOn = written.last?.table === table.name ? written.last.row : null;
	let after = goesOn && keyOfRow(table, goesOn);
	for (let limit = firstRows; ; ) {
		const rows = await readRows(database, table, after, limit);
		if (rows.length === 0) return;
		if (table.name === 'blobs') await gatherBytes(table, rows, readArtifact);
		const bytes = await packRows(rows);
		const head: ChunkHead = {
			table: table.name,
			columns: table.columns,
			rows: rows.length,
			bytes: bytes.length,
			sha256: sha256(bytes),
		};
		await append(archive, written, lineOf(head), bytes);
		written.tables[table.name]! += rows.length;
		written.sums.push(head.sha256);
		after = keyOfRow(table, rows.at(-1)!);
		limit = Math.max(1, Math.min(mostRows, Math.round((limit * chunkBytes) / Math.max(sizeOf(rows), 1))));
	}
}

/** An archive holds everything, so also what its store keeps elsewhere. What is gone there is empty. */
async function gatherBytes({columns}: TableShape, rows: Value[][], readArtifact: Artifacts['read']): Promise<void> {
	const [address, bytes] = [columns.indexOf('address'), columns.indexOf('bytes')];
	for (const row of rows) {
		const at = row[address];
		if (typeof at !== 'string') continue;
		try {
			row[bytes] = (await readArtifact(at)) ?? new Uint8Array();
			row[address] = null;
		} catch (error) {
			throw new ServeError(
				'VALIDATION_ERROR',
				`${at} cannot be read: ${error instanceof Error ? error.message : error}.`,
				{
					nextAction: `Set ${artifactsVariable} as for the service, then export again: it continues where it stopped.`,
					details: {reason: 'artifacts', address: at},
					cause: error,
				},
			);
		}
	}
}

async function append(archive: FileHandle, written: Written, ...parts: Buffer[]): Promise<void> {
	const bytes = Buffer.concat(parts);
	for (let at = 0; at < bytes.length; )
		at += (
			await archive.write(bytes, at, bytes.length - at, written.size + at).catch((error: NodeJS.ErrnoException) => {
				throw notWritten('The archive', error);
			})
		).bytesWritten;
	written.size += bytes.length;
}

const notWritten = (path: string, error: NodeJS.ErrnoException) =>
	new ServeError('VALIDATION_ERROR', `${path} cannot be written: ${fileErrorWords(error.code ?? '')}.`, {
		nextAction: 'Make room there or name another file, then export again: it continues where it stopped.',
		details: {field: 'file', reason: 'not_writable'},
		cause: error,
	});

/** About what rows take before they are packed. */
const sizeOf = (rows: ReadonlyArray<readonly Value[]>): number =>
	rows.reduce(
		(sum, row) =>
			sum +
			row.reduce<number>((size, value) => size + (value === null || typeof value === 'number' ? 8 : value.length), 0),
		0,
	);
