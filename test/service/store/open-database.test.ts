import {mkdtempSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type KyselyPlugin, type RootOperationNode, sql} from 'kysely';
import Libsql from 'libsql';
import {describe, expect, it, onTestFinished} from 'vitest';
import {openDatabase} from '../../../service/store/open-database.ts';
import {runsWholeProjects} from '../../../service/store/batches/runs-whole-projects.ts';
import {insertAudit} from '../../../service/store/accounts/audit.ts';
import {createIds} from '../../../service/store/ids.ts';
import {latestIdTime} from '../../../service/store/latest-id.ts';
import {openNewStore} from '../../helpers/open-new-store.ts';

function temporaryFile(): string {
	const folder = mkdtempSync(join(tmpdir(), 'svc-store-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	return join(folder, 'svc.db');
}

describe('the database', () => {
	it('is readable by its owner only, with its log beside it', async () => {
		const path = temporaryFile();
		const database = await openDatabase(path);
		await database.insertInto('meta').values({key: 'a', value: 'b'}).execute();
		for (const file of [path, `${path}-wal`]) expect(statSync(file).mode & 0o077).toBe(0);
		await database.destroy();
	});

	it('keeps what was written when it is opened again', async () => {
		const path = temporaryFile();
		const first = await openNewStore(path);
		await first.insertInto('meta').values({key: 'a', value: 'b'}).execute();
		await first.destroy();
		const second = await openNewStore(path);
		expect(await second.selectFrom('meta').selectAll().where('key', '=', 'a').execute()).toEqual([
			{key: 'a', value: 'b'},
		]);
		await second.destroy();
	});

	it('waits for the disk before it acknowledges a write', async () => {
		const database = await openDatabase(temporaryFile());
		const {rows} = await sql<{synchronous: number}>`pragma synchronous`.execute(database);
		const {rows: modes} = await sql<{journal_mode: string}>`pragma journal_mode`.execute(database);
		expect(rows[0]?.synchronous).toBe(2);
		expect(modes[0]?.journal_mode).toBe('wal');
		await database.destroy();
	});

	it('takes no step of a migration that cannot be finished', async () => {
		const path = temporaryFile();
		const file = new Libsql(path);
		file.exec('create table change_sets (id text)');
		await expect(openDatabase(path)).rejects.toThrow('written by another version of svc');
		expect(file.prepare("select name from sqlite_master where name in ('runs', 'tests', 'change_sets')").all()).toEqual(
			[{name: 'change_sets'}],
		);
		file.exec('drop table change_sets');
		file.close();
		const database = await openDatabase(path);
		await database.destroy();
	});

	it('is opened while somebody writes', async () => {
		const path = temporaryFile();
		const first = await openDatabase(path);
		await sql`begin immediate`.execute(first);
		const second = await openDatabase(path);
		expect(await second.selectFrom('meta').selectAll().execute()).toEqual([]);
		await sql`rollback`.execute(first);
		await Promise.all([first.destroy(), second.destroy()]);
	});

	it('refuses data of a newer version in words', async () => {
		const path = temporaryFile();
		const newer = await openNewStore(path);
		await sql`insert into kysely_migration (name, timestamp) values ('9999-future', 'x')`.execute(newer);
		await newer.destroy();
		await expect(openNewStore(path)).rejects.toThrow(/written by another version of svc|newer/);
	});

	it('refuses a value that its native part cannot take, instead of dying from it', async () => {
		const database = await openDatabase(':memory:');
		const store = (value: unknown) =>
			database
				.insertInto('meta')
				.values({key: 'a', value: value as string})
				.execute();
		await expect(store(true)).rejects.toThrow('A boolean cannot be stored');
		await expect(store(undefined as never)).rejects.toThrow();
		await expect(store(10n)).rejects.toThrow('A bigint cannot be stored');
		await store('good');
		await database.destroy();
	});

	it('undoes a transaction that fails', async () => {
		const database = await openNewStore(':memory:');
		const failing = database.transaction().execute(async transaction => {
			await transaction.insertInto('meta').values({key: 'a', value: 'b'}).execute();
			throw new Error('no');
		});
		await expect(failing).rejects.toThrow('no');
		expect(await database.selectFrom('meta').selectAll().where('key', '=', 'a').execute()).toEqual([]);
		await database.destroy();
	});

	it('prepares again what it has forgotten', async () => {
		const database = await openDatabase(':memory:');
		const ask = async (count: number) => {
			const columns = Array.from({length: count}, (_, i) => sql`${i} as ${sql.ref(`c${i}`)}`);
			return (await sql<Record<string, number>>`select ${sql.join(columns)}`.execute(database)).rows[0];
		};
		for (let round = 0; round < 2; round++)
			for (let count = 1; count <= 400; count++) expect(Object.keys((await ask(count)) ?? {})).toHaveLength(count);
		await database.destroy();
	});

	it('looks for work and for runs in flight without reading the history', async () => {
		const database = await openDatabase(':memory:');
		const plan = async (query: {compile(): {sql: string; parameters: readonly unknown[]}}) => {
			const {sql: text} = query.compile();
			const {rows} = await sql<{detail: string}>`explain query plan ${sql.raw(text.replaceAll('?', "'x'"))}`.execute(
				database,
			);
			return rows.map(row => row.detail).join('\n');
		};
		const ready = database.selectFrom('runs').select('id').where(sql<boolean>`ready = 1`).orderBy('turn').orderBy('id');
		expect(await plan(ready)).toContain('runs_to_claim');
		const inFlight = database
			.selectFrom('runs')
			.select('id')
			.where('test_id', '=', 'x')
			.where('finished_at', 'is', null);
		expect(await plan(inFlight)).toContain('runs_open_by_test');
		const leased = database.selectFrom('runs').select('id').where('worker_id', '=', 'x');
		expect(await plan(leased)).toContain('runs_leased');
		// What a batch left out is looked for in those of its projects that were under way, not in all that a service has ever run.
		const asked: RootOperationNode[] = [];
		const listening: KyselyPlugin = {
			transformQuery({node}) {
				asked.push(node);
				return node;
			},
			transformResult: async ({result}) => result,
		};
		const batch = {
			id: 'bat_2',
			project_ids: '["prj_1"]',
			trigger: 'run_all',
			test_list_id: null,
			created_at: 5,
		} as const;
		await runsWholeProjects(database.withPlugin(listening), [batch]);
		const underWay = await plan({compile: () => database.getExecutor().compileQuery(asked.at(-1)!, {queryId: 'one'})});
		expect(underWay).toContain('batches USING INDEX batches_by_project (project_id=? AND id<?)');
		expect(underWay).not.toContain('SCAN batches\n');
		await database.destroy();
	});
});

const entry = {
	at: 0,
	actor: 'ada',
	member_id: null,
	key_id: null,
	action: 'createProject',
	object_id: null,
	project_id: null,
	detail: null,
	address: null,
	forwarded_for: null,
	client: null,
	request_id: null,
};

describe('identifiers', () => {
	it('are a prefix and 26 lower-case characters of Crockford base 32', () => {
		expect(createIds(Date.now)('run')).toMatch(/^run_[0-9a-hjkmnp-tv-z]{26}$/);
	});

	it('sort by creation, also within a millisecond and when the clock goes back', () => {
		const times = [5000, 5000, 5000, 4000, 6000, 1000];
		let next = 0;
		const newId = createIds(() => times[next++ % times.length]!);
		const ids = Array.from({length: 600}, () => newId('bat'));
		expect(ids.toSorted()).toEqual(ids);
		expect(new Set(ids).size).toBe(ids.length);
	});

	it('of a service whose clock was put back before it started sort after those that it has stored', async () => {
		const database = await openNewStore(temporaryFile());
		expect(await latestIdTime(database)).toBeNull();
		const earlier = createIds(() => 9_000);
		const [old, older] = [earlier('usr'), earlier('usr')];
		await insertAudit(database, {...entry, id: earlier('aud'), account_id: old!});
		await insertAudit(database, {...entry, id: earlier('aud'), account_id: old!});
		expect(await latestIdTime(database)).toBe(9_000);
		const later = createIds(() => 2_000, await latestIdTime(database));
		const ids = [old, older, ...Array.from({length: 40}, () => later('usr'))];
		expect(ids.toSorted()).toEqual(ids);
		// The clock has caught up: it is followed again.
		expect(createIds(() => 20_000, 9_000)('usr').slice(0, 14)).toBe(createIds(() => 20_000)('usr').slice(0, 14));
		await database.destroy();
	});
});
