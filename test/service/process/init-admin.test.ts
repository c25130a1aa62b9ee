import {randomBytes} from 'node:crypto';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, inject, it, onTestFinished} from 'vitest';
import {scopes} from '../../../contract/enums.ts';
import {authenticate} from '../../../service/auth/api-keys.ts';
import {prepareDataDirectory} from '../../../service/process/data-directory.ts';
import {initAdmin} from '../../../service/process/init-admin.ts';
import {ownerAccount} from '../../../service/process/owner-account.ts';
import {openDatabase} from '../../../service/store/open-database.ts';
import {lockDirectory} from '../../../service/store/directory-lock.ts';
import {createIds} from '../../../service/store/ids.ts';
import {runSql} from '../../helpers/postgres-server.ts';

const now = Date.UTC(2026, 0, 31, 9, 30);
const postgres = inject('emptyDatabase');

/** A store that is not there yet, in its own folder, or as a database of its own. */
async function place(kind: 'sqlite' | 'postgres') {
	const root = mkdtempSync(join(tmpdir(), 'svc-init-'));
	onTestFinished(() => rmSync(root, {recursive: true, force: true}));
	const dataDir = join(root, 'data');
	if (kind === 'sqlite') return {dataDir, named: null, store: () => prepareDataDirectory(dataDir).database};
	const name = `svc_init_${randomBytes(6).toString('hex')}`;
	const server = postgres!.replace(/\/svc_empty$/, '/postgres');
	await runSql(server, `create database ${name}`);
	onTestFinished(async () => void (await runSql(server, `drop database ${name} with (force)`)));
	const url = postgres!.replace(/\/svc_empty$/, `/${name}`);
	return {dataDir, named: {url, secretsKey: undefined, keyOrigin: ''}, store: () => url};
}

const failureOf = async (work: Promise<unknown>) => {
	const error = await work.then(
		() => null,
		(reason: unknown) => reason,
	);
	return (error as {failure?: {code: string; message: string; details: object; nextAction: string}} | null)?.failure;
};

describe.each(['sqlite', 'postgres'] as const)('the first account of an empty store (%s)', kind => {
	const forKind = it.skipIf(kind === 'postgres' && postgres === null);
	const owner = {databaseUrl: null, name: 'Ada Lovelace', email: 'ada@example.com'};

	forKind('is made once, with a key that opens everything, and refused afterwards', async () => {
		const {dataDir, named, store} = await place(kind);
		const made = await initAdmin({...owner, dataDir}, named, now);
		expect(made).toMatchObject({name: 'Ada Lovelace', scopes});
		const again = await failureOf(initAdmin({...owner, dataDir}, named, now));
		expect(again).toMatchObject({code: 'CONFLICT', details: {reason: 'initialised'}});
		expect(again?.nextAction).toContain('svc setup --local');
		const database = await openDatabase(store());
		onTestFinished(() => database.destroy());
		const caller = await authenticate(database, made.key, {operatorId: made.accountId, now});
		expect(caller).toMatchObject({accountId: made.accountId, keyId: made.keyId, role: 'owner', scopes});
		expect(
			await ownerAccount(
				database,
				createIds(() => now),
				{},
				now,
			),
		).toBe(made.accountId);
		const audit = await database.selectFrom('audit').selectAll().execute();
		expect(audit).toMatchObject([{actor: 'svc admin', action: 'adminInit', object_id: made.keyId}]);
		expect(JSON.stringify(audit)).not.toContain(made.key);
	});

	forKind('is the one that the service has made at its start, when that was first', async () => {
		const {dataDir, named, store} = await place(kind);
		prepareDataDirectory(dataDir);
		const database = await openDatabase(store());
		const accountId = await ownerAccount(
			database,
			createIds(() => now),
			{plan: 'Starter'},
			now,
		);
		await database.destroy();
		expect((await initAdmin({...owner, dataDir}, named, now)).accountId).toBe(accountId);
	});

	forKind('is not made twice by two that try at once', async () => {
		const {dataDir, named, store} = await place(kind);
		const tries = await Promise.allSettled([1, 2, 3].map(() => initAdmin({...owner, dataDir}, named, now)));
		expect(tries.filter(({status}) => status === 'fulfilled')).toHaveLength(1);
		const database = await openDatabase(store());
		onTestFinished(() => database.destroy());
		for (const table of ['accounts', 'members', 'api_keys'] as const)
			expect(await database.selectFrom(table).select('id').execute(), table).toHaveLength(1);
	});

	forKind('is not made where keys are already', async () => {
		const {dataDir, named, store} = await place(kind);
		prepareDataDirectory(dataDir);
		const database = await openDatabase(store());
		const accountId = await ownerAccount(
			database,
			createIds(() => now),
			{},
			now,
		);
		const key = {id: 'key_1', account_id: accountId, name: 'x', prefix: 'sk-user-', last4: 'abcd', hash: 'x'};
		await database
			.insertInto('api_keys')
			.values({...key, scopes: '[]', created_at: now})
			.execute();
		await database.destroy();
		expect(await failureOf(initAdmin({...owner, dataDir}, named, now))).toMatchObject({code: 'CONFLICT'});
	});
});

it('is not made in a data directory on which a service runs', async () => {
	const {dataDir} = await place('sqlite');
	const {release} = lockDirectory(prepareDataDirectory(dataDir).lock);
	onTestFinished(release);
	const owner = {dataDir, databaseUrl: null, name: 'x', email: null};
	expect(await failureOf(initAdmin(owner, null, now))).toMatchObject({details: {reason: 'service_running'}});
});
