import {type Expression, sql} from 'kysely';
import {Client} from 'pg';
import process from 'node:process';
import {describe, expect, inject, it, onTestFinished} from 'vitest';
import {databaseFailure} from '../../../service/process/database-failure.ts';
import {type Database, asOfOneMoment, changeAfterReading} from '../../../service/store/database.ts';
import {insertAll} from '../../../service/store/insert-all.ts';
import {openDatabase} from '../../../service/store/open-database.ts';
import {portable} from '../../../service/store/dialect/portable.ts';
import {openNewStore} from '../../helpers/open-new-store.ts';
import {runSql} from '../../helpers/postgres-server.ts';

const empty = inject('emptyDatabase') ?? '';
const urlOf = (database: string, user = 'svc') =>
	empty.replace(/\/svc_empty$/, `/${database}`).replace('//svc@', `//${user}@`);
const admin = (statement: string) => runSql(urlOf('postgres'), statement);

/** An empty database that goes with the test. */
async function newDatabase(name: string, ...statements: string[]): Promise<string> {
	await admin(`create database ${name}`);
	onTestFinished(async () => void (await admin(`drop database ${name} with (force)`)));
	for (const statement of statements) await runSql(urlOf(name), statement);
	return urlOf(name);
}

async function newRole(name: string): Promise<void> {
	await admin(`create role ${name} login password 'canary-password'`);
	onTestFinished(async () => void (await admin(`drop role ${name}`)));
}

/** What somebody reads whose database cannot be taken. */
async function refusalOf(url: string) {
	const error = await openDatabase(url).then(
		async database => {
			await database.destroy();
			throw new Error('it was opened');
		},
		(reason: unknown) => reason,
	);
	const {failure} = databaseFailure(error, url);
	expect(JSON.stringify(failure)).not.toContain('canary');
	return {reason: failure.details['reason'], message: failure.message, nextAction: failure.nextAction};
}

const tablesOf = (name: string) =>
	runSql<{tablename: string}>(urlOf(name), "select tablename from pg_tables where schemaname = 'public'");

