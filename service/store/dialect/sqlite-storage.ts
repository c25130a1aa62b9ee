import {sql} from 'kysely';
import {compileShaped} from './shaped.ts';
import type {Storage, StoredColumn} from './storage.ts';

export const sqliteStorage: Storage = {
	kind: 'sqlite',
	processId: null,
	// The file belongs to one process.
	async writeTogether(transaction, writes) {
		for (const write of writes)
			if ('shape' in write) await transaction.executeQuery(compileShaped(transaction, write));
			else await write.execute();
	},
	async askTogether(database, questions) {
		const answers: unknown[][] = [];
		for (const question of questions)
			answers.push((await database.executeQuery(compileShaped(database, question))).rows);
		return answers;
	},
	// One connection for all three: nothing else may be written in between.
	withoutForcing: (database, work) =>
		database.connection().execute(async connection => {
			await sql`pragma synchronous = normal`.execute(connection);
			try {
				await work(connection);
			} finally {
				await sql`pragma synchronous = full`.execute(connection);
			}
		}),
	async listColumns(database) {
		const {rows} = await sql<StoredColumn>`select tables.name as "table", columns.name as "column", columns.pk as place
			from sqlite_master as tables join pragma_table_info(tables.name) as columns
			where tables.type = 'table' and tables.name not like 'sqlite!_%' escape '!' order by tables.name, columns.cid`.execute(
			database,
		);
		return rows;
	},
	async forgetRemoved(database) {
		await sql`vacuum`.execute(database);
		await sql`pragma wal_checkpoint(truncate)`.execute(database);
	},
};
