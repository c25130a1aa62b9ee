import {randomBytes, randomUUID} from 'node:crypto';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {sql} from 'kysely';
import {describe, expect, inject, it, onTestFinished} from 'vitest';
import {sealExtraHeaders} from '../../../service/auth/credential-set.ts';
import {sealVariables} from '../../../service/auth/environment-secrets.ts';
import {sealLoginSecrets} from '../../../service/auth/login-config.ts';
import {createSealing} from '../../../service/auth/sealing.ts';
import {createSecretBox} from '../../../service/auth/secret-box.ts';
import {sealCredential} from '../../../service/auth/static-credential.ts';
import {listSecrets} from '../../../service/auth/unreadable-secrets.ts';
import {sealedPattern} from '../../../service/domain/sealed-text.ts';
import {sealToken} from '../../../service/engine/batch-token.ts';
import {exportStore} from '../../../service/process/archive/export-store.ts';
import {prepareDataDirectory} from '../../../service/process/data-directory.ts';
import {forgetSecrets} from '../../../service/process/forget-secrets.ts';
import {rotateKey} from '../../../service/process/rotate-key.ts';
import {fingerprintOf, readFingerprint, setSharedKey} from '../../../service/process/store-key.ts';
import {readRows, type Value, writeRows} from '../../../service/store/archive/archived-rows.ts';
import {archivedTables} from '../../../service/store/archive/table-shapes.ts';
import type {Database} from '../../../service/store/database.ts';
import {openDatabase} from '../../../service/store/open-database.ts';
import {runSql} from '../../helpers/postgres-server.ts';
import {runServe, temporaryDirectory} from './run-serve.ts';
import {sealLogin} from '../../../service/auth/sealed-login.ts';

const empty = inject('emptyDatabase') ?? '';
const oldKey = randomBytes(32);
const [box, sealing] = [createSecretBox(oldKey), createSealing(oldKey)];
const silent = () => {};

/** Columns that hold what was encrypted as a whole. */
const sealedColumns: Record<string, string> = {
	'credentials.credential': sealCredential(box, '1', 'canary-credential'),
	'credential_sets.credential': sealCredential(box, '1', 'canary-set'),
	'credential_sets.extra_headers': sealExtraHeaders(box, '1', [{name: 'x', value: 'canary-header'}])!,
	'auto_auth.secrets': sealLoginSecrets(box, '1', {password: 'canary-login'}),
	'projects.login': sealLogin(box, '1', {username: 'u', password: 'canary-account'})!,
	'environments.login': sealLogin(box, '1', {username: 'u', password: 'canary-env'})!,
	'environments.variables': sealVariables(box, '1', {secret: 'canary-variable'})!,
	'batch_logins.token': sealToken(box, {
		batchId: '1',
		projectId: '1',
		credentials: {auth: {type: 'public', credential: 'canary-token', headers: {}, extraHeaders: {}}, secrets: []},
		gotAt: 0,
		renewAt: null,
	}),
};
/** Texts that hold secrets among other things, with a number, and one that nobody can open. */
const texts: Record<string, string> = {
	'captures.value': sealing.seal(4711),
	'calls.detail': JSON.stringify({
		url: `/a/${sealing.seal('canary-path')}`,
		body: {token: sealing.seal('canary-body')},
	}),
	'runs.error': `Expected ${sealing.seal('canary-body')} and ~~sealed.nonsense~~`,
};

type Place = Awaited<ReturnType<typeof newPlace>>;

