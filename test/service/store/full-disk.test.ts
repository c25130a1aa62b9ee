import {sql} from 'kysely';
import {expect, it, onTestFinished} from 'vitest';
import {openDatabase} from '../../../service/store/open-database.ts';

it('a store that is full says so, keeps what it has, and works again once there is room', async () => {
	const database = await openDatabase(':memory:');
	onTestFinished(() => database.destroy());
	await sql`create table notes (text text)`.execute(database);
	const write = (bytes: number) =>
		database
			.transaction()
			.execute(transaction => sql`insert into notes (text) values (${'x'.repeat(bytes)})`.execute(transaction));
	await sql`pragma max_page_count = 1`.execute(database);
	await expect(write(5_000_000)).rejects.toMatchObject({code: 'SQLITE_FULL'});
	await sql`pragma max_page_count = 1000000`.execute(database);
	await write(10);
	const {rows} = await sql<{bytes: number}>`select length(text) as bytes from notes`.execute(database);
	expect(rows).toEqual([{bytes: 10}]);
});
