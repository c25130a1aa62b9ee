import {existsSync, renameSync} from 'node:fs';
import {version} from '../../../package.json';
import type {MovedData} from '../../../contract/service-process.ts';
import {writeFileAtomically} from '../../../source/process/atomic-write.ts';
import {countRows, writeRows} from '../../store/archive/archived-rows.ts';
import {readMark, removeMark, setMark} from '../../store/meta.ts';
import {archivedTables} from '../../store/archive/table-shapes.ts';
import {migrationNames, storedMigrations} from '../../store/migrate.ts';
import type {Database} from '../../store/database.ts';
import {dataPaths} from '../data-directory.ts';
import type {NamedDatabase} from '../open-store.ts';
import {ReleaseStack} from '../release-stack.ts';
import {readSecretsKey} from '../secrets-key.ts';
import {ServeError} from '../serve-error.ts';
import {fingerprintOf, keyOfText, setSharedKey} from '../store-key.ts';
import {type ArchiveEnd, sha256, unpackRows} from './archive-format.ts';
import {ArchiveReader} from './archive-reader.ts';
import {type MovedStore, openForMove} from './open-for-move.ts';

type Given = {
	dataDir: string;
	named: NamedDatabase | null;
	/** The text of a key that was handed over and where it comes from; null: the one of the data directory. */
	key: {text: string; origin: string} | null;
	/** The archive. */
	file: string;
	/** Epoch milliseconds, for the name of a key that gives way. */
	now: number;
	report(line: string): void;
};

/** How far an import has come: `meta.value` of its mark. */
type Mark = {archive: string; chunks: number};

/**
 * Puts what an archive holds into a store that holds nothing. Each chunk is stored with the mark of how far it has come, so that one that
 * was killed goes on; no service starts on the store before it has ended. Throws `ServeError`.
 */
export async function importStore({dataDir, named, key, file, now, report}: Given): Promise<MovedData> {
	const reader = await ArchiveReader.open(file);
	const releases = new ReleaseStack();
	releases.add(() => reader.close());
	try {
		const {header} = reader;
		const upTo = knownUpTo(header.migrations, header.writtenBy);
		const secretsKey = header.secretsKey === null ? null : rightKey(header.secretsKey, {key, dataDir, named});
		const {tables} = await requireEnd(reader, file);
		const store = await openForMove(dataDir, named, releases, upTo);
		const {database} = store;
		const mark = await readImport(database);
		if (mark === null) await requireFresh(store, header.migrations, header.writtenBy);
		else if (mark.archive !== header.id) throw otherImport(store.place);
		await writeChunks(reader, database, mark?.chunks ?? 0, report);
		await requireCounts(database, tables);
		if (secretsKey) await keepKey(store, secretsKey, now);
		await removeMark(database, 'import');
		const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
		return {file, store: store.place, rows, tables, secretsKey: header.secretsKey, continued: mark !== null};
	} finally {
		await releases.run();
	}
}

/** The last migration of an archive's store. Refuses what this version does not know. */
function knownUpTo(migrations: readonly string[], writtenBy: string): string | undefined {
	const last = migrations.at(-1);
	const known = migrationNames(last);
	if (last !== undefined && known.join() === migrations.join()) return last;
	throw new ServeError(
		'VALIDATION_ERROR',
		`The archive was written by svc ${writtenBy}, whose tables svc ${version} does not know.`,
		{
			nextAction: `Install svc ${writtenBy}, import it there, then upgrade.`,
			details: {field: 'file', reason: 'newer', version: writtenBy},
		},
	);
}

/** The key that the secrets of an archive are encrypted with. Throws `ServeError` naming its fingerprint. */
function rightKey(fingerprint: string, {key, dataDir, named}: Pick<Given, 'key' | 'dataDir' | 'named'>): Uint8Array {
	const path = dataPaths(dataDir).secretsKey;
	const found = key ? keyOfText(key.text, key.origin) : readSecretsKey(path);
	if (found && fingerprintOf(found) === fingerprint) return found;
	const origin = key?.origin ?? path;
	throw new ServeError(
		'VALIDATION_ERROR',
		`The secrets in the archive are encrypted with the key ${fingerprint}; ${found ? `${origin} holds the key ${fingerprintOf(found)}` : `there is no ${origin}`}.`,
		{
			nextAction: `Hand the secrets.key of the exported service over: --secrets-key-file <path>${named ? ', or its text in SVC_SECRETS_KEY' : ''}. Where it is lost for good, run svc service forget-secrets before the export.`,
			details: {reason: 'secrets_key', fingerprint},
		},
	);
}

