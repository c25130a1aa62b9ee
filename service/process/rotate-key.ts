import type {RotatedKey} from '../../contract/documents/service.ts';
import {existsSync, readFileSync, renameSync} from 'node:fs';
import {writeFileAtomically} from '../../source/process/atomic-write.ts';
import {createResealer} from './reseal.ts';
import {rewriteRows} from '../store/rotation/rewrite-rows.ts';
import {readMark, removeMark, setMark} from '../store/meta.ts';
import type {Database} from '../store/database.ts';
import {storageOf} from '../store/dialect/storage.ts';
import {openForMove, requireStore} from './archive/open-for-move.ts';
import {dataPaths} from './data-directory.ts';
import type {NamedDatabase} from './open-store.ts';
import {ReleaseStack} from './release-stack.ts';
import {createSecretsKey, readSecretsKey} from './secrets-key.ts';
import {ServeError} from './serve-error.ts';
import {fingerprintOf, keyOfStore, setSharedKey} from './store-key.ts';

type Given = {
	dataDir: string;
	named: NamedDatabase | null;
	/** File of the key, where it is not the one of the data directory. */
	keyFile: string | null;
	/** Hears of each table with secrets. */
	report(line: string): void;
};

/** What a store remembers of a change of its key that is under way. */
type Rotation = {from: string; to: string; isSealed: boolean};

/**
 * Encrypts every stored secret with a new key, where no process works on the store. The new key stands beside the old one as
 * `<key>.next` until everything is encrypted with it; then it takes its place, and the old one stays as `<key>.before-<fingerprint>`,
 * because older copies of the store need it. Whoever was killed goes on where it was; until then no process starts. Throws `ServeError`.
 */
export async function rotateKey({dataDir, named, keyFile, report}: Given): Promise<RotatedKey> {
	if (named === null) requireStore(dataPaths(dataDir).database);
	const releases = new ReleaseStack();
	try {
		const {database, paths, place} = await openForMove(dataDir, named, releases);
		const path = keyFile ?? paths.secretsKey;
		const nextPath = `${path}.next`;
		let rotation = await readRotation(database);
		const done = {resealed: 0, unreadable: 0};
		if (!rotation?.isSealed) {
			const oldKey = await formerKey(database, {path, named, rotation, place});
			rotation = await begin(database, {nextPath, oldKey, rotation, place});
			const newKey = readSecretsKey(nextPath)!;
			const resealer = createResealer(oldKey, newKey);
			await rewriteRows(database, resealer.change, (table, rows) =>
				report(`${table}: ${rows === 1 ? 'one row' : `${rows} rows`} encrypted anew`),
			);
			Object.assign(done, resealer.counts);
			rotation = {...rotation, isSealed: true};
			await database.transaction().execute(async transaction => {
				if (named !== null) await setSharedKey(transaction, newKey);
				await setMark(transaction, 'key_rotation', JSON.stringify(rotation));
			});
		}
		const before = putInPlace({path, nextPath}, rotation);
		// What was written over lies in the file until it is written anew.
		await storageOf(database).forgetRemoved(database);
		await removeMark(database, 'key_rotation');
		return {place, keyFile: path, fingerprint: rotation.to, before, ...done};
	} finally {
		await releases.run();
	}
}

async function readRotation(database: Database): Promise<Rotation | null> {
	const mark = await readMark(database, 'key_rotation');
	return mark === null ? null : (JSON.parse(mark) as Rotation);
}

/** The key that the store is encrypted with, in whole or still in part. */
async function formerKey(
	database: Database,
	{path, named, rotation, place}: Pick<Given, 'named'> & {path: string; rotation: Rotation | null; place: string},
): Promise<Uint8Array> {
	const ownKey = readSecretsKey(path);
	if (ownKey === null && named?.secretsKey === undefined) throw noKey(place, path);
	const {secretsKey, missing} = await keyOfStore(database, {path, ownKey, named, mayMake: false});
	if (missing) throw noKey(place, path);
	if (rotation !== null && fingerprintOf(secretsKey) !== rotation.from)
		throw new ServeError(
			'CONFLICT',
			`The key of ${place} is being changed from ${rotation.from} to ${rotation.to}; ${path} holds ${fingerprintOf(secretsKey)}.`,
			{
				nextAction: `Put the key ${rotation.from} back as ${path}, and run it again.`,
				details: {reason: 'secrets_key', fingerprint: rotation.from},
			},
		);
	return secretsKey;
}

/** Makes the new key, or finds the one that an earlier try has made, and writes down what is under way. */
async function begin(
	database: Database,
	{nextPath, oldKey, rotation, place}: {nextPath: string; oldKey: Uint8Array; rotation: Rotation | null; place: string},
): Promise<Rotation> {
	const next = readSecretsKey(nextPath);
	if (rotation === null) {
		const newKey = next ?? createSecretsKey(nextPath);
		const begun = {from: fingerprintOf(oldKey), to: fingerprintOf(newKey), isSealed: false};
		await setMark(database, 'key_rotation', JSON.stringify(begun));
		return begun;
	}
	if (next !== null && fingerprintOf(next) === rotation.to) return rotation;
	throw new ServeError(
		'CONFLICT',
		`A part of ${place} is encrypted with the key ${rotation.to}, and ${nextPath} does not hold it.`,
		{
			nextAction: `Put that file back and run it again. Where it is lost, restore a copy of the store from before.`,
			details: {reason: 'secrets_key', fingerprint: rotation.to},
		},
	);
}

/** The new key takes the place of the old one, which stays beside it; answers as what. */
function putInPlace({path, nextPath}: {path: string; nextPath: string}, {from}: Rotation): string | null {
	const before = `${path}.before-${from}`;
	if (existsSync(nextPath)) {
		// A copy, so that at no moment there is no key.
		if (existsSync(path)) writeFileAtomically(before, readFileSync(path), {mode: 0o600});
		renameSync(nextPath, path);
	}
	return existsSync(before) ? before : null;
}

const noKey = (place: string, path: string) =>
	new ServeError('VALIDATION_ERROR', `There is no ${path}, the key that ${place} is encrypted with.`, {
		nextAction:
			'Name it with --secrets-key-file, or give its text in SVC_SECRETS_KEY. Where it is lost: svc service forget-secrets',
		details: {reason: 'secrets_key'},
	});

/** Refuses a store whose key is being changed: a part of it no single key opens. Throws `ServeError`. */
export async function refuseHalfRotated(database: Database, place: string): Promise<void> {
	if ((await readMark(database, 'key_rotation')) === null) return;
	throw new ServeError(
		'CONFLICT',
		`The key of the secrets in ${place} is being changed, and was not changed to the end.`,
		{
			nextAction: 'Run svc admin rotate-key again: it continues where it stopped.',
			details: {reason: 'half_rotated', store: place},
		},
	);
}
