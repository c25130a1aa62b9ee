import type {Kysely} from 'kysely';
import type {Tables} from './tables.ts';

/** The store. `destroy()` closes it. Inside a transaction the verbs take the transaction in its place. */
export type Database = Kysely<Tables>;
