import {sql} from 'kysely';
import {portable} from '../dialect/portable.ts';

/** Names of the values that a row of `calls` carries, as a JSON list. */
export const carriedNames = sql<string>`(
	select ${portable(({listOf}) => listOf(sql.ref('name')))} from call_variables where call_variables.call_id = calls.id and role = 'uses'
)`;