describe.skipIf(empty === '')('a database of PostgreSQL', () => {
	it.each(['postgres://[', 'mysql://user:canary@host/db', 'postgres://user:canary@host:port/db'])(
		'with the address %s is refused without a word of it',
		async url => {
			const {failure} = databaseFailure(new Error('no'), url);
			expect(failure).toMatchObject({code: 'VALIDATION_ERROR', details: {reason: 'url'}});
			expect(JSON.stringify(failure)).not.toContain('canary');
		},
	);

	it('that a newer version changes meanwhile answers on, also to what was asked before', async () => {
		const url = await newDatabase('changed');
		const database = await openDatabase(url);
		onTestFinished(() => database.destroy());
		const asked = (from: Pick<Database, 'selectFrom'>) =>
			from.selectFrom('accounts').selectAll().where('id', '=', 'usr_a').executeTakeFirst();
		await database.insertInto('accounts').values({id: 'usr_a', plan: 'Free', metered: 0, created_at: 1}).execute();
		for (let round = 0; round < 3; round++) await asked(database);
		await runSql(url, 'alter table accounts add column later text');
		expect(await asked(database)).toMatchObject({id: 'usr_a', later: null});
		await runSql(url, 'alter table accounts add column last text');
		// A transaction is over then; whoever begins it again gets another connection.
		const twice = () => database.transaction().execute(asked);
		await expect(twice()).rejects.toMatchObject({code: 'POSTGRES_UNAVAILABLE'});
		expect(await twice()).toMatchObject({last: null});
	});

	it('takes back what fails that nobody waits for, and says so at the end', async () => {
		const database = await openDatabase(await newDatabase('told'));
		onTestFinished(() => database.destroy());
		const account = {id: 'usr_a', plan: 'Free', metered: 0, created_at: 1} as const;
		/** Twice the same row: the second one cannot be stored. */
		const twice = (between: () => Promise<unknown>) =>
			database.transaction().execute(async transaction => {
				await insertAll(transaction, 'accounts', [account]);
				await insertAll(transaction, 'accounts', [account]);
				await between();
			});
		for (const between of [async () => undefined, () => new Promise(resolve => setTimeout(resolve, 50))])
			await expect(twice(between)).rejects.toMatchObject({code: '23505'});
		// A failure that somebody has caught takes the rest back as well: that is no end without a word.
		const caught = database.transaction().execute(async transaction => {
			await insertAll(transaction, 'accounts', [account]);
			const again = transaction.insertInto('accounts').values(account);
			await expect(again.execute()).rejects.toMatchObject({code: '23505'});
		});
		await expect(caught).rejects.toThrow('took the transaction back');
		expect(await database.selectFrom('accounts').select('id').execute()).toEqual([]);
		await database.insertInto('accounts').values(account).execute();
		await expect(database.insertInto('accounts').values(account).execute()).rejects.toMatchObject({code: '23505'});
		expect(await database.selectFrom('accounts').select('id').execute()).toEqual([{id: 'usr_a'}]);
	});

	it('whose writer takes long answers what is read as of one moment at once', async () => {
		const database = await openDatabase(await newDatabase('read'));
		onTestFinished(() => database.destroy());
		let release = () => {};
		const held = new Promise<void>(resolve => {
			release = resolve;
		});
		let begun = () => {};
		const writes = new Promise<void>(resolve => {
			begun = resolve;
		});
		const writer = database.transaction().execute(async () => {
			begun();
			await held;
		});
		await writes;
		const count = await asOfOneMoment(database, async transaction => {
			const insert = transaction.insertInto('accounts').values({id: 'usr_x', plan: 'Free', metered: 0, created_at: 1});
			await expect(insert.execute()).rejects.toThrow('read-only');
			return 'read';
		});
		expect(count).toBe('read');
		release();
		await writer;
		expect(await database.selectFrom('accounts').select('id').execute()).toEqual([]);
	});

	it('that nobody serves is named with its place', async () => {
		expect(await refusalOf('postgres://svc:canary@%2Fnowhere/db')).toMatchObject({reason: 'unreachable'});
		expect((await refusalOf('postgres://svc:canary@127.0.0.1:1/db')).message).toBe(
			'The server of 127.0.0.1:1/db does not answer (ECONNREFUSED).',
		);
	});

	it('that asks for TLS says so without a warning of its client', async () => {
		const warned: string[] = [];
		const listen = (warning: Error) => void warned.push(warning.message);
		process.on('warning', listen);
		onTestFinished(() => void process.off('warning', listen));
		for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full'])
			expect(await refusalOf(`postgres://svc:canary@127.0.0.1:1/db?sslmode=${mode}`)).toMatchObject({
				reason: 'unreachable',
			});
		// A warning is told in a later turn.
		await new Promise(resolve => setImmediate(resolve));
		expect(warned).toEqual([]);
	});

	it('whose server goes away while the tables are made has none of them, and all the next time', async () => {
		const url = await newDatabase(
			'svc_interrupted',
			`create function wait() returns event_trigger language plpgsql as
				$$ begin perform pg_advisory_xact_lock(1); end $$`,
			"create event trigger wait on ddl_command_end when tag in ('CREATE INDEX') execute function wait()",
		);
		const holder = new Client({connectionString: url});
		await holder.connect();
		onTestFinished(() => holder.end());
		await holder.query('select pg_advisory_lock(1)');
		const error = openDatabase(url).catch((reason: unknown) => reason);
		const end = `select pg_terminate_backend(pid) from pg_stat_activity
			where datname = 'svc_interrupted' and wait_event = 'advisory'`;
		await expect.poll(async () => (await admin(end)).length).toBe(1);
		await holder.query('select pg_advisory_unlock(1)');
		expect(databaseFailure(await error, url).failure.details).toMatchObject({reason: 'unreachable'});
		expect(await tablesOf('svc_interrupted')).not.toContainEqual({tablename: 'runs'});
		const database = await openDatabase(url);
		onTestFinished(() => database.destroy());
		expect(await tablesOf('svc_interrupted')).toContainEqual({tablename: 'runs'});
	});

	it('that is not there is to be created', async () => {
		expect(await refusalOf(urlOf('nowhere'))).toMatchObject({reason: 'no_database'});
	});

	it('that belongs to something else stays as it is', async () => {
		const url = await newDatabase('svc_foreign', 'create table orders (id text)');
		expect(await refusalOf(url)).toMatchObject({reason: 'foreign'});
		expect(await tablesOf('svc_foreign')).toEqual([{tablename: 'orders'}]);
		await runSql(url, 'create table kysely_migration (name text)');
		await runSql(url, "insert into kysely_migration values ('of another product')");
		expect(await refusalOf(url)).toMatchObject({reason: 'foreign'});
	});

	it('that a newer version has changed names the version to install', async () => {
		const url = await newDatabase('svc_newer');
		await (await openDatabase(url)).destroy();
		await runSql(url, "insert into kysely_migration values ('9999-future', 'x')");
		await runSql(url, "update meta set value = '9.8.7' where key = 'written_by'");
		expect(await refusalOf(url)).toMatchObject({
			reason: 'newer',
			nextAction: 'Install svc 9.8.7, then start it again.',
		});
	});

	it('that is closed for writing is named so', async () => {
		const url = await newDatabase('svc_closed', 'alter database svc_closed set default_transaction_read_only = on');
		expect(await refusalOf(url)).toMatchObject({reason: 'read_only'});
		// A standby refuses the first change of a transaction that began before it.
		const refused = await runSql(url, 'begin read only; create table t (id text)').catch((error: unknown) => error);
		expect(databaseFailure(refused, url).failure.details).toMatchObject({reason: 'read_only'});
	});

	it('lets in who knows the password, may create tables and finds a free connection', async () => {
		await newRole('walled');
		await newRole('stranger');
		await newDatabase('svc_guarded');
		expect(await refusalOf(urlOf('svc_guarded', 'walled:canary'))).toMatchObject({reason: 'password'});
		expect(await refusalOf(urlOf('svc_guarded', 'stranger:canary'))).toMatchObject({reason: 'tls_required'});
		const right = urlOf('svc_guarded', 'walled:canary-password');
		const mayNotCreate = 'The user of 127.0.0.1/svc_guarded may not create tables there; nothing in it was changed.';
		const said = async () => {
			const {reason, message} = await refusalOf(right);
			return [reason, message.replace(/127\.0\.0\.1:\d+|\/\S+(?=\/svc_guarded)/, '127.0.0.1')];
		};
		expect(await said()).toEqual(['rights', mayNotCreate]);
		await admin('revoke connect on database svc_guarded from public');
		expect(await said()).toEqual(['rights', 'The user may not connect to 127.0.0.1/svc_guarded.']);
		await admin('grant connect on database svc_guarded to public');
		expect(await tablesOf('svc_guarded')).toEqual([]);
		await admin('alter database svc_guarded connection limit 0');
		expect(await refusalOf(right)).toMatchObject({reason: 'connections'});
		await admin('alter database svc_guarded connection limit -1');
		await admin('alter database svc_guarded owner to walled');
		await (await openDatabase(right)).destroy();
		await admin('alter database svc_guarded owner to svc');
		await runSql(urlOf('svc_guarded'), 'reassign owned by walled to svc');
		const ofAnother = 'The tables of 127.0.0.1/svc_guarded belong to another user; nothing in them was changed.';
		expect(await said()).toEqual(['rights', ofAnother]);
	});

	it.each([
		['53100', 'could not extend file "base/5/16467": No space left on device'],
		['XX000', 'could not write init file'],
	])('whose disk is full is named so (%s)', (code, said) => {
		const {failure} = databaseFailure(Object.assign(new Error(said), {code}), urlOf('svc_full'));
		expect(failure.details).toMatchObject({reason: 'disk_full'});
	});

	it('that gives a process fewer connections than it would like is asked on those that there are', async () => {
		await newRole('walled');
		await admin('alter role walled connection limit 2');
		await newDatabase('svc_narrow', 'alter database svc_narrow owner to walled');
		const database = await openDatabase(urlOf('svc_narrow', 'walled:canary-password'));
		onTestFinished(() => database.destroy());
		const write = (key: number) =>
			database
				.insertInto('meta')
				.values({key: `${key}`, value: ''})
				.execute();
		const read = () => sql`select pg_sleep(0.02)`.execute(database);
		await Promise.all(Array.from({length: 30}, (_, n) => (n % 3 === 0 ? write(n) : read())));
		const {rows} = await sql<{count: number}>`select count(*) as count from meta where value = ''`.execute(database);
		expect(rows).toEqual([{count: 10}]);
	});

	it('works again after it has ended every connection', async () => {
		const database = await openNewStore(':memory:');
		onTestFinished(() => database.destroy());
		const store = (key: string) => database.insertInto('meta').values({key, value: 'b'}).execute();
		await store('before');
		const {rows} = await sql<{name: string}>`select current_database() as name`.execute(database);
		await admin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${rows[0]?.name}'`);
		await expect
			.poll(() =>
				store('after').then(
					() => 'stored',
					() => 'not yet',
				),
			)
			.toBe('stored');
	});

	it('that ends a connection between two questions of a transaction fails that transaction alone', async () => {
		const database = await openNewStore(':memory:');
		onTestFinished(() => database.destroy());
		const doomed = database.transaction().execute(async transaction => {
			const {rows} = await sql<{pid: number}>`select pg_backend_pid() as pid`.execute(transaction);
			await admin(`select pg_terminate_backend(${rows[0]!.pid}, 5000)`);
			// What the end of a connection does comes with a later turn of the event loop.
			await admin('select 1');
			await transaction.insertInto('meta').values({key: 'doomed', value: ''}).execute();
		});
		await expect(doomed).rejects.toMatchObject({code: 'POSTGRES_UNAVAILABLE'});
		expect(await database.selectFrom('meta').select('key').where('key', '=', 'doomed').execute()).toEqual([]);
	});

	it('keeps a text with a null character', async () => {
		const database = await openNewStore(':memory:');
		onTestFinished(() => database.destroy());
		await database.insertInto('meta').values({key: 'text', value: 'a\0b'}).execute();
		expect(
			await database.selectFrom('meta').select('value').where('key', '=', 'text').executeTakeFirstOrThrow(),
		).toEqual({value: 'a\uFFFDb'});
	});

	it('compares with a value that may be null', async () => {
		const database = await openNewStore(':memory:');
		onTestFinished(() => database.destroy());
		await database.insertInto('meta').values({key: 'a', value: 'b'}).execute();
		const found = (word: 'is' | 'is not', value: string | null) =>
			database.selectFrom('meta').select('key').where('key', '=', 'a').where('value', word, value).execute();
		const lengths = [];
		for (const word of ['is', 'is not'] as const)
			for (const value of ['b', 'c', null]) lengths.push((await found(word, value as string)).length);
		expect(lengths).toEqual([1, 0, 0, 0, 1, 1]);
	});

	it('that ends a connection while it waits for its turn to write fails that transaction, and no process', async () => {
		const url = await newDatabase('svc_waiting');
		const processes: Database[] = [];
		for (let i = 0; i < 2; i++) processes.push(await openDatabase(url));
		onTestFinished(async () => void (await Promise.all(processes.map(one => one.destroy()))));
		const [writer, waiter] = processes as [Database, Database];
		const strays: unknown[] = [];
		const note = (reason: unknown) => void strays.push(reason);
		process.on('unhandledRejection', note);
		onTestFinished(() => void process.off('unhandledRejection', note));
		const end = `select pg_terminate_backend(pid) from pg_stat_activity
			where datname = 'svc_waiting' and wait_event = 'advisory'`;
		await writer.transaction().execute(async () => {
			const waiting = changeAfterReading(waiter, transaction =>
				transaction.selectFrom('meta').select('key').execute(),
			).catch((reason: unknown) => reason);
			await expect.poll(async () => (await admin(end)).length).toBe(1);
			expect(await waiting).toMatchObject({code: 'POSTGRES_UNAVAILABLE'});
		});
		await new Promise(resolve => setImmediate(resolve));
		expect(strays).toEqual([]);
	});

	it('takes the writers of several processes one after the other', async () => {
		const url = await newDatabase('svc_writers');
		const processes: Database[] = [];
		for (let i = 0; i < 2; i++) processes.push(await openDatabase(url));
		onTestFinished(async () => void (await Promise.all(processes.map(one => one.destroy()))));
		await processes[0]!.insertInto('meta').values({key: 'count', value: '0'}).execute();
		const read = (database: Database) =>
			database.selectFrom('meta').select('value').where('key', '=', 'count').executeTakeFirstOrThrow();
		const times = 20;
		const countOnce = (database: Database) =>
			database.transaction().execute(async transaction => {
				const {value} = await read(transaction);
				await transaction
					.updateTable('meta')
					.set({value: String(Number(value) + 1)})
					.where('key', '=', 'count')
					.execute();
			});
		await Promise.all(processes.flatMap(one => Array.from({length: times}, () => countOnce(one))));
		expect(await read(processes[0]!)).toEqual({value: String(2 * times)});
	});

	const json = sql.lit(
		'{"b": {"z":1,"a":[1, 2]},"a":"x\\"é\\n", "list":[{"schema":"s1"},{"schema":null},{}],"yes":true}',
	);
	const list = sql.lit('["one","t\\"wo","é"]');
	const expressions: Record<string, Expression<unknown>> = {
		lengthOf: portable(({lengthOf}) => lengthOf(list)),
		membersOf: sql`(select count(*) from (${portable(({membersOf}) => membersOf(list))}) as m where value = 't"wo')`,
		listOf: sql`(select ${portable(({listOf}) => listOf(sql.ref('value')))}
			from (${portable(({membersOf}) => membersOf(list))}) as m)`,
		listOfNone: sql`(select ${portable(({listOf}) => listOf(sql.ref('value')))}
			from (${portable(({membersOf}) => membersOf(list))}) as m where value = 'none')`,
		listOfObjects: sql`(select ${portable(({listOfObjects}) =>
			listOfObjects({id: sql.ref('value'), title: sql`'a"' || value`}),
		)} from (${portable(({membersOf}) => membersOf(list))}) as m)`,
		withMember: portable(({withMember}) => withMember(sql.lit('["a"]'), 'b"c')),
		withMemberOfNone: portable(({withMember}) => withMember(sql.lit('[]'), 'b')),
		textAt: portable(({textAt}) => textAt(json, 'a')),
		textAtNone: portable(({textAt}) => textAt(json, 'none')),
		jsonAtNone: portable(({jsonAt}) => jsonAt(json, 'none')),
		jsonAt: portable(({jsonAt}) => jsonAt(sql.lit('{"b":{"z":1,"a":[1,2]}}'), 'b')),
		isTrueAt: sql`case when ${portable(({isTrueAt}) => isTrueAt(json, 'yes'))} then 1 else 0 end`,
		isFalseAt: sql`case when ${portable(({isTrueAt}) => isTrueAt(json, 'a'))} then 1 else 0 end`,
		withField: portable(({withField}) => withField(sql.lit('{"b":1,"s":{"x":2},"a":3}'), 's', sql.lit('{"y":[4]}'))),
		withNewField: portable(({withField}) => withField(sql.lit('{"b":1}'), 's', sql.lit('"v"'))),
		withNoField: portable(({withField}) => withField(sql.lit('{"b":1}'), 's', sql`null`)),
		withoutField: portable(({withoutField}) => withoutField(sql.lit('{"b":1,"s":{"x":2},"a":3}'), 's')),
		withoutOnlyField: portable(({withoutField}) => withoutField(sql.lit('{"s":1}'), 's')),
		textOfMember: portable(({textOfMember}) => textOfMember(sql.lit('[{"d":"x"},{"d":"y"}]'), sql.lit(1), 'd')),
		textOfNoMember: portable(({textOfMember}) => textOfMember(sql.lit('[]'), sql.lit(1), 'd')),
		rowsOfField: sql`(select count(*) from ${portable(({rowsOfField}) => rowsOfField(json, 'list'))}
			where ${portable(({textAt}) => textAt(sql.ref('answer.value'), 'schema'))} = 's1')`,
		contains: sql`case when ${portable(({contains}) => contains(sql.lit('a%b'), '%'))} then 1 else 0 end`,
		containsNot: sql`case when ${portable(({contains}) => contains(sql.lit('ab'), '%'))} then 1 else 0 end`,
		dayOf: portable(({dayOf}) => dayOf(sql.lit(1_767_225_599_999))),
	};

	it.each(Object.entries(expressions))('answers %s with the same bytes as SQLite', async (_, expression) => {
		const asked = async (place: string) => {
			const database = place === ':memory:' ? await openDatabase(place) : await openNewStore(place);
			const {rows} = await sql`select ${expression} as answer`.execute(database);
			await database.destroy();
			return rows;
		};
		expect(await asked('expressions')).toEqual(await asked(':memory:'));
	});
});
