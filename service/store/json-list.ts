import {type RawBuilder, sql} from 'kysely';

/** Ids as one parameter, however many they are: SQLite takes a limited number of parameters. */
export const jsonList = (ids: readonly string[]): RawBuilder<string> =>
	sql<string>`(select value from json_each(${JSON.stringify(ids)}))`;