/** A store with one row in every table, encrypted with the old key. */
async function newPlace(kind: 'sqlite' | 'postgres', rows = 1) {
	const dataDir = join(temporaryDirectory(), 'service');
	const paths = prepareDataDirectory(dataDir);
	const keyFile = paths.secretsKey;
	writeFileSync(keyFile, `${oldKey.toString('base64')}\n`, {mode: 0o600});
	let url = paths.database;
	if (kind === 'postgres') {
		const name = `svc_${randomUUID().replaceAll('-', '')}`;
		const server = empty.replace(/\/svc_empty$/, '/postgres');
		await runSql(server, `create database ${name}`);
		onTestFinished(async () => void (await runSql(server, `drop database ${name} with (force)`)));
		url = empty.replace(/\/svc_empty$/, `/${name}`);
	}
	const database = await openDatabase(url);
	for (const table of await archivedTables(database)) {
		const made = Array.from({length: rows}, (_, at) =>
			table.columns.map((column): Value => {
				const name = `${table.name}.${column}`;
				// Whole numbers are what every column takes.
				return column === 'bytes' ? Buffer.from([0]) : (sealedColumns[name] ?? texts[name] ?? String(at + 1));
			}),
		);
		// What is encrypted as a whole opens in its own row alone.
		const isBoxed = Object.keys(sealedColumns).some(name => name.startsWith(`${table.name}.`));
		await database.transaction().execute(tx => writeRows(tx, table, isBoxed ? made.slice(0, 1) : made));
	}
	const answer = {scope: 's', body_hash: 'h', status: 201, body: box.seal('canary-answer', 's'), created_at: 1};
	await database.insertInto('idempotency').values(answer).execute();
	if (kind === 'postgres') await setSharedKey(database, oldKey);
	await database.destroy();
	const named =
		kind === 'postgres' ? () => ({url, secretsKey: readFileSync(keyFile, 'utf8'), keyOrigin: keyFile}) : () => null;
	return {
		dataDir,
		keyFile,
		named,
		open: () => openDatabase(url),
		rotate: (report: (line: string) => void = silent) =>
			rotateKey({dataDir, named: named(), keyFile: kind === 'postgres' ? keyFile : null, report}),
	};
}

const keyIn = (file: string) => Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');

/** What a key opens of a store: everything, or where it does not. */
async function closedTo(key: Buffer, {open}: Place): Promise<string[]> {
	const database: Database = await open();
	try {
		const [mine, texts] = [createSecretBox(key), createSealing(key)];
		const closed = (await listSecrets(database)).flatMap(({isReadable}, at) =>
			isReadable(mine) ? [] : [`secret ${at}`],
		);
		for (const table of await archivedTables(database))
			for (const row of await readRows(database, table, null, 100_000))
				for (const value of row)
					for (const sealed of String(value).match(sealedPattern) ?? [])
						if (!texts.isReadable(sealed) && !sealed.includes('nonsense')) closed.push(`${table.name} ${sealed}`);
		const {rows} = await sql<{scope: string; body: string}>`select scope, body from idempotency`.execute(database);
		for (const {scope, body} of rows) expect(() => mine.open(body, scope)).not.toThrow();
		return closed;
	} catch (error) {
		return [String(error)];
	} finally {
		await database.destroy();
	}
}

const failureOf = async (work: Promise<unknown>) => {
	const error = await work.then(
		() => null,
		(reason: unknown) => reason,
	);
	return (error as {failure?: {message: string; nextAction: string; details: object}} | null)?.failure;
};

