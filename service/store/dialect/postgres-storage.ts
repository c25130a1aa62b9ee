import {randomUUID} from 'node:crypto';
import {type CompiledQuery, type DatabaseConnection, type OperationNodeSource, type RawBuilder, sql} from 'kysely';
import type {Database, StoreTransaction} from '../database.ts';
import {isForWorkers, type News, type NewsKind, newsTexts} from '../team/news.ts';
import {compileShaped, shapedOf} from './shaped.ts';
import type {Shaped, Storage, StoredColumn, Write} from './storage.ts';

/** Where the processes of a database hear of each other. */
export const newsChannels: Record<NewsKind, string> = {all: 'svc_news', work: 'svc_work'};

/** Channels and texts of what tells it, in turn. */
const tellings = (processId: string, news: News): string[] =>
	newsTexts(processId, news).flatMap(text =>
		(isForWorkers(news) ? (['all', 'work'] as const) : (['all'] as const)).flatMap(kind => [newsChannels[kind], text]),
	);

const isShaped = (write: Write): write is Shaped => 'shape' in write;

/** One statement that makes the writes and tells of them. */
function written(transaction: StoreTransaction, writes: readonly Write[], told: readonly string[]): CompiledQuery {
	const one = (parts: readonly OperationNodeSource[], texts: readonly unknown[]): RawBuilder<unknown> => {
		const named = parts.map((part, nth) => sql`${sql.ref(`write_${nth}`)} as (${part})`);
		const calls = texts.flatMap((channel, nth) => (nth % 2 === 0 ? sql`pg_notify(${channel}, ${texts[nth + 1]})` : []));
		const last = calls.length === 0 ? sql`1` : sql.join(calls);
		return named.length === 0 ? sql`select ${last}` : sql`with ${sql.join(named)} select ${last}`;
	};
	if (writes.every(isShaped))
		return compileShaped(
			transaction,
			shapedOf(writes, told, (parts, texts) => ofDatabase(transaction, one(parts, texts))),
		);
	const parts = writes.map(write => (isShaped(write) ? write.build(write.values) : write));
	return one(parts, told).compile(transaction);
}

const ofDatabase = (database: Database, statement: RawBuilder<unknown>) => ({
	toOperationNode: () => statement.toOperationNode(),
	compile: () => statement.compile(database),
});

/** A connection that executes a statement whose answer nobody needs. */
export type TellingConnection = DatabaseConnection & {tell(query: CompiledQuery): Promise<void>};

const onConnection = <Result>(
	database: Database,
	work: (connection: TellingConnection) => Promise<Result>,
): Promise<Result> => database.getExecutor().provideConnection(connection => work(connection as TellingConnection));

export function createPostgresStorage(): Storage & {processId: string} {
	const processId = randomUUID();
	return {
		kind: 'postgres',
		processId,
		async writeTogether(transaction, writes, news) {
			const told = news === undefined ? [] : tellings(processId, news);
			if (writes.length + told.length === 0) return;
			const statement = written(transaction, writes, told);
			await onConnection(transaction, connection => connection.tell(statement));
		},
		askTogether: (database, questions) =>
			onConnection(database, async connection => {
				const statements = questions.map(question => compileShaped(database, question));
				const answers = await Promise.all(statements.map(statement => connection.executeQuery(statement)));
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
