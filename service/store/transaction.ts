import type {Transaction} from 'kysely';
import type {Tables} from './tables.ts';

export type StoreTransaction = Transaction<Tables>;