describe.each(['sqlite', 'postgres'] as const)('the key of the secrets (%s)', kind => {
	const forKind = it.skipIf(kind === 'postgres' && empty === '');

	forKind('is changed: everything opens with the new one, and the old one stays beside it', async () => {
		const place = await newPlace(kind);
		expect(await closedTo(oldKey, place)).toEqual([]);
		const done = await place.rotate();
		const newKey = keyIn(place.keyFile);
		expect(newKey.equals(oldKey)).toBe(false);
		expect(done).toMatchObject({
			keyFile: place.keyFile,
			fingerprint: fingerprintOf(newKey),
			before: `${place.keyFile}.before-${fingerprintOf(oldKey)}`,
			// Those of whole columns, the answer, and those in texts.
			resealed: Object.keys(sealedColumns).length + 1 + 4,
			unreadable: 1,
		});
		expect(keyIn(done.before!).equals(oldKey)).toBe(true);
		expect(existsSync(`${place.keyFile}.next`)).toBe(false);
		expect(await closedTo(newKey, place)).toEqual([]);
		expect((await closedTo(oldKey, place)).length).toBeGreaterThan(0);
		const database = await place.open();
		onTestFinished(() => database.destroy());
		const values = await database.selectFrom('captures').select('value').execute();
		expect(createSealing(newKey).openJson(JSON.stringify(values[0]!.value))).toBe('4711');
		// Equal secrets are equal texts, by which what was sent is found in what was said.
		const detail = (await database.selectFrom('calls').select('detail').executeTakeFirstOrThrow()).detail;
		const {error} = await database.selectFrom('runs').select('error').executeTakeFirstOrThrow();
		expect(detail).toContain(error?.match(sealedPattern)?.[0]);
		if (kind === 'postgres') expect(await readFingerprint(database)).toBe(fingerprintOf(newKey));
	});

	forKind(
		'may be killed after any table of secrets, and is changed to the end by the next try; tables without any are not named',
		async () => {
			const place = await newPlace(kind, 3);
			const tables: string[] = [];
			for (;;) {
				const failed = await failureOfKill(
					place.rotate(line => {
						tables.push(line);
						throw new Error('killed');
					}),
				);
				if (!failed) break;
				const half = {details: {reason: 'half_rotated'}};
				expect(await failureOf(forgetSecrets(place.dataDir, place.named(), 0))).toMatchObject(half);
				const archive = {dataDir: place.dataDir, named: place.named(), file: join(place.dataDir, 'a'), now: 0};
				expect(
					await failureOf(exportStore({...archive, readArtifact: async () => null, report: silent})),
				).toMatchObject(half);
			}
			expect(tables.length).toBeGreaterThan(5);
			expect(new Set(tables).size).toBe(tables.length);
			expect(tables).toContain('runs: 3 rows encrypted anew');
			expect(tables.join(' ')).not.toMatch(/accounts|ledger|waves/);
			expect(await closedTo(keyIn(place.keyFile), place)).toEqual([]);
			expect(existsSync(`${place.keyFile}.next`)).toBe(false);
		},
	);

	forKind('that was changed in part and is lost is asked for by its name', async () => {
		const place = await newPlace(kind);
		await failureOfKill(
			place.rotate(() => {
				throw new Error('killed');
			}),
		);
		const next = readFileSync(`${place.keyFile}.next`);
		writeFileSync(`${place.keyFile}.next`, `${randomBytes(32).toString('base64')}\n`);
		const refused = await failureOf(place.rotate());
		expect(refused?.message).toContain(fingerprintOf(Buffer.from(next.toString().trim(), 'base64')));
		writeFileSync(`${place.keyFile}.next`, next);
		await place.rotate();
		expect(await closedTo(keyIn(place.keyFile), place)).toEqual([]);
	});
});

it('no service starts on a store whose key is changed in part', async () => {
	const place = await newPlace('sqlite');
	await failureOfKill(
		place.rotate(() => {
			throw new Error('killed');
		}),
	);
	const failure = await failureOf(runServe({dataDir: place.dataDir}).then(({stop}) => stop()));
	expect(failure?.nextAction).toContain('svc admin rotate-key');
	await place.rotate();
});

it('no key is changed while a service runs, or where there is no store', async () => {
	const nowhere = join(temporaryDirectory(), 'none');
	const given = {dataDir: nowhere, named: null, keyFile: null, report: silent};
	expect(await failureOf(rotateKey(given))).toMatchObject({details: {reason: 'no_store'}});
	const service = await runServe({});
	onTestFinished(() => service.stop());
	const {dataDir} = service;
	expect(await failureOf(rotateKey({...given, dataDir}))).toMatchObject({details: {reason: 'service_running'}});
});

/** Whether the work was stopped. */
const failureOfKill = (work: Promise<unknown>): Promise<boolean> =>
	work.then(
		() => false,
		(error: Error) => {
			if (error.message !== 'killed') throw error;
			return true;
		},
	);
