import {randomUUID} from 'node:crypto';
import {type CompiledQuery, type DatabaseConnection, type RawBuilder, sql} from 'kysely';
import type {Database} from '../database.ts';
import {isForWorkers, type News, type NewsKind, newsTexts} from '../team/news.ts';
import type {Storage, StoredColumn} from './storage.ts';

/** Where the processes of a database hear of each other. */
export const newsChannels: Record<NewsKind, string> = {all: 'svc_news', work: 'svc_work'};

/** The parts of a `select` that tell it. */
const tellings = (processId: string, news: News) =>
	newsTexts(processId, news).flatMap(text =>
		(isForWorkers(news) ? (['all', 'work'] as const) : (['all'] as const)).map(
			kind => sql`pg_notify(${newsChannels[kind]}, ${text})`,
		),
	);

/** A connection that executes a statement whose answer nobody needs. */
export type TellingConnection = DatabaseConnection & {tell(query: CompiledQuery): Promise<void>};

const onConnection = <Result>(
	database: Database,
	work: (connection: TellingConnection) => Promise<Result>,
): Promise<Result> => database.getExecutor().provideConnection(connection => work(connection as TellingConnection));

const tell = (database: Database, statement: RawBuilder<unknown>): Promise<void> => {
	const compiled = statement.compile(database);
	return onConnection(database, connection => connection.tell(compiled));
};

export function createPostgresStorage(): Storage & {processId: string} {
	const processId = randomUUID();
	return {
		kind: 'postgres',
		processId,
		async writeTogether(transaction, writes, news) {
			const told = news === undefined ? [] : tellings(processId, news);
			const named = writes.map((write, nth) => sql`${sql.ref(`write_${nth}`)} as (${write})`);
			const last = told.length === 0 ? sql`1` : sql.join(told);
			if (named.length > 0) await tell(transaction, sql`with ${sql.join(named)} select ${last}`);
			else if (told.length > 0) await tell(transaction, sql`select ${last}`);
		},
		askTogether: (database, questions) =>
			onConnection(database, async connection => {
				const answers = await Promise.all(questions.map(question => connection.executeQuery(question)));
				return answers.map(({rows}) => rows);
			}),
		withoutForcing: (database, work) =>
			database.transaction().execute(async transaction => {
				await sql`set local synchronous_commit = off`.execute(transaction);
				await work(transaction);
			}),
		async listColumns(database) {
			const {rows} = await sql<StoredColumn>`select relname as "table", attname as "column",
					coalesce(array_position(indkey::int2[], attnum) + 1, 0) as place
				from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
					left join pg_index on indrelid = pg_class.oid and indisprimary
				where relkind = 'r' and relnamespace = current_schema()::regnamespace order by relname, attnum`.execute(
				database,
			);
			return rows;
		},
		// The server does this by itself; to rewrite whole tables would lock them for everybody.
		async forgetRemoved() {},
	};
}