/** Before anything is written: an archive that was not ended has not everything. */
async function requireEnd(reader: ArchiveReader, file: string): Promise<ArchiveEnd> {
	const sums: string[] = [];
	const chunks = reader.chunks();
	let next = await chunks.next();
	for (; !next.done; next = await chunks.next()) sums.push(next.value.sha256);
	if (next.value && next.value.sha256 === sha256(sums.join('\n'))) return next.value;
	throw new ServeError('VALIDATION_ERROR', `The archive ${file} ends in the middle.`, {
		nextAction: 'Copy it once more; or run the export again, which continues where it stopped.',
		details: {field: 'file', reason: 'incomplete'},
	});
}

async function readImport(database: Database): Promise<Mark | null> {
	const mark = await readMark(database, 'import');
	return mark === null ? null : (JSON.parse(mark) as Mark);
}

/** What a start leaves in a store that nobody has used. */
const madeAtStart = new Set(['accounts']);

async function requireFresh(
	{database, place}: MovedStore,
	migrations: readonly string[],
	writtenBy: string,
): Promise<void> {
	const held: string[] = [];
	for (const {name} of await archivedTables(database)) {
		const count = await countRows(database, name);
		if (count > (madeAtStart.has(name) ? 1 : 0)) held.push(`${count} ${name.replaceAll('_', ' ')}`);
	}
	if (held.length > 0)
		throw new ServeError(
			'CONFLICT',
			`${place} is not empty (${held.slice(0, 4).join(', ')}); nothing in it was changed.`,
			{
				nextAction:
					'Import into a new database, or into a data directory of its own: SVC_DATA_DIR=<path> svc service import …',
				details: {reason: 'not_empty', store: place},
			},
		);
	if ((await storedMigrations(database)).join() !== migrations.join())
		throw new ServeError(
			'CONFLICT',
			`The tables of ${place} are newer than the archive, which svc ${writtenBy} has written.`,
			{
				nextAction: 'Import into a new database or data directory: its tables are brought up to date afterwards.',
				details: {reason: 'newer_store', store: place},
			},
		);
}

const otherImport = (place: string) =>
	new ServeError('CONFLICT', `Another archive has been imported into ${place} in part.`, {
		nextAction: 'Go on with that one, or import this one into a new database or data directory.',
		details: {reason: 'other_import', store: place},
	});

async function writeChunks(
	reader: ArchiveReader,
	database: Database,
	done: number,
	report: (line: string) => void,
): Promise<void> {
	let [number, last] = [0, ''];
	for await (const chunk of reader.chunks()) {
		number++;
		if (number <= done) continue;
		const rows = await unpackRows(await chunk.bytes());
		const mark: Mark = {archive: reader.header.id, chunks: number};
		await database.transaction().execute(async transaction => {
			// The account of a first start gives way to those of the archive.
			if (number === 1) await transaction.deleteFrom('accounts').execute();
			await writeRows(transaction, {name: chunk.table, columns: chunk.columns}, rows);
			await setMark(transaction, 'import', JSON.stringify(mark));
		});
		if (chunk.table !== last) report(`importing ${chunk.table}`);
		last = chunk.table;
	}
}

/** Counts what is stored, table by table, against what the archive says. */
async function requireCounts(database: Database, tables: ArchiveEnd['tables']): Promise<void> {
	for (const [name, wanted] of Object.entries(tables)) {
		const count = await countRows(database, name);
		if (count !== wanted)
			throw new ServeError('INTERNAL', `The import has ${count} rows of ${name}, and the archive ${wanted}.`, {
				nextAction: 'Import it into a new database or data directory, and report this as a bug.',
				details: {reason: 'count', table: name},
			});
	}
}

/** The key of a store that holds nothing encrypted stays beside the one that comes in its place. */
async function keepKey({database, paths, isFile}: MovedStore, key: Uint8Array, now: number): Promise<void> {
	if (!isFile) return setSharedKey(database, key);
	const path = paths.secretsKey;
	const own = readSecretsKey(path);
	if (own && fingerprintOf(own) === fingerprintOf(key)) return;
	if (existsSync(path)) renameSync(path, `${path}.before-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}`);
	writeFileAtomically(path, `${Buffer.from(key).toString('base64')}\n`, {mode: 0o600});
}
