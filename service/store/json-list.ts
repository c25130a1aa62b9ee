import {type RawBuilder, sql} from 'kysely';
import {portable} from './dialect/portable.ts';

/** Ids as one parameter, however many they are: SQLite takes a limited number of parameters. */
export const jsonList = (ids: readonly string[]): RawBuilder<string> =>
	sql<string>`(${portable(({membersOf}) => membersOf(JSON.stringify(ids)))})`;
