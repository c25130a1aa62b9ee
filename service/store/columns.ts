import {type RawBuilder, sql} from 'kysely';
import {portable} from './dialect/portable.ts';

/** JSON kept as text. The type names what is inside. */
export type Json<_T> = string;

/** Epoch milliseconds. */
export type Millis = number;

export type Bit = 0 | 1;

/** Ids as one parameter, however many they are: SQLite takes a limited number of parameters. */
export const jsonList = (ids: readonly string[]): RawBuilder<string> =>
	sql<string>`(${portable(({membersOf}) => membersOf(JSON.stringify(ids)))})`;
